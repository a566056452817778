/** Opens the configured database: PostgreSQL, or the embedded database in `DATA_DIR`. */

import { join } from 'node:path'
import type { Database } from './database.ts'
import { observeHotStatements, type StatementObserver } from './observe-statements.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** Configuration variables of the database. */
export interface DatabaseSettings {
  DATABASE_URL: string | undefined
  DATA_DIR: string
}

/** Path of the embedded database's file. */
export function embeddedFile({ DATA_DIR }: Pick<DatabaseSettings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'sepet.sqlite')
}

/** Path of the lock of a server that runs on the embedded database. */
export function serverLockFile({ DATA_DIR }: Pick<DatabaseSettings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'server.lock')
}

/** Options of `openDatabase`. */
export interface OpenOptions {
  /** Whether PostgreSQL statements have a deadline, as they need while serving requests. */
  failFast?: boolean
  /** Called for every statement that has ended. */
  onStatement?: StatementObserver | undefined
}

/**
 * Opens the configured database. PostgreSQL is connected by the first statement; migrations are not run.
 * @throws Error naming the embedded database's file when it cannot be opened
 */
export function openDatabase(config: DatabaseSettings, options: OpenOptions = {}): Database {
  const { DATABASE_URL } = config
  const { onStatement } = options
  const database = DATABASE_URL ? openPostgres(DATABASE_URL, options) : openEmbedded(config, onStatement)
  return onStatement ? observeHotStatements(database, onStatement) : database
}

function openEmbedded(
  config: Pick<DatabaseSettings, 'DATA_DIR'>,
  onStatement: StatementObserver | undefined,
): Database {
  const path = embeddedFile(config)
  try {
    return openSqlite(path, onStatement)
  } catch (error) {
    throw new Error(`The embedded database ${path} cannot be opened: ${(error as Error).message}.`, { cause: error })
  }
}
