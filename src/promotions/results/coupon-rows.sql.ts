/** The rows of coupons and of their batches, of any number of codes: other requests run between two pages of them. */

import { setImmediate as otherRequests } from 'node:timers/promises'
import type { Queries } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'
import { type CouponSales, type CouponsTally, eachBound } from './coupons-tally.ts'
import { count, entryOf, keyOfCurrency, nothing, type Sold } from './orders-tally.ts'
import { findBatches } from './promotion-names.sql.ts'
import { compareTexts, createRowChooser, type ResultRow, type TopRows } from './top-rows.ts'

/** Codes of a page, whose batches one statement finds. */
const PAGE = 1_000

/** A batch of the codes of a campaign. */
export interface BatchKey {
  campaignId: number
  batch: string
}

/** Chooses the rows of coupons and batches out of tallies that are added one after the other. */
export interface CouponRows {
  add(tally: CouponsTally): Promise<void>
  chosen(): { coupons: TopRows<string>; batches: TopRows<BatchKey> }
}

/** Creates the chooser. @param shop the currency of the shop */
export function createCouponRows(queries: Queries, shop: Currency): CouponRows {
  const coupons = createRowChooser<string>(shop, compareTexts)
  const batches = new Map<string, ResultRow<BatchKey>>()
  return {
    async add(tally) {
      for (const { currency, coupons: all } of tally.currencies()) {
        for (const page of pagesOf(all)) {
          for (const [key, sales] of page) coupons.offer({ key, currency, ...sumOf(sales) })
          await countBatches(queries, page, { batches, currency })
          await otherRequests()
        }
      }
    },
    chosen() {
      const chooser = createRowChooser(shop, compareBatches)
      for (const row of batches.values()) chooser.offer(row)
      return { coupons: coupons.chosen(), batches: chooser.chosen() }
    },
  }
}

type CouponEntry = readonly [code: string, sales: CouponSales]

function* pagesOf(coupons: ReadonlyMap<string, CouponSales>): Generator<CouponEntry[]> {
  let page: CouponEntry[] = []
  for (const entry of coupons) {
    page.push(entry)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Adds the orders of coupons to the batches of the campaigns that they were bound to. */
async function countBatches(
  queries: Queries,
  page: readonly CouponEntry[],
  { batches, currency }: { batches: Map<string, ResultRow<BatchKey>>; currency: Currency },
): Promise<void> {
  const bound = page.filter(([, sales]) => sales.boundCampaignId !== null || sales.others !== null)
  if (bound.length === 0) return
  const codes = bound.map(([code]) => code)
  const batchOf = await findBatches(queries, codes)
  for (const [code, sales] of bound) {
    const batch = batchOf.get(code)
    for (const { boundCampaignId: campaignId, ...sold } of eachBound(sales)) {
      if (batch === undefined || campaignId === null) continue
      const create = () => ({ key: { campaignId, batch }, currency, ...nothing() })
      count(entryOf(batches, `${keyOfCurrency(currency)} ${campaignId} ${batch}`, create), sold)
    }
  }
}

function compareBatches(a: BatchKey, b: BatchKey): number {
  return a.campaignId - b.campaignId || compareTexts(a.batch, b.batch)
}

function sumOf(sales: CouponSales): Sold {
  const sum = nothing()
  for (const each of eachBound(sales)) count(sum, each)
  return sum
}
