/** Members of JSON documents in SQL. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './database.ts'

/** A member of the documents in a column: text on PostgreSQL, the value itself on SQLite, where true is 1. */
export function jsonMember(engine: Queries['engine'], column: string, member: string): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`cast(${sql.ref(column)} as json) ->> ${sql.lit(member)}`
    : sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}`)})`
}

/** An integer of the documents in a column; null where it is null. An index on it has the same expression. */
export function jsonInteger(engine: Queries['engine'], column: string, member: string): RawBuilder<number | null> {
  const value = jsonMember(engine, column, member)
  return engine === 'postgres' ? sql`cast(${value} as bigint)` : sql`${value}`
}

/** The condition that a member of the documents in a column is true. */
export function jsonIsTrue(engine: Queries['engine'], column: string, member: string): RawBuilder<boolean> {
  return sql`${jsonMember(engine, column, member)} = ${engine === 'postgres' ? sql.lit('true') : sql.lit(1)}`
}
