/**
 * Locks of items: every write that reads a stock to change it locks the items first, products in the order of their ids and then variants in
 * the order of product and id, so that no two wait for each other.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Flag } from '../../db/column-types.ts'
import type { Engine, Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { ItemKey } from './item-key.ts'

/** The stock of an item, and what is reserved of it. */
export interface ReservedStock extends ItemKey {
  /** A decimal text. */
  stock: string
  /** Sum of the stored reservations, expired ones included. */
  reserved: number
}

/** An item whose row is locked until the transaction ends. */
export interface LockedItem extends ReservedStock {
  /** Whether it is sold at any stock. */
  backorder: boolean
}

/** Locks items. @returns those that exist, as they are once they are locked */
export async function lockItems(queries: Queries, keys: readonly ItemKey[]): Promise<LockedItem[]> {
  const products = keys.filter(({ variantId }) => variantId === 0)
  const variants = keys.filter(({ variantId }) => variantId !== 0)
  return [
    ...(products.length > 0 ? await lockProducts(queries, { keys: toJson(products) }) : []),
    ...(variants.length > 0 ? await lockVariants(queries, { keys: toJson(variants) }) : []),
  ].map(({ product_id, variant_id, stock, reserved, backorder }) => ({
    productId: product_id,
    variantId: variant_id,
    stock,
    reserved,
    backorder: backorder === 1,
  }))
}

/** Locks all items, for an import while the stock guard counts: it writes them in the order of its files. */
export async function lockAllItems({ kysely, engine }: Queries): Promise<void> {
  if (engine !== 'postgres') return
  await sql`select count(*) from (select id from products order by id for no key update) as locked`.execute(kysely)
  await sql`
    select count(*) from (select id from variants order by product_id, id for no key update) as locked`.execute(kysely)
}

type LockedRow = { product_id: number; variant_id: number; stock: string; reserved: number; backorder: Flag }

const lockProducts = prepared<{ keys: string }, LockedRow>(
  (parameter, engine) => sql`
    select id as product_id, 0 as variant_id, stock, reserved, backorder from products
    where id in (select product_id from ${keyRows(parameter('keys'), engine)})
    order by id ${rowLock(engine)}`,
)

const lockVariants = prepared<{ keys: string }, LockedRow>(
  (parameter, engine) => sql`
    select product_id, id as variant_id, stock, reserved,
      coalesce(backorder, (select p.backorder from products p where p.id = variants.product_id)) as backorder
    from variants
    where (product_id, id) in (select product_id, variant_id from ${keyRows(parameter('keys'), engine)})
    order by product_id, id ${rowLock(engine)}`,
)

function keyRows(json: string, engine: Engine): RawBuilder<unknown> {
  return jsonRows(json, 'k', { columns: { product_id: 'bigint', variant_id: 'bigint' }, engine })
}

/** Inserts of variants, which check the foreign key of their product, need not wait for this lock. */
function rowLock(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`for no key update` : sql``
}

function toJson(keys: readonly ItemKey[]): string {
  return JSON.stringify(keys.map(({ productId, variantId }) => ({ product_id: productId, variant_id: variantId })))
}
