/** Template databases, created once in a run: a copy is faster than a migration and an import. */

import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { functions } from '../../../src/db/functions.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { distribute } from '../../../src/db/postgres/distribution.ts'
import { importShop } from '../import/import-shop.ts'
import { shopFile } from '../import/shop-file.ts'
import { registerNodes, sealDatabase } from './citus.ts'
import { createDatabase, type Template, templateVariable } from './engines.ts'

/** Templates, and what they contain; the environment variables have their places. */
export interface Templates {
  env: Record<string, string>
  drop: () => Promise<void>
}

/** Creates the templates of the embedded database in a folder. */
export async function makeEmbeddedTemplates(folder: string): Promise<Templates> {
  const [schema, shop] = [join(folder, 'schema'), join(folder, 'shop')]
  mkdirSync(schema)
  await migrateDatabase({ DATA_DIR: schema, DATABASE_URL: undefined })
  cpSync(schema, shop, { recursive: true })
  await importShop({ DATA_DIR: shop, DATABASE_URL: undefined }, shopFile())
  const env = { [templateVariable('sqlite', 'schema')]: schema, [templateVariable('sqlite', 'shop')]: shop }
  return { env, drop: async () => {} }
}

/** Creates the templates on a PostgreSQL server; distributed over the nodes of a Citus cluster if there are any. */
export async function makePostgresTemplates(server: string, nodes: readonly string[] = []): Promise<Templates> {
  const schema = await makePostgresTemplate('schema', server, nodes)
  const shop = await makePostgresTemplate('shop', server, nodes)
  return {
    env: { ...schema.env, ...shop.env },
    drop: async () => {
      await schema.drop()
      await shop.drop()
    },
  }
}

async function makePostgresTemplate(content: Template, server: string, nodes: readonly string[]): Promise<Templates> {
  const { env, drop } = await createDatabase('postgres', { server })
  const url = env.DATABASE_URL ?? ''
  const name = new URL(url).pathname.slice(1)
  if (nodes.length > 0) await registerNodes(nodes, name)
  const config = { DATABASE_URL: undefined, ...env }
  await migrateDatabase(config, nodes.length > 0)
  if (content === 'shop') await importShop(config, shopFile())
  if (nodes.length > 0) await sealDatabase(nodes, name)
  return { env: { [templateVariable('postgres', content)]: url }, drop }
}

async function migrateDatabase(config: Parameters<typeof openDatabase>[0], isDistributed = false): Promise<void> {
  const database = openDatabase(config)
  await migrate(database)
  if (isDistributed) await distribute(database, functions)
  await database.close()
}
