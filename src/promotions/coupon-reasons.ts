/** The reasons why a coupon does not apply. */

/** The reasons, in the order in which they are looked for. Reasons are added, never renamed. */
export const COUPON_REASONS = [
  'unknown',
  'inactive',
  'not_started',
  'expired',
  'used_up',
  'audience',
  'used_by_customer',
  'channel',
  'campaign',
  'products',
  'minimum_quantity',
  'minimum_total',
] as const

/** Why a coupon does not apply. `unknown` also for a coupon whose audience, or its campaign's, does not include the customer. */
export type CouponReason = (typeof COUPON_REASONS)[number]

/** Reasons that a change of the cart or of the campaign, or a login, can remove. */
export const CURABLE_REASONS: ReadonlySet<CouponReason> = new Set([
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

/** The same for a hidden code and for one that does not exist. */
export const unknownCoupon: CouponRefusal = {
  reason: 'unknown',
  detail: 'No coupon that this customer may use has this code.',
}
