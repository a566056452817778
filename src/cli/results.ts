/** `sepet campaigns results`: which campaign, coupon and batch of codes sold what. */

import type { Queries } from '../db/database.ts'
import type { Money } from '../money/money.ts'
import { findResults, type ResultsQuery } from '../promotions/results/promotion-results.store.ts'
import { presentResults } from '../promotions/results/results.document.ts'
import { type Paint, plain } from './colour.ts'
import { count } from './count.ts'

type Results = ReturnType<typeof presentResults>
type Line = [name: string, orders: number, turnover: Money, about: string]

/** What is asked for, and in which form. */
interface Asked {
  query: ResultsQuery
  json: boolean
  /** Milliseconds since the epoch. */
  now: number
}

/** Returns the results as text for the terminal: one JSON object, or a table for each kind. */
export async function describeResults(
  database: Queries,
  { query, json, now }: Asked,
  paint: Paint = plain,
): Promise<string> {
  const results = presentResults(await findResults(database, query, now), query)
  return `${json ? JSON.stringify(results) : describe(results, paint)}\n`
}

function describe({ data, meta }: Results, paint: Paint): string {
  const { campaigns, coupons, batches } = data
  const head = [
    `Orders completed from ${meta.from} to ${meta.to}: ${meta.orders}, ${amounts(meta.turnover)}`,
    `with a promotion: ${meta.promotedOrders}, ${amounts(meta.promotedTurnover)}`,
  ].join('; ')
  const tables = [
    table('Campaigns', campaigns.map(toCampaignLine), meta.leftOut.campaigns, paint),
    table('Coupons', coupons.map(toCouponLine), meta.leftOut.coupons, paint),
    table('Batches', batches.map(toBatchLine), meta.leftOut.batches, paint),
  ]
  return [`${head}.`, ...tables.filter(each => each !== '')].join('\n\n')
}

const DELETED = '(deleted)'

function toCampaignLine({ campaignId, name, orders, turnover }: Results['data']['campaigns'][number]): Line {
  return [String(campaignId), orders, turnover, name ?? DELETED]
}

function toCouponLine({ code, description, orders, turnover }: Results['data']['coupons'][number]): Line {
  return [code, orders, turnover, description ?? DELETED]
}

function toBatchLine({ campaignId, campaignName, batch, ...sold }: Results['data']['batches'][number]): Line {
  return [batch, sold.orders, sold.turnover, `${campaignId}  ${campaignName ?? DELETED}`]
}

/** A title, and a line for each row; empty without rows. */
function table(title: string, lines: readonly Line[], leftOut: number, paint: Paint): string {
  if (lines.length === 0) return ''
  const texts = lines.map(([name, orders, turnover, about]) => [name, ordersText(orders), amount(turnover), about])
  const widthOf = (column: number) => Math.max(...texts.map(cells => (cells[column] ?? '').length))
  const [names, orders, turnovers] = [widthOf(0), widthOf(1), widthOf(2)]
  const rows = texts.map(([name = '', sold = '', turnover = '', about]) =>
    `  ${name.padEnd(names)}  ${sold.padStart(orders)}  ${turnover.padStart(turnovers)}  ${about}`.trimEnd(),
  )
  const more = leftOut > 0 ? [`  and ${leftOut} more`] : []
  return [paint('bold', title), ...rows, ...more].join('\n')
}

/** As wide for one as for several, so that numbers stand below each other. */
function ordersText(orders: number): string {
  return count(orders, 'order').padEnd(`${orders} orders`.length)
}

function amounts(turnover: readonly Money[]): string {
  return turnover.map(amount).join(' and ')
}

function amount(money: Money): string {
  return `${money.amount} ${money.currencyCode}`
}
