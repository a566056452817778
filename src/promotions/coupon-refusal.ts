/** Why a coupon does not apply: the first reason that holds, from the conditions that pricing and explanations check. */

import { detailOf } from '../errors.ts'
import type { Coupon } from '../model/campaign.ts'
import type { ConditionResult, MissingMinimum } from './conditions.ts'
import { couponChecks, findMissingMinimum } from './eligibility.ts'
import type { PromotionContext } from './promotion-context.ts'
import type { Offers } from './shop-promotions.ts'

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
  /** Of a coupon, or of its campaign, that lacks minimums and nothing else. */
  missing?: MissingMinimum
}

/** Names the reason of a condition that is not met. */
type Refuse = (coupon: Coupon, context: PromotionContext, result: ConditionResult) => CouponRefusal

/** The refusals, by the condition that is not met. A condition without one is an error of the types. */
const refusals: Record<keyof typeof couponChecks, Refuse> = {
  audience: () => unknown,
  active: refusal('inactive', 'The coupon is switched off.'),
  dates: refuseDates,
  usage: refusal('used_up', detailOf('coupon_used_up')),
  customerUsage: refuseCustomerUsage,
  campaign: refusal('campaign', 'The campaign of the coupon does not apply to this cart now.'),
  products: refusal('products', 'The cart has no line that the coupon covers.'),
  minimumQuantity: refuseMinimum('minimum_quantity', 'The quantity of the covered lines is too small'),
  minimumTotal: refuseMinimum('minimum_total', 'The total of the covered lines with VAT is too small'),
}

/** The same for a hidden code and for one that does not exist. */
const unknown: CouponRefusal = {
  reason: 'unknown',
  detail: 'No coupon that this customer may use has this code.',
}

/** Every condition of a coupon, in the order of the reasons. */
const steps = (Object.keys(couponChecks) as (keyof typeof couponChecks)[]).map(name => ({
  check: couponChecks[name],
  refuse: refusals[name],
}))

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
    if (result.passed) continue
    const missing = result.missing && findMissingMinimum(coupon, context, offers)
    return { ...refuse(coupon, context, result), ...(missing && { missing }) }
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

function refuseMinimum(reason: CouponReason, sentence: string): Refuse {
  return (_coupon, _context, { compared }) => ({ reason, detail: `${sentence}: ${compared()}.` })
}
