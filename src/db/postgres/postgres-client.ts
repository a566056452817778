/** PostgreSQL connection for Kysely: runs hot statements by name, and ends statements that exceed their deadline. */

import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { hotStatement, isSelect } from '../prepared-statements.ts'
import { DatabaseBusy, DatabaseUnavailable, isConnectionFailure, isOutdated } from '../unavailable.ts'
import { startDeadlines } from './statement-deadline.ts'

/** Deadline of a request's statement while the server answers other statements; longer than a write waits for a lock. */
const STATEMENT_TIMEOUT_MS = 6_000

/** Event handlers for the state of a connection's server. */
export interface ServerEvents {
  /** The server may be unavailable. */
  onSlow: () => void
  /** The server has answered. */
  onAnswer: () => void
  /** A statement has failed. */
  onError: (error: unknown) => void
}

/** Options of a connection. */
export interface ClientOptions extends ServerEvents {
  /** Whether statements have a deadline: true for requests, false for imports and migrations. */
  failFast: boolean
}

/** A connection that sends hot statements by name, so that the server parses and plans them once per connection. */
export class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #failFast: boolean
  readonly #events: ServerEvents
  /** Names of statements that failed before they were prepared. PgBouncer closes a connection that sends one again. */
  readonly #lostNames = new Set<string>()
  #timedOut = false
  #isInTransaction = false
  #discard = false
  #onRelease = () => {}

  constructor(client: pg.PoolClient, { failFast, ...events }: ClientOptions) {
    this.#client = client
    this.#failFast = failFast
    this.#events = events
  }

  /** Begins a use of the connection. @param onRelease called when the use ends */
  heldUntil(onRelease: () => void): this {
    this.#onRelease = onRelease
    return this
  }

  query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('Rows are read in pages by key, not by cursor.')
    return this.#run<R>(statement, [...parameters])
  }

  async #run<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    const name = this.#nameOf(text)
    const stopDeadlines = this.#failFast ? this.#startDeadlines() : undefined
    try {
      const result = await this.#client.query({ text, values, ...(name !== undefined && { name }) })
      this.#events.onAnswer()
      this.#followTransaction(text)
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      this.#events.onError(error)
      if (this.#timedOut) throw this.#tooLong(text, error)
      this.#classify(error)
      if (name !== undefined && !isPrepared(this.#client, name)) this.#lostNames.add(name)
      throw error
    } finally {
      stopDeadlines?.()
    }
  }

  #nameOf(text: string): string | undefined {
    const name = hotStatement(text)?.name
    return name !== undefined && this.#lostNames.has(name) ? undefined : name
  }

  #followTransaction(text: string): void {
    if (/^begin\b/.test(text)) this.#isInTransaction = true
    else if (/^(commit|rollback)\b/.test(text)) this.#isInTransaction = false
  }

  /** PostgreSQL rolls back a transaction whose connection is closed; a commit or a single write may have succeeded. */
  #tooLong(text: string, cause: unknown): Error {
    const message = 'PostgreSQL took too long for a statement'
    const isRead = hotStatement(text)?.isRead ?? isSelect(text)
    const isUndone = isRead || (this.#isInTransaction && !/^commit\b/.test(text))
    return isUndone ? new DatabaseBusy(message, cause) : new DatabaseUnavailable(message, cause)
  }

  /** While a statement runs, `end` closes the socket at once: later statements, such as a rollback, fail immediately. */
  #startDeadlines(): () => void {
    const onTimeout = () => {
      this.#discard = true
      this.#timedOut = true
      void this.#client.end()
    }
    return startDeadlines(STATEMENT_TIMEOUT_MS, { onSlow: this.#events.onSlow, onTimeout })
  }

  /** Discards the connection when it is unusable: a primary that becomes a standby keeps its connections open. */
  #classify(error: unknown): void {
    if (isOutdated(error)) this.#discard = true
    if (isConnectionFailure(error)) {
      this.#discard = true
      this.#events.onSlow()
    } else this.#events.onAnswer()
  }

  /** Returns the connection to the pool, or closes it when it must be discarded. */
  release(discard = false): void {
    this.#client.release(discard || this.#discard)
    this.#onRelease()
  }
}

/** Whether PostgreSQL has prepared a statement of this name, as `pg` notes it for its connection. */
function isPrepared(client: pg.PoolClient, name: string): boolean {
  const { connection } = client as { connection?: { parsedStatements?: Readonly<Record<string, string>> } }
  return connection?.parsedStatements?.[name] !== undefined
}
