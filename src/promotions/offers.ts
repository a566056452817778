/** Offers: the campaigns that nothing but a minimum keeps from applying, and what the cart lacks of it. */

import type { Campaign, Reward } from '../model/campaign.ts'
import { type Currency, type Decimal, decimal, roundUp } from '../money/money.ts'
import { missingOfSet } from './choose-units.ts'
import { combines, isEligibleButMinimums } from './conditions.ts'
import type { AcceptedCoupon } from './judge-coupon.ts'
import { compareListed } from './list-order.ts'
import { ownMinimums } from './own-reward.ts'
import { type PromotionContext, type PromotionLine, totalQuantity, totalValue } from './promotion-context.ts'
import type { RewardLines } from './reward.ts'
import { linesOf } from './reward-lines.ts'
import type { Minimums } from './tiers.ts'
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
    .flatMap(campaign => offerOf(campaign, linesOf(campaign, context), currency))
  return offers.sort(compareOffers).slice(0, MAX_OFFERS)
}

/** @returns none where nothing is missing, and where both a total and pieces are */
function offerOf(campaign: Campaign, lines: RewardLines, currency: Currency): Offer[] {
  const minimums = ownMinimums(campaign)
  const quantity = missingQuantity(campaign, minimums, lines)
  const total = missingTotal(minimums, lines.covered)
  const { id: campaignId, name } = campaign
  if (quantity > 0 && total === null) return [{ campaignId, name, missing: { quantity } }]
  if (quantity === 0 && total !== null) return [{ campaignId, name, missing: { total: roundUp(total, currency) } }]
  return []
}

/** Of a reward by sets, an incomplete first set counts. */
function missingQuantity({ reward }: Campaign, { minimumQuantity }: Minimums, lines: RewardLines): number {
  const has = totalQuantity(lines.covered)
  return Math.max(0, (minimumQuantity ?? 0) - has, missingOfFirstSet(reward, lines))
}

function missingOfFirstSet(reward: Reward, { covered, discounted }: RewardLines): number {
  switch (reward.type) {
    case 'buy_x_pay_y':
      return reward.buy - totalQuantity(covered)
    case 'buy_x_get_y':
      return missingOfSet({ triggers: covered, targets: discounted }, reward)
    default:
      return 0
  }
}

function missingTotal({ minimumTotal }: Minimums, covered: readonly PromotionLine[]): Decimal | null {
  if (minimumTotal === null) return null
  const [has, needed] = [totalValue(covered), decimal(minimumTotal)]
  return has.lt(needed) ? needed.minus(has) : null
}

function compareOffers({ missing: a }: Offer, { missing: b }: Offer): number {
  if ('total' in a) return 'total' in b ? a.total.cmp(b.total) : -1
  return 'total' in b ? 1 : a.quantity - b.quantity
}
