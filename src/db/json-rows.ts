/** Rows that a statement gets as one JSON parameter: a list of any length takes one statement. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './database.ts'

/** Types of columns. */
export type JsonColumns = Readonly<Record<string, 'bigint' | 'integer' | 'text'>>

/**
 * Returns the table `name` of the objects in a JSON array.
 * @param json the parameter that contains the array
 */
export function jsonRows(
  json: unknown,
  name: string,
  { columns, engine }: { columns: JsonColumns; engine: Engine },
): RawBuilder<unknown> {
  const entries = Object.entries(columns)
  if (engine === 'postgres') {
    const typed = entries.map(([column, type]) => `${column} ${type}`).join(', ')
    return sql`json_to_recordset(cast(${json} as json)) as ${sql.ref(name)}(${sql.raw(typed)})`
  }
  const extracted = entries.map(([column]) => `json_extract(value, '$.${column}') as ${column}`).join(', ')
  return sql`(select ${sql.raw(extracted)} from json_each(${json})) as ${sql.ref(name)}`
}
