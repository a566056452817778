/** Locks of PostgreSQL's tables for the time of a transfer: servers cannot begin, and nobody else writes. SQLite has one writer at a time. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { isDistributed } from '../db/postgres/distribution.ts'
import { countServers } from '../db/server-mark.ts'
import type { StoredTable } from './stored-tables.ts'

/** Maximum wait for another transaction, such as an import. */
const LOCK_WAIT = '5s'
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'
/** Limits of a transaction that roles and databases set for short ones. */
const UNLIMITED = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']

/** Sets the limits of the transaction: as long as it takes, and five seconds for each lock. On SQLite it does nothing. */
export async function setLimits({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'sqlite') return
  // Versions of PostgreSQL do not have all of them.
  await sql`select set_config(name, '0', true) from pg_settings where name = any(${UNLIMITED})`.execute(kysely)
  await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(kysely)
}

/**
 * Locks all tables against writes until the transaction of the caller ends. On SQLite it does nothing.
 * @throws Error when a server runs, somebody writes, or the tables are distributed over several nodes
 */
export async function lockTables(queries: Queries, tables: readonly StoredTable[]): Promise<void> {
  if (queries.engine === 'sqlite') return
  await requireOneNode(queries)
  const names = ['server_marks', 'transfer_mark', ...tables.map(({ name }) => name)].map(name => sql.table(name))
  try {
    await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(queries.kysely)
  } catch (error) {
    throw explainLock(error)
  }
  const servers = await countServers(queries)
  if (servers === 0) return
  const subject = servers === 1 ? 'A server runs' : `${servers} servers run`
  throw new Error(
    `${subject} on the PostgreSQL database: stop all first. One that was killed counts as running for 20 seconds.`,
  )
}

async function requireOneNode(queries: Queries): Promise<void> {
  if (!(await isDistributed(queries))) return
  throw new Error(
    'The PostgreSQL database is distributed over the nodes of a Citus cluster: transfer before `sepet migrate --distribute`.',
  )
}

function explainLock(error: unknown): unknown {
  if ((error as { code?: string }).code !== LOCKED) return error
  const what = 'an import or another transfer'
  return new Error(`Somebody writes to the PostgreSQL database, such as ${what}: try again when it is done.`, {
    cause: error,
  })
}
