/** Commands for the shop: import, products, campaigns, checkouts and webhooks. */

import { randomUUID } from 'node:crypto'
import { Option } from 'commander'
import { CHECKOUT_STATES, type CheckoutState } from '../../checkouts/checkout-state.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { ImportChoices } from '../../import/staging/stage-files.ts'
import { addExamples } from '../help.ts'
import { id, locations, percentage } from '../option-values.ts'
import { type AddCommand, type Environment, withCurrentDatabase } from './command-context.ts'

interface ImportFlags {
  vatRate?: string
  withdrawMissing?: 'products'
  allowCurrencyChange?: boolean
  dryRun?: boolean
  newIds?: boolean
  locations?: string[]
  encoding?: string
  sheet?: string
  columns?: string
  campaign?: number
  batch?: string
}

/** Adds `sepet import`. */
export const addImport: AddCommand = (program, env) => {
  const command = program
    .command('import')
    .description(
      'import shop files, customer lists, exported tables, Shopify CSV and WooCommerce CSV: all of them, or nothing',
    )
    .argument('<file...>', 'shop.json, a CSV file or an Excel workbook; - reads standard input')
    .addOption(
      new Option('--vat-rate <percent>', 'VAT of taxable products of a CSV (default: 0)').argParser(percentage),
    )
    .addOption(
      new Option('--withdraw-missing <records>', 'take products off sale that no file contains').choices(['products']),
    )
    .option(
      '--allow-currency-change',
      'let currencyCode, decimalPlaces or pricesIncludeVat change while products are stored',
    )
    .option('--dry-run', 'show what the import would change, and change nothing')
    .option(
      '--new-ids',
      'give the products of a table numbers of their own, and remember them by its system and number',
    )
    .addOption(
      new Option('--locations <names>', 'locations of a Shopify inventory whose stock counts (default: all)').argParser(
        locations,
      ),
    )
    .option('--encoding <label>', 'encoding of a CSV file (default: told from its bytes)')
    .option('--sheet <name or number>', 'sheet of an Excel workbook (default: the first)')
    .option('--columns <headings>', 'fields of columns, such as "Ürün Kodu=sku,Fiyat=price"')
    .option('--campaign <id>', 'campaign that the codes of a table are bound to', id)
    .option('--batch <name>', 'batch of these codes')
    .action(async (paths: string[], flags: ImportFlags) => {
      const { explainArguments } = await import('../import-input.ts')
      const { readTableFlags } = await import('../table-flags.ts')
      const table = readTableFlags(flags)
      const mistake = explainArguments(paths, process) ?? (typeof table === 'string' ? table : undefined)
      if (mistake || typeof table === 'string') return command.error(mistake ?? '')
      await withCurrentDatabase(env, (database, config) =>
        importPaths({ database, config, env }, paths, {
          ...flags,
          encoding: table.encoding,
          sheet: table.sheet,
          columns: table.columns,
          codes: table.codes,
        }),
      )
    })
  addExamples(command, [
    ['sepet import products_export.csv --vat-rate 20', 'a product export of Shopify'],
    [
      'sepet import fiyatlar.xlsx --columns "Ürün Kodu=sku,Yeni Fiyat=price" --dry-run',
      'what a price list would change',
    ],
    ['sepet import codes.csv --campaign 9 --batch newsletter', 'codes of another system'],
    ['sepet import shop.json customers.csv', 'settings, campaigns and customers at once'],
    ['curl -s https://erp.example/shop.json | sepet import - --withdraw-missing products', 'the whole catalogue'],
  ])
}

async function importPaths(
  { database, config, env }: { database: Database; config: Config; env: Environment },
  paths: string[],
  flags: ImportChoices,
): Promise<void> {
  const [{ runImport }, { withInput }] = [await import('../import.ts'), await import('../import-input.ts')]
  const [{ createLeaseHolder }, { spoolFolder }] = [
    await import('../../import/lease-holder.ts'),
    await import('../../import/input/spool.ts'),
  ]
  const { stdin, stdout, stderr } = process
  const holdLease = createLeaseHolder(database, { newId: randomUUID, now: Date.now })
  const imported = await withInput(paths, { stdin, folder: spoolFolder(config) }, (files, onInterrupt) =>
    runImport(
      database,
      files,
      { now: Date.now(), randomId: randomUUID, maxCartLines: config.CART_MAX_LINES, ...flags, holdLease, onInterrupt },
      { stdout, stderr, isDumb: env.TERM === 'dumb' },
    ),
  )
  if (!imported) process.exitCode = 1
}

/** Adds `sepet products`. */
export const addProducts: AddCommand = (program, env) => {
  const command = program
    .command('products')
    .description('list products, variants, prices and stock')
    .option('--json', 'one JSON object a line')
    .action(({ json = false }: { json?: boolean }) =>
      withCurrentDatabase(env, async database => {
        const { listProducts } = await import('../products.ts')
        await listProducts(database, { json, now: Date.now() }, process.stdout)
      }),
    )
  addExamples(command, [["sepet products --json | jq 'select(.stock == 0) | .name'", 'what is sold out']])
}

/** Adds `sepet checkouts`. */
export const addCheckouts: AddCommand = (program, env) => {
  const command = program
    .command('checkouts')
    .description('list checkouts, the last held first: reference, state, age, owner of the cart and total')
    .addOption(new Option('--state <state>', 'only those with this state').choices(CHECKOUT_STATES))
    .option('--json', 'one JSON object a line')
    .action(({ state, json = false }: { state?: CheckoutState; json?: boolean }) =>
      withCurrentDatabase(env, async database => {
        const { listCheckouts } = await import('../checkouts.ts')
        await listCheckouts(database, { json, now: Date.now(), ...(state && { state }) }, process.stdout)
      }),
    )
  addExamples(command, [
    ["sepet checkouts --json | jq 'select(.overLimit) | .reference'", 'orders that used a promotion beyond its limit'],
  ])
}

/** Adds `sepet webhooks`. */
export const addWebhooks: AddCommand = (program, env) => {
  const command = program
    .command('webhooks')
    .description('list webhooks: name, state, events to send, types and address')
    .option('--json', 'one JSON object a line')
    .action(({ json = false }: { json?: boolean }) =>
      withCurrentDatabase(env, async database => {
        const { listWebhooks } = await import('../webhooks.ts')
        await listWebhooks(database, { json }, process.stdout)
      }),
    )
  addExamples(command, [['sepet webhooks --json | jq \'select(.state != "ok") | .name\'', 'what is not delivered']])
}
