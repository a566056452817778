/** The tables that a transfer copies: all that the embedded database has, read from its catalogue, so that none of a later migration is missed. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { JsonColumns } from '../db/json-rows.ts'

/** Tables that belong to one database: its schema, the servers that run on it, and where its data went. */
const OWN = ['schema_migrations', 'schema_migration_lock', 'server_marks', 'transfer_mark']

/** A table with the columns that no engine computes. */
export interface StoredTable {
  name: string
  columns: JsonColumns
  /** The columns of its primary key. */
  key: string[]
}

interface CatalogueRow {
  table: string
  column: string
  type: string
  /** Place in the primary key, from 1; 0 for other columns. */
  place: number
}

/** Reads the tables of an embedded database, each after those that it refers to. */
export async function readStoredTables({ kysely }: Queries): Promise<StoredTable[]> {
  const { rows: columns } = await sql<CatalogueRow>`
    select t.name as "table", c.name as "column", c.type as type, c.pk as place
    from pragma_table_list t, pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and c.hidden = 0
    order by t.name, c.cid`.execute(kysely)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select t.name as "from", f."table" as "to" from pragma_table_list t, pragma_foreign_key_list(t.name) f
    where t.schema = 'main' and t.type = 'table'`.execute(kysely)
  const names = [...new Set(columns.map(({ table }) => table))].filter(name => !OWN.includes(name))
  return inOrder(names, references).map(name =>
    toTable(
      name,
      columns.filter(({ table }) => table === name),
    ),
  )
}

function toTable(name: string, rows: CatalogueRow[]): StoredTable {
  // Ids are `integer` on SQLite where PostgreSQL has `bigint`.
  const columns = rows.map(({ column, type }) => [column, type.toLowerCase() === 'text' ? 'text' : 'bigint'] as const)
  const key = rows.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place)
  return { name, columns: Object.fromEntries(columns), key: key.map(({ column }) => column) }
}

/** Orders tables so that each comes after those that it refers to. */
function inOrder(names: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const { from, to } of references) if (from === name && to !== name && !ordered.has(to)) add(to)
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

/** The columns of a table, as a list for a statement. */
export function columnList({ columns }: StoredTable): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map(name => sql.ref(name)))
}
