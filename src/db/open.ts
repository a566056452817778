/** Opens the database that the configuration names: PostgreSQL, or the embedded one in `DATA_DIR`. */

import { join } from 'node:path'
import type { Database } from './database.ts'
import { observeHotStatements, type StatementObserver } from './observe.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** The variables that name a database. */
export interface DatabaseSettings {
  DATABASE_URL: string | undefined
  DATA_DIR: string
}

/** Where the embedded database lies. */
export function embeddedFile({ DATA_DIR }: Pick<DatabaseSettings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'sepet.sqlite')
}

export interface OpenOptions {
  /** For serving requests: a PostgreSQL that says nothing is given up on, not waited for. */
  failFast?: boolean
  /** Told of every statement. */
  onStatement?: StatementObserver | undefined
}

/**
 * Nothing is connected or migrated yet.
 * @throws Error naming the embedded database's file when it cannot be opened
 */
export function openDatabase(config: DatabaseSettings, { failFast = false, onStatement }: OpenOptions = {}): Database {
  const { DATABASE_URL } = config
  const database = DATABASE_URL ? openPostgres(DATABASE_URL, failFast, onStatement) : openEmbedded(config, onStatement)
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
