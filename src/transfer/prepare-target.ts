/** The target of a transfer: an empty database gets the schema, and one with data is refused. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { createSchema, isWithoutSchema, requireCurrentSchema } from '../db/migrate.ts'
import type { StoredTable } from './stored-tables.ts'

/** SQLSTATE duplicate_table. */
const DUPLICATE_TABLE = '42P07'

/** Tables with rows that a migration inserts, or a server without data: which of them count as data. */
const INITIAL: Record<string, string> = {
  shop: 'revision > 0',
  customer_list: 'revision > 0',
  event_counter: 'last_id > 0',
  external_id_lock: 'false',
  prune_clock: 'false',
  import_lease: 'false',
  webhook_lease: 'false',
}

/**
 * Creates the schema where there is none, in the transaction of the caller.
 * @throws Error when the schema is not that of this version, or the database is another program's
 */
export async function migrateTarget(target: Queries): Promise<void> {
  if (!(await isWithoutSchema(target))) return requireCurrentSchema(target)
  try {
    await createSchema(target)
  } catch (error) {
    const isTaken = (error as { code?: string }).code === DUPLICATE_TABLE
    if (!isTaken) throw error
    const message = 'The target has tables of another program, and nothing was transferred: name an empty database.'
    throw new Error(message, { cause: error })
  }
}

/**
 * Deletes the rows that every new database has.
 * @throws Error naming the first table with data
 */
export async function emptyTarget({ kysely }: Queries, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) {
    const isData = sql.raw(INITIAL[name] ?? 'true')
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${isData} limit 1`.execute(kysely)
    if (rows.length > 0) {
      throw new Error(
        `The target has data, in the table ${name}, and nothing was transferred: name an empty database or folder.`,
      )
    }
  }
  for (const { name } of tables.filter(each => each.name in INITIAL)) {
    await sql`delete from ${sql.table(name)}`.execute(kysely)
  }
}
