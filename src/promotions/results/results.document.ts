/** The results of promotions in API responses: their schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { type Currency, toMoney } from '../../money/money.ts'
import { Id, instant, money, nullable } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import type { Sold } from './orders-tally.ts'
import type { PromotionResults, ResultsQuery } from './promotion-results.store.ts'
import { MAX_ROWS, type ResultRow } from './top-rows.ts'

const orders = Type.Integer({ description: 'orders that were completed in the period, and not cancelled' })
const sold = { orders, turnover: money('the sum of what they paid: their `payable`, with shipping') }
const campaignName = nullable(Type.String({ description: 'its name now; `null` once it is deleted' }))
const leftOut = Type.Integer({ description: `rows besides the first ${MAX_ROWS}` })
const byCurrency = Type.Array(money('a sum of what orders paid'), {
  description: 'one for each currency and number of decimal places, those of the shop first',
})

const CampaignResult = Type.Object(
  { campaignId: Id(), name: campaignName, ...sold },
  { title: 'CampaignResult', description: 'what a campaign has sold: it applied, or the coupon was bound to it' },
)
const CouponResult = Type.Object(
  {
    code: Type.String({
      description: 'as the shop writes it; once it is deleted, in the form in which codes are compared',
    }),
    description: nullable(Type.String({ description: '`null` once it is deleted' })),
    campaignId: nullable(Type.Integer({ description: 'the campaign that it is bound to now' })),
    batch: nullable(Type.String({ description: 'the batch that it is of' })),
    ...sold,
  },
  { title: 'CouponResult' },
)
const BatchResult = Type.Object(
  { campaignId: Id(), campaignName, batch: Type.String(), ...sold },
  { title: 'BatchResult', description: 'what the codes of a batch have sold' },
)

/** The response: for each kind the rows with the highest turnover. */
export const ResultsDocument = Type.Object(
  {
    data: Type.Object({
      campaigns: Type.Array(CampaignResult),
      coupons: Type.Array(CouponResult),
      batches: Type.Array(BatchResult),
    }),
    meta: Type.Object({
      from: instant('the beginning of the period'),
      to: instant('its end, which is not part of it'),
      orders: Type.Integer({ description: 'all orders of the period' }),
      turnover: byCurrency,
      promotedOrders: Type.Integer({ description: 'those with a coupon or a campaign' }),
      promotedTurnover: byCurrency,
      leftOut: Type.Object({ campaigns: leftOut, coupons: leftOut, batches: leftOut }),
    }),
  },
  { title: 'PromotionResults' },
)

/** Presents results. */
export function presentResults(results: PromotionResults, { from, to }: ResultsQuery): Static<typeof ResultsDocument> {
  const { campaigns, coupons, batches, totals, campaignNames, namedCoupons } = results
  const nameOf = (id: number) => campaignNames.get(id) ?? null
  return {
    data: {
      campaigns: campaigns.rows.map(row => ({ campaignId: row.key, name: nameOf(row.key), ...presentSold(row) })),
      coupons: coupons.rows.map(row => ({
        ...(namedCoupons.get(row.key) ?? deletedCoupon(row.key)),
        ...presentSold(row),
      })),
      batches: batches.rows.map(row => ({ ...row.key, campaignName: nameOf(row.key.campaignId), ...presentSold(row) })),
    },
    meta: {
      from: formatInstant(from),
      to: formatInstant(to),
      orders: sumOf(totals.map(({ all }) => all.orders)),
      turnover: totals.map(({ currency, all }) => moneyOf(currency, all)),
      promotedOrders: sumOf(totals.map(({ promoted }) => promoted.orders)),
      promotedTurnover: totals.map(({ currency, promoted }) => moneyOf(currency, promoted)),
      leftOut: { campaigns: campaigns.leftOut, coupons: coupons.leftOut, batches: batches.leftOut },
    },
  }
}

function deletedCoupon(code: string) {
  return { code, description: null, campaignId: null, batch: null }
}

function presentSold({ orders, currency, turnover }: ResultRow<unknown>) {
  return { orders, turnover: moneyOf(currency, { turnover }) }
}

function moneyOf(currency: Currency, { turnover }: Pick<Sold, 'turnover'>) {
  return toMoney(turnover, currency)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
