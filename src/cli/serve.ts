/** `sepet serve`: starts the service and prints how to try it. */

import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { STOREFRONT } from '../api-paths.ts'

import type { Config } from '../config/config.ts'
import { loadSecrets } from '../config/secrets.ts'
import { variables } from '../config/variables.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { loggerOptions, standardOutput } from '../http/logging.ts'
import { importSampleShop } from '../import/sample.ts'
import { isPlaygroundEnabled } from '../playground/is-enabled.ts'
import { prepareDatabase, start, stopOnSignals } from '../service.ts'
import { createPainter } from './colour.ts'
import { requireSharing, startWorkers } from './workers.ts'

/** Command line of this program in printed examples: the file is TypeScript in a clone, and JavaScript in the package. */
const COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run --silent sepet --' : 'npx sepet'

/** Options of `sepet serve`. */
export interface ServeOptions {
  /** Whether pending migrations of a PostgreSQL database are run first. */
  migrate: boolean
  /** Number of processes that serve requests. */
  workers: number
}

/** Serves until a signal stops the process. */
export async function serve(config: Config, { migrate, workers }: ServeOptions): Promise<void> {
  if (workers > 1 && cluster.isPrimary) return serveByWorkers(config, { migrate, workers })
  const embedded = config.DATABASE_URL === undefined
  const prepare = embedded && !config.production ? loadSampleShop : async () => {}
  const service = await start(config, { migrate, prepare })
  stopOnSignals(service, config.SHUTDOWN_DELAY_SECONDS)
  if (cluster.isPrimary) await greet(config, service.database, service.address)
}

/** The primary process prepares the database, generates the secrets and prints the greeting once, for all workers. */
async function serveByWorkers(config: Config, { migrate, workers }: ServeOptions): Promise<void> {
  requireSharing(config)
  await prepareDatabase(config, { migrate })
  loadSecrets(config)
  const address = await startWorkers(workers, pino(loggerOptions(config.LOG_LEVEL), standardOutput()))
  const database = openDatabase(config)
  await greet(config, database, address).finally(() => database.close())
}

/** Imports the sample shop into a new embedded database. */
async function loadSampleShop(database: Database): Promise<void> {
  const { revision } = await database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()
  if (revision > 0) return
  if (await importSampleShop(database, Date.now()))
    process.stdout.write('Loaded the sample shop into the empty database.\n')
}

async function greet(config: Config, database: Database, address: string): Promise<void> {
  if (!config.production) process.stdout.write(await greeting(config, database, address))
}

async function greeting(config: Config, database: Database, address: string): Promise<string> {
  const product = await database.kysely
    .selectFrom('products')
    .select('id')
    .where('on_sale', '=', 1)
    .where('stock', '<>', '0')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('variants').select('variants.id').whereRef('product_id', '=', 'products.id'))),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const where = config.DATABASE_URL ? 'on PostgreSQL' : `on the embedded database in ${config.DATA_DIR}`
  const site = createPainter(process.stdout)('bold', config.PUBLIC_URL)
  return `Sepet listens on ${site} (${address}), ${where}.\n\n${playground(config)}${example(config, product?.id)}\n`
}

function playground(config: Config): string {
  return isPlaygroundEnabled(config) ? `Try it in a browser:\n\n  ${config.PUBLIC_URL}/\n\n` : ''
}

function example(config: Config, productId: number | undefined): string {
  const { PUBLIC_URL, ACCESS_TOKEN_JWKS_URL, ACCESS_TOKEN_MEMBER_CLAIM } = config
  if (ACCESS_TOKEN_JWKS_URL || ACCESS_TOKEN_MEMBER_CLAIM) return 'Access tokens come from your identity provider.\n'
  const token = `"Authorization: Bearer $(${commandLine(config)} token guest)"`
  const where = needsSettings(config) ? ', in a shell with the settings of this process' : ''
  if (productId === undefined) {
    const importing = `The shop is empty${where}: ${commandLine(config)} import shop.json`
    return `${importing}\n\n  curl ${PUBLIC_URL}${STOREFRONT}/cart -H ${token}\n`
  }
  return `Put something into a guest’s cart${where}:

  curl ${PUBLIC_URL}${STOREFRONT}/cart-items -H ${token} \\
    -H 'Content-Type: application/json' -d '{"productId":${productId},"quantity":2}'
`
}

/** The command line of this program in another terminal, where it finds the same database and generated secrets. */
function commandLine({ DATA_DIR }: Config): string {
  return DATA_DIR === variables.DATA_DIR.fallback ? COMMAND : `DATA_DIR=${quoted(resolve(DATA_DIR))} ${COMMAND}`
}

/** Settings that the printed commands need and do not contain: secrets do not belong into a terminal. */
const NEEDED = [
  'DATABASE_URL',
  'ACCESS_TOKEN_SECRET',
  'ACCESS_TOKEN_ISSUER',
  'ACCESS_TOKEN_AUDIENCE',
  'ACCESS_TOKEN_CLIENT_ID',
] as const

function needsSettings(config: Config): boolean {
  return NEEDED.some(name => config[name] !== undefined)
}

/** Quotes a text for a POSIX shell (POSIX.1-2024, Shell Command Language, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
