/**
 * Staging tables: temporary tables that hold an import until every record is valid. Filling them takes no locks; only the short
 * transaction that copies them does.
 */

import { CompiledQuery, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Row, StagedName } from './rows.ts'
import { cartColumns, changeColumns, type StagedTable, stagedTables, tableNames } from './tables.ts'

/** Parameters per statement; the limit is 32,766 on SQLite and 65,535 on PostgreSQL. */
const PARAMETERS_PER_INSERT = 8_000

/** Origin of a row: number of its file, its place in the file, and its number among all rows of the import. */
const ORIGIN = ['file', 'place', 'position']

/** Creates empty staging tables. Columns have the types of the stored tables: SQLite joins by an index only where types are equal. */
export async function createStaging(queries: Queries): Promise<void> {
  await dropStaging(queries)
  for (const table of stagedNames) {
    const { from, columns, extra } = layoutOf(table)
    const open = Object.entries(extra).map(([name, type]) => `cast(null as ${type}) as ${name}`)
    await sql`
      create temporary table ${sql.table(`staged_${table}`)} as
      select cast(0 as bigint) as file, cast('' as text) as place, cast(0 as bigint) as position, ${sql.raw([...columns, ...open].join(', '))}
      from ${sql.table(from)} where 1 = 0`.execute(queries.kysely)
  }
}

const stagedNames: StagedName[] = [...tableNames, 'changes', 'carts']

/** The columns of a staging table: those of a stored table, by which they are typed, and others. */
function layoutOf(table: StagedName): { from: StagedTable; columns: readonly string[]; extra: Record<string, string> } {
  if (table === 'changes') {
    const extra = { ...changeColumns.key, kept: 'text', partial: 'text' }
    return { from: 'products', columns: changeColumns.values, extra }
  }
  if (table === 'carts') return { from: 'products', columns: [], extra: cartColumns }
  const { columns, extra = {} } = stagedTables[table]
  return { from: table, columns, extra }
}

/** Creates the indexes by which staged records find their stored ones. */
export async function indexStaging(queries: Queries): Promise<void> {
  const { kysely } = queries
  await sql`create index staged_products_position on staged_products (position)`.execute(kysely)
  await sql`create index staged_coupons_code on staged_coupons (folded_code)`.execute(kysely)
  await sql`create index staged_coupons_kept on staged_coupons (position) where kept_fields is not null`.execute(kysely)
  await sql`create index staged_carts_position on staged_carts (position)`.execute(kysely)
  await sql`create index staged_customers_id on staged_customers (id)`.execute(kysely)
}

/** Creates the indexes of products and variants whose ids are set. */
export async function indexIds({ kysely }: Queries): Promise<void> {
  await sql`create index if not exists staged_products_id on staged_products (id)`.execute(kysely)
  await sql`create index if not exists staged_variants_key on staged_variants (product_id, id)`.execute(kysely)
}

/** Drops the staging tables where they exist. */
export async function dropStaging(queries: Queries): Promise<void> {
  for (const table of stagedNames) {
    await sql`drop table if exists ${sql.table(`staged_${table}`)}`.execute(queries.kysely)
  }
}

/** Parameters of the rows that wait for their insertion into one table. */
interface Waiting {
  /** Columns behind those of the origin. */
  columns: string[]
  /** Rows that are inserted at once. */
  capacity: number
  rows: number
  parameters: Row[string][]
}

/** Inserts rows into the staging tables, about 8,000 parameters per statement. */
export class StagingWriter {
  readonly #queries: Queries
  readonly #waiting = new Map<StagedName, Waiting>(stagedNames.map(table => [table, noRows(table)]))
  readonly #statements = new Map<string, string>()
  #position = 0

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** Inserts the rows of one record: its own first, then those of its variants. */
  async insert(rows: [StagedName, Row][], { file, place }: { file: number; place: string }): Promise<void> {
    const recordPosition = this.#position + 1
    for (const [table, row] of rows) {
      const waiting = this.#waiting.get(table) as Waiting
      if (table === 'variants') row.product_position = recordPosition
      waiting.parameters.push(file, place, ++this.#position)
      for (const column of waiting.columns) waiting.parameters.push(row[column] ?? null)
      if (++waiting.rows === waiting.capacity) await this.#flush(table, waiting)
    }
  }

  /** Inserts the rows that are still buffered. */
  async flush(): Promise<void> {
    for (const [table, waiting] of this.#waiting) if (waiting.rows > 0) await this.#flush(table, waiting)
  }

  async #flush(table: StagedName, { rows, parameters }: Waiting): Promise<void> {
    this.#waiting.set(table, noRows(table))
    await this.#queries.kysely.executeQuery(CompiledQuery.raw(this.#statement(table, rows), parameters))
  }

  /** SQL text by hand: the query builder takes longer to build such a statement than the database takes to run it. */
  #statement(table: StagedName, count: number): string {
    const key = `${table} ${count}`
    const known = this.#statements.get(key)
    if (known) return known
    const columns = columnsOf(table)
    const statement = `insert into staged_${table} (${columns.join(', ')}) values ${this.#placeholders(columns.length, count)}`
    this.#statements.set(key, statement)
    return statement
  }

  #placeholders(width: number, count: number): string {
    const isPostgres = this.#queries.engine === 'postgres'
    const tuple = (row: number) =>
      Array.from({ length: width }, (_, column) => (isPostgres ? `$${row * width + column + 1}` : '?')).join(', ')
    return Array.from({ length: count }, (_, row) => `(${tuple(row)})`).join(', ')
  }
}

function noRows(table: StagedName): Waiting {
  const columns = columnsOf(table)
  const capacity = Math.ceil(PARAMETERS_PER_INSERT / columns.length)
  return { columns: columns.slice(ORIGIN.length), capacity, rows: 0, parameters: [] }
}

function columnsOf(table: StagedName): string[] {
  const { columns, extra } = layoutOf(table)
  return [...ORIGIN, ...columns, ...Object.keys(extra)]
}
