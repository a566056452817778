/** Template databases with the current schema, created once in a run: a copy is faster than a migration. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../../src/db/migrate.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { distribute } from '../../../src/db/postgres/distribution.ts'
import { registerNodes, sealDatabase } from './citus.ts'
import { createDatabase } from './engines.ts'

/**
 * Creates a template of the embedded database in a folder, and one on the PostgreSQL server if there is one; distributed over the nodes of a
 * Citus cluster if there are any.
 * @returns the environment variables with their places, and a function that drops them
 */
export async function makeTemplates(folder: string, server: string | undefined, nodes: readonly string[] = []) {
  const TEST_SQLITE_TEMPLATE = join(folder, 'template')
  mkdirSync(TEST_SQLITE_TEMPLATE)
  await migrateDatabase({ DATA_DIR: TEST_SQLITE_TEMPLATE, DATABASE_URL: undefined })
  if (!server) return { env: { TEST_SQLITE_TEMPLATE }, drop: async () => {} }
  const { env, drop } = await createDatabase('postgres', { server })
  const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
  if (nodes.length > 0) await registerNodes(nodes, name)
  await migrateDatabase({ DATABASE_URL: undefined, ...env }, nodes.length > 0)
  if (nodes.length > 0) await sealDatabase(nodes, name)
  return { env: { TEST_SQLITE_TEMPLATE, TEST_POSTGRES_TEMPLATE: env.DATABASE_URL }, drop }
}

async function migrateDatabase(config: Parameters<typeof openDatabase>[0], isDistributed = false): Promise<void> {
  const database = openDatabase(config)
  await migrate(database)
  if (isDistributed) await distribute(database)
  await database.close()
}
