/** What the preview of a coupon or campaign says about a cart: how the total changes, or why it does not apply. */

import { isZero } from '../../../ui/format/money.js'

/** @typedef {import('../carts/cart-types.js').OwnerCart} OwnerCart */
/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {{ difference: Money, replacedCoupon: string | null, replacedCampaign: number | null, at: string, customerId: number | null }} Change as the API states it */
/** @typedef {{ data: OwnerCart, meta: { preview: Change } }} PromotionPreview */

/**
 * @typedef {object} Effect
 * @property {'changes' | 'shipping' | 'same' | 'fails'} is `same`: it applies, and the total stays
 * @property {import('../carts/cart-types.js').Explanation | null} explanation null for a cart that does not have the promotion
 * @property {import('../carts/cart-types.js').Condition[]} conditions none for a cart in which nothing can be chosen any more
 */

/**
 * Reads the effect out of a preview.
 * @param {'coupons' | 'campaigns'} name
 * @param {import('./promotion-record.js').PromotionRecord} record what was sent
 * @param {PromotionPreview} preview
 * @returns {Effect}
 */
export function effectOf(name, record, { data: { cart, coupon, campaigns }, meta: { preview } }) {
  const { appliedCoupon, appliedCampaign } = cart.data.attributes
  const explanation = (name === 'coupons' ? coupon : campaigns.find(({ id }) => id === record.id)) ?? null
  const conditions = explanation?.conditions ?? []
  if (!explanation?.applies) return { is: 'fails', explanation, conditions }
  if (!isZero(preview.difference)) return { is: 'changes', explanation, conditions }
  const applied = name === 'coupons' || record.couponBound ? appliedCoupon : appliedCampaign
  return { is: applied && isZero(applied.discountAmount) ? 'shipping' : 'same', explanation, conditions }
}
