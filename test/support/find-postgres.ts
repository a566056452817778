/** Finds a PostgreSQL server that tests may create databases in: configured, running here, or started for this run. */

import pg from 'pg'
import { findBinaries } from './postgres-binaries.ts'
import { createCluster } from './postgres-cluster.ts'
import type { TestServer } from './test-server.ts'

const found = { name: 'PostgreSQL', variable: 'TEST_POSTGRES_URL', how: '', stop: async () => {} }

/** The first server that answers; a server started here ends with `stop`. */
export async function findPostgres(): Promise<TestServer> {
  const { TEST_POSTGRES_URL, PGUSER = 'postgres', PGPORT = '5432' } = process.env
  for (const url of [TEST_POSTGRES_URL, `postgres://${PGUSER}@127.0.0.1:${PGPORT}/postgres`]) {
    if (url && (await mayCreateDatabases(url))) return { ...found, url }
  }
  const problems: string[] = []
  for (const binaries of findBinaries()) {
    try {
      return await start(binaries)
    } catch (error) {
      problems.push(`${binaries}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return { ...found, url: undefined, how: ['set TEST_POSTGRES_URL to a server of yours.', ...problems].join(' ') }
}

async function start(binaries: string): Promise<TestServer> {
  const { url, start, remove } = await createCluster(binaries)
  await start()
  return { ...found, url, stop: remove }
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
