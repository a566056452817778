/** A fresh database per call, on either engine, dropped afterwards. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Engine, Queries } from '../../src/db/database.ts'

export interface TestDatabase {
  /** The environment that makes Sepet use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  drop: () => Promise<void>
}

const server = process.env.TEST_POSTGRES_URL

/** The engines that stories run on; `npm test` says so when PostgreSQL is missing, and fails in CI. */
export const engines: Engine[] = server ? ['sqlite', 'postgres'] : ['sqlite']

/** Why PostgreSQL tests are skipped, or false when they are not. */
export const withoutPostgres = server ? false : 'no PostgreSQL server: run by npm test'

/** Creates an empty database. */
export async function createDatabase(engine: Engine): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { env: { DATA_DIR: folder }, drop: async () => removeFolder() }
  if (!server) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `sepet_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    drop: async () => {
      await administer(`drop database ${name} with (force)`)
      removeFolder()
    },
  }
}

/** A PostgreSQL database that is there already and stays. */
export function databaseAt(url: string): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-test-'))
  return { env: { DATA_DIR: folder, DATABASE_URL: url }, drop: async () => rmSync(folder, { recursive: true }) }
}

/** How many transactions PostgreSQL has ended because they waited for each other; the embedded engine has none. */
export async function countDeadlocks({ engine, kysely }: Queries): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(kysely)
  return rows[0]?.deadlocks ?? Number.NaN
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
