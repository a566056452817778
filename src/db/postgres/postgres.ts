/** PostgreSQL engine: Kysely on `pg`. */

import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { MIGRATION_LOCK_ID } from 'kysely/migration'
import type { Database, HotStatement } from '../database.ts'
import { DiskFaults } from '../disk-fault.ts'
import { kyselyLog, type StatementObserver } from '../observe-statements.ts'
import type { Tables } from '../tables.ts'
import { FailoverPool } from './postgres-pool.ts'
import { hostsOf } from './postgres-url.ts'

interface PostgresOptions {
  failFast?: boolean
  onStatement?: StatementObserver | undefined
}

/**
 * Opens a pool on PostgreSQL. Nothing is connected until the first statement.
 * @param url `postgres://user:password@host:port,host:port/name?target_session_attrs=read-write`
 * @param options `failFast`: whether statements have a deadline; `onStatement`: called for each statement that Kysely has run
 */
export function openPostgres(url: string, { failFast = false, onStatement }: PostgresOptions = {}): Database {
  const diskFaults = new DiskFaults()
  const pool = new FailoverPool(hostsOf(url), { failFast, onError: error => diskFaults.note(error) })
  const log = onStatement && kyselyLog('postgres', onStatement)
  const kysely = new Kysely<Tables>({ dialect: new RowLockedDialect({ pool }), ...(log && { log }) })
  return {
    engine: 'postgres',
    kysely,
    diskFaults,
    runHot: (statement, parameters) => runHot(pool, statement, parameters),
    connections: () => pool.count(),
    checkHost: () => pool.checkHost(),
    close: () => kysely.destroy(),
  }
}

async function runHot<R>(pool: FailoverPool, { sql }: HotStatement, parameters: readonly unknown[]): Promise<R[]> {
  const client = await pool.connect()
  try {
    return (await client.query<R>(sql, parameters)).rows
  } finally {
    client.release()
  }
}

class RowLockedDialect extends PostgresDialect {
  override createAdapter() {
    return new RowLockedAdapter()
  }
}

/** Locks migrations by a row: distributed PostgreSQL databases have no advisory locks. */
class RowLockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable }: MigrationLockOptions): Promise<void> {
    await sql`select 1 from ${sql.table(lockTable)} where id = ${MIGRATION_LOCK_ID} for update`.execute(db)
  }

  /** The end of the transaction releases the row. */
  override async releaseMigrationLock(): Promise<void> {}
}
