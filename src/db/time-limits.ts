/**
 * Time limits on PostgreSQL. They apply to the rest of a transaction only: a connection pooler may give the connection to another client
 * afterwards. Citus passes settings of a transaction to its nodes only where the first one says so; PostgreSQL alone ignores that one. Both take
 * one round trip.
 */

import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Limits the wait for each lock of the transaction's next statements, in milliseconds. */
export function setLockTimeout(queries: Queries, timeoutMs: number): Promise<void> {
  return setLimit(queries, 'lock_timeout', timeoutMs)
}

/** Limits the time of each of the transaction's next statements, in milliseconds. */
export function setStatementTimeout(queries: Queries, timeoutMs: number): Promise<void> {
  return setLimit(queries, 'statement_timeout', timeoutMs)
}

async function setLimit({ kysely }: Queries, name: 'lock_timeout' | 'statement_timeout', timeoutMs: number) {
  const timeout = sql.lit(Math.ceil(timeoutMs))
  await sql`set local citus.propagate_set_commands = 'local'; set local ${sql.raw(name)} = ${timeout}`.execute(kysely)
}
