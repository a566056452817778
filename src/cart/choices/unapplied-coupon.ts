/** The chosen coupon of a cart while it does not apply: its code, and the reason. */

import { type CouponRefusal, explainRefusedCoupon } from '../../promotions/coupon-refusal.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { Cart } from '../cart.ts'
import { type PricedCart, promotionContextOf } from '../pricing/price-cart.ts'

/** A coupon that does not apply. */
export interface UnappliedCoupon extends CouponRefusal {
  /** As the shop wrote it; as it was entered for a code that is unknown, which includes hidden coupons. */
  code: string
}

/**
 * Explains the chosen coupon of a priced cart.
 * @param now the time at which the cart was priced, in milliseconds since the epoch
 * @returns null when no coupon is chosen, or it applies
 */
export function explainUnappliedCoupon(
  cart: Cart,
  priced: PricedCart,
  { shop, campaigns }: ShopSnapshot,
  now: number,
): UnappliedCoupon | null {
  const { coupon, enteredCode } = cart
  if (enteredCode === null || priced.totals?.discounts.coupon) return null
  const offers = { campaigns, campaignEngine: shop.settings.campaignEngine }
  const refused = explainRefusedCoupon(coupon, offers, promotionContextOf(cart, priced.lines, shop, now))
  return refused && { ...refused, code: shownCode(refused, coupon, enteredCode) }
}

/** Returns the code of a coupon that does not apply; for an unknown one nothing of the coupon. */
export function shownCode({ reason }: CouponRefusal, coupon: { code: string } | null, enteredCode: string): string {
  return reason === 'unknown' || coupon === null ? enteredCode : coupon.code
}
