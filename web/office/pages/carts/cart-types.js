/** What the admin API tells about a cart. */

/** @typedef {import('../../../../src/cart/pricing/cart.document.ts').CartDocument} Cart */
/** @typedef {import('../../../../src/promotions/condition.document.ts').PromotionCondition} Condition */
/** @typedef {{ applies: boolean, conditions: Condition[] }} Explanation */
/** @typedef {Explanation & { code: string }} Coupon */
/** @typedef {Explanation & { id: number, name: string }} Campaign */

/**
 * @typedef {object} OwnerCart
 * @property {string} subject
 * @property {number | null} customerId of a guest who has logged in: who has the lines now
 * @property {string | null} changedAt
 * @property {Cart} cart
 * @property {Coupon | null} coupon
 * @property {Campaign[]} campaigns
 */

export {}
