#!/usr/bin/env node
/** The `sepet` command: reads the command line, runs one command, turns failures into one line and an exit status. */

import { randomUUID } from 'node:crypto'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { migrate, requireSchema } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { prune } from '../prune.ts'
import { backUp } from './backup.ts'
import { explainCampaigns } from './campaigns.ts'
import { CommandError } from './command-error.ts'
import { exportCustomers } from './export.ts'
import { runImport } from './import.ts'
import { listProducts } from './products.ts'
import { restore } from './restore.ts'
import { type ServeOptions, serve } from './serve.ts'
import { mintToken, TOKEN_KINDS, type TokenKind, type TokenOptions } from './token.ts'

const program = new Command('sepet')
  .description('Storefront cart, checkout handoff and admin customers, self-hosted.')
  .version(packageJson.version)
  .showHelpAfterError('(sepet --help lists the commands)')
  .exitOverride()

program
  .command('serve')
  .description('serve the API')
  .addOption(new Option('--port <number>', 'port to listen on (default: $PORT or 8080)').argParser(port))
  .option('--host <address>', 'address to listen on (default: $HOST or 127.0.0.1)')
  .option('--migrate', 'bring the PostgreSQL schema up to date first', false)
  .addOption(
    new Option('--workers <number>', 'processes that share the port, on PostgreSQL').default(1).argParser(workerCount),
  )
  .addHelpText('after', '\nEverything else is set by environment variables: docs/configuration.md lists them.')
  .action(({ port, host, ...options }: { port?: string; host?: string } & ServeOptions) =>
    serve(readConfig({ ...process.env, ...(port && { PORT: port }), ...(host && { HOST: host }) }), options),
  )

program
  .command('import')
  .description('import shop files, customer lists, Shopify CSV and WooCommerce CSV: all of them, or nothing')
  .argument('<file...>', 'shop.json, customers.csv, or a product export')
  .addOption(new Option('--vat-rate <percent>', 'VAT of taxable products of a CSV').default('0').argParser(percentage))
  .action((files: string[], { vatRate }: { vatRate: string }) =>
    withDatabase(async database => {
      await requireSchema(database, false)
      const imported = await runImport(database, files, { now: Date.now(), randomId: randomUUID, vatRate }, process)
      if (!imported) process.exitCode = 1
    }),
  )

program
  .command('export')
  .description('write what the shop holds as CSV')
  .command('customers')
  .description('write all customers as CSV, as `sepet import` reads them')
  .option('--output <file>', 'a file to create, readable by you only (default: standard output)')
  .action((options: { output?: string }) =>
    withDatabase(async database => {
      await requireSchema(database, false)
      await exportCustomers(database, options, process.stdout)
    }),
  )

program
  .command('products')
  .description('list products, variants, prices and stock')
  .option('--json', 'one JSON object a line', false)
  .action((options: { json: boolean }) =>
    withDatabase(async database => {
      await requireSchema(database, false)
      await listProducts(database, options, process.stdout)
    }),
  )

program
  .command('campaigns')
  .description('see why campaigns apply')
  .command('explain')
  .description('list every campaign’s conditions, judged for the current cart of one shopper')
  .requiredOption('--as <shopper>', 'member:<customer id>, guest:<uuid>, or guest for a new one')
  .action((options: { as: string }) =>
    withDatabase(async database => {
      await requireSchema(database, false)
      process.stdout.write(await explainCampaigns(database, options.as, Date.now()))
    }),
  )

program
  .command('token')
  .description('mint an access token and print it')
  .addArgument(program.createArgument('<kind>', 'who it speaks for').choices(TOKEN_KINDS))
  .option('--id <id>', 'customer id, guest UUID or name (default: member 1, a new guest)')
  .option('--scope <scopes>', 'space-separated scopes (default: all that the kind needs)')
  .addOption(new Option('--ttl-seconds <seconds>', 'lifetime').default(3600).argParser(positiveInteger))
  .action(async (kind: TokenKind, options: TokenOptions) => {
    process.stdout.write(`${await mintToken(readConfig(process.env), kind, options)}\n`)
  })

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(() =>
    withDatabase(async database => {
      const names = await migrate(database)
      process.stdout.write(names.length > 0 ? `Migrated: ${names.join(', ')}.\n` : 'The schema is up to date.\n')
    }),
  )

program
  .command('prune')
  .description(
    'delete used handoffs, web sessions and guests’ carts that have had their time (the server does so by itself)',
  )
  .action(() =>
    withDatabase(async (database, { GUEST_CART_TTL_DAYS: guestCartTtlDays }) => {
      await requireSchema(database, false)
      const { usedHandoffs, webSessions, guestCarts } = await prune(database, Date.now(), { guestCartTtlDays })
      process.stdout.write(
        `Deleted: ${usedHandoffs} used handoffs, ${webSessions} web sessions, ${guestCarts} guest carts.\n`,
      )
    }),
  )

program
  .command('backup')
  .description('copy the embedded database into a new file, also while the server runs')
  .argument('<file>', 'a file to create, readable by you only')
  .action((file: string) => backUp(readConfig(process.env), file, process.stdout))

program
  .command('restore')
  .description('put a backup in the place of the embedded database, while the server is stopped')
  .argument('<file>', 'what `sepet backup` has written')
  .action((file: string) => restore(readConfig(process.env), file, Date.now(), process.stdout))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const database = openDatabase(config)
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

function port(value: string): string {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535.')
  return value
}

function workerCount(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 999.')
  return Number(value)
}

function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(value)
}

function percentage(value: string): string {
  if (!/^\d{1,2}(\.\d{1,4})?$|^100$/.test(value)) throw new InvalidArgumentError('It must be a percentage such as 20.')
  return value
}

/** The exit status: 2 for wrong usage, 1 for every other failure. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const lines = error instanceof ConfigError ? error.problems : [describe(error)]
  process.stderr.write(`${lines.map(line => `sepet: ${line}`).join('\n')}\n`)
  return 1
}

function describe(error: unknown): string {
  if (error instanceof CommandError) return error.message
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
