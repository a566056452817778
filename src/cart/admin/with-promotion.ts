/** A cart with a promotion that is not stored, and the same cart without it. Both are copies: what other requests share stays as it is. */

import type { Campaign, Coupon } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import type { Uses } from '../../promotions/promotion-context.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { Cart } from '../cart.ts'

/** A promotion as it would be stored. */
export type UnsavedPromotion = { kind: 'coupon'; record: Coupon } | { kind: 'campaign'; record: Campaign }

/** What a cart is priced from. */
export interface PricedFrom {
  readonly cart: Cart
  readonly snapshot: ShopSnapshot
}

/** The uses of the promotion under its key, and whether the customer has ordered. */
export type OwnUses = Pick<Uses, 'coupon' | 'couponByCustomer' | 'hasOrdered'> & {
  campaign: number
  /** Of the campaign by the customer. */
  campaignByCustomer: number
}

/** No use at all. */
const UNUSED: OwnUses = { coupon: 0, couponByCustomer: 0, hasOrdered: false, campaign: 0, campaignByCustomer: 0 }

/**
 * Returns the cart in which the coupon is entered or the campaign chosen. A `couponBound` campaign counts through the entered coupon, and an
 * automatic one as it is picked.
 * @param uses left out for a promotion that has no limit and is not of first orders alone
 */
export function withPromotion(from: PricedFrom, promotion: UnsavedPromotion, uses: OwnUses = UNUSED): PricedFrom {
  const { cart, snapshot } = from
  const { coupon, couponByCustomer, campaign, campaignByCustomer } = uses
  const hasOrdered = uses.hasOrdered || cart.uses.hasOrdered
  if (promotion.kind === 'coupon') {
    const { record } = promotion
    const counted = { ...cart.uses, coupon, couponByCustomer, hasOrdered }
    return { cart: { ...cart, coupon: record, enteredCode: record.code, uses: counted }, snapshot }
  }
  const { record } = promotion
  const campaigns = new Map([...cart.uses.campaigns, [record.id, campaign]])
  const campaignsByCustomer = new Map([...cart.uses.campaignsByCustomer, [record.id, campaignByCustomer]])
  const counted = { ...cart.uses, hasOrdered, campaigns, campaignsByCustomer }
  const choice = record.couponBound || record.automatic ? {} : { campaignId: record.id, campaignOff: false }
  return {
    cart: { ...cart, ...choice, uses: counted },
    snapshot: { ...snapshot, campaigns: inOrder([...othersThan(record, snapshot), record]) },
  }
}

/** Returns the cart in which what is stored under the key of the promotion counts for nothing. */
export function withoutPromotion({ cart, snapshot }: PricedFrom, promotion: UnsavedPromotion): PricedFrom {
  if (promotion.kind === 'campaign') {
    return { cart, snapshot: { ...snapshot, campaigns: othersThan(promotion.record, snapshot) } }
  }
  const isEntered = cart.coupon !== null && isSameCode(cart.coupon.code, promotion.record.code)
  return { cart: isEntered ? { ...cart, coupon: null, enteredCode: null } : cart, snapshot }
}

/** Whether two texts are the code of one coupon. */
export function isSameCode(one: string, other: string): boolean {
  return foldCouponCode(one) === foldCouponCode(other)
}

/** The campaigns themselves, not copies of them: the sets of their ids belong to their lists. */
function othersThan({ id }: Campaign, { campaigns }: ShopSnapshot): Campaign[] {
  return campaigns.filter(each => each.id !== id)
}

function inOrder(campaigns: Campaign[]): Campaign[] {
  return campaigns.sort((a, b) => a.id - b.id)
}
