/** Orders counted by the coupons that they have used, of which a bounded number is in memory. Pure. */

import type { Currency } from '../../money/money.ts'
import { count, entryOf, keyOfCurrency, nothing, type OrderGroup, type Sold } from './orders-tally.ts'

/** Codes in memory: each takes some 190 bytes. */
const MAX_CODES = 150_000

/** The orders of one coupon while it was bound to one campaign, or to none. */
export interface CouponSales extends Sold {
  boundCampaignId: number | null
  /** Those while it was bound to others: in general there are none. */
  others: CouponSales | null
}

/** The coupons of one currency, by folded code. */
export interface CurrencyCoupons {
  currency: Currency
  coupons: Map<string, CouponSales>
}

/** A part of all codes: those whose hash leaves `part` when it is divided by `parts`. */
export interface CodePart {
  part: number
  parts: number
}

/** Whether a folded code is of a part. */
export function isOfPart(code: string, { part, parts }: CodePart): boolean {
  return parts === 1 || hashOf(code) % parts === part
}

/** Counts the orders of a part of all codes. */
export interface CouponsTally {
  add(group: OrderGroup): void
  currencies(): CurrencyCoupons[]
  /** The parts into which the codes were divided, a power of two. Each has to be counted by itself. */
  parts(): number
}

/**
 * Creates a tally. The first part becomes smaller where it has too many codes: what is left of it at the end is complete.
 * @param options `campaignId`: counts the coupons alone that were bound to this campaign. `maxCodes`: codes in memory of the first part
 */
export function createCouponsTally(
  { part, parts }: CodePart,
  { campaignId, maxCodes = MAX_CODES }: { campaignId?: number | undefined; maxCodes?: number | undefined } = {},
): CouponsTally {
  const tallies = new Map<string, CurrencyCoupons>()
  let size = 0
  let divisor = parts

  const shrink = () => {
    divisor *= 2
    size = 0
    for (const { coupons } of tallies.values()) {
      for (const code of coupons.keys()) if (!isOfPart(code, { part, parts: divisor })) coupons.delete(code)
      size += coupons.size
    }
  }

  return {
    add(group) {
      const { couponCode: code, boundCampaignId, currency } = group
      if (code === null || (campaignId !== undefined && boundCampaignId !== campaignId)) return
      if (!isOfPart(code, { part, parts: divisor })) return
      const { coupons } = entryOf(tallies, keyOfCurrency(currency), () => ({ currency, coupons: new Map() }))
      const before = coupons.size
      count(salesOf(coupons, code, boundCampaignId), group)
      size += coupons.size - before
      while (part === 0 && size > maxCodes) shrink()
    },
    currencies: () => [...tallies.values()],
    parts: () => divisor,
  }
}

function salesOf(coupons: Map<string, CouponSales>, code: string, boundCampaignId: number | null): Sold {
  const create = () => ({ ...nothing(), boundCampaignId, others: null })
  let sales = entryOf<string, CouponSales>(coupons, code, create)
  while (sales.boundCampaignId !== boundCampaignId) {
    sales.others ??= create()
    sales = sales.others
  }
  return sales
}

/** Yields the orders of a coupon by the campaigns that it was bound to. */
export function* eachBound(sales: CouponSales): Generator<CouponSales> {
  for (let each: CouponSales | null = sales; each !== null; each = each.others) yield each
}

/** FNV-1a, in 32 bits. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < code.length; place++) hash = Math.imul(hash ^ code.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
