/** What a cart says about a coupon or campaign: applied with its discount, available, or why not. */

/** @typedef {import('../carts/cart-types.js').OwnerCart} OwnerCart */
/** @typedef {import('../../../../ui/browser/format/money.js').Money} Money */

/**
 * @typedef {object} Effect
 * @property {'applied' | 'available' | 'fails' | 'noCoupon' | 'otherCoupon'} is
 * @property {import('../carts/cart-types.js').Condition[]} conditions none where the cart does not explain the coupon
 * @property {Money} [discount] while it is applied
 * @property {string} [otherCode] the coupon that is chosen instead
 */

/**
 * Reads the effect out of a cart. A cart explains the coupon that is chosen, and every campaign.
 * @param {'coupons' | 'campaigns'} name
 * @param {import('./promotion-record.js').PromotionRecord} record
 * @param {OwnerCart} owned
 * @returns {Effect}
 */
export function effectOf(name, record, { cart, coupon, campaigns }) {
  const { appliedCoupon, appliedCampaign } = cart.data.attributes
  if (name === 'coupons') {
    if (coupon === null) return { is: 'noCoupon', conditions: [] }
    if (coupon.code !== record.code) return { is: 'otherCoupon', otherCode: coupon.code, conditions: [] }
    return explained(coupon, appliedCoupon?.code === record.code ? appliedCoupon : undefined)
  }
  const campaign = campaigns.find(({ id }) => id === record.id)
  return explained(campaign, appliedCampaign?.id === record.id ? appliedCampaign : undefined)
}

/** @param {import('../carts/cart-types.js').Explanation | undefined} explanation @param {{ discountAmount: Money } | undefined} applied @returns {Effect} */
function explained(explanation, applied) {
  const conditions = explanation?.conditions ?? []
  if (applied) return { is: 'applied', discount: applied.discountAmount, conditions }
  return { is: explanation?.applies ? 'available' : 'fails', conditions }
}
