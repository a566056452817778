/** Writes rows into a table of the target, and afterwards what its engine derives from them. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import type { Row } from './read-rows.ts'
import { columnList, type StoredTable } from './stored-tables.ts'

/** Inserts rows, in one statement. */
export async function insertRows({ kysely, engine }: Queries, table: StoredTable, rows: readonly Row[]): Promise<void> {
  const columns = columnList(table)
  const given = jsonRows(JSON.stringify(rows), 'given', { columns: table.columns, engine })
  await sql`insert into ${sql.table(table.name)} (${columns}) select ${columns} from ${given}`.execute(kysely)
}

/** Writes what SQLite does not derive by itself, and the statistics by which PostgreSQL chooses its indexes. */
export async function finishTables({ kysely, engine }: Queries, tables: readonly StoredTable[]): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      insert into product_name_grams (rowid, folded_name) select product_id, folded_name from product_names`.execute(
      kysely,
    )
    await sql`
      insert into customer_search_grams (rowid, folded_text) select customer_id, folded_text from customer_search`.execute(
      kysely,
    )
    return
  }
  for (const { name } of tables) await sql`analyze ${sql.table(name)}`.execute(kysely)
}
