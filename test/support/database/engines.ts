/** Creates and drops test databases on both engines. */

import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import type { Engine, Queries } from '../../../src/db/database.ts'
import { makeDatabaseFolder } from './database-folder.ts'

/** A database for one test. */
export interface TestDatabase {
  /** The environment variables that select the database. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  drop: () => Promise<void>
}

const { TEST_POSTGRES_URL } = process.env

/** The engines of the test run; without PostgreSQL, `npm test` prints a warning, and fails in CI. */
export const engines: Engine[] = TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite']

/** The reason to skip PostgreSQL tests; false when they run. */
export const withoutPostgres = TEST_POSTGRES_URL ? false : 'no PostgreSQL server: run by npm test'

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
  const url = new URL(server)
  url.pathname = `/sepet_test_${randomBytes(6).toString('hex')}`
  const copied = TEST_POSTGRES_TEMPLATE ? `template ${nameOf(TEST_POSTGRES_TEMPLATE)}` : ''
  await administer(server, `create database ${nameOf(url.href)} ${copied}`)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    drop: async () => {
      await administer(server, `drop database ${nameOf(url.href)} with (force)`)
      removeFolder()
    },
  }
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

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
