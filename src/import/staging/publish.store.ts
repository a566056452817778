/** Copies staged rows into the tables of the shop. Every statement runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonIsTrue } from '../../db/json-member.sql.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { ShippingCompany } from '../../shop/shop.ts'
import { type Shape, type StagedTable, stagedTables } from './tables.ts'
import { updateStaged } from './update-staged.ts'

/** Number of rows of a file in one table: `total` of them, `stored` of which the shop has, `changed` of which differ. */
export interface StagedCount {
  file: number
  total: number
  stored: number
  changed: number
}

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

/** Counts the staged rows of a table by file. */
export async function countStaged({ kysely }: Queries, table: StagedTable): Promise<StagedCount[]> {
  const { key, columns, onUpdate = {}, uncompared = [], keepable = [] }: Shape = stagedTables[table]
  const sameKey = key.map(column => `t.${column} = s.${column}`).join(' and ')
  const differences = columns
    .filter(column => !key.includes(column) && !uncompared.includes(column))
    .map(column => {
      const value = (onUpdate[column] ?? `s.${column}`).replaceAll('excluded.', 's.').replaceAll(`${table}.`, 't.')
      const isOther = `t.${column} is distinct from ${value}`
      return keepable.includes(column) ? `(${isOther} and s.kept not like '%,${column},%')` : isOther
    })
  const isStored = `t.${key[0]} is not null`
  const { rows } = await sql<StagedCount>`
    select s.file as file, count(*) as total, count(${sql.raw(`t.${key[0]}`)}) as stored,
      coalesce(sum(case when ${sql.raw(isStored)} and (${sql.raw(differences.join(' or '))}) then 1 else 0 end), 0) as changed
    from ${sql.table(`staged_${table}`)} as s left join ${sql.table(table)} as t on ${sql.raw(sameKey)}
    group by s.file`.execute(kysely)
  return rows.map(({ changed, ...counts }) => ({ ...counts, changed: Number(changed) }))
}

/**
 * Inserts the staged rows of a table, and replaces those with the same key that differ.
 * @returns the number of rows inserted and replaced; 0 when the table has the same rows already
 */
export async function saveStaged(queries: Queries, table: StagedTable): Promise<number> {
  const { keepable = [] }: Shape = stagedTables[table]
  if (keepable.length === 0) return insertStaged(queries, table, { kept: [], condition: sql`true` })
  let saved = 0
  for (let kept = await findKept(queries, table, ''); kept !== null; kept = await findKept(queries, table, kept)) {
    const columns = keepable.filter(column => kept?.includes(`,${column},`))
    saved += await insertStaged(queries, table, { kept: columns, condition: sql`s.kept = ${kept}` })
  }
  return saved
}

/** Finds the next list of kept columns after another one, in their order; null after the last. Rows that keep nothing have `,`. */
async function findKept({ kysely }: Queries, table: StagedTable, after: string): Promise<string | null> {
  const { rows } = await sql<{ kept: string | null }>`
    select min(kept) as kept from ${sql.table(`staged_${table}`)} where kept > ${after}`.execute(kysely)
  return rows[0]?.kept ?? null
}

/**
 * Inserts staged rows; those of stored keys keep the columns in `kept`, also where another request changes them meanwhile. Equal rows are not
 * selected: a distributed database counts what is selected. The condition of the update is for a row that has become equal since.
 */
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
  const isSame = key.map(column => `${table}.${column} = s.${column}`).join(' and ')
  const names = columns.map(column => `s.${column}`).join(', ')
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
    select ${sql.raw(names)} from ${sql.table(`staged_${table}`)} s
    where ${condition} and not exists (
      select 1 from ${sql.table(table)} where ${sql.raw(isSame)} and not (${sql.raw(isChanged.replaceAll('excluded.', 's.'))}))
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
