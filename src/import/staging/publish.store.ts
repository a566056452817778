/** Copies staged rows into the tables of the shop. Every statement runs inside the import's transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonIsTrue } from '../../db/json-member.sql.ts'
import type { ShippingCompany } from '../../shop/shop.ts'
import { type Shape, type StagedTable, stagedTables } from './tables.ts'

/** Number of rows of a file in one table: `total` of them, `updated` of which replace a stored row. */
export interface StagedCount {
  file: number
  total: number
  updated: number
}

/** The shop's document as stored. */
export async function loadShopDocument({ kysely }: Queries): Promise<string> {
  const row = await kysely.selectFrom('shop').select('document').where('id', '=', 1).executeTakeFirst()
  if (!row) throw new Error('The shop row is missing: run `sepet migrate`.')
  return row.document
}

/** Saves the document of the shop. */
export async function saveShopDocument({ kysely }: Queries, document: string): Promise<void> {
  await kysely.updateTable('shop').set({ document }).where('id', '=', 1).execute()
}

/** Sets the ids of staged products and variants that have none: the id of their source key, else the next free id. */
export async function assignIds(queries: Queries): Promise<void> {
  const { kysely } = queries
  await sql`
    update staged_products set id = (select p.id from products p where p.source_key = staged_products.source_key)
    where id is null`.execute(kysely)
  await numberNew(queries, 'products')
  await sql`
    update staged_variants
    set product_id = (select p.id from staged_products p where p.position = staged_variants.product_position)
    where product_id is null`.execute(kysely)
  // Materialised: variants are read once, not once per staged variant.
  await sql`
    with known as materialized (
      select product_id, source_key, id from variants
      where product_id in (select product_id from staged_variants where id is null)
    )
    update staged_variants set id = known.id
    from known
    where staged_variants.id is null
      and staged_variants.product_id = known.product_id and staged_variants.source_key = known.source_key`.execute(
    kysely,
  )
  await numberNew(queries, 'variants')
}

/** Sets the remaining ids, above all ids of the table. */
async function numberNew(queries: Queries, kind: 'products' | 'variants'): Promise<void> {
  const { kysely } = queries
  const [stored, staged] = [sql.table(kind), sql.table(`staged_${kind}`)]
  // Materialised: SQLite may otherwise search the greatest id once per row.
  await sql`
    with greatest as materialized (
      select coalesce(max(id), 0) as id from (select id from ${stored} union all select id from ${staged}) as ids
    ), next as materialized (
      select s.position, row_number() over (order by s.position) + greatest.id as id
      from greatest cross join ${staged} s
      where s.id is null
    )
    update ${staged} set id = next.id from next where ${staged}.position = next.position`.execute(kysely)
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

/** Counts the staged rows of a table by file. */
export async function countStaged({ kysely }: Queries, table: StagedTable): Promise<StagedCount[]> {
  const { key } = stagedTables[table]
  const sameKey = key.map(column => `t.${column} = s.${column}`).join(' and ')
  const { rows } = await sql<StagedCount>`
    select s.file as file, count(*) as total, count(${sql.raw(`t.${key[0]}`)}) as updated
    from ${sql.table(`staged_${table}`)} as s left join ${sql.table(table)} as t on ${sql.raw(sameKey)}
    group by s.file`.execute(kysely)
  return rows
}

/**
 * Inserts the staged rows of a table, and replaces those with the same key that differ.
 * @returns the number of rows inserted and replaced; 0 when the table has the same rows already
 */
export async function saveStaged({ kysely }: Queries, table: StagedTable): Promise<number> {
  const { key, columns, order = key[0] }: Shape = stagedTables[table]
  const { assignments, isChanged } = updateOf(table)
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
    select ${sql.raw(columns.join(', '))} from ${sql.table(`staged_${table}`)} where true order by ${sql.raw(order ?? 'position')}
    on conflict (${sql.raw(key.join(', '))}) do update set ${sql.raw(assignments)}
    where ${sql.raw(isChanged)}`.execute(kysely)
  return Number(numAffectedRows)
}

interface Update {
  assignments: string
  /** Whether a compared column of the stored row gets another value. */
  isChanged: string
}

/** The update of a stored row. Kept columns read the stored value in the statement itself, so that a concurrent change is kept too. */
function updateOf(table: StagedTable): Update {
  const { key, columns, keepable = [], onUpdate = {}, uncompared = [] }: Shape = stagedTables[table]
  const replaced = columns
    .filter(column => !key.includes(column) && !keepable.includes(column))
    .map(column => ({ column, value: onUpdate[column] ?? `excluded.${column}` }))
  const assignments = replaced.map(({ column, value }) => `${column} = ${value}`)
  const compared = replaced.filter(({ column }) => !uncompared.includes(column))
  if (keepable.length === 0) return { assignments: assignments.join(', '), isChanged: differs(table, compared) }
  const chosen = keepable.map(column => ({
    column,
    value: `case when s.kept like '%,${column},%' then ${table}.${column} else s.${column} end`,
  }))
  const staged = `from staged_${table} s where s.id = excluded.id`
  const values = chosen.map(({ value }) => value).join(', ')
  return {
    assignments: [...assignments, `(${keepable.join(', ')}) = (select ${values} ${staged})`].join(', '),
    isChanged: `exists (select 1 ${staged} and ${differs(table, [...compared, ...chosen])})`,
  }
}

function differs(table: StagedTable, values: { column: string; value: string }[]): string {
  const stored = values.map(({ column }) => `${table}.${column}`).join(', ')
  return `(${stored}) is distinct from (${values.map(({ value }) => value).join(', ')})`
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
