/** Serialises writes to one cart: by a queue within this process, by the lock of the cart's row between instances. */

import { sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Database, Queries } from '../../db/database.ts'
import { type Deadline, deadlineIn } from '../../db/deadline.ts'
import { createKeyedQueue, type RunInTurn } from '../../db/keyed-queue.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { isLockConflict } from '../../db/unavailable.ts'
import { createWriteTurns, type LockedWrite, type WriteTurn } from '../../db/write-turns.ts'
import { detailOf, Refusal } from '../../errors.ts'
import { isActive, statementOfOwner } from './cart.sql.ts'

/** Deadline of a write that waits for other writes to its cart, and maximum number of waiting writes. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 1_000 }

/** Writes in one statement, which may wait for other writes to the cart for up to `waitMs`; null in a transaction that has locked the cart. */
type Attempt<T> = (queries: Queries, waitMs: number | null) => Promise<T>

/** One write to one cart: a statement, or a transaction, which follows the statement where that resolves to undefined. */
export type CartWrite<T> = (
  | { attempt: Attempt<T>; locked?: undefined }
  | { attempt?: Attempt<T | undefined>; locked: LockedWrite<T> }
) & {
  /** Whether a result says that something was written; without it every result does. */
  hasWritten?: (result: T) => boolean
}

/**
 * Runs a write after the earlier writes to the same cart have ended.
 * @param deadline of a write that is repeated, for all its attempts: `cartDeadline`
 * @throws Refusal 503 `cart_busy` after 5 s, or immediately when 1,000 writes wait; nothing is written then
 */
export type WriteCart = <T>(cartId: string, write: CartWrite<T>, deadline?: Deadline) => Promise<T>

/** Creates the function that runs every write to a cart. A merge waits in the queue of the member's cart. */
export function createCartWriter(database: Database): WriteCart {
  const writeInTurn = createWriteTurns(database, BOUNDS)
  return async (cartId, { attempt, locked }, deadline) => {
    const write = async (turn: WriteTurn) => {
      // First: a write whose time is over takes no connection.
      const waitMs = turn.remainingMs()
      if (!locked) return attempt(database, waitMs)
      return (await attempt?.(database, waitMs)) ?? (await turn.transaction(locked))
    }
    try {
      return await writeInTurn(cartId, write, deadline)
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
  return (cartId, work, deadline) =>
    runInTurn(cartId, work, deadline).catch(error => {
      throw isLockConflict(error) ? cartBusy(error) : error
    })
}

/** Creates the deadline of a request that waits for a cart several times: all its waits together are as long as that of one write. */
export function cartDeadline(): Deadline {
  return deadlineIn(BOUNDS.maxWaitMs)
}

/** Returns the refusal of a write that has waited past its deadline: 503 `cart_busy`. */
export function cartBusy(cause?: unknown): Refusal {
  return new Refusal({ code: 'cart_busy', detail: detailOf('cart_busy') }, { 'Retry-After': '1' }, cause)
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
