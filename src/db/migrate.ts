/** The schema: migrations, run in order, in one transaction, by one process at a time; then the functions of PostgreSQL. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, type Engine, type Queries, transaction } from './database.ts'
import { functions, RETIRED } from './functions.ts'
import { LOCK_TABLE } from './migration-lock-table.ts'
import * as baseline from './migrations/0035-baseline.ts'
import * as grandTotal from './migrations/0036-grand-total.ts'
import * as backorder from './migrations/0037-backorder.ts'
import * as transferTables from './migrations/0038-transfer.ts'
import * as promotions from './migrations/0039-promotions.ts'
import * as rewardsAndCodes from './migrations/0040-rewards-and-codes.ts'
import * as afterTheOrder from './migrations/0041-after-the-order.ts'
import * as search from './migrations/0042-search.ts'
import * as payable from './migrations/0043-payable.ts'
import * as couponLists from './migrations/0044-coupon-lists.ts'
import { type ChangedFunctions, createFunctions, findMissingFunctions } from './postgres/create-functions.ts'
import { findUndistributedTables, lockMigrations } from './postgres/distribution.ts'
import { prepared } from './prepared-statements.ts'

const TABLE = 'schema_migrations'

type Step = (db: Kysely<unknown>, engine: Engine) => Promise<void>

const BASELINE = '0035-baseline'

const steps: Record<string, Step> = {
  [BASELINE]: baseline.up,
  '0036-grand-total': grandTotal.up,
  '0037-backorder': backorder.up,
  '0038-transfer': transferTables.up,
  '0039-promotions': promotions.up,
  '0040-rewards-and-codes': rewardsAndCodes.up,
  '0041-after-the-order': afterTheOrder.up,
  '0042-search': search.up,
  '0043-payable': payable.up,
  '0044-coupon-lists': couponLists.up,
}

/** The last of the migrations that the baseline stands for, and the version that runs it. */
const LAST_BEFORE = '0034-last-hold'
const VERSION_BEFORE = 'the commit fb5b4e45'

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

/** Whether a migration is one of those that the baseline stands for. Their names stay: instances of the version before look for them. */
function isBeforeBaseline(name: string): boolean {
  return name < BASELINE
}

/**
 * Refuses a database that a newer version of Sepet has migrated: this version may damage its data.
 * @param executed names of the migrations that the database has run
 * @throws Error naming the migrations that this version does not have
 */
export function requireKnownMigrations(executed: string[]): void {
  const unknown = executed.filter(name => !isBeforeBaseline(name) && !Object.hasOwn(steps, name))
  if (unknown.length > 0) {
    const advice = 'start that version, or restore a backup from before the upgrade'
    throw new Error(`The database was changed by a newer version of Sepet (${unknown.join(', ')}): ${advice}.`)
  }
}

/**
 * Refuses a database that this version cannot take over: that of a newer version, and one without all the migrations that the baseline stands for.
 * @throws Error naming the migrations that this version does not have, or the version to run first
 */
function requireSupported(executed: string[]): void {
  requireKnownMigrations(executed)
  const before = executed.filter(isBeforeBaseline).toSorted()
  if (before.length === 0 || before.at(-1) === LAST_BEFORE) return
  throw new Error(
    `The database has the schema ${before.at(-1)}, which is too old: run \`sepet migrate\` of ${VERSION_BEFORE}, then of this version.`,
  )
}

/** What `migrate` has done: the names of the migrations that it ran, and of the functions that it created or dropped. */
export interface Migrated extends ChangedFunctions {
  migrations: string[]
}

/**
 * Runs the pending migrations, and creates the functions of this version on PostgreSQL. A run that was killed is continued by the next.
 * @throws Error when the database is newer or too old, or another transaction uses a table for a minute
 */
export async function migrate(database: Database): Promise<Migrated> {
  for (let [waits, clashes] = [0, 0]; ; ) {
    try {
      return { migrations: await runMigrations(database), ...(await createFunctionsInTurn(database)) }
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code === LOCKED) await pauseOrGiveUp(error, ++waits)
      else if (!CREATED_MEANWHILE.includes(code) || ++clashes === ATTEMPTS) throw error
    }
  }
}

/** Of two processes, the second waits. */
function createFunctionsInTurn(database: Database): Promise<ChangedFunctions> {
  return transaction(database, async queries => {
    if (queries.engine === 'postgres') await lockMigrations(queries)
    return createFunctions(queries, functions, RETIRED)
  })
}

/** On PostgreSQL in one transaction, which holds the lock of the migrations until its end. @returns names of the migrations that it ran */
async function runMigrations(database: Database): Promise<string[]> {
  const executed = await findExecuted(database)
  requireSupported(executed)
  const run = (queries: Queries) => runPending(queries, executed)
  return database.engine === 'postgres' ? transaction(database, run) : run(database)
}

