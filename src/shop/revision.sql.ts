/** The shop's revision, whose row is the lock of every write that changes what carts are priced by. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

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

/**
 * Increments the shop's revision, which locks the row as `lockShop` does. Call it where something has changed.
 * @returns the new revision; 1 for the first import
 */
export async function incrementRevision({ kysely }: Queries): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update shop set revision = revision + 1 where id = 1 returning revision`.execute(kysely)
  return rows[0]?.revision
}
