/** Opens the database that the configuration names: PostgreSQL, or the embedded one in `DATA_DIR`. */

import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Nothing is connected or migrated yet. */
export function openDatabase({ DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Database {
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'sepet.sqlite'))
}
