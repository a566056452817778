/** Judges the coupon codes of an agent's cart: the first that applies counts, and each other has a reason. */

import type { Cart } from '../../cart/cart.ts'
import { type PricedCart, priceCart, promotionContextOf } from '../../cart/pricing/price-cart.ts'
import type { Coupon } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { type CouponReason, explainRefusedCoupon } from '../../promotions/coupon-refusal.ts'
import { checkCampaign } from '../../promotions/eligibility.ts'
import type { PromotionContext, Uses } from '../../promotions/promotion-context.ts'
import { findBoundCampaign, type Offers } from '../../promotions/shop-promotions.ts'
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
  const priced = priceCart(cart, snapshot, now)
  if (codes.length === 0) return { cart, priced, refusals: [], unknown: new Set() }
  const offers = { campaigns: snapshot.campaigns, campaignEngine: snapshot.shop.settings.campaignEngine }
  const context = promotionContextOf(cart, priced.lines, snapshot.shop, now)
  const folded = codes.map(foldCouponCode)
  const refused = new Map(folded.map(code => [code, explainCode(coupons.get(code), offers, context)]))
  const reasons = folded.map((code, index) =>
    folded.indexOf(code) < index ? 'discount_code_already_applied' : (refused.get(code)?.refusal ?? null),
  )
  const applied = reasons.indexOf(null)
  const chosen = coupons.get(folded[applied] ?? folded.find(code => coupons.has(code)) ?? '')
  const withCoupon = chosen ? withCouponOf(cart, chosen) : cart
  return {
    cart: withCoupon,
    priced: applied < 0 ? priced : priceCart(withCoupon, snapshot, now),
    refusals: reasons.map((reason, index) =>
      reason === null && index !== applied ? 'discount_code_combination_disallowed' : reason,
    ),
    unknown: new Set(folded.filter(code => refused.get(code)?.isUnknown)),
  }
}

function withCouponOf(cart: Cart, { coupon, uses }: CodedCoupon): Cart {
  return { ...cart, coupon, enteredCode: coupon.code, uses: { ...cart.uses, ...uses } }
}

type OwnRefusal = Exclude<CodeRefusal, 'discount_code_already_applied' | 'discount_code_combination_disallowed'>

/** @returns null for a code that applies */
function explainCode(
  coded: CodedCoupon | undefined,
  offers: Offers,
  context: PromotionContext,
): { refusal: OwnRefusal; isUnknown: boolean } | null {
  const coupon = coded?.coupon ?? null
  const ofCoupon = { ...context, uses: { ...context.uses, ...coded?.uses } }
  const { reason } = explainRefusedCoupon(coupon, offers, ofCoupon) ?? {}
  if (reason === undefined) return null
  const ofCampaign = coupon && reason === 'campaign' && explainCampaign(coupon, offers, ofCoupon)
  return { refusal: ofCampaign || (refusalOf[reason] ?? 'discount_code_invalid'), isUnknown: reason === 'unknown' }
}

/** What the reasons are in this protocol; all others are `discount_code_invalid`, as that of a code that does not exist must be. */
const refusalOf: { [Reason in CouponReason]?: OwnRefusal } = {
  audience: 'discount_code_user_not_logged_in',
  expired: 'discount_code_expired',
  products: 'discount_code_user_ineligible',
  minimum_quantity: 'discount_code_user_ineligible',
  minimum_total: 'discount_code_user_ineligible',
}

/** The conditions of a campaign that a change of the cart can meet. */
const OF_CART = ['products', 'minimumTotal', 'minimumQuantity']

/** Explains why the campaign of a coupon does not apply: for the cart alone, or for another reason, too. */
function explainCampaign(coupon: Coupon, offers: Offers, context: PromotionContext): OwnRefusal {
  const campaign = findBoundCampaign(coupon, offers)
  const others = campaign && checkCampaign(campaign, context, offers).filter(({ name }) => !OF_CART.includes(name))
  return others?.every(({ passed }) => passed) ? 'discount_code_user_ineligible' : 'discount_code_invalid'
}
