/** `sepet serve`: starts the service and prints how to try it. */

import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { STOREFRONT } from '../api-paths.ts'

import type { Config } from '../config/config.ts'
import { loadSecrets } from '../config/secrets.ts'
import { variables } from '../config/variables.ts'
import type { Database } from '../db/database.ts'
import { diskFaultOf } from '../db/disk-fault.ts'
import { openDatabase, serverLockFile } from '../db/open.ts'
import { lockServer } from '../db/sqlite/server-lock.ts'
import { loggerOptions, standardOutput } from '../http/logging.ts'
import { importSampleShop } from '../import/sample.ts'
import { isPlaygroundEnabled } from '../playground/is-enabled.ts'
import { prepareDatabase, type SignalSource, start, stopOnSignals } from '../service.ts'
import { createPainter } from './colour.ts'
import { CommandError } from './command-error.ts'
import { describeOffice } from './describe-office.ts'
import { signalsUntilParentEnds } from './parent.ts'
import { requireFreePort } from './port.ts'
import { requireSharing, startWorkers } from './workers.ts'

/** Command line of this program in printed examples: the file is TypeScript in a clone, and JavaScript in the package. */
const COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run --silent sepet --' : 'npx sepet'

/** Options of `sepet serve`. */
export interface ServeOptions {
  /** Whether pending migrations of a PostgreSQL database are run first. */
  migrate: boolean
  /** Number of processes that serve requests. */
  workers: number
  /** Whether the server stops when the process that has started it is gone. */
  endWithParent: boolean
}

/** Serves until a signal stops the process. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  const { migrate, workers } = options
  if (cluster.isPrimary) await requireFreePort(config)
  if (workers > 1 && cluster.isPrimary) return serveByWorkers(config, options)
  const embedded = config.DATABASE_URL === undefined
  const prepare = embedded && !config.production ? loadSampleShop : async () => {}
  const begin = () => start(config, { migrate, prepare })
  const service = await (embedded ? beginEmbedded(config, begin) : begin())
  stopOnSignals(service, config.SHUTDOWN_DELAY_SECONDS, signalsOf(options))
  if (cluster.isPrimary) await greet(config, service.database, service.address)
}

/** The primary process prepares the database, generates the secrets and prints the greeting once, for all workers. */
async function serveByWorkers(config: Config, options: ServeOptions): Promise<void> {
  requireSharing(config)
  await prepareDatabase(config, { migrate: options.migrate })
  loadSecrets(config)
  const address = await startWorkers(options.workers, {
    log: pino(loggerOptions(config.LOG_LEVEL), standardOutput()),
    signals: signalsOf(options),
  })
  const database = openDatabase(config)
  await greet(config, database, address).finally(() => database.close())
}

/**
 * Locks the embedded database and begins to serve.
 * @throws CommandError when another server has locked it, or naming its folder when the disk of it is full
 */
async function beginEmbedded<T>(config: Config, begin: () => Promise<T>): Promise<T> {
  try {
    requireOneServer(config)
    return await begin()
  } catch (error) {
    if (diskFaultOf(error) !== 'full' && (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new CommandError(`The disk of DATA_DIR, ${resolve(config.DATA_DIR)}, is full: make room on it.`, error)
  }
}

/**
 * Locks the embedded database for this server, until the process ends.
 * @throws CommandError when another server has locked it: each would count limits for itself
 */
function requireOneServer(config: Config): void {
  const lock = lockServer(serverLockFile(config))
  if (!lock) {
    throw new CommandError(
      `Another server or a transfer runs on the embedded database in ${config.DATA_DIR}: stop it, or choose another folder by DATA_DIR. Several servers share a database on PostgreSQL only.`,
    )
  }
  process.on('exit', () => lock.end())
}

/** A worker gets its signals from the primary process. */
function signalsOf({ endWithParent }: ServeOptions): SignalSource {
  return endWithParent && cluster.isPrimary ? signalsUntilParentEnds() : process
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
  return `Sepet listens on ${site} (${address}), ${where}.\n\n${playground(config)}${describeOffice(config)}${example(config, product?.id)}\n`
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
