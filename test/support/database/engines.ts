/** A fresh database per call, on either engine, dropped afterwards. */

import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import type { Engine, Queries } from '../../../src/db/database.ts'
import { makeDatabaseFolder } from './database-folder.ts'

export interface TestDatabase {
  /** The environment that makes Sepet use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  drop: () => Promise<void>
}

const { TEST_POSTGRES_URL } = process.env

/** The engines that stories run on; `npm test` says so when PostgreSQL is missing, and fails in CI. */
export const engines: Engine[] = TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite']

/** Why PostgreSQL tests are skipped, or false when they are not. */
export const withoutPostgres = TEST_POSTGRES_URL ? false : 'no PostgreSQL server: run by npm test'

export interface NewDatabase {
  /** Whether it has today's schema from the beginning, where the run has made one to copy, or nothing at all. */
  content?: 'nothing' | 'schema'
  /** The PostgreSQL server that it is made on. */
  server?: string | undefined
}

/** Creates a database. */
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

/** A PostgreSQL database that is there already and stays. */
export function databaseAt(url: string): TestDatabase {
  const folder = makeDatabaseFolder('sepet-test-')
  return { env: { DATA_DIR: folder, DATABASE_URL: url }, drop: async () => rmSync(folder, { recursive: true }) }
}

/** How many transactions PostgreSQL has ended because they waited for each other; the embedded engine has none. */
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
