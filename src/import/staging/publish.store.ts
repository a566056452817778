/** Copies staged rows into the tables of the shop. Every statement runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonIsTrue } from '../../db/json-member.sql.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { ShippingCompany } from '../../shop/shop.ts'
import { differences, type Shape, type StagedTable, stagedTables } from './tables.ts'
import { updateStaged } from './update-staged.ts'

/** The shop's document as stored. */
export async function loadShopDocument({ kysely }: Queries): Promise<string> {
  const row = await kysely.selectFrom('shop').select('document').where('id', '=', 1).executeTakeFirst()
  return requireShopRow(row).document
}

/** Saves the document of the shop. */
export async function saveShopDocument({ kysely }: Queries, document: string): Promise<void> {
  await kysely.updateTable('shop').set({ document }).where('id', '=', 1).execute()
}

/** Sets the ids of staged products or variants that have none: those above all ids of the table. */
export async function assignNewIds(queries: Queries, kind: 'products' | 'variants'): Promise<void> {
  const [stored, staged] = [sql.table(kind), sql.table(`staged_${kind}`)]
  // Materialised: SQLite may otherwise search the greatest id once per row.
  const found = sql`
    with greatest as materialized (
      select coalesce(max(id), 0) as id from (select id from ${stored} union all select id from ${staged}) as ids
    )
    select s.position, row_number() over (order by s.position) + greatest.id as value
    from greatest cross join ${staged} s
    where s.id is null`
  await updateStaged(queries, kind, { column: 'id', found })
  await requireIds(queries, kind)
}

/** The import needs an id above 2^53 − 1, which JSON readers round. */
export class IdsExhausted extends Error {}

/** @throws IdsExhausted when a staged row has an id above 2^53 − 1 */
export async function requireIds({ kysely }: Queries, kind: StagedTable): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(`staged_${kind}`)} where id > ${sql.lit(Number.MAX_SAFE_INTEGER)} limit 1`.execute(kysely)
  if (rows.length > 0)
    throw new IdsExhausted(
      `there are no ids left for new ${kind}: one has almost the greatest, ${Number.MAX_SAFE_INTEGER}`,
    )
}

/**
 * Inserts the new rows of a table, and replaces the stored ones that differ: those that `findDifferences` has found. Replaced rows keep the
 * columns in `kept`, also where another request changes them meanwhile.
 * @returns the number of rows inserted and replaced
 */
export async function saveStaged(queries: Queries, table: StagedTable): Promise<number> {
  const { keepable = [] }: Shape = stagedTables[table]
  let saved = await insertStaged(queries, table, { kept: [], condition: sql`is_new = 1` })
  for (let kept = await findKept(queries, table, ''); kept !== null; kept = await findKept(queries, table, kept)) {
    const columns = keepable.filter(column => kept?.includes(`,${column},`))
    saved += await insertStaged(queries, table, { kept: columns, condition: sql`is_new = 0 and kept = ${kept}` })
  }
  return saved
}

/** Finds the next list of kept columns after another one, in their order; null after the last. Rows that keep nothing have `,`. */
async function findKept({ kysely }: Queries, table: StagedTable, after: string): Promise<string | null> {
  const { rows } = await sql<{ kept: string | null }>`
    select min(kept) as kept from ${differences(table)} where is_new = 0 and kept > ${after}`.execute(kysely)
  return rows[0]?.kept ?? null
}

/** The condition of the update is for a row that has become equal since. */
async function insertStaged(
  { kysely }: Queries,
  table: StagedTable,
  { kept, condition }: { kept: string[]; condition: RawBuilder<unknown> },
): Promise<number> {
  const { key, columns, order = key[0], onUpdate = {}, uncompared = [] }: Shape = stagedTables[table]
  const values = columns
    .filter(column => !key.includes(column) && !kept.includes(column))
    .map(column => ({ column, value: onUpdate[column] ?? `excluded.${column}` }))
  const assignments = values.map(({ column, value }) => `${column} = ${value}`).join(', ')
  const compared = values.filter(({ column }) => !uncompared.includes(column))
  const stored = compared.map(({ column }) => `${table}.${column}`).join(', ')
  const isChanged =
    compared.length > 0 ? `(${stored}) is distinct from (${compared.map(each => each.value).join(', ')})` : 'false'
  const keys = key.map(column => `s.${column}`).join(', ')
  const names = columns.map(column => `s.${column}`).join(', ')
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
    select ${sql.raw(names)} from ${sql.table(`staged_${table}`)} s
    where (${sql.raw(keys)}) in (select ${sql.raw(key.join(', '))} from ${differences(table)} where ${condition})
    order by ${sql.raw(`s.${order ?? 'position'}`)}
    on conflict (${sql.raw(key.join(', '))}) do update set ${sql.raw(assignments)}
    where ${sql.raw(isChanged)}`.execute(kysely)
  return Number(numAffectedRows)
}

/**
 * An imported default shipping company replaces the stored default: a shop has one default.
 * @returns the number of stored companies that are no longer the default, without those that the import contains
 */
export async function replaceDefaultCompany({ kysely, engine }: Queries): Promise<number> {
  const isDefault = (table: 'imported' | 'stored') => jsonIsTrue(engine, `${table}.document`, 'default')
  const { rows: former } = await sql<{ id: number; document: string }>`
    select stored.id, stored.document from shipping_companies as stored
    where ${isDefault('stored')} and not exists (select 1 from staged_shipping_companies as own where own.id = stored.id)
      and exists (select 1 from staged_shipping_companies as imported where ${isDefault('imported')})`.execute(kysely)
  for (const { id, document } of former) {
    const company: ShippingCompany = { ...(JSON.parse(document) as ShippingCompany), default: false }
    await kysely
      .updateTable('shipping_companies')
      .set({ document: JSON.stringify(company) })
      .where('id', '=', id)
      .execute()
  }
  return former.length
}
