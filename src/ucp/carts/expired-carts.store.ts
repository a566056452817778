/** Deletes expired and cancelled carts of agents, and old idempotency keys, one small batch per statement. */

import { sql } from 'kysely'
import { batchDeletion } from '../../db/batch-deletion.ts'
import { type Queries, transaction } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { setLockTimeout } from '../../db/time-limits.ts'
import { isLockConflict } from '../../db/unavailable.ts'
import { KEY_RETENTION_MS } from './idempotency.sql.ts'

/** Carts per batch, deleted with their lines. */
const CARTS_PER_BATCH = 50
/** Keys per batch: each has an answer of some kilobytes. */
const KEYS_PER_BATCH = 200
/** How long a batch waits for a row that a request has locked. */
const LOCK_WAIT_MS = 50
/** Time after the end of a cart in which a link that was opened before may still store what it brings. */
const GRACE_MS = 60_000

/**
 * Deletes a batch of carts that have ended a minute ago, with what links have remembered of them.
 * @param now milliseconds since the epoch
 * @returns the number of deleted carts; 0 when none is left, or all of the batch are in use
 */
export async function deleteEndedUcpCarts(database: Queries, now: number): Promise<number> {
  const values = { before: now - GRACE_MS }
  const found = await selectEnded(database, values)
  if (found.length === 0) return 0
  return await transaction(database, async queries => {
    if (queries.engine === 'postgres') await setLockTimeout(queries, LOCK_WAIT_MS)
    // This row is the lock of the cart: an update that comes first keeps it.
    const ended = await deleteUcpCarts(queries, { ...values, keys: JSON.stringify(found) })
    if (ended.length === 0) return 0
    const keys = JSON.stringify(ended)
    await deleteBrought(queries, { keys })
    await deleteCarts(queries, { keys })
    return ended.length
  }).catch((error: unknown) => {
    if (isLockConflict(error)) return 0
    throw error
  })
}

type Ended = { before: number }
type Keys = { keys: string }
type Key = { cart_id: string }

const selectEnded = prepared<Ended, Key>(
  parameter => sql`
    select cart_id from ucp_carts where expires_at <= ${parameter('before')}
    order by expires_at limit ${sql.lit(CARTS_PER_BATCH)}`,
)

const deleteUcpCarts = prepared<Ended & Keys, Key>(
  (parameter, engine) => sql`
    delete from ucp_carts where expires_at <= ${parameter('before')}
      and cart_id in (select k.cart_id from ${jsonRows(parameter('keys'), 'k', { columns: { cart_id: 'text' }, engine })})
    returning cart_id`,
)

const deleteBrought = prepared<Keys, never>(
  (parameter, engine) => sql`
    delete from ucp_brought where ucp_cart_id in (
      select k.cart_id from ${jsonRows(parameter('keys'), 'k', { columns: { cart_id: 'text' }, engine })})`,
)

const deleteCarts = prepared<Keys, never>(
  (parameter, engine) => sql`
    delete from carts where id in (
      select k.cart_id from ${jsonRows(parameter('keys'), 'k', { columns: { cart_id: 'text' }, engine })})`,
)

/**
 * Deletes a batch of idempotency keys that are older than a day.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredUcpKeys(database: Queries, now: number): Promise<number> {
  return await deleteExpired(database, { before: now - KEY_RETENTION_MS })
}

const deleteExpired = batchDeletion<{ before: number }>({
  table: 'ucp_idempotency_keys',
  key: { platform: 'text', key: 'text' },
  condition: parameter => sql`created_at <= ${parameter('before')}`,
  order: 'created_at',
  rows: KEYS_PER_BATCH,
})
