/** The migrations by name, for tests of databases that have not run all of them. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from '../../../src/db/database.ts'
import { functions } from '../../../src/db/functions.ts'

const FOLDER = join(import.meta.dirname, '../../../src/db/migrations')

/** Names of the functions that PostgreSQL has. */
export const functionNames = functions.map(({ name }) => name)

/** Names of all migrations, in order. */
export const migrationNames = readdirSync(FOLDER)
  .map(file => file.replace(/\.ts$/, ''))
  .sort()

/** Runs the migrations before the named one, on an empty database. */
export async function migrateBefore(database: Database, name: string): Promise<void> {
  const names = migrationNames.filter(each => each < name)
  const load = async (each: string) => (await import(join(FOLDER, `${each}.ts`))) as { up: Up }
  const steps = await Promise.all(names.map(async each => [each, await load(each)] as const))
  const migrations = steps.map(([each, { up }]) => [each, { up: (db: Kysely<unknown>) => up(db, database.engine) }])
  const migrator = new Migrator({
    db: database.kysely,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migration_lock',
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

type Up = (db: Kysely<unknown>, engine: Database['engine']) => Promise<void>
