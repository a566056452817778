/** The chosen coupon of a cart while it does not apply: its code, the reason, and what is missing. */

import { type Currency, type Money, roundUp, toMoney } from '../../money/money.ts'
import { type CouponRefusal, explainRefusedCoupon } from '../../promotions/coupon-refusal.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { Cart } from '../cart.ts'
import { type PricedCart, promotionContextOf } from '../pricing/price-cart.ts'

/** A coupon that does not apply. */
export interface UnappliedCoupon extends Omit<CouponRefusal, 'missing'> {
  /** As the shop wrote it; as it was entered for a code that is unknown, which includes hidden coupons. */
  code: string
  /** What is missing of a minimum total: rounded up, so that never too little is asked for. */
  missingAmount?: Money
  /** What is missing of a minimum quantity. */
  missingQuantity?: number
  /** Beside either: whether the lines of certain products count alone. */
  limitedToProducts?: boolean
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
  return refused && nameRefused(refused, { coupon, enteredCode }, shop)
}

/**
 * Adds the code of a coupon that does not apply, and states what is missing in the currency of the shop.
 * @param entered the code as it was sent, and its coupon
 */
export function nameRefused(
  { reason, detail, missing }: CouponRefusal,
  { coupon, enteredCode }: { coupon: { code: string } | null; enteredCode: string },
  currency: Currency,
): UnappliedCoupon {
  // Nothing of a hidden coupon is shown.
  const code = reason === 'unknown' || coupon === null ? enteredCode : coupon.code
  if (!missing) return { code, reason, detail }
  const { total, quantity, isLimitedToProducts: limitedToProducts } = missing
  return {
    ...{ code, reason, detail },
    ...(total && { missingAmount: toMoney(roundUp(total, currency), currency) }),
    ...(quantity !== undefined && { missingQuantity: quantity }),
    limitedToProducts,
  }
}
