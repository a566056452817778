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
  drop: () => Promise<void>
}

const { TEST_POSTGRES_URL, TEST_CITUS_URL, TEST_PGBOUNCER_URL } = process.env

/**
 * The engines of the test run; without PostgreSQL, `npm test` prints a warning, and fails in CI. A run on a Citus cluster or through
 * PgBouncer leaves the embedded engine out.
 */
export const engines: Engine[] = chooseEngines()

function chooseEngines(): Engine[] {
  if (TEST_CITUS_URL || TEST_PGBOUNCER_URL) return ['postgres']
  return TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite']
}

/** The reason to skip PostgreSQL tests; false when they run. */
export const withoutPostgres = TEST_POSTGRES_URL ? false : 'no PostgreSQL server: run by npm test'

/** The reason to skip tests of a connection between Sepet and PostgreSQL, which a pooler keeps and shares; false when they run. */
export const withoutDirectConnection = TEST_PGBOUNCER_URL ? 'through PgBouncer' : withoutPostgres

/** The reason to skip tests of one server's catalogue or locks on a cluster, whose shards have others; false elsewhere. */
export const onCitus = TEST_CITUS_URL ? 'on a Citus cluster' : false

/** Options of a new database. */
export interface NewDatabase {
  /** `schema`: a copy of the run's template with the current schema, if there is one; `nothing`: an empty database. */
  content?: 'nothing' | 'schema'
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
  const { TEST_SQLITE_TEMPLATE, TEST_POSTGRES_TEMPLATE } = content === 'schema' ? process.env : {}
  if (engine === 'sqlite') {
    if (TEST_SQLITE_TEMPLATE) cpSync(TEST_SQLITE_TEMPLATE, folder, { recursive: true })
    return { env: { DATA_DIR: folder }, drop: async () => removeFolder() }
  }
  if (!server) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `sepet_test_${randomBytes(6).toString('hex')}`
  const url = new URL((content === 'schema' && TEST_PGBOUNCER_URL) || server)
  url.pathname = `/${name}`
  const copied = TEST_POSTGRES_TEMPLATE ? `template ${nameOf(TEST_POSTGRES_TEMPLATE)}` : ''
  const servers = serversOf(server)
  for (const each of servers) await query(each, `create database ${name} ${copied}`)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
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
  return { env: { DATA_DIR: folder, DATABASE_URL: url }, drop: async () => rmSync(folder, { recursive: true }) }
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
