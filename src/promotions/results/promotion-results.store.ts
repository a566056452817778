/** Which promotion sold what: reads the orders of a period, counts them by their promotions, and names those that sold most. */

import type { Queries } from '../../db/database.ts'
import { createKeyedQueue } from '../../db/keyed-queue.ts'
import type { Currency } from '../../money/money.ts'
import { type BatchKey, createCouponRows } from './coupon-rows.sql.ts'
import { type CodePart, createCouponsTally, isOfPart } from './coupons-tally.ts'
import { type CurrencyTally, createOrdersTally, nothing, type OrdersTally } from './orders-tally.ts'
import type { Period } from './period.ts'
import { findCampaignNames, findNamedCoupons, loadCurrency, type NamedCoupon } from './promotion-names.sql.ts'
import { findSoldOrders } from './sold-orders.sql.ts'
import { compareCurrencies, createRowChooser, type TopRows } from './top-rows.ts'

/** A year of a million orders takes seconds: one period is computed at a time, while few others wait. */
const TURNS = { maxWaitMs: 15_000, maxLength: 10 }

/** What is asked for: the orders that were completed in a period. */
export interface ResultsQuery extends Period {
  /** Only this campaign, the coupons bound to it, and their batches. */
  campaignId?: number | undefined
}

/** What was sold. Rows have the names as they are now, none for what was deleted. */
export interface PromotionResults {
  campaigns: TopRows<number>
  coupons: TopRows<string>
  batches: TopRows<BatchKey>
  /** Of all orders and of those with a promotion, by currencies: that of the shop first, which is always there. */
  totals: Pick<CurrencyTally, 'currency' | 'all' | 'promoted'>[]
  campaignNames: ReadonlyMap<number, string>
  namedCoupons: ReadonlyMap<string, NamedCoupon>
}

/**
 * Finds the results of a period, one period after the other.
 * @param now milliseconds since the epoch
 * @throws LockConflict when other periods take too long
 */
export type FindResults = (query: ResultsQuery, now: number) => Promise<PromotionResults>

/** Creates the function that finds results. */
export function createResultsFinder(queries: Queries): FindResults {
  const runInTurn = createKeyedQueue(TURNS)
  return (query, now) => runInTurn('results', () => findResults(queries, query, now))
}

/**
 * Finds the results of a period. Where very many codes were used, the orders are read once for each part of the codes.
 * @param now milliseconds since the epoch: later orders are not read
 * @param maxCodes codes in memory
 */
export async function findResults(
  queries: Queries,
  { from, to, campaignId }: ResultsQuery,
  now: number,
  maxCodes?: number,
): Promise<PromotionResults> {
  const shop = await loadCurrency(queries)
  const completed = { from, before: Math.min(to, now + 1) }
  const orders = createOrdersTally(campaignId)
  const rows = createCouponRows(queries, shop)
  /** Counts a part of the codes, which is in memory until its rows were chosen. @returns the number of parts */
  const countPart = async (codes: CodePart, others: readonly OrdersTally[] = []): Promise<number> => {
    const coupons = createCouponsTally(codes, { campaignId, maxCodes })
    const isWanted = (code: string | null) => others.length > 0 || (code !== null && isOfPart(code, codes))
    for await (const groups of findSoldOrders(queries, completed, isWanted)) {
      for (const group of groups) for (const tally of [coupons, ...others]) tally.add(group)
    }
    await rows.add(coupons)
    return coupons.parts()
  }
  const parts = await countPart({ part: 0, parts: 1 }, [orders])
  for (let part = 1; part < parts; part++) await countPart({ part, parts })
  const chosen = { campaigns: chooseCampaigns(orders, shop), ...rows.chosen() }
  return { ...chosen, totals: totalsOf(orders, shop), ...(await findNames(queries, chosen)) }
}

function chooseCampaigns(tally: OrdersTally, shop: Currency): TopRows<number> {
  const chooser = createRowChooser<number>(shop, (a, b) => a - b)
  for (const { currency, campaigns } of tally.currencies()) {
    for (const [key, sold] of campaigns) chooser.offer({ key, currency, ...sold })
  }
  return chooser.chosen()
}

async function findNames(
  queries: Queries,
  { campaigns, coupons, batches }: Pick<PromotionResults, 'campaigns' | 'coupons' | 'batches'>,
): Promise<Pick<PromotionResults, 'campaignNames' | 'namedCoupons'>> {
  const ids = [...campaigns.rows.map(({ key }) => key), ...batches.rows.map(({ key }) => key.campaignId)]
  const codes = coupons.rows.map(({ key }) => key)
  return {
    campaignNames: await findCampaignNames(queries, [...new Set(ids)]),
    namedCoupons: await findNamedCoupons(queries, [...new Set(codes)]),
  }
}

function totalsOf(tally: OrdersTally, shop: Currency): PromotionResults['totals'] {
  const own = { currency: shop, all: nothing(), promoted: nothing() }
  const found = tally.currencies()
  const hasOwn = found.some(({ currency }) => compareCurrencies(shop, currency, shop) === 0)
  return [...(hasOwn ? [] : [own]), ...found].sort((a, b) => compareCurrencies(shop, a.currency, b.currency))
}
