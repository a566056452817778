/** One connection as Kysely sees it: runs hot statements by name, and ends those that take too long. */

import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { preparedName } from '../prepared.ts'
import { DatabaseBusy, DatabaseUnavailable, isAway, isOutdated } from '../unavailable.ts'
import { startDeadlines } from './statement-deadline.ts'

/** For a statement of a request while the server answers others: more than a write waits for a lock. */
const STATEMENT_TIMEOUT_MS = 6_000

/** What a connection tells about its server. */
export interface ServerEvents {
  /** It may be away. */
  onSlow: () => void
  /** It is there. */
  onAnswer: () => void
}

/** Sends hot statements by name, so that the server parses and plans them once per connection. */
export class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #failFast: boolean
  readonly #events: ServerEvents
  #timedOut = false
  #isInTransaction = false
  #discard = false

  /** @param impatient ends statements that take too long, for requests; imports and migrations take their time */
  constructor(client: pg.PoolClient, failFast: boolean, signs: ServerEvents) {
    this.#client = client
    this.#failFast = failFast
    this.#events = signs
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
    const name = preparedName(text)
    const stopDeadlines = this.#failFast ? this.#startDeadlines() : undefined
    try {
      const result = await this.#client.query({ text, values, ...(name !== undefined && { name }) })
      this.#events.onAnswer()
      this.#followTransaction(text)
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (this.#timedOut) throw this.#tooLong(text, error)
      this.#classify(error)
      throw error
    } finally {
      stopDeadlines?.()
    }
  }

  #followTransaction(text: string): void {
    if (/^begin\b/.test(text)) this.#isInTransaction = true
    else if (/^(commit|rollback)\b/.test(text)) this.#isInTransaction = false
  }

  /** Without its connection a transaction is rolled back, but for a commit under way; a single write may be done. */
  #tooLong(text: string, cause: unknown): Error {
    const message = 'PostgreSQL took too long for a statement'
    const isUndone = /^select\b/i.test(text.trimStart()) || (this.#isInTransaction && !/^commit\b/.test(text))
    return isUndone ? new DatabaseBusy(message, cause) : new DatabaseUnavailable(message, cause)
  }

  /** With a statement under way, `end` hangs up without waiting: what follows, such as a rollback, fails at once. */
  #startDeadlines(): () => void {
    const onTimeout = () => {
      this.#discard = true
      this.#timedOut = true
      void this.#client.end()
    }
    return startDeadlines(STATEMENT_TIMEOUT_MS, { onSlow: this.#events.onSlow, onTimeout })
  }

  /** A primary that became a standby keeps its connections; the pool must not. */
  #classify(error: unknown): void {
    if (isOutdated(error)) this.#discard = true
    if (isAway(error)) {
      this.#discard = true
      this.#events.onSlow()
    } else this.#events.onAnswer()
  }

  release(discard = false): void {
    this.#client.release(discard || this.#discard)
  }
}
