/** Sequences: ids go on behind those of the source, also behind ids that were deleted, which no other row may get. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** The last id that a column has got; 0 for none. */
export interface Sequence {
  table: string
  last: number
}

/** The columns whose ids the database gives, and the names of their sequences on PostgreSQL. */
interface Identity {
  table: string
  column: string
  sequence: string
}

/** Copies the last ids. Both databases are in the transactions of the caller. */
export async function copySequences(source: Queries, target: Queries): Promise<void> {
  const identities = await findIdentities(source.engine === 'postgres' ? source : target)
  for (const identity of identities) await setLast(target, identity, await findLast(source, identity))
}

async function findIdentities({ kysely }: Queries): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select relname as "table", attname as "column", pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = cast(current_schema() as regnamespace)`.execute(kysely)
  return rows
}

/** Rows with ids of their own may be ahead of the sequence. */
async function findLast({ kysely, engine }: Queries, { table, column, sequence }: Identity): Promise<number> {
  const given =
    engine === 'postgres'
      ? sql`select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(sequence)}`
      : sql`select seq as last from sqlite_sequence where name = ${table}`
  const { rows } = await sql<{ last: number | null }>`
    select max(last) as last from (
      ${given} union all select max(${sql.ref(column)}) from ${sql.table(table)}) as each`.execute(kysely)
  return rows[0]?.last ?? 0
}

/** A restart of a sequence is rolled back with its transaction, unlike `setval`. */
async function setLast({ kysely, engine }: Queries, { table, sequence }: Identity, last: number): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter sequence ${sql.raw(sequence)} restart with ${sql.lit(last + 1)}`.execute(kysely)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(kysely)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(kysely)
}
