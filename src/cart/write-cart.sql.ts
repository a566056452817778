/** Lets writes to one cart wait their turn: in this process in a queue, between instances for the lock of the cart's row. */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { createKeyedQueue, type RunInTurn } from '../db/keyed-queue.ts'
import { prepared } from '../db/prepared.ts'
import { isLockConflict } from '../db/unavailable.ts'
import { Refusal } from '../errors.ts'
import { mayCreate, type OwnerKey } from './cart.sql.ts'

/** How long a write waits for other writes to its cart. */
const MAX_WAIT_MS = 5_000

/** One write to one cart, in two forms. */
export interface CartWrite<T> {
  /** Writes unless another write holds the cart's row. Undefined when nothing was written. */
  attempt?: (queries: Queries) => Promise<T | undefined>
  /** Writes in a transaction, in which it may wait for the row. */
  locked: (queries: Queries) => Promise<T>
}

/**
 * Runs a write once the earlier writes to the same cart have ended.
 * @throws Refusal 503 `cart_busy` after 5 s, with nothing written
 */
export type WriteCart = <T>(cartId: string, write: CartWrite<T>) => Promise<T>

/** Makes the function that every write to a cart goes through. */
export function createCartWriter(database: Database): WriteCart {
  const runInTurn = database.engine === 'postgres' ? createKeyedQueue(MAX_WAIT_MS) : runAtOnce
  return async (cartId, { attempt, locked }) => {
    try {
      return await runInTurn(cartId, async remainingMs => {
        const written = await attempt?.(database)
        return written ?? (await runLocked(database, remainingMs, locked))
      })
    } catch (error) {
      throw isLockConflict(error) ? cartBusy(error) : error
    }
  }
}

/** The embedded engine's writes take turns by themselves, and those of one turn of the event loop share a commit. */
const runAtOnce: RunInTurn = (_key, work) => work(MAX_WAIT_MS)

function runLocked<T>(database: Database, remainingMs: number, locked: CartWrite<T>['locked']): Promise<T> {
  return transaction(database, async queries => {
    if (queries.engine === 'postgres') await setLockTimeout(queries, { timeout: `${Math.ceil(remainingMs)}ms` })
    return locked(queries)
  })
}

/** What a write is refused with that has waited too long. */
export function cartBusy(cause?: unknown): Refusal {
  const detail = 'Other writes to this cart took too long. Nothing was done.'
  return new Refusal({ code: 'cart_busy', detail }, { 'Retry-After': '1' }, cause)
}

/** For this transaction alone, so that nothing stays behind on a connection that a pooler lends to others. */
const setLockTimeout = prepared<{ timeout: string }, never>(
  parameter => sql`select set_config('lock_timeout', ${parameter('timeout')}, true)`,
)

/** Waits for the cart's row and locks it, where it exists. The next statement's snapshot is taken after the wait. */
export const lockCart = prepared<{ cartId: string }, { id: string }>(
  (parameter, engine) =>
    sql`select id from carts where id = ${parameter('cartId')} ${engine === 'postgres' ? sql`for update` : sql``}`,
)

/**
 * Creates the cart's row, or waits for it and locks it. The customer's row is locked first, as by a deletion.
 * No row comes back for a cancelled guest or an inactive customer.
 */
export const lockOrInsertCart = prepared<OwnerKey & { now: number }, { id: string }>(
  (parameter, engine) => sql`
    insert into carts (id, created_at, used_at)
    select ${parameter('cartId')}, ${parameter('now')}, ${parameter('now')} from shop
    where ${mayCreate(parameter('customerId'), engine)}
    on conflict (id) do update set revision = carts.revision + 1 where carts.merged_into is null
    returning id`,
)
