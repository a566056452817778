/** Commands for the shop: import, export, products, campaigns and checkouts. */

import { randomUUID } from 'node:crypto'
import { Option } from 'commander'
import { CHECKOUT_STATES, type CheckoutState } from '../../orders/checkout-state.ts'
import { addExamples } from '../help.ts'
import { percentage } from '../option-values.ts'
import { type AddCommand, withCurrentDatabase } from './command-context.ts'

/** Adds `sepet import`. */
export const addImport: AddCommand = (program, env) => {
  const command = program
    .command('import')
    .description('import shop files, customer lists, Shopify CSV and WooCommerce CSV: all of them, or nothing')
    .argument('<file...>', 'shop.json, customers.csv, or a product export')
    .addOption(
      new Option('--vat-rate <percent>', 'VAT of taxable products of a CSV').default('0', '0').argParser(percentage),
    )
    .action((files: string[], { vatRate }: { vatRate: string }) =>
      withCurrentDatabase(env, async database => {
        const { runImport } = await import('../import.ts')
        const options = { now: Date.now(), randomId: randomUUID, vatRate }
        const { stdout, stderr } = process
        const imported = await runImport(database, files, options, { stdout, stderr, isDumb: env.TERM === 'dumb' })
        if (!imported) process.exitCode = 1
      }),
    )
  addExamples(command, [
    ['sepet import products_export.csv --vat-rate 20', 'a product export of Shopify'],
    ['sepet import shop.json customers.csv', 'settings, campaigns and customers at once'],
  ])
}

/** Adds `sepet export customers`. */
export const addExport: AddCommand = (program, env) => {
  const command = program
    .command('export')
    .description('write what the shop holds as CSV')
    .command('customers')
    .description('write all customers as CSV, as `sepet import` reads them')
    .option('--output <file>', 'a file to create, readable by you only (default: standard output)')
    .action((options: { output?: string }) =>
      withCurrentDatabase(env, async database => {
        const { exportCustomers } = await import('../export.ts')
        await exportCustomers(database, options, process.stdout)
      }),
    )
  addExamples(command, [['sepet export customers --output customers.csv', 'for a spreadsheet']])
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
        await listProducts(database, { json }, process.stdout)
      }),
    )
  addExamples(command, [["sepet products --json | jq 'select(.stock == 0) | .name'", 'what is sold out']])
}

/** Adds `sepet campaigns explain`. */
export const addCampaigns: AddCommand = (program, env) => {
  const command = program
    .command('campaigns')
    .description('see why campaigns apply')
    .command('explain')
    .description('list every campaign’s conditions, checked for the current cart of one customer or guest')
    .requiredOption('--as <shopper>', 'member:<customer id>, guest:<uuid>, or guest for a new one')
    .action((options: { as: string }) =>
      withCurrentDatabase(env, async database => {
        const [{ explainCampaigns }, { createPainter }] = [
          await import('../campaigns.ts'),
          await import('../colour.ts'),
        ]
        const text = await explainCampaigns(database, options.as, Date.now(), createPainter(process.stdout))
        process.stdout.write(text)
      }),
    )
  addExamples(command, [['sepet campaigns explain --as member:42', 'why customer 42 does not get three for two']])
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
