/** Deletion of expired rows, or of a part of them, in small batches: finds keys first, and deletes by key, which a distributed database can do on any node. */

import { type RawBuilder, sql } from 'kysely'
import { type Queries, transaction } from './database.ts'
import { type JsonColumns, jsonRows } from './json-rows.ts'
import { type Parameter, prepared } from './prepared-statements.ts'
import { setLockTimeout } from './time-limits.ts'
import { isLockConflict } from './unavailable.ts'

/** How long a batch waits for a row that a request has locked: requests wait for the other rows of the batch meanwhile. */
const LOCK_WAIT_MS = 50

/** What a deletion deletes. */
interface Deletion<P> {
  table: string
  /** The columns of the primary key. */
  key: JsonColumns
  /** The condition of the rows. It is checked again when they are deleted: a row may have been used since it was found. */
  condition: (parameter: Parameter<P>) => RawBuilder<unknown>
  /** The column by which the first rows are found. */
  order: string
  /** Rows per batch. */
  rows: number
  /** The columns that become null where the row stays; left out where the whole row is deleted. They make the condition false. */
  columns?: readonly string[]
}

/**
 * Declares a deletion.
 * @returns function that deletes a batch, and returns the number of deleted rows; 0 when none is left, or all of the batch are in use
 */
export function batchDeletion<P extends object>({ table, key, condition, order, rows, columns }: Deletion<P>) {
  const keyColumns = sql.raw(Object.keys(key).join(', '))
  const written = sql.table(table)
  const write = columns
    ? sql`update ${written} set ${sql.join(columns.map(each => sql`${sql.ref(each)} = null`))}`
    : sql`delete from ${written}`
  // The limit is a literal, so that PostgreSQL plans for few rows.
  const selectKeys = prepared<P, object>(
    parameter => sql`
      select ${keyColumns} from ${sql.table(table)} where ${condition(parameter)}
      order by ${sql.ref(order)} limit ${sql.lit(rows)}`,
  )
  const deleteKeys = prepared<P & { keys: string }, object>(
    (parameter, engine) => sql`
      ${write} where ${condition(parameter as Parameter<P>)}
        and (${keyColumns}) in (select ${keyColumns} from ${jsonRows(parameter('keys'), 'k', { columns: key, engine })})
      returning 1 as deleted`,
  )
  const remove = (database: Queries, values: P, keys: object[]): Promise<number> =>
    transaction(database, async queries => {
      if (queries.engine === 'postgres') await setLockTimeout(queries, LOCK_WAIT_MS)
      return (await deleteKeys(queries, { ...values, keys: JSON.stringify(keys) })).length
    })
  return async (database: Queries, values: P): Promise<number> => {
    const found = await selectKeys(database, values)
    if (found.length === 0) return 0
    return await remove(database, values, found).catch(async error => {
      if (!isLockConflict(error)) throw error
      // Another transaction has locked a row: it is left for the next run.
      let deleted = 0
      for (const key of found) deleted += await remove(database, values, [key]).catch(ignoreLockConflict)
      return deleted
    })
  }
}

function ignoreLockConflict(error: unknown): 0 {
  if (isLockConflict(error)) return 0
  throw error
}
