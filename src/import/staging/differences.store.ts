/** What an import adds and changes: its staged rows that are new or differ from the stored ones, compared once for all that asks. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { differences, type Shape, type StagedTable, stagedTables } from './tables.ts'

/** Numbers of rows of a file in one table: all, new ones, and stored ones that differ. */
export interface DifferenceCount {
  file: number
  total: number
  created: number
  changed: number
}

/**
 * Keeps the keys of new and of differing rows of a table in a temporary table, with the columns `file`, `kept` and `is_new`. It ends with the
 * transaction that is rolled back, or by `dropDifferences`.
 * @returns the numbers of each file with rows of the table
 */
export async function findDifferences({ kysely }: Queries, table: StagedTable): Promise<DifferenceCount[]> {
  const { key, keepable = [] }: Shape = stagedTables[table]
  const sameKey = key.map(column => `t.${column} = s.${column}`).join(' and ')
  const keys = key.map(column => `s.${column}`).join(', ')
  const kept = keepable.length === 0 ? "','" : 's.kept'
  const isNew = `t.${key[0]} is null`
  await sql`
    create temporary table ${differences(table)} as
    select s.file, ${sql.raw(keys)}, ${sql.raw(kept)} as kept, case when ${sql.raw(isNew)} then 1 else 0 end as is_new
    from ${sql.table(`staged_${table}`)} as s left join ${sql.table(table)} as t on ${sql.raw(sameKey)}
    where ${sql.raw([isNew, ...comparisonsOf(table)].join(' or '))}`.execute(kysely)
  const { rows } = await sql<DifferenceCount>`
    select s.file, s.total, coalesce(c.created, 0) as created, coalesce(c.changed, 0) as changed
    from (select file, count(*) as total from ${sql.table(`staged_${table}`)} group by file) as s
    left join (
      select file, sum(is_new) as created, sum(1 - is_new) as changed from ${differences(table)} group by file
    ) as c on c.file = s.file`.execute(kysely)
  return rows
}

/** Conditions of a staged row `s` that changes the stored row `t`, one per column. */
function comparisonsOf(table: StagedTable): string[] {
  const { key, columns, onUpdate = {}, uncompared = [], keepable = [] }: Shape = stagedTables[table]
  return columns
    .filter(column => !key.includes(column) && !uncompared.includes(column))
    .map(column => {
      const value = (onUpdate[column] ?? `s.${column}`).replaceAll('excluded.', 's.').replaceAll(`${table}.`, 't.')
      const isOther = `t.${column} is distinct from ${value}`
      return keepable.includes(column) ? `(${isOther} and s.kept not like '%,${column},%')` : isOther
    })
}

/** Drops what `findDifferences` keeps of a table. */
export async function dropDifferences({ kysely }: Queries, table: StagedTable): Promise<void> {
  await sql`drop table ${differences(table)}`.execute(kysely)
}
