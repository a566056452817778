/** Reads every column of every table, so that tests find what a deletion has missed and tables that are new. */

import { sql } from 'kysely'
import type { Queries } from '../../../src/db/database.ts'
import type { Tables } from '../../../src/db/tables.ts'

/** The columns of all tables but those of the migrations, as `table.column`. Full-text tables of SQLite are indexes of others. */
export async function columnsOf({ engine, kysely }: Queries): Promise<string[]> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ name: string }>`
          select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema()`.execute(kysely)
      : await sql<{ name: string }>`
          select t.name || '.' || c.name as name from pragma_table_list t, pragma_table_info(t.name) c
          where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`.execute(kysely)
  return rows.map(({ name }) => name).filter(name => !/^(schema_migration|citus_)/.test(name))
}

/** The columns that hold one of the texts anywhere, as `table.column`. */
export async function columnsWith(queries: Queries, texts: readonly string[]): Promise<string[]> {
  const tables = new Set((await columnsOf(queries)).map(name => name.split('.')[0] as keyof Tables))
  const found = new Set<string>()
  for (const table of tables) {
    for (const row of await queries.kysely.selectFrom(table).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (texts.some(text => String(value).includes(text))) found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}
