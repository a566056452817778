/** PostgreSQL and Redis for the tiers of the tests that use them: found, or started for this run, and the templates in them. */

import { findNodes } from '../database/citus.ts'
import { findPostgres } from '../database/find-postgres.ts'
import { findRedis } from '../database/find-redis.ts'
import { makePostgresTemplates } from '../database/templates.ts'

/** The environment of a tier without services: it uses none, whatever the environment of the run names. */
export const WITHOUT_SERVICES = {
  TEST_POSTGRES_URL: '',
  TEST_CITUS_URL: '',
  TEST_PGBOUNCER_URL: '',
  TEST_REDIS_URL: '',
}

/** Servers of a run; the environment variables have their addresses. */
export interface Services {
  env: Record<string, string>
  stop: () => Promise<void>
}

/**
 * Finds or starts the servers, and creates the templates in them. Reports a missing server, whose tests are skipped.
 * @throws Error in CI, where nothing is skipped, when a server is missing
 */
export async function startServices(): Promise<Services> {
  const services = [await findPostgres(), await findRedis()]
  const [postgres] = services
  const missing = services.filter(({ url }) => url === undefined)
  for (const { name, how } of missing) console.error(`Skipping what needs ${name}: ${how}`)
  if (missing.length > 0 && process.env.CI) throw new Error('In CI nothing is skipped.')

  const { TEST_CITUS_URL, TEST_PGBOUNCER_URL } = process.env
  const nodes = TEST_CITUS_URL ? await findNodes(TEST_CITUS_URL) : []
  if (nodes.length === 0) console.error('Left out: a Citus cluster (TEST_CITUS_URL).')
  else process.env.TEST_POSTGRES_NODES = nodes.join(' ')
  if (!TEST_PGBOUNCER_URL) console.error('Left out: PgBouncer (TEST_PGBOUNCER_URL).')
  // Creating a database reads it.
  process.env.TEST_POSTGRES_URL = postgres?.url ?? ''
  const templates = postgres?.url ? await makePostgresTemplates(postgres.url, nodes) : undefined
  return {
    env: { ...Object.fromEntries(services.map(({ variable, url }) => [variable, url ?? ''])), ...templates?.env },
    stop: async () => {
      await templates?.drop()
      for (const { stop } of services) await stop()
    },
  }
}
