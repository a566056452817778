/** The commands that export: a shop file, products, customers, orders and coupons. */

import type { Command } from 'commander'
import type { Exported, ExportRequest } from '../../exports/write-export.ts'
import { addExamples } from '../help.ts'
import { id, instant } from '../option-values.ts'
import { type AddCommand, type Environment, withCurrentDatabase } from './command-context.ts'

interface ExportFlags {
  output?: string
  products?: boolean
  from?: number
  to?: number
  campaign?: number
  batch?: string
}

/** An exported part of the shop: what the help says, and its example with the purpose. */
interface Part {
  description: string
  example: [line: string, why: string]
  request: (flags: ExportFlags) => ExportRequest
}

const parts: Record<Exported, Part> = {
  shop: {
    description: 'write settings, groups, shipping, payment methods, coupons and campaigns as a shop file',
    example: ['sepet export shop --products --output shop.json', 'the whole shop, which can be imported elsewhere'],
    request: ({ products = false }) => ({ what: 'shop', products }),
  },
  products: {
    description: 'write all products and variants as CSV, as `sepet import` reads them',
    example: ['sepet export products --output products.csv', 'for a spreadsheet'],
    request: () => ({ what: 'products' }),
  },
  customers: {
    description: 'write all customers as CSV, as `sepet import` reads them',
    example: ['sepet export customers --output customers.csv', 'for a spreadsheet'],
    request: () => ({ what: 'customers' }),
  },
  orders: {
    description: 'write the lines of all orders and other checkouts as CSV, the last held first',
    example: [
      'sepet export orders --from 2026-11-01T00:00:00+03:00 --to 2026-12-01T00:00:00+03:00',
      'the orders of November for the bookkeeper',
    ],
    request: ({ from, to }) => ({ what: 'orders', from, to }),
  },
  coupons: {
    description: 'write all coupons as CSV, as `sepet import` reads them',
    example: [
      'sepet export coupons --campaign 9 --batch newsletter --output codes.csv',
      'the codes of a batch for the newsletter',
    ],
    request: ({ campaign, batch }) => ({
      what: 'coupons',
      ...(campaign !== undefined && { of: { campaignId: campaign, batch } }),
    }),
  },
}

/** Adds `sepet export` with a command for each part. */
export const addExport: AddCommand = (program, env) => {
  const command = program.command('export').description('write what the shop holds as a shop file or as CSV')
  for (const [name, part] of Object.entries(parts)) addPart(command, env, [name as Exported, part])
}

function addPart(parent: Command, env: Environment, [name, { description, example, request }]: [Exported, Part]): void {
  const command = parent
    .command(name)
    .description(description)
    .option('--output <file>', 'a file to create, readable by you only (default: standard output)')
  if (name === 'shop') command.option('--products', 'with all products')
  if (name === 'orders') {
    command
      .option('--from <time>', 'held at this time or later, such as 2026-11-01T00:00:00+03:00', instant)
      .option('--to <time>', 'held before this time', instant)
  }
  if (name === 'coupons') {
    command
      .option('--campaign <id>', 'those that are bound to this campaign', id)
      .option('--batch <name>', 'those of this batch of the campaign')
  }
  command.action(async (flags: ExportFlags) => {
    if (flags.from !== undefined && flags.to !== undefined && flags.from >= flags.to)
      command.error('--to must be a time after --from')
    if (flags.batch !== undefined && flags.campaign === undefined) command.error('--batch needs --campaign')
    await withCurrentDatabase(env, async database => {
      const { exportTo } = await import('../export.ts')
      await exportTo(database, request(flags), { output: flags.output, stdout: process.stdout, now: Date.now() })
    })
  })
  addExamples(command, [example])
}