async function runPending(queries: Queries, executed: string[]): Promise<string[]> {
  if (queries.engine === 'postgres' && !(await hasTable(queries))) await createOwnTables(queries)
  const { error, results = [] } = await migrator(queries, executed.filter(isBeforeBaseline)).migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Creates the schema of an empty database in the transaction of the caller. */
export async function createSchema(queries: Queries): Promise<void> {
  await runPending(queries, [])
  await createFunctions(queries, functions, RETIRED)
}

/** Whether the database has no schema of Sepet. */
export async function isWithoutSchema(queries: Queries): Promise<boolean> {
  return (await findExecuted(queries)).length === 0
}

/**
 * Creates the tables of the migrator. When it creates them itself, it answers a failure with a query, which the
 * transaction of the failure refuses with an error of its own.
 */
async function createOwnTables({ kysely }: Queries): Promise<void> {
  await sql`create table if not exists ${sql.table(TABLE)} (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(kysely)
  await sql`create table if not exists ${sql.table(LOCK_TABLE)} (
    id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(kysely)
}

/** @throws Error after the last attempt */
async function pauseOrGiveUp(cause: unknown, waits: number): Promise<void> {
  if (waits === LOCK_ATTEMPTS) throw inUse(cause)
  await sleep(PAUSE_MS)
}

function inUse(cause: unknown): Error {
  const advice = 'end the backup, report or session that reads it (pg_stat_activity), then migrate again'
  return new Error(`Another transaction has used a table for a minute: ${advice}.`, { cause })
}

/** Names of the migrations and functions of this version that the database lacks. */
async function findPending(database: Queries, executed: readonly string[]): Promise<string[]> {
  const migrations = Object.keys(steps).filter(name => !executed.includes(name))
  return [...migrations, ...(await findMissingFunctions(database, functions))]
}

/** Names of the migrations that this version or another has run; empty while the migrations table is missing. */
async function findExecuted(database: Queries): Promise<string[]> {
  if (!(await hasTable(database))) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(
    database.kysely,
  )
  return rows.map(({ name }) => name)
}

async function hasTable({ engine, kysely }: Queries): Promise<boolean> {
  const table =
    engine === 'postgres' ? sql`to_regclass(${TABLE})` : sql`(select 1 from sqlite_schema where name = ${TABLE})`
  const { rows } = await sql<{ found: unknown }>`select ${table} is not null as found`.execute(kysely)
  return Boolean(rows[0]?.found)
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
  const pending = await findPending(database, await findExecuted(database))
  return pending.length === 0 && (await findUndistributedTables(database)).length === 0
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
export async function requireDistribution(database: Queries): Promise<void> {
  const missing = await findUndistributedTables(database)
  if (missing.length === 0) return
  throw new Error(`The schema is distributed, but not ${missing.join(', ')}: run \`sepet migrate --distribute\`.`)
}

/**
 * Makes sure that the schema is current. The embedded database is always migrated.
 * @param options `mayMigrate`: whether a PostgreSQL database is migrated too
 * @throws Error naming the pending migrations and functions of a PostgreSQL database that may not be migrated
 * @throws Error when the database is newer than this version or too old, or a distributed schema lacks the distribution of some tables
 */
export async function requireSchema(database: Database, { mayMigrate }: { mayMigrate: boolean }): Promise<void> {
  if (mayMigrate || database.engine === 'sqlite') {
    await migrate(database)
    return requireDistribution(database)
  }
  await requireCurrentSchema(database)
}

/**
 * Requires the schema of this version, and changes nothing.
 * @throws Error naming the pending migrations and functions, or as `requireSchema`
 */
export async function requireCurrentSchema(database: Queries): Promise<void> {
  const executed = await findExecuted(database)
  requireSupported(executed)
  const pending = await findPending(database, executed)
  if (pending.length > 0) {
    throw new Error(`The database lacks ${pending.join(', ')}: run \`sepet migrate\`, or \`sepet serve --migrate\`.`)
  }
  await requireDistribution(database)
}

async function runStep(step: Step, db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db)
  await step(db, engine)
}

/** @param before names of the migrations that the database has run before the baseline, which then changes nothing */
function migrator({ engine, kysely }: Queries, before: readonly string[]): Migrator {
  const nothing: Migration = { up: async () => {} }
  const own = Object.entries(steps).map(([name, step]): [string, Migration] => {
    const isDone = name === BASELINE && before.length > 0
    return [name, isDone ? nothing : { up: db => runStep(step, db, engine) }]
  })
  const migrations = Object.fromEntries([...before.map(name => [name, nothing] as const), ...own])
  return new Migrator({
    db: kysely,
    migrationTableName: TABLE,
    migrationLockTableName: LOCK_TABLE,
    provider: { getMigrations: async () => migrations },
  })
}
