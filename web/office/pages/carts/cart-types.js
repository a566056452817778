/** What the admin API tells about a cart. */

/** A cart as it is now, or as held. @typedef {import('../../../../src/cart/pricing/cart.document.ts').HeldCartDocument} Cart */
/** @typedef {import('../../../../src/promotions/condition.document.ts').PromotionCondition} Condition */
/** Units of one line. @typedef {{ productId: number, variantId: number | null, quantity: number }} LineUnits */

/**
 * Why a promotion applies or not, and what its reward does.
 * @typedef {object} Explanation
 * @property {boolean} applies
 * @property {Condition[]} conditions
 * @property {import('../promotions/tier-values.js').Tier | null} [tier] that is reached; null below the first
 * @property {{ sets: number, triggers: LineUnits[], discounted: LineUnits[] }} [units] that the reward chooses
 */

/** @typedef {Explanation & { code: string }} Coupon */
/**
 * Which of the automatic campaigns that may apply at once does.
 * @typedef {object} Contest
 * @property {number | null} winnerId null where the shopper has switched them off, or has held all of them too often
 * @property {boolean} isChosen whether the shopper has chosen the winner
 * @property {import('../../../ui/format/money.js').Money | null} saving of this campaign; null where the rule does not ask
 * @property {boolean} heldTooOften whether the shopper has held this campaign too often without an order
 */

/** @typedef {Explanation & { id: number, name: string, contest?: Contest }} Campaign */

/**
 * @typedef {object} OwnerCart
 * @property {string} subject
 * @property {number | null} customerId of a guest who has logged in: who has the lines now
 * @property {string | null} changedAt
 * @property {Cart} cart
 * @property {Coupon | null} coupon
 * @property {{ code: string, reason: string, at: string }} [refusedCoupon] the code that was entered and refused last, within a day
 * @property {Campaign[]} campaigns
 */

export {}
