/** Records of coupons and campaigns, and their fields by JSON pointers without the first slash. */

/** @typedef {{ visitors: boolean, members: boolean, dealers: boolean, customerGroupIds: number[], customerIds: number[] }} CustomerKinds */
/** @typedef {CustomerKinds & { firstOrder: boolean, exclude: CustomerKinds, channels: string[] }} Audience */
/** @typedef {{ productIds: number[], variantIds: number[], brands: string[], categories: string[], tags: string[] }} Items */
/**
 * @typedef {Items & {
 *   minimumTotal: string | null, minimumQuantity: number | null, priceFrom: string | null, priceTo: string | null, excludeDiscounted: boolean,
 *   exclude: Items,
 * }} Conditions
 */

/** By what the tiers of a discount are reached. @typedef {'total' | 'quantity'} TierBase */
/** @typedef {import('./tier-values.js').Tier} Tier */

/**
 * @typedef {import('./promotion-state.js').Validity & {
 *   description: string, audience: Audience | null, conditions: Conditions,
 * }} Promotion
 */

/**
 * @typedef {Promotion & {
 *   code: string, discountType: 'percent' | 'fixed' | 'free_shipping', value: string | null, by: TierBase | null, tiers: Tier[],
 *   maximum: string | null, campaignId: number | null, usageLimitPerCustomer: number | null, batch: string | null, combinesWithCampaigns: boolean,
 * }} Coupon
 */

/** @typedef {'percent' | 'fixed' | 'buy_x_pay_y' | 'buy_x_get_y' | 'free_shipping'} RewardType */
/**
 * @typedef {object} Reward
 * @property {RewardType} type
 * @property {string} [value]
 * @property {TierBase} [by]
 * @property {Tier[]} [tiers]
 * @property {string | null} [maximum]
 * @property {number} [buy]
 * @property {number} [pay]
 * @property {number} [get]
 * @property {string} [percent]
 * @property {number | null} [times]
 * @property {Items | null} [target] null for the items of the conditions
 */

/**
 * @typedef {Promotion & {
 *   id: number, name: string, logicalGroup: number, priority: number, weekdays: number[], dailyFrom: string | null, dailyTo: string | null,
 *   couponBound: boolean, automatic: boolean, combinesWithCoupons: boolean, usageLimitPerCustomer: number | null, reward: Reward,
 * }} Campaign
 */

/** A record as it is read, or as a form has it: then any field may have an invalid value. @typedef {Record<string, any>} PromotionRecord */

/** The value at a name; undefined where there is none. @param {PromotionRecord} record @param {string} name such as `reward/value` */
export function valueAt(record, name) {
  return name.split('/').reduce((/** @type {any} */ value, key) => value?.[key], record)
}

/** Sets the value at a name; undefined takes it away. @param {PromotionRecord} record @param {string} name @param {unknown} value */
export function setAt(record, name, value) {
  const keys = name.split('/')
  const last = keys.pop() ?? ''
  let target = record
  for (const key of keys) {
    if (value === undefined && !target[key]) return
    target[key] ??= {}
    target = target[key]
  }
  if (value === undefined) delete target[last]
  else target[last] = value
}
