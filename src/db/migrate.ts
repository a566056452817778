/** Brings a database's schema up to date: in order, in one transaction, one starter at a time. */

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './database.ts'
import * as cart from './migrations/0001-cart.ts'

type Step = (db: Kysely<unknown>, engine: Engine) => Promise<void>

const steps: Record<string, Step> = { '0001-cart': cart.up }

/**
 * Runs the migrations that the database lacks.
 * @returns the names of those it ran; empty when the schema was current
 */
export async function migrate(database: Database): Promise<string[]> {
  const { error, results = [] } = await migrator(database).migrateToLatest()
  if (error) throw error
  return results.map(each => each.migrationName)
}

/** The migrations that the database lacks, in order, changing nothing. */
export async function findPendingMigrations(database: Database): Promise<string[]> {
  const migrations = await migrator(database).getMigrations()
  return migrations.filter(each => !each.executedAt).map(each => each.name)
}

/** Whether the database answers at all. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database.kysely)
}

function migrator(database: Database): Migrator {
  const provided = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    { up: db => step(db, database.engine) },
  ])
  return new Migrator({
    db: database.kysely,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migration_lock',
    provider: { getMigrations: async () => Object.fromEntries(provided) },
  })
}
