/** Creates and drops test databases on both engines. */

import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Engine, Queries } from '../../../src/db/database.ts'
import { sealDatabase } from './citus.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { query } from './query.ts'

/** A database for one test. */
export interface TestDatabase {
  /** The environment variables that select the database. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** Whether it has been copied from a template of the run. */
  isCopy: boolean
  drop: () => Promise<void>
}

const ENGINES: Engine[] = ['sqlite', 'postgres']
const { TEST_POSTGRES_URL, TEST_CITUS_URL, TEST_PGBOUNCER_URL } = process.env

/** The engines of this tier of the tests. A run on a Citus cluster or through PgBouncer leaves the embedded engine out. */
export const engines: Engine[] = chooseEngines()

function chooseEngines(): Engine[] {
  const { TEST_ENGINES = 'sqlite postgres' } = process.env
  const left = TEST_CITUS_URL || TEST_PGBOUNCER_URL ? ['postgres'] : ['sqlite', TEST_POSTGRES_URL && 'postgres']
  return ENGINES.filter(engine => left.includes(engine) && TEST_ENGINES.includes(engine))
}

/** @returns the number of an engine, which is the same in every tier, so that each engine runs another share of sampled cases */
export function numberOf(engine: Engine): number {
  return ENGINES.indexOf(engine)
}

/** The reason to skip PostgreSQL tests; false when they run. */
export const withoutPostgres = TEST_POSTGRES_URL ? false : 'no PostgreSQL: npm run test:postgres'

/** The reason to skip tests of a connection between Sepet and PostgreSQL, which a pooler keeps and shares; false when they run. */
export const withoutDirectConnection = TEST_PGBOUNCER_URL ? 'through PgBouncer' : withoutPostgres

/** The reason to skip tests of one server's catalogue or locks on a cluster, whose shards have others; false elsewhere. */
export const onCitus = TEST_CITUS_URL ? 'on a Citus cluster' : false

/** Templates: the current schema alone, or with the shop of `shop-file.ts`. */
export type Template = 'schema' | 'shop'

/** @returns the place of a template of this run; undefined when the test has been started without `test/run.ts` */
function templateOf(engine: Engine, content: Template): string | undefined {
  return process.env[templateVariable(engine, content)] || undefined
}

/** @returns the environment variable with the place of a template */
export function templateVariable(engine: Engine, content: Template): string {
  return `TEST_${engine}_${content}`.toUpperCase()
}

/** Options of a new database. */
export interface NewDatabase {
  /** A copy of a template of this run, if there is one, or an empty database. */
  content?: 'nothing' | Template
  /** URL of the PostgreSQL server. */
  server?: string | undefined
}

/** Creates a database. @throws Error when the engine is PostgreSQL and there is no server */
export async function createDatabase(
  engine: Engine,
  { content = 'nothing', server = TEST_POSTGRES_URL }: NewDatabase = {},
): Promise<TestDatabase> {
  const folder = makeDatabaseFolder('sepet-test-')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const template = content === 'nothing' ? undefined : templateOf(engine, content)
  if (engine === 'sqlite') {
    if (template) cpSync(template, folder, { recursive: true })
    return { env: { DATA_DIR: folder }, isCopy: template !== undefined, drop: async () => removeFolder() }
  }
  if (!server) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `sepet_test_${randomBytes(6).toString('hex')}`
  const url = new URL((content !== 'nothing' && TEST_PGBOUNCER_URL) || server)
  url.pathname = `/${name}`
  // Copied as files: through the log of the server, which is the default, a copy takes three times as long.
  const copied = template ? `template ${nameOf(template)} strategy file_copy` : ''
  const servers = serversOf(server)
  for (const each of servers) await query(each, `create database ${name} ${copied}`)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    isCopy: template !== undefined,
    drop: async () => {
      // Otherwise a node of a cluster connects again while the database is dropped on another.
      if (servers.length > 1) await sealDatabase(servers, name)
      for (const each of servers) await query(each, `drop database ${name} with (force)`)
      removeFolder()
    },
  }
}

/** The servers on which a database is created: all nodes where the server is the run's Citus cluster. */
function serversOf(server: string): string[] {
  const { TEST_POSTGRES_URL, TEST_POSTGRES_NODES } = process.env
  return TEST_POSTGRES_NODES && server === TEST_POSTGRES_URL ? TEST_POSTGRES_NODES.split(' ') : [server]
}

/** Uses an existing PostgreSQL database, which `drop` keeps. */
export function databaseAt(url: string): TestDatabase {
  const folder = makeDatabaseFolder('sepet-test-')
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url },
    isCopy: false,
    drop: async () => rmSync(folder, { recursive: true }),
  }
}

/** The number of deadlocks that PostgreSQL has detected in this database; 0 for the embedded engine. */
export async function countDeadlocks({ engine, kysely }: Queries): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(kysely)
  return rows[0]?.deadlocks ?? Number.NaN
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
