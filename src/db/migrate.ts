/** Schema migrations: run in order, in one transaction, by one process at a time. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { Database, Engine } from './database.ts'
import { LOCK_TABLE } from './migration-lock-table.ts'
import * as cart from './migrations/0001-cart.ts'
import * as checkout from './migrations/0002-checkout.ts'
import * as cartRevision from './migrations/0003-cart-revision.ts'
import * as customerList from './migrations/0004-customer-list.ts'
import * as cartUse from './migrations/0005-cart-use.ts'
import * as externalId from './migrations/0006-external-id.ts'
import * as checkouts from './migrations/0007-checkouts.ts'
import * as sku from './migrations/0008-sku.ts'
import * as events from './migrations/0009-events.ts'
import * as cartChanges from './migrations/0010-cart-changes.ts'
import * as couponCampaign from './migrations/0011-coupon-campaign.ts'
import * as personalData from './migrations/0012-personal-data.ts'
import * as productChanges from './migrations/0013-product-changes.ts'
import * as limitedCoupons from './migrations/0014-limited-coupons.ts'
import * as importLease from './migrations/0015-import-lease.ts'
import * as idempotencyKeys from './migrations/0016-idempotency-keys.ts'
import * as eventsOfGuests from './migrations/0017-events-of-guests.ts'
import * as cartFunctions from './migrations/0018-cart-functions.ts'
import * as functionsOfChanges from './migrations/0019-functions-of-changes.ts'
import * as enteredCoupons from './migrations/0020-entered-coupons.ts'
import * as sessionNetworks from './migrations/0021-session-networks.ts'
import * as boundedHolds from './migrations/0022-bounded-holds.ts'
import * as productRevisions from './migrations/0023-product-revisions.ts'
import * as stockGuard from './migrations/0024-stock-guard.ts'
import * as checkoutList from './migrations/0025-checkout-list.ts'
import * as webhooks from './migrations/0026-webhooks.ts'
import * as ucpCarts from './migrations/0027-ucp-carts.ts'
import * as productNames from './migrations/0028-product-names.ts'
import * as officeSessions from './migrations/0029-office-sessions.ts'
import * as stockOrder from './migrations/0030-stock-order.ts'
import * as staffRights from './migrations/0031-staff-rights.ts'
import * as clock from './migrations/0032-clock.ts'
import * as foldedCodes from './migrations/0033-folded-codes.ts'
import * as lastHold from './migrations/0034-last-hold.ts'
import { findUndistributedTables } from './postgres/distribution.ts'
import { prepared } from './prepared-statements.ts'

const TABLE = 'schema_migrations'

type Step = (db: Kysely<unknown>, engine: Engine) => Promise<void>

const steps: Record<string, Step> = {
  '0001-cart': cart.up,
  '0002-checkout': checkout.up,
  '0003-cart-revision': cartRevision.up,
  '0004-customer-list': customerList.up,
  '0005-cart-use': cartUse.up,
  '0006-external-id': externalId.up,
  '0007-checkouts': checkouts.up,
  '0008-sku': sku.up,
  '0009-events': events.up,
  '0010-cart-changes': cartChanges.up,
  '0011-coupon-campaign': couponCampaign.up,
  '0012-personal-data': personalData.up,
  '0013-product-changes': productChanges.up,
  '0014-limited-coupons': limitedCoupons.up,
  '0015-import-lease': importLease.up,
  '0016-idempotency-keys': idempotencyKeys.up,
  '0017-events-of-guests': eventsOfGuests.up,
  '0018-cart-functions': cartFunctions.up,
  '0019-functions-of-changes': functionsOfChanges.up,
  '0020-entered-coupons': enteredCoupons.up,
  '0021-session-networks': sessionNetworks.up,
  '0022-bounded-holds': boundedHolds.up,
  '0023-product-revisions': productRevisions.up,
  '0024-stock-guard': stockGuard.up,
  '0025-checkout-list': checkoutList.up,
  '0026-webhooks': webhooks.up,
  '0027-ucp-carts': ucpCarts.up,
  '0028-product-names': productNames.up,
  '0029-office-sessions': officeSessions.up,
  '0030-stock-order': stockOrder.up,
  '0031-staff-rights': staffRights.up,
  '0032-clock': clock.up,
  '0033-folded-codes': foldedCodes.up,
  '0034-last-hold': lastHold.up,
}

/**
 * SQLSTATE codes unique_violation and duplicate_table: two processes that migrate an empty PostgreSQL database both create the
 * lock table, and one of them fails.
 */
const CREATED_MEANWHILE = ['23505', '42P07']
const ATTEMPTS = 3
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'
/**
 * Deadline of a migration that waits for a table's lock. Requests queue behind it, so it is shorter than theirs; the next attempt lets
 * them run first.
 */
const LOCK_TIMEOUT = '1s'
/** Attempts while other transactions use a table: one minute in all. */
const LOCK_ATTEMPTS = 30
const PAUSE_MS = 1_000

/**
 * Refuses a database that a newer version of Sepet has migrated, since this version may damage its data.
 * @param executed names of the migrations that the database has run
 * @throws Error naming the migrations that this version does not have
 */
