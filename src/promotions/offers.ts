/** Offers: the campaigns that nothing but a minimum keeps from applying, and what the cart lacks of it. */

import type { Campaign } from '../model/campaign.ts'
import { type Currency, type Decimal, decimal, roundUp } from '../money/money.ts'
import { combines, isEligibleButMinimums } from './conditions.ts'
import type { AcceptedCoupon } from './judge-coupon.ts'
import { compareListed } from './list-order.ts'
import { type PromotionContext, type PromotionLine, totalQuantity, totalValue } from './promotion-context.ts'
import { isHeldTooOften } from './uses-left.ts'

/** Number of offers of a cart. */
const MAX_OFFERS = 3

/** What the covered lines lack: a value with VAT, rounded up, or pieces. */
export type Missing = { total: Decimal } | { quantity: number }

/** A campaign that only a minimum keeps from applying. */
export interface Offer {
  campaignId: number
  name: string
  missing: Missing
}

/**
 * Finds the offers of a cart: totals before quantities, then what lacks least, then list order.
 * @param coupon the coupon that applies
 */
export function findOffers(context: PromotionContext, coupon: AcceptedCoupon | null, currency: Currency): Offer[] {
  if (context.lines.length === 0) return []
  const offers = context.campaigns
    .filter(campaign => !campaign.couponBound && (coupon === null || combines(campaign, coupon.coupon)))
    .filter(campaign => isEligibleButMinimums(campaign, context))
    // It would not apply by itself.
    .filter(campaign => !campaign.automatic || !isHeldTooOften(campaign, context.uses))
    .sort(compareListed)
    .flatMap(campaign => offerOf(campaign, context.covered.of(campaign.conditions), currency))
  return offers.sort(compareOffers).slice(0, MAX_OFFERS)
}

/** @returns none where nothing is missing, and where both a total and pieces are */
function offerOf(campaign: Campaign, covered: readonly PromotionLine[], currency: Currency): Offer[] {
  const quantity = missingQuantity(campaign, totalQuantity(covered))
  const total = missingTotal(campaign, covered)
  const { id: campaignId, name } = campaign
  if (quantity > 0 && total === null) return [{ campaignId, name, missing: { quantity } }]
  if (quantity === 0 && total !== null) return [{ campaignId, name, missing: { total: roundUp(total, currency) } }]
  return []
}

/** Of a reward by sets, an incomplete first set counts. */
function missingQuantity({ conditions, reward }: Campaign, has: number): number {
  const ofSet = reward.type === 'buy_x_pay_y' ? reward.buy : 0
  return Math.max(0, (conditions.minimumQuantity ?? 0) - has, ofSet - has)
}

function missingTotal({ conditions }: Campaign, covered: readonly PromotionLine[]): Decimal | null {
  if (conditions.minimumTotal === null) return null
  const [has, needed] = [totalValue(covered), decimal(conditions.minimumTotal)]
  return has.lt(needed) ? needed.minus(has) : null
}

function compareOffers({ missing: a }: Offer, { missing: b }: Offer): number {
  if ('total' in a) return 'total' in b ? a.total.cmp(b.total) : -1
  return 'total' in b ? 1 : a.quantity - b.quantity
}
