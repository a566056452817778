/** Serialises writes to one cart: by a queue within this process, by the lock of the cart's row between instances. */

import { sql } from 'kysely'
import type { OwnerKey } from '../auth/owner-key.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { createKeyedQueue, type RunInTurn } from '../db/keyed-queue.ts'
import { prepared } from '../db/prepared.ts'
import { setLockTimeout } from '../db/time-limits.ts'
import { isLockConflict, LockConflict } from '../db/unavailable.ts'
import { Refusal } from '../errors.ts'
import { isActive, statementOfOwner } from './cart.sql.ts'

/** Deadline of a write that waits for other writes to its cart, and maximum number of waiting writes. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 1_000 }

/** Writes in one statement, which may wait for other writes to the cart for up to `waitMs`; null in a transaction that has locked the cart. */
type Attempt<T> = (queries: Queries, waitMs: number | null) => Promise<T>

/** One write to one cart: a statement, or a transaction, which follows the statement where that resolves to undefined. */
export type CartWrite<T> =
  | { attempt: Attempt<T>; locked?: undefined }
  | { attempt?: Attempt<T | undefined>; locked: LockedWrite<T> }

/** Writes in a transaction that may wait for row locks. */
type LockedWrite<T> = (queries: Queries, limitLockWait: LimitLockWait) => Promise<T>

/**
 * Sets `lock_timeout` of the transaction's next statements to the time that is left until the write's deadline. It is called
 * before the first lock; `locked` calls it again before every further lock.
 * @throws LockConflict when no time is left
 */
export type LimitLockWait = () => Promise<void>

/**
 * Runs a write after the earlier writes to the same cart have ended.
 * @throws Refusal 503 `cart_busy` after 5 s, or immediately when 1,000 writes wait; nothing is written then
 */
export type WriteCart = <T>(cartId: string, write: CartWrite<T>) => Promise<T>

/** Creates the function that runs every write to a cart. A merge waits in the queue of the member's cart. */
export function createCartWriter(database: Database): WriteCart {
  const runInTurn = database.engine === 'postgres' ? createKeyedQueue(BOUNDS) : runAtOnce
  return async (cartId, write) => {
    const endsAt = performance.now() + BOUNDS.maxWaitMs
    try {
      return await runInTurn(cartId, async () => {
        const waitMs = remainingMs(endsAt)
        if (!write.locked) return write.attempt(database, waitMs)
        return (await write.attempt?.(database, waitMs)) ?? (await runLocked(database, write.locked, endsAt))
      })
    } catch (error) {
      throw isLockConflict(error) ? cartBusy(error) : error
    }
  }
}

/**
 * Creates a function that runs the work on one cart within this process one after the other, such as what reads, decides and writes.
 * @returns a function that throws Refusal 503 `cart_busy` as `WriteCart` does
 */
export function createCartTurns(): RunInTurn {
  const runInTurn = createKeyedQueue(BOUNDS)
  return (cartId, work) =>
    runInTurn(cartId, work).catch(error => {
      throw isLockConflict(error) ? cartBusy(error) : error
    })
}

/** SQLite serialises writes itself, and the writes of one event loop iteration share a commit. */
const runAtOnce: RunInTurn = (_key, work) => work()

function runLocked<T>(database: Database, locked: LockedWrite<T>, endsAt: number): Promise<T> {
  return transaction(database, async queries => {
    const limitLockWait = async () => {
      const remaining = remainingMs(endsAt)
      if (queries.engine === 'postgres') await setLockTimeout(queries, remaining)
    }
    await limitLockWait()
    return locked(queries, limitLockWait)
  })
}

/** @throws LockConflict when no time is left */
function remainingMs(endsAt: number): number {
  const remaining = Math.ceil(endsAt - performance.now())
  if (remaining <= 0) throw new LockConflict('the time for the write is over')
  return remaining
}

/** Returns the refusal of a write that has waited past its deadline: 503 `cart_busy`. */
export function cartBusy(cause?: unknown): Refusal {
  const detail = 'Other writes to this cart took too long. Nothing was done.'
  return new Refusal({ code: 'cart_busy', detail }, { 'Retry-After': '1' }, cause)
}

/** Waits for the lock of the cart's row, if the row exists. The snapshot of the next statement is taken after the wait. */
export const lockCart = prepared<{ cartId: string }, { id: string }>(
  (parameter, engine) =>
    sql`select id from carts where id = ${parameter('cartId')} ${engine === 'postgres' ? sql`for update` : sql``}`,
)

/**
 * Creates the cart's row of an active owner, or waits for its lock. It is the lock of all that belongs to the owner: a deletion of the
 * customer takes it first, so a customer who is active now stays until the transaction ends.
 * @param now milliseconds since the epoch
 * @returns false for a cancelled guest or an inactive customer
 */
export async function lockOrInsertCart(queries: Queries, key: OwnerKey, now: number): Promise<boolean> {
  if (!(await isActive(queries, key)) || (await upsertCart(queries, key, { now })).length === 0) return false
  // A deletion that ended during the wait leaves a row of its own: the one that was just inserted.
  if (await isActive(queries, key)) return true
  await deleteLeftCart(queries, key, {})
  return false
}

const upsertCart = statementOfOwner<{ now: number }, { id: string }>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})
    on conflict (id) do update set revision = carts.revision + 1 where carts.merged_into is null
    returning id`,
)

/** Deletes the cart of a customer who does not exist any more. */
const deleteLeftCart = statementOfOwner<object, never>(
  parameter => sql`
    delete from carts where id = ${parameter('cartId')}
      and not exists (select 1 from customers where id = ${parameter('customerId')})`,
)
