/** Judges the coupon codes of an agent's cart: the first that applies counts, and each other has a reason. */

import type { Cart } from '../../cart/cart.ts'
import {
  type Occasion,
  type PricedCart,
  priceCart,
  priceLines,
  promotionContextOf,
  totalCart,
} from '../../cart/pricing/price-cart.ts'
import type { Coupon } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import type { ConditionName } from '../../promotions/condition.ts'
import type { CouponReason } from '../../promotions/coupon-reasons.ts'
import { judgeCoupon, type RefusedCoupon } from '../../promotions/judge-coupon.ts'
import type { Uses } from '../../promotions/promotion-context.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'

/** Why a code does not count. */
export type CodeRefusal =
  | 'discount_code_already_applied'
  | 'discount_code_expired'
  | 'discount_code_user_not_logged_in'
  | 'discount_code_user_ineligible'
  | 'discount_code_invalid'
  | 'discount_code_combination_disallowed'

/** A coupon with its uses by orders. */
export interface CodedCoupon {
  coupon: Coupon
  uses: Pick<Uses, 'coupon' | 'couponByCustomer'>
}

/** The coupons of codes, by the folded code. */
export type CodedCoupons = ReadonlyMap<string, CodedCoupon>

/** A cart that is priced with the first of its codes that applies. */
export interface JudgedCart {
  /** With the coupon that applies; else with the first of the codes that a coupon has, which counts nothing. */
  cart: Cart
  priced: PricedCart
  /** Why each code does not count, in their order; null for the one that does. */
  refusals: (CodeRefusal | null)[]
  /** Folded codes that no coupon has, or none that a guest may know: in the answer one cannot be told from the other. */
  unknown: ReadonlySet<string>
}

/**
 * Prices a cart with the first of its codes that applies at this moment.
 * @param cart without a coupon
 * @param now milliseconds since the epoch
 */
export function judgeCodes(
  cart: Cart,
  { codes, coupons }: { codes: readonly string[]; coupons: CodedCoupons },
  snapshot: ShopSnapshot,
  now: number,
): JudgedCart {
  const occasion: Occasion = { now, channel: 'agent' }
  if (codes.length === 0) {
    return { cart, priced: priceCart(cart, snapshot, occasion), refusals: [], unknown: new Set() }
  }
  const lines = priceLines(cart, snapshot, occasion)
  const context = promotionContextOf(cart, lines, snapshot, occasion)
  const folded = codes.map(foldCouponCode)
  const judged = new Map(
    folded.map(code => [code, judgeCoupon(code, { ...context, ...ofCoupon(cart, coupons.get(code)) })]),
  )
  const reasons = folded.map((code, index) =>
    folded.indexOf(code) < index ? 'discount_code_already_applied' : refusalOf(judged.get(code)),
  )
  const applied = reasons.indexOf(null)
  const chosen = coupons.get(folded[applied] ?? folded.find(code => coupons.has(code)) ?? '')
  const coupon = judged.get(folded[applied] ?? '') ?? null
  return {
    cart: chosen ? { ...cart, enteredCode: chosen.coupon.code, ...ofCoupon(cart, chosen) } : cart,
    priced: totalCart(cart, lines, snapshot, { context, coupon }),
    refusals: reasons.map((reason, index) =>
      reason === null && index !== applied ? 'discount_code_combination_disallowed' : reason,
    ),
    unknown: new Set(folded.filter(code => isUnknown(judged.get(code)))),
  }
}

type Judged = ReturnType<typeof judgeCoupon> | undefined

function ofCoupon({ uses }: Cart, coded: CodedCoupon | undefined): Pick<Cart, 'coupon' | 'uses'> {
  return { coupon: coded?.coupon ?? null, uses: { ...uses, ...coded?.uses } }
}

function isUnknown(judged: Judged): boolean {
  return judged?.applied === false && judged.reason === 'unknown'
}

type OwnRefusal = Exclude<CodeRefusal, 'discount_code_already_applied' | 'discount_code_combination_disallowed'>

/** @returns null for a code that applies */
function refusalOf(judged: Judged): OwnRefusal | null {
  if (judged?.applied !== false) return null
  const { reason } = judged
  if (reason === 'campaign' && isOfCart(judged)) return 'discount_code_user_ineligible'
  return refusals[reason] ?? 'discount_code_invalid'
}

/** What the reasons are in this protocol; all others are `discount_code_invalid`, as that of a code that does not exist must be. */
const refusals: { [Reason in CouponReason]?: OwnRefusal } = {
  audience: 'discount_code_user_not_logged_in',
  channel: 'discount_code_user_ineligible',
  expired: 'discount_code_expired',
  products: 'discount_code_user_ineligible',
  minimum_quantity: 'discount_code_user_ineligible',
  minimum_total: 'discount_code_user_ineligible',
}

/** Returns whether the lines of the cart alone are why a coupon, or its campaign, does not apply. */
function isOfCart({ failed }: RefusedCoupon): boolean {
  return failed.every(({ name }) => OF_CART.has(name))
}

/** The conditions that a change of the cart can meet. */
const OF_CART: ReadonlySet<ConditionName> = new Set(['products', 'minimumTotal', 'minimumQuantity'])
