/**
 * Joins of staged with stored rows. Their result is kept in a temporary table or read by this process, and written by a statement of its own: a
 * distributed database joins temporary tables with others only in reads.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type JsonColumns, jsonRows } from '../../db/json-rows.ts'
import type { StagedTable } from './tables.ts'

/** Keys per statement, so that memory stays bounded. */
const KEYS_PER_STATEMENT = 5_000

/**
 * Sets a column of staged rows.
 * @param found selects `position`, that of a staged row, and `value`
 */
export async function updateStaged(
  queries: Queries,
  table: StagedTable,
  { column, found }: { column: string; found: RawBuilder<unknown> },
): Promise<void> {
  const { kysely } = queries
  const staged = sql.table(`staged_${table}`)
  await createFound(queries, found)
  await sql`
    update ${staged} set ${sql.ref(column)} = f.value from staged_found f where ${staged}.position = f.position`.execute(
    kysely,
  )
  await dropFound(queries)
}

/** A write to stored rows that are found by a join with staged ones. */
interface WriteByKey<K> {
  /** The columns of the key. */
  columns: JsonColumns & Record<keyof K, JsonColumns[string]>
  /** Selects the keys of the rows, and what else `write` counts. */
  found: RawBuilder<K>
  /** Returns the statement for a list of keys, which has the name `k`. */
  write: (keys: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Writes to the stored rows of the keys that a join has found.
 * @returns the number of keys
 */
export async function writeByKey<K extends object>(
  queries: Queries,
  { columns, found, write }: WriteByKey<K>,
): Promise<number> {
  const { engine, kysely } = queries
  await createFound(queries, sql`select row_number() over () as number, found.* from (${found}) as found`)
  let count = 0
  for (;;) {
    const { rows } = await sql<K>`
      select * from staged_found where number > ${count} and number <= ${count + KEYS_PER_STATEMENT}`.execute(kysely)
    if (rows.length === 0) break
    await write(jsonRows(JSON.stringify(rows), 'k', { columns, engine })).execute(kysely)
    count += rows.length
  }
  await dropFound(queries)
  return count
}

async function createFound({ kysely }: Queries, found: RawBuilder<unknown>): Promise<void> {
  await sql`create temporary table staged_found as ${found}`.execute(kysely)
}

async function dropFound({ kysely }: Queries): Promise<void> {
  await sql`drop table staged_found`.execute(kysely)
}
