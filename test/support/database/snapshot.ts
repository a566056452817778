/** Snapshots of a test database: all rows, which can be put back and compared. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../../src/db/database.ts'
import type { Tables } from '../../../src/db/tables.ts'
import { columnsOf } from '../privacy/stored-data.ts'

type Row = Record<string, unknown>
type Statement = RawBuilder<unknown>
/** The rows of every table, and the last number of every sequence. */
export interface Snapshot {
  rows: Map<keyof Tables, Row[]>
  sequences: Sequence[]
}
interface Sequence {
  name: string
  /** Null for a sequence that has given no number. */
  last: number | null
}

/** Values per statement: SQLite takes 32,766. */
const MAX_VALUES = 30_000
/** A restored shop and customer list get a new revision, so that no process uses what it has cached of an earlier one. */
const REVISIONS = 1_000_000

/** Reads every stored column of every row of every table. */
export async function takeSnapshot(queries: Queries): Promise<Snapshot> {
  const tables = [...new Set((await columnsOf(queries)).map(name => name.split('.')[0] as keyof Tables))].sort()
  const computed = await computedColumns(queries)
  const stored: Snapshot['rows'] = new Map()
  for (const table of tables) {
    const rows: Row[] = await queries.kysely.selectFrom(table).selectAll().execute()
    const isStored = ([column]: [string, unknown]) => !computed.includes(`${table}.${column}`)
    stored.set(
      table,
      rows.map(row => Object.fromEntries(Object.entries(row).filter(isStored))),
    )
  }
  return { rows: stored, sequences: await sequencesOf(queries) }
}

async function sequencesOf({ engine, kysely }: Queries): Promise<Sequence[]> {
  const query =
    engine === 'postgres'
      ? sql<Sequence>`select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()`
      : sql<Sequence>`select name, seq as last from sqlite_sequence`
  return (await query.execute(kysely)).rows
}

/** @returns the columns that the database computes, as `table.column` */
async function computedColumns({ engine, kysely }: Queries): Promise<string[]> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ name: string }>`
          select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema() and is_generated = 'ALWAYS'`.execute(kysely)
      : await sql<{ name: string }>`
          select m.name || '.' || c.name as name from sqlite_master m, pragma_table_xinfo(m.name) c
          where m.type = 'table' and c.hidden in (2, 3)`.execute(kysely)
  return rows.map(({ name }) => name)
}

/**
 * Puts the rows and sequences of a snapshot back. The tables that servers write by themselves stay as they are: a server that runs could
 * insert its row again between the deletion here and the insertion.
 * @param round a number that is greater at every call
 */
export async function restoreSnapshot({ kysely, engine }: Queries, snapshot: Snapshot, round: number): Promise<void> {
  const { before, setSequence, after } = statements[engine]
  await kysely.connection().execute(async connection => {
    await before.execute(connection)
    for (const [table, rows] of snapshot.rows) {
      if (BY_SERVERS.includes(table)) continue
      await connection.deleteFrom(table).execute()
      const values = rows.map(row => ('revision' in row ? { ...row, revision: revisionOf(table, row, round) } : row))
      for (const some of partsOf(values))
        await connection
          .insertInto(table)
          .values(some as never)
          .execute()
    }
    for (const sequence of snapshot.sequences) await setSequence(sequence).execute(connection)
    if (engine === 'sqlite') for (const statement of indexNames) await statement.execute(connection)
    await after.execute(connection)
  })
}

/** Rows are put back in any order, so references between them are not checked meanwhile. */
const statements: Record<
  Engine,
  { before: Statement; setSequence: (sequence: Sequence) => Statement; after: Statement }
> = {
  sqlite: {
    before: sql`pragma foreign_keys = off`,
    setSequence: ({ name, last }) => sql`update sqlite_sequence set seq = ${last} where name = ${name}`,
    after: sql`pragma foreign_keys = on`,
  },
  postgres: {
    before: sql`set session_replication_role = replica`,
    setSequence: ({ name, last }) => sql`select setval(${name}::regclass, ${last ?? 1}, ${last !== null})`,
    after: sql`set session_replication_role = default`,
  },
}

/** Indexes the names of products and the texts of customers that have been put back. */
const indexNames = [
  sql`delete from customer_search_grams`,
  sql`insert into customer_search_grams (rowid, folded_text) select customer_id, folded_text from customer_search`,
  sql`delete from product_name_grams`,
  sql`insert into product_name_grams (rowid, folded_name) select product_id, folded_name from product_names`,
]

function partsOf(rows: Row[]): Row[][] {
  const size = Math.floor(MAX_VALUES / Math.max(1, Object.keys(rows[0] ?? {}).length))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size))
}

function revisionOf(table: keyof Tables, { revision }: Row, round: number): number {
  return Number(revision) + (table === 'carts' ? 0 : round * REVISIONS)
}

/**
 * Returns the rows as texts that can be compared between runs of the same requests: generated ids, secrets and times of the run are
 * replaced, and rows are in no order. The last id of an event is left out, since a server gives it after the request.
 */
export function comparable({ rows: stored }: Snapshot): Record<string, string[]> {
  const compared = [...stored].filter(([table]) => !BY_SERVERS.includes(table) && table !== 'event_counter')
  return Object.fromEntries(compared.map(([table, rows]) => [table, rows.map(row => textOf(table, row)).sort()]))
}

/** Tables whose rows servers insert by themselves, at any time: the lease of deliveries, marks, and the clock of deletions. */
const BY_SERVERS: (keyof Tables)[] = ['webhook_lease', 'server_marks', 'prune_clock']

function textOf(table: keyof Tables, row: Row): string {
  // Events get their ids from a server, after the request.
  const given = table === 'events' ? { id: null } : {}
  const revision = row.revision === undefined ? {} : { revision: Number(row.revision) % REVISIONS }
  return (
    JSON.stringify({ ...row, ...given, ...revision })
      // Before the times: one random number in thirty looks like a time.
      .replace(/"generation":"?\d+"?/g, '"generation":"random"')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
      .replace(/\b1[6-9]\d{11}\b/g, 'time')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/"(id_hash|key_hash)":"[\w-]{43}"/g, '"$1":"hash"')
      .replace(/whsec_[\w+/=]+/g, 'secret')
      .replace(/"id":"[\w-]{43}"/g, '"id":"digest"')
      // Codes of the example of codes in bulk.
      .replace(/\byaz-[a-z\d]{8}\b/gi, 'random')
  )
}
