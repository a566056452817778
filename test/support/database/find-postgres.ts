/** Finds a PostgreSQL server for tests: a configured one, one started for this run, or one that runs on this machine. */

import pg from 'pg'
import type { TestServer } from '../service/test-server.ts'
import { findBinaries } from './postgres-binaries.ts'
import { createCluster } from './postgres-cluster.ts'

const found = { name: 'PostgreSQL', variable: 'TEST_POSTGRES_URL', how: '', stop: async () => {} }

/** Settings without durability, because the data of a test run need not survive a crash. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300']

/** Returns the configured server or Citus cluster, else a new one, which `stop` ends, else one that runs on this machine. */
export async function findPostgres(): Promise<TestServer> {
  const { TEST_CITUS_URL, TEST_POSTGRES_URL, PGUSER = 'postgres', PGPORT = '5432' } = process.env
  if (TEST_CITUS_URL) return { ...found, url: TEST_CITUS_URL }
  if (TEST_POSTGRES_URL && (await mayCreateDatabases(TEST_POSTGRES_URL))) return { ...found, url: TEST_POSTGRES_URL }
  const problems: string[] = []
  for (const binaries of findBinaries()) {
    try {
      return await start(binaries)
    } catch (error) {
      problems.push(`${binaries}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  const running = `postgres://${PGUSER}@127.0.0.1:${PGPORT}/postgres`
  if (await mayCreateDatabases(running)) return { ...found, url: running }
  return { ...found, url: undefined, how: ['set TEST_POSTGRES_URL to a server of yours.', ...problems].join(' ') }
}

async function start(binaries: string): Promise<TestServer> {
  const { url, start, stop, remove } = await createCluster(binaries, NOT_DURABLE)
  await start()
  return { ...found, url, stop: () => stop().then(remove) }
}

async function mayCreateDatabases(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows[0]?.may === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
