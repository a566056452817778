/** Brings a database's schema up to date: in order, in one transaction, one starter at a time. */

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './database.ts'
import * as cart from './migrations/0001-cart.ts'
import * as checkout from './migrations/0002-checkout.ts'
import * as cartRevision from './migrations/0003-cart-revision.ts'
import * as customerList from './migrations/0004-customer-list.ts'
import * as cartUse from './migrations/0005-cart-use.ts'
import { prepared } from './prepared.ts'

const TABLE = 'schema_migrations'

type Step = (db: Kysely<unknown>, engine: Engine) => Promise<void>

const steps: Record<string, Step> = {
  '0001-cart': cart.up,
  '0002-checkout': checkout.up,
  '0003-cart-revision': cartRevision.up,
  '0004-customer-list': customerList.up,
  '0005-cart-use': cartUse.up,
}

/** Two starters on an empty PostgreSQL may both create the table that locks them; the loser fails with one of these. */
const CREATED_MEANWHILE = ['23505', '42P07']
const ATTEMPTS = 3

/**
 * Refuses a database that a later version of Sepet has changed: nobody knows what this version would do to it.
 * @param executed the names of the migrations that the database has had
 * @throws Error naming those that this version does not know
 */
export function refuseNewer(executed: string[]): void {
  const unknown = executed.filter(name => !Object.hasOwn(steps, name))
  if (unknown.length === 0) return
  const advice = 'start that version, or restore a backup from before the upgrade'
  throw new Error(`The database was changed by a newer version of Sepet (${unknown.join(', ')}): ${advice}.`)
}

/**
 * Runs the migrations that the database lacks.
 * @returns the names of those it ran; empty when the schema was current
 * @throws Error when the database is newer than this version
 */
export async function migrate(database: Database): Promise<string[]> {
  refuseNewer(await findExecuted(database))
  for (let attempt = 1; ; attempt++) {
    try {
      const { error, results = [] } = await migrator(database).migrateToLatest()
      if (error) throw error
      return results.map(each => each.migrationName)
    } catch (error) {
      const raced = CREATED_MEANWHILE.includes((error as { code?: string }).code ?? '')
      if (!raced || attempt === ATTEMPTS) throw error
    }
  }
}

/** The migrations that the database lacks, in order, changing nothing. */
async function findPendingMigrations(database: Database): Promise<string[]> {
  const migrations = await migrator(database).getMigrations()
  return migrations.filter(each => !each.executedAt).map(each => each.name)
}

/** The migrations that the database has had, by this version or another; none while the table for them is missing. */
async function findExecuted(database: Database): Promise<string[]> {
  const known = await migrator(database).getMigrations()
  if (!known.some(each => each.executedAt)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(
    database.kysely,
  )
  return rows.map(({ name }) => name)
}

const selectOne = prepared<object, object>(() => sql`select 1 as one`)

/** Whether the database answers, which is asked first and does not wait long, and its schema is current. */
export async function isCurrent(database: Database): Promise<boolean> {
  await selectOne(database, {})
  return (await findPendingMigrations(database)).length === 0
}

/**
 * Makes sure that the schema is current. The embedded database is brought there without asking.
 * @throws Error naming what PostgreSQL lacks, unless it may be migrated, or saying that the database is newer than this version
 */
export async function requireSchema(database: Database, mayMigrate: boolean): Promise<void> {
  if (mayMigrate || database.engine === 'sqlite') {
    await migrate(database)
    return
  }
  refuseNewer(await findExecuted(database))
  const pending = await findPendingMigrations(database)
  if (pending.length > 0) {
    throw new Error(`The database lacks ${pending.join(', ')}: run \`sepet migrate\`, or \`sepet serve --migrate\`.`)
  }
}

function migrator(database: Database): Migrator {
  const provided = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    { up: db => step(db, database.engine) },
  ])
  return new Migrator({
    db: database.kysely,
    migrationTableName: TABLE,
    migrationLockTableName: 'schema_migration_lock',
    provider: { getMigrations: async () => Object.fromEntries(provided) },
  })
}
