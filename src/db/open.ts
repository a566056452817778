/** Opens the database that the configuration names: PostgreSQL, or the embedded one in `DATA_DIR`. */

import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the embedded database lies. */
export function embeddedFile({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'sepet.sqlite')
}

/**
 * Nothing is connected or migrated yet.
 * @param options.impatient for serving requests: a PostgreSQL that says nothing is given up on, not waited for
 * @throws Error naming the embedded database's file when it cannot be opened
 */
export function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  { impatient = false } = {},
): Database {
  if (DATABASE_URL) return openPostgres(DATABASE_URL, impatient)
  const path = embeddedFile({ DATA_DIR })
  try {
    return openSqlite(path)
  } catch (error) {
    throw new Error(`The embedded database ${path} cannot be opened: ${(error as Error).message}.`, { cause: error })
  }
}
