/** Why a coupon does not apply: the first reason that holds, from the conditions that pricing and explanations check. */

import { detailOf } from '../errors.ts'
import type { Coupon } from './campaign.ts'
import { type ConditionResult, checkAudience } from './conditions.ts'
import { checkBoundCampaign, couponChecks } from './eligibility.ts'
import type { PromotionContext } from './promotion-context.ts'
import { findBoundCampaign, type Offers } from './shop-promotions.ts'

/** The reasons, in the order in which they are looked for. Reasons are added, never renamed. */
export const COUPON_REASONS = [
  'unknown',
  'inactive',
  'not_started',
  'expired',
  'used_up',
  'audience',
  'used_by_customer',
  'campaign',
  'products',
  'minimum_quantity',
  'minimum_total',
] as const

/** Why a coupon does not apply. `unknown` also for a coupon whose audience, or its campaign's, does not include the customer. */
export type CouponReason = (typeof COUPON_REASONS)[number]

/** Reasons that a change of the cart or of the campaign, or a login, can remove. */
const CURABLE: ReadonlySet<CouponReason> = new Set([
  'audience',
  'campaign',
  'products',
  'minimum_quantity',
  'minimum_total',
])

/** Why a coupon does not apply, with a sentence for developers. */
export interface CouponRefusal {
  reason: CouponReason
  detail: string
}

/** A condition of a coupon, and the reason when it is not met. */
interface Step {
  check: (coupon: Coupon, context: PromotionContext, offers: Offers) => ConditionResult
  refuse: (coupon: Coupon, context: PromotionContext, result: ConditionResult) => CouponRefusal
}

/** The same for a hidden code and for one that does not exist. */
const unknown: CouponRefusal = {
  reason: 'unknown',
  detail: 'No coupon that this customer may use has this code.',
}

/** Every condition of a coupon, in the order of the reasons. */
const steps = Object.values({
  audience: { check: couponChecks.audience, refuse: () => unknown },
  campaignAudience: { check: checkCampaignAudience, refuse: () => unknown },
  active: { check: couponChecks.active, refuse: refusal('inactive', 'The coupon is switched off.') },
  dates: { check: couponChecks.dates, refuse: refuseDates },
  usage: { check: couponChecks.usage, refuse: refusal('used_up', detailOf('coupon_used_up')) },
  customerUsage: { check: couponChecks.customerUsage, refuse: refuseCustomerUsage },
  campaign: {
    check: checkBoundCampaign,
    refuse: refusal('campaign', 'The campaign of the coupon does not apply to this cart now.'),
  },
  products: {
    check: couponChecks.products,
    refuse: refusal('products', 'The cart has no line that the coupon covers.'),
  },
  minimumQuantity: {
    check: couponChecks.minimumQuantity,
    refuse: refuseMinimum('minimum_quantity', 'The quantity of the covered lines is too small'),
  },
  minimumTotal: {
    check: couponChecks.minimumTotal,
    refuse: refuseMinimum('minimum_total', 'The total of the covered lines with VAT is too small'),
  },
} satisfies Record<keyof typeof couponChecks | 'campaignAudience' | 'campaign', Step>) as Step[]

/**
 * Explains why a coupon does not apply to a cart.
 * @param coupon null for a code that no coupon has
 * @returns null when the coupon applies
 */
export function explainRefusedCoupon(
  coupon: Coupon | null,
  offers: Offers,
  context: PromotionContext,
): CouponRefusal | null {
  if (!coupon) return unknown
  for (const { check, refuse } of steps) {
    const result = check(coupon, context, offers)
    if (!result.passed) return refuse(coupon, context, result)
  }
  return null
}

/**
 * Explains why a coupon code that is entered is not stored: for a reason that no change of the cart and no login can remove. Those
 * reasons come before the ones that depend on the lines, so that the cart's lines are not needed.
 * @param coupon null for a code that no coupon has
 * @returns null when the code may be stored
 */
export function explainRefusedEntry(
  coupon: Coupon | null,
  offers: Offers,
  context: Omit<PromotionContext, 'lines'>,
): CouponRefusal | null {
  const refused = explainRefusedCoupon(coupon, offers, { ...context, lines: [] })
  return refused && CURABLE.has(refused.reason) ? null : refused
}

/** Checks the audience of the campaign that a coupon is bound to. */
function checkCampaignAudience(coupon: Coupon, context: PromotionContext, offers: Offers): ConditionResult {
  return checkAudience(findBoundCampaign(coupon, offers)?.audience ?? null, context)
}

function refusal(reason: CouponReason, detail: string): () => CouponRefusal {
  return () => ({ reason, detail })
}

function refuseDates({ startsAt, endsAt }: Coupon, { now }: PromotionContext): CouponRefusal {
  if (startsAt !== null && now < startsAt) {
    return { reason: 'not_started', detail: `The coupon is valid from ${new Date(startsAt).toISOString()} on.` }
  }
  return { reason: 'expired', detail: `The coupon was valid until ${new Date(endsAt ?? now).toISOString()}.` }
}

function refuseCustomerUsage(_coupon: Coupon, { shopper }: PromotionContext): CouponRefusal {
  return shopper.customerId === null
    ? { reason: 'audience', detail: 'The coupon has a limit per customer: it applies after a login.' }
    : { reason: 'used_by_customer', detail: 'This customer has no use of the coupon left.' }
}

function refuseMinimum(reason: CouponReason, sentence: string): Step['refuse'] {
  return (_coupon, _context, { compared }) => ({ reason, detail: `${sentence}: ${compared()}.` })
}
