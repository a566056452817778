/** The rows of stocks and reservations that a movement of stock reads and writes. Its transaction has locked the items. */

import { sql } from 'kysely'
import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import type { ReservedStock } from '../catalog/stock/lock-items.sql.ts'
import { loadStockGuard } from '../catalog/stock/stock-guard.sql.ts'
import type { StockReservationTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'

/** Maximum number of expired reservations that one movement deletes; further ones are left for the next, and summed up. */
const EXPIRED_PER_MOVEMENT = 1_000

/** A stored reservation. */
export type ReservationRow = StockReservationTable

/** A quantity of an item, an integer. */
export interface ItemQuantity extends ItemKey {
  quantity: number
}

/** The stock guard, and what checkouts reserve. */
export interface StockState {
  /** Whether the stock guard counts now. */
  counts: boolean
  /** The items for which the checkouts have reservations. */
  held: ItemKey[]
}

/** Loads whether the guard counts, and the items for which checkouts have reservations. */
export async function loadStockState(queries: Queries, references: readonly string[]): Promise<StockState> {
  const counts = await loadStockGuard(queries)
  const rows = await selectOwn(queries, { references: toReferences(references) })
  return { counts, held: rows.map(row => ({ productId: row.product_id, variantId: row.variant_id })) }
}

/** Loads what a checkout reserves at `now`, in milliseconds since the epoch, by `itemKeyOf`. */
export async function loadReserved(
  queries: Queries,
  { reference, now }: { reference: string; now: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectOwn(queries, { references: toReferences([reference]) })
  const living = rows.filter(({ expires_at }) => expires_at > now)
  return new Map(living.map(row => [keyOf(row), row.quantity]))
}

/** Reservations that end with a movement, or have expired before. */
export interface Ends {
  /** Those that the movement deletes, by `itemKeyOf`. */
  deleted: ReadonlyMap<string, ReservationRow[]>
  /** Quantities of those that have expired and stay stored, by `itemKeyOf`. */
  expiredKept: ReadonlyMap<string, number>
}

/** Loads the reservations of checkouts, and those of items that have expired at `now`, in milliseconds since the epoch. */
export async function loadEnds(
  queries: Queries,
  { items, references, now }: { items: readonly ItemKey[]; references: readonly string[]; now: number },
): Promise<Ends> {
  const keys = JSON.stringify(items.map(({ productId, variantId }) => ({ p: productId, v: variantId })))
  const own = references.length > 0 ? await selectOwn(queries, { references: toReferences(references) }) : []
  const expired = await selectExpired(queries, { keys, now })
  const rows = new Map([...own, ...expired].map(row => [`${row.reference} ${keyOf(row)}`, row]))
  const deleted = Map.groupBy(rows.values(), keyOf)
  if (expired.length < EXPIRED_PER_MOVEMENT) return { deleted, expiredKept: new Map() }
  const sums = await sumExpired(queries, { keys, now })
  const kept = sums.map(row => {
    const gone = (deleted.get(keyOf(row)) ?? []).filter(({ expires_at }) => expires_at <= now)
    return [keyOf(row), gone.reduce((sum, { quantity }) => sum - quantity, Number(row.quantity))] as const
  })
  return { deleted, expiredKept: new Map(kept) }
}

function keyOf({ product_id, variant_id }: { product_id: number; variant_id: number }): string {
  return itemKeyOf({ productId: product_id, variantId: variant_id })
}

function toReferences(references: readonly string[]): string {
  return JSON.stringify(references.map(reference => ({ reference })))
}

const itemColumns = { p: 'bigint', v: 'bigint' } as const

const selectOwn = prepared<{ references: string }, ReservationRow>(
  (parameter, engine) => sql`
    select reference, product_id, variant_id, quantity, expires_at from stock_reservations
    where reference in (select reference from ${jsonRows(parameter('references'), 'k', { columns: { reference: 'text' }, engine })})`,
)

const selectExpired = prepared<{ keys: string; now: number }, ReservationRow>(
  (parameter, engine) => sql`
    select r.reference, r.product_id, r.variant_id, r.quantity, r.expires_at
    from ${jsonRows(parameter('keys'), 'k', { columns: itemColumns, engine })}
    join stock_reservations r on r.product_id = k.p and r.variant_id = k.v and r.expires_at <= ${parameter('now')}
    limit ${sql.lit(EXPIRED_PER_MOVEMENT)}`,
)

const sumExpired = prepared<
  { keys: string; now: number },
  { product_id: number; variant_id: number; quantity: number }
>(
  (parameter, engine) => sql`
    select r.product_id, r.variant_id, sum(r.quantity) as quantity
    from ${jsonRows(parameter('keys'), 'k', { columns: itemColumns, engine })}
    join stock_reservations r on r.product_id = k.p and r.variant_id = k.v and r.expires_at <= ${parameter('now')}
    group by r.product_id, r.variant_id`,
)

/** Deletes reservations by their keys, which a distributed database can do on any node. */
export async function deleteReservations(queries: Queries, { deleted }: Ends): Promise<void> {
  const keys = [...deleted.values()].flat().map(({ reference, product_id, variant_id }) => ({
    reference,
    product_id,
    variant_id,
  }))
  if (keys.length > 0) await deleteByKey(queries, { keys: JSON.stringify(keys) })
}

const keyColumns = { reference: 'text', product_id: 'bigint', variant_id: 'bigint' } as const

const deleteByKey = prepared<{ keys: string }, never>(
  (parameter, engine) => sql`
    delete from stock_reservations where (reference, product_id, variant_id) in (
      select reference, product_id, variant_id from ${jsonRows(parameter('keys'), 'k', { columns: keyColumns, engine })})`,
)

/** Inserts what a hold reserves until `expiresAt`, in milliseconds since the epoch. */
export async function insertReservations(
  queries: Queries,
  { reference, expiresAt, items }: { reference: string; expiresAt: number; items: readonly ItemQuantity[] },
): Promise<void> {
  const rows = items.map(({ productId, variantId, quantity }) => ({ p: productId, v: variantId, quantity }))
  await insertRows(queries, { reference, expiresAt, rows: JSON.stringify(rows) })
}

const insertRows = prepared<{ reference: string; expiresAt: number; rows: string }, never>(
  (parameter, engine) => sql`
    insert into stock_reservations (reference, product_id, variant_id, quantity, expires_at)
    select cast(${parameter('reference')} as text), p, v, quantity, cast(${parameter('expiresAt')} as bigint)
    from ${jsonRows(parameter('rows'), 'k', { columns: { ...itemColumns, quantity: 'integer' }, engine })}`,
)

/** Saves the stocks and reserved quantities of locked items. */
export async function saveStocks(queries: Queries, items: readonly ReservedStock[]): Promise<void> {
  const products = items.filter(({ variantId }) => variantId === 0)
  const variants = items.filter(({ variantId }) => variantId !== 0)
  if (products.length > 0) await updateProducts(queries, { rows: toRows(products) })
  if (variants.length > 0) await updateVariants(queries, { rows: toRows(variants) })
}

function toRows(items: readonly ReservedStock[]): string {
  return JSON.stringify(
    items.map(({ productId, variantId, stock, reserved }) => ({ p: productId, v: variantId, stock, reserved })),
  )
}

const stockColumns = { ...itemColumns, stock: 'text', reserved: 'bigint' } as const

const updateProducts = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update products set stock = c.stock, reserved = c.reserved
    from ${jsonRows(parameter('rows'), 'c', { columns: stockColumns, engine })} where products.id = c.p`,
)

const updateVariants = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update variants set stock = c.stock, reserved = c.reserved
    from ${jsonRows(parameter('rows'), 'c', { columns: stockColumns, engine })}
    where variants.product_id = c.p and variants.id = c.v`,
)
