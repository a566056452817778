/** Time limit of waits for locks on PostgreSQL. */

import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * Limits the wait for each lock of the transaction's next statements, in milliseconds. It applies to this transaction only: a connection
 * pooler may give the connection to another client afterwards. Citus passes settings of a transaction to its nodes only where the first one
 * says so; PostgreSQL alone ignores that one. Both take one round trip.
 */
export async function setLockTimeout({ kysely }: Queries, timeoutMs: number): Promise<void> {
  const timeout = sql.lit(Math.ceil(timeoutMs))
  await sql`set local citus.propagate_set_commands = 'local'; set local lock_timeout = ${timeout}`.execute(kysely)
}
