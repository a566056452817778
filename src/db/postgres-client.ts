/** One connection as Kysely sees it: runs hot statements by name, and gives up on a server that does not answer. */

import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { awaitAnswer } from './patience.ts'
import { preparedName } from './prepared.ts'
import { isAway, isOutdated } from './unavailable.ts'

/** A hot statement, or a begin or commit, is answered in a few milliseconds or waits for a lock. */
const HOT_STATEMENT_TIMEOUT_MS = 900
/** Any other statement of a request may wait for a lock. */
const STATEMENT_TIMEOUT_MS = 5_000
const TRANSACTION_CONTROL = /^(begin|commit|rollback)\b/

/** What a connection learns about its server. */
export interface Signs {
  /** It may be away. */
  doubt: () => void
  /** It is there. */
  answered: () => void
}

/** Sends hot statements by name, so that the server parses and plans them once per connection. */
export class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #impatient: boolean
  readonly #signs: Signs
  #discard = false

  /** @param impatient ends statements that take too long, for requests; imports and migrations take their time */
  constructor(client: pg.PoolClient, impatient: boolean, signs: Signs) {
    this.#client = client
    this.#impatient = impatient
    this.#signs = signs
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
    const isHot = name !== undefined || TRANSACTION_CONTROL.test(text)
    const stopWaiting = this.#impatient
      ? this.#await(isHot ? HOT_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS)
      : undefined
    try {
      const result = await this.#client.query({ text, values, ...(name !== undefined && { name }) })
      this.#signs.answered()
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      this.#judge(error)
      throw error
    } finally {
      stopWaiting?.()
    }
  }

  #await(limitMs: number): () => void {
    // With a statement under way, `end` hangs up without waiting: what follows, such as a rollback, fails at once.
    return awaitAnswer(limitMs, { doubt: this.#signs.doubt, giveUp: () => void this.#client.end() })
  }

  /** A primary that became a standby keeps its connections; the pool must not. */
  #judge(error: unknown): void {
    if (isOutdated(error)) this.#discard = true
    if (isAway(error)) {
      this.#discard = true
      this.#signs.doubt()
    } else this.#signs.answered()
  }

  release(discard = false): void {
    this.#client.release(discard || this.#discard)
  }
}
