/** Commands for coupons and campaigns. */

import { addExamples } from '../help.ts'
import { id, instant } from '../option-values.ts'
import { type AddCommand, withCurrentDatabase } from './command-context.ts'

interface ResultsFlags {
  from?: number
  to?: number
  campaign?: number
  json?: boolean
}

/** Adds `sepet campaigns`. */
export const addCampaigns: AddCommand = (program, env) => {
  const campaigns = program.command('campaigns').description('see why coupons and campaigns apply, and what they sell')
  addExplain(campaigns, env)
  addResults(campaigns, env)
}

const addExplain: AddCommand = (campaigns, env) => {
  const command = campaigns
    .command('explain')
    .description(
      'list the conditions of the chosen coupon and of every campaign, checked for the current cart of one customer or guest',
    )
    .requiredOption('--as <shopper>', 'member:<customer id>, guest:<uuid>, or guest for a new one')
    .option('--channel <channel>', 'app, web or agent: where the cart is read', 'app')
    .action((options: { as: string; channel: string }) =>
      withCurrentDatabase(env, async (database, config) => {
        const [{ explainCampaigns }, { createPainter }, { holdLimitOf }] = [
          await import('../campaigns.ts'),
          await import('../colour.ts'),
          await import('../../shop/hold-limit.ts'),
        ]
        const text = await explainCampaigns(
          database,
          { subject: options.as, channel: options.channel, holdLimit: holdLimitOf(config) },
          Date.now(),
          createPainter(process.stdout),
        )
        process.stdout.write(text)
      }),
    )
  addExamples(command, [['sepet campaigns explain --as member:42', 'why customer 42 does not get three for two']])
}

const addResults: AddCommand = (campaigns, env) => {
  const command = campaigns
    .command('results')
    .description('list what each campaign, coupon and batch of codes has sold, those with the highest turnover first')
    .option('--from <time>', 'orders completed at this time or later (default: 30 days before --to)', instant)
    .option('--to <time>', 'orders completed before this time, at most 366 days later (default: now)', instant)
    .option('--campaign <id>', 'only this campaign, the coupons bound to it, and their batches', id)
    .option('--json', 'one JSON object, as the API answers')
    .action(async ({ from, to, campaign: campaignId, json = false }: ResultsFlags) => {
      const { periodOf } = await import('../../promotions/results/period.ts')
      const now = Date.now()
      const period = periodOf(from, to, now, { from: '--from', to: '--to' })
      if ('detail' in period) return command.error(`error: ${period.detail}`)
      await withCurrentDatabase(env, async database => {
        const [{ describeResults }, { createPainter }] = [await import('../results.ts'), await import('../colour.ts')]
        const asked = { query: { ...period, campaignId }, json, now }
        process.stdout.write(await describeResults(database, asked, createPainter(process.stdout)))
      })
    })
  addExamples(command, [
    [
      'sepet campaigns results --from 2026-11-01T00:00:00+03:00 --to 2026-12-01T00:00:00+03:00',
      'the month of November',
    ],
    [
      "sepet campaigns results --campaign 7 --json | jq '.data.batches'",
      'which batch of the codes of campaign 7 sold most',
    ],
  ])
}
