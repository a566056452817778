/** Reads all rows of a table in batches: of PostgreSQL by a cursor, of SQLite in pages by the primary key. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { StoredTable } from './stored-tables.ts'

/** A row by its columns. */
export type Row = Record<string, string | number | null>

/** Some rows, each with its values as JSON in the order of the columns. */
export interface Batch {
  rows: Row[]
  texts: string[]
}

/** Characters that a batch is meant to have, so that tables with large documents take no more memory than others. */
const BATCH_CHARACTERS = 1_000_000
const FIRST_ROWS = 50
const MAX_ROWS = 5_000

/**
 * Columns that the engines store differently. A cart of PostgreSQL without the time of its change counts as changed at its last use; SQLite has the
 * time of every cart.
 */
const EXPRESSIONS: Record<string, string> = { 'carts.changed_at': 'coalesce(changed_at, used_at)' }

/** Returns the next rows of a table, at most `limit`; fewer at the end. */
type Next = (limit: number) => Promise<Row[]>

/** Reads the rows in the order of the primary key, in the transaction of the caller. */
export async function* readRows(queries: Queries, table: StoredTable): AsyncGenerator<Batch> {
  const next = queries.engine === 'postgres' ? await openCursor(queries, table) : pageByKey(queries, table)
  for (let size = FIRST_ROWS; ; ) {
    const rows = await next(size)
    const texts = rows.map(row => JSON.stringify(Object.keys(table.columns).map(column => row[column])))
    if (rows.length > 0) yield { rows, texts }
    if (rows.length < size) return
    size = sizeAfter(texts)
  }
}

/** The number of rows of the next batch, by the length of those of the last one. */
function sizeAfter(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  return Math.min(MAX_ROWS, Math.max(1, Math.floor(BATCH_CHARACTERS / characters)))
}

async function openCursor({ kysely }: Queries, table: StoredTable): Promise<Next> {
  const key = sql.join(table.key.map(column => sql.ref(column)))
  await sql`declare stored_rows no scroll cursor for ${selection(table)} order by ${key}`.execute(kysely)
  return async limit => {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(limit)} from stored_rows`.execute(kysely)
    if (rows.length < limit) await sql`close stored_rows`.execute(kysely)
    return rows
  }
}

function pageByKey({ kysely }: Queries, table: StoredTable): Next {
  const key = sql.join(table.key.map(column => sql.ref(column)))
  let last: Row | undefined
  return async limit => {
    const after = last && sql`where (${key}) > (${sql.join(table.key.map(column => last?.[column]))})`
    const { rows } = await sql<Row>`${selection(table)} ${after ?? sql``} order by ${key} limit ${limit}`.execute(
      kysely,
    )
    last = rows.at(-1)
    return rows
  }
}

function selection({ name, columns }: StoredTable): RawBuilder<Row> {
  const selected = Object.keys(columns).map(column => {
    const expression = EXPRESSIONS[`${name}.${column}`]
    return expression ? sql`${sql.raw(expression)} as ${sql.ref(column)}` : sql.ref(column)
  })
  return sql<Row>`select ${sql.join(selected)} from ${sql.table(name)}`
}
