/**
 * The shop's revision, whose row is the lock of every write that changes what carts are priced by. Settings and promotions have a revision
 * of their own: that of the shop, less the latest revisions that changed products alone.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { requireShopRow } from './require-shop-row.ts'

/** Locks the row for a change of the revision, and lets reads go on. On SQLite a transaction holds the write lock already. */
const selectLocked = prepared<object, { revision: number }>(
  (_parameter, engine) =>
    sql`select revision from shop where id = 1 ${engine === 'postgres' ? sql`for no key update` : sql``}`,
)

/**
 * Locks the shop's row: other imports and changes wait until this transaction ends.
 * @returns the revision: 0 before the first import, undefined when the row is missing
 */
export async function lockShop(queries: Queries): Promise<number | undefined> {
  const [row] = await selectLocked(queries, {})
  return row?.revision
}

/** The revision of settings and promotions, of a row of `shop`. It rises with every change of them. */
export const settingsRevision: RawBuilder<number> = sql`shop.revision - shop.product_revisions`

/**
 * Increments the shop's revision, and that of settings and promotions with it; it locks the row as `lockShop` does. Call it where something
 * has changed.
 * @returns the new revision; 1 for the first import
 */
export function incrementRevision(queries: Queries): Promise<number> {
  return increment(queries, sql`0`)
}

/**
 * Increments the shop's revision after a change of products alone, by which no instance reads settings and promotions again.
 * @returns the new revision
 */
export function incrementProductRevision(queries: Queries): Promise<number> {
  return increment(queries, sql`product_revisions + 1`)
}

/** @throws Error when the row is missing */
async function increment({ kysely }: Queries, productRevisions: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update shop set revision = revision + 1, product_revisions = ${productRevisions} where id = 1
    returning revision`.execute(kysely)
  return requireShopRow(rows[0]).revision
}
