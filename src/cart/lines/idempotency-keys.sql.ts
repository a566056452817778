/**
 * Idempotency keys of adds. A key is stored in the transaction that writes the line, with the cart's row locked, so that of several
 * requests with one key exactly one adds. On PostgreSQL the function `addItem` does both.
 */

import { type RawBuilder, sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import type { Parameter } from '../../db/prepared-statements.ts'
import type { IdempotencyKeyTable } from '../../db/cart-tables.ts'
import { detailOf, Refusal } from '../../errors.ts'
import { IDEMPOTENCY_KEY } from '../../http/request/idempotency-key.ts'
import { DAY_MS } from '../../units.ts'
import { mayWrite, statementOfOwner } from '../storage/cart.sql.ts'

/** How long a key is kept: 24 hours, in milliseconds. */
const RETENTION_MS = DAY_MS
/** Keys per cart: a further one replaces the oldest. */
const MAX_KEYS = 1_000
/** Keys per statement of the deletion. */
const KEYS_PER_BATCH = 1_000

/** The statement parameters of a key, besides the cart's owner. `now` is in milliseconds since the epoch. */
export type KeyOfAdd = { idempotencyKey: string; now: number }
/** The statement parameters of an add with a key. `variantId` is 0 for a product without variants. */
export type KeyedAdd = KeyOfAdd & { productId: number; variantId: number; quantity: number }

/** The add that a key stands for. */
export type StoredAdd = Pick<IdempotencyKeyTable, 'product_id' | 'variant_id' | 'quantity' | 'item_id'>

/** The condition that a row has the key, and is not older than a day. */
function isKept(parameter: Parameter<OwnerKey & KeyOfAdd>): RawBuilder<boolean> {
  return sql`cart_id = ${parameter('cartId')} and idempotency_key = ${parameter('idempotencyKey')}
    and created_at + ${sql.lit(RETENTION_MS)} > ${parameter('now')}`
}

/** The statement that deletes the oldest keys of a cart, so that with the key of this add at most 1,000 remain. */
function deleteOldest(parameter: Parameter<OwnerKey & KeyOfAdd>): RawBuilder<never> {
  const isOther = sql`and idempotency_key <> ${parameter('idempotencyKey')}`
  return deleteKeysAfter(parameter, MAX_KEYS - 1, isOther)
}

/** The statement that deletes all but the newest keys of a cart. @param condition a further condition of the keys */
function deleteKeysAfter(
  parameter: Parameter<Pick<OwnerKey, 'cartId'>>,
  kept: number,
  condition: RawBuilder<unknown> = sql``,
): RawBuilder<never> {
  return sql`
    delete from idempotency_keys
    where cart_id = ${parameter('cartId')} and idempotency_key in (
      select idempotency_key from idempotency_keys where cart_id = ${parameter('cartId')} ${condition}
      order by created_at desc, idempotency_key limit ${sql.lit(MAX_KEYS)} offset ${sql.lit(kept)})`
}

/** Stores the key of an add on SQLite, in the transaction that has written the line. An expired key of the same text is replaced. */
export async function saveKey(queries: Queries, key: OwnerKey, add: KeyedAdd & { itemId: string }): Promise<void> {
  await insertKey(queries, key, add)
  await deleteOldestKeys(queries, key, add)
}

const insertKey = statementOfOwner<KeyedAdd & { itemId: string }, never>(
  parameter => sql`
    insert into idempotency_keys (cart_id, idempotency_key, product_id, variant_id, quantity, item_id, created_at)
    values (${parameter('cartId')}, ${parameter('idempotencyKey')}, ${parameter('productId')}, ${parameter('variantId')},
      ${parameter('quantity')}, ${parameter('itemId')}, ${parameter('now')})
    on conflict (cart_id, idempotency_key) do update set product_id = excluded.product_id,
      variant_id = excluded.variant_id, quantity = excluded.quantity, item_id = excluded.item_id,
      created_at = excluded.created_at`,
)

const deleteOldestKeys = statementOfOwner<KeyOfAdd, never>(deleteOldest)

const deleteExcessKeys = statementOfOwner<object, never>(parameter => deleteKeysAfter(parameter, MAX_KEYS))

/** Finds the add that a key stands for, whoever may write. */
export const findStoredAdd = statementOfOwner<KeyOfAdd, StoredAdd>(
  parameter => sql`
    select product_id, variant_id, quantity, item_id from idempotency_keys where ${isKept(parameter)}`,
)

/** Finds the add that a key stands for on SQLite, within the transaction of the add; no row where the owner may not write. */
export const findAdd = statementOfOwner<KeyOfAdd, StoredAdd>(
  parameter => sql`
    select product_id, variant_id, quantity, item_id from idempotency_keys
    where ${isKept(parameter)} and ${mayWrite(parameter)}
      and exists (select 1 from carts where id = ${parameter('cartId')} and merged_into is null)`,
)

/** Whether a repeated add is the add that its key stands for. */
export function isSameAdd(stored: StoredAdd, { productId, variantId, quantity }: KeyedAdd): boolean {
  const { product_id, variant_id } = stored
  return product_id === productId && variant_id === variantId && stored.quantity === quantity
}

/** Returns the refusal of a key that stands for another add: 422 `idempotency_key_reused`. */
export function keyReused(): Refusal {
  const code = 'idempotency_key_reused'
  return new Refusal({ code, header: IDEMPOTENCY_KEY, detail: detailOf(code) })
}

/**
 * Moves the keys of a merged guest to the member, where the member's stay. Both carts are locked.
 * @param now milliseconds since the epoch
 */
export async function moveKeys(
  queries: Queries,
  { from, to, now }: { from: OwnerKey; to: OwnerKey; now: number },
): Promise<void> {
  const { kysely } = queries
  const moved = await kysely.deleteFrom('idempotency_keys').where('cart_id', '=', from.cartId).returningAll().execute()
  if (moved.length === 0) return
  await kysely
    .insertInto('idempotency_keys')
    .values(moved.map(key => ({ ...key, cart_id: to.cartId })))
    .onConflict(conflict =>
      conflict
        .columns(['cart_id', 'idempotency_key'])
        .doUpdateSet(({ ref }) => ({
          product_id: ref('excluded.product_id'),
          variant_id: ref('excluded.variant_id'),
          quantity: ref('excluded.quantity'),
          item_id: ref('excluded.item_id'),
          created_at: ref('excluded.created_at'),
        }))
        .where('idempotency_keys.created_at', '<=', now - RETENTION_MS),
    )
    .execute()
  await deleteExcessKeys(queries, to, {})
}

/**
 * Deletes a batch of keys that are older than a day.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredKeys(database: Queries, now: number): Promise<number> {
  return await deleteExpired(database, { before: now - RETENTION_MS })
}

const deleteExpired = batchDeletion<{ before: number }>({
  table: 'idempotency_keys',
  key: { cart_id: 'text', idempotency_key: 'text' },
  condition: parameter => sql`created_at <= ${parameter('before')}`,
  order: 'created_at',
  rows: KEYS_PER_BATCH,
})