export function requireKnownMigrations(executed: string[]): void {
  const unknown = executed.filter(name => !Object.hasOwn(steps, name))
  if (unknown.length === 0) return
  const advice = 'start that version, or restore a backup from before the upgrade'
  throw new Error(`The database was changed by a newer version of Sepet (${unknown.join(', ')}): ${advice}.`)
}

/**
 * Runs the pending migrations.
 * @returns names of the migrations that it ran; empty when the schema was current
 * @throws Error when the database is newer than this version, or another transaction uses a table for a minute
 */
export async function migrate(database: Database): Promise<string[]> {
  requireKnownMigrations(await findExecuted(database))
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await migrateOnce(database)
    if (error === undefined) return results.map(each => each.migrationName)
    const { code = '' } = error as { code?: string }
    if (code === LOCKED) await pauseOrGiveUp(error, attempt)
    else if (!CREATED_MEANWHILE.includes(code) || attempt >= ATTEMPTS) throw error
  }
}

async function migrateOnce(database: Database): Promise<MigrationResultSet> {
  try {
    return await migrator(database).migrateToLatest()
  } catch (error) {
    return { error }
  }
}

/** @throws Error after the last attempt */
async function pauseOrGiveUp(cause: unknown, attempt: number): Promise<void> {
  if (attempt === LOCK_ATTEMPTS) throw inUse(cause)
  await sleep(PAUSE_MS)
}

function inUse(cause: unknown): Error {
  const advice = 'end the backup, report or session that reads it (pg_stat_activity), then migrate again'
  return new Error(`Another transaction has used a table for a minute: ${advice}.`, { cause })
}

/** Names of the pending migrations, in order. */
async function findPendingMigrations(database: Database): Promise<string[]> {
  const migrations = await migrator(database).getMigrations()
  return migrations.filter(each => !each.executedAt).map(each => each.name)
}

/** Names of the migrations that this version or another has run; empty while the migrations table is missing. */
async function findExecuted(database: Database): Promise<string[]> {
  const known = await migrator(database).getMigrations()
  if (!known.some(each => each.executedAt)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(
    database.kysely,
  )
  return rows.map(({ name }) => name)
}

const selectOne = prepared<object, object>(() => sql`select 1 as one`)

/** Runs one statement, whose wait is bounded. @throws the error of the database when it does not answer */
async function ask(database: Database): Promise<void> {
  if (database.checkHost) await database.checkHost()
  else await selectOne(database, {})
}

/**
 * Whether the database answers and its schema is current, and distributed as a whole where it is distributed.
 * @throws the error of the database when it does not answer
 */
async function isCurrent(database: Database): Promise<boolean> {
  await ask(database)
  return (await findPendingMigrations(database)).length === 0 && (await findUndistributedTables(database)).length === 0
}

/** Time for which a schema that was current is not compared again. */
const COMPARE_EVERY_MS = 100

/** Creates the check of readiness: each call asks the database; the schema is compared ten times a second at most. */
export function createReadinessCheck(database: Database): () => Promise<boolean> {
  let currentUntil = 0
  return async () => {
    if (performance.now() < currentUntil) {
      await ask(database)
      return true
    }
    const isReady = await isCurrent(database)
    if (isReady) currentUntil = performance.now() + COMPARE_EVERY_MS
    return isReady
  }
}

/**
 * Requires that all tables are distributed, or none is.
 * @throws Error naming the tables that are not, such as those of a migration that has run since
 */
export async function requireDistribution(database: Database): Promise<void> {
  const missing = await findUndistributedTables(database)
  if (missing.length === 0) return
  throw new Error(`The schema is distributed, but not ${missing.join(', ')}: run \`sepet migrate --distribute\`.`)
}

/**
 * Makes sure that the schema is current. The embedded database is always migrated.
 * @param options `mayMigrate`: whether a PostgreSQL database is migrated too
 * @throws Error naming the pending migrations of a PostgreSQL database that may not be migrated
 * @throws Error when the database is newer than this version, or a distributed schema lacks the distribution of some tables
 */
export async function requireSchema(database: Database, { mayMigrate }: { mayMigrate: boolean }): Promise<void> {
  if (mayMigrate || database.engine === 'sqlite') {
    await migrate(database)
    return requireDistribution(database)
  }
  requireKnownMigrations(await findExecuted(database))
  const pending = await findPendingMigrations(database)
  if (pending.length > 0) {
    throw new Error(`The database lacks ${pending.join(', ')}: run \`sepet migrate\`, or \`sepet serve --migrate\`.`)
  }
  await requireDistribution(database)
}

async function runStep(step: Step, db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db)
  await step(db, engine)
}

function migrator(database: Database): Migrator {
  const provided = Object.entries(steps).map(([name, step]): [string, Migration] => [
    name,
    { up: db => runStep(step, db, database.engine) },
  ])
  return new Migrator({
    db: database.kysely,
    migrationTableName: TABLE,
    migrationLockTableName: LOCK_TABLE,
    provider: { getMigrations: async () => Object.fromEntries(provided) },
  })
}
