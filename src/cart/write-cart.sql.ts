/** Lets writes to one cart wait their turn: in this process in a queue, between instances for the lock of the cart's row. */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { createKeyedQueue, type RunInTurn } from '../db/keyed-queue.ts'
import { prepared } from '../db/prepared.ts'
import { isLockConflict, LockTimeout } from '../db/unavailable.ts'
import { Refusal } from '../errors.ts'
import { mayCreate, type OwnerKey } from './cart.sql.ts'

/** How long a write waits for other writes to its cart, and how many wait. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 1_000 }

/** One write to one cart, in two forms. */
export interface CartWrite<T> {
  /** Writes unless another write holds the cart's row. Undefined when nothing was written. */
  attempt?: (queries: Queries) => Promise<T | undefined>
  /** Writes in a transaction, in which it may wait for rows. */
  locked: (queries: Queries, limitLockWait: LimitLockWait) => Promise<T>
}

/**
 * Bounds the waits of the transaction's next statements by what is left of the write's time. Called before the transaction's first
 * lock; call it again before every further one.
 * @throws LockTimeout when nothing is left
 */
export type LimitLockWait = () => Promise<void>

/**
 * Runs a write once the earlier writes to the same cart have ended.
 * @throws Refusal 503 `cart_busy` after 5 s, or at once where a thousand writes wait, with nothing written
 */
export type WriteCart = <T>(cartId: string, write: CartWrite<T>) => Promise<T>

/** Makes the function that every write to lines and choices goes through; a merge waits in the queue of the member's cart. */
export function createCartWriter(database: Database): WriteCart {
  const runInTurn = database.engine === 'postgres' ? createKeyedQueue(BOUNDS) : runAtOnce
  return async (cartId, { attempt, locked }) => {
    const endsAt = performance.now() + BOUNDS.maxWaitMs
    try {
      return await runInTurn(cartId, async () => {
        const written = await attempt?.(database)
        return written ?? (await runLocked(database, locked, endsAt))
      })
    } catch (error) {
      throw isLockConflict(error) ? cartBusy(error) : error
    }
  }
}

/** The embedded engine's writes take turns by themselves, and those of one turn of the event loop share a commit. */
const runAtOnce: RunInTurn = (_key, work) => work()

function runLocked<T>(database: Database, locked: CartWrite<T>['locked'], endsAt: number): Promise<T> {
  return transaction(database, async queries => {
    const limitLockWait = async () => {
      const remainingMs = Math.ceil(endsAt - performance.now())
      if (remainingMs <= 0) throw new LockTimeout('the time for the write is over')
      if (queries.engine === 'postgres') await setLockTimeout(queries, { timeout: `${remainingMs}ms` })
    }
    await limitLockWait()
    return locked(queries, limitLockWait)
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
 * Creates the cart's row, or waits for it and locks it. The customer's row is locked first, as by a deletion, and by a statement
 * of its own: a lock timeout is for one lock.
 * @returns false for a cancelled guest or an inactive customer
 */
export async function lockOrInsertCart(
  queries: Queries,
  key: OwnerKey & { now: number },
  limitLockWait: LimitLockWait,
): Promise<boolean> {
  if (key.customerId !== null && queries.engine === 'postgres') {
    await lockCustomer(queries, { customerId: key.customerId })
    await limitLockWait()
  }
  return (await upsertCart(queries, key)).length > 0
}

const lockCustomer = prepared<{ customerId: number }, never>(
  parameter => sql`select 1 from customers where id = ${parameter('customerId')} for key share`,
)

const upsertCart = prepared<OwnerKey & { now: number }, { id: string }>(
  (parameter, engine) => sql`
    insert into carts (id, created_at, used_at)
    select ${parameter('cartId')}, ${parameter('now')}, ${parameter('now')} from shop
    where ${mayCreate(parameter('customerId'), engine)}
    on conflict (id) do update set revision = carts.revision + 1 where carts.merged_into is null
    returning id`,
)
