/**
 * Time limits on PostgreSQL. They apply to the rest of a transaction only: a connection pooler may give the connection to another client
 * afterwards. Citus passes settings of a transaction to its nodes only where the first one says so; PostgreSQL alone ignores that one. Both take
 * one round trip.
 */

import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { prepared } from './prepared-statements.ts'

/** Maximum wait of a transaction that all others wait for. */
const MAX_WAIT = '5s'

/** Limits the wait for each lock of the transaction's next statements, in milliseconds. */
export function setLockTimeout(queries: Queries, timeoutMs: number): Promise<void> {
  return setLimit(queries, 'lock_timeout', timeoutMs)
}

/** Limits the time of each of the transaction's next statements, in milliseconds. */
export function setStatementTimeout(queries: Queries, timeoutMs: number): Promise<void> {
  return setLimit(queries, 'statement_timeout', timeoutMs)
}

/**
 * Limits the waits of a transaction whose locks stop every instance: for each further lock, and of PostgreSQL for the next statement, so that
 * a process that halts within it stops the others no longer. On SQLite it does nothing.
 */
export async function limitWaits(queries: Queries): Promise<void> {
  if (queries.engine === 'postgres') await setWaits(queries, { maxWait: MAX_WAIT })
}

const setWaits = prepared<{ maxWait: string }, never>(
  parameter => sql`
    select set_config('lock_timeout', ${parameter('maxWait')}, true),
      set_config('idle_in_transaction_session_timeout', ${parameter('maxWait')}, true)`,
)

async function setLimit({ kysely }: Queries, name: 'lock_timeout' | 'statement_timeout', timeoutMs: number) {
  const timeout = sql.lit(Math.ceil(timeoutMs))
  await sql`set local citus.propagate_set_commands = 'local'; set local ${sql.raw(name)} = ${timeout}`.execute(kysely)
}
