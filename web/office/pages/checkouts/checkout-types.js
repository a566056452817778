/** What the admin API tells about a checkout. */

/** @typedef {'held' | 'completed' | 'released' | 'expired' | 'cancelled'} CheckoutState */

/**
 * @typedef {object} CheckoutFields
 * @property {string} reference
 * @property {CheckoutState} state
 * @property {string | null} subject null once the customer is deleted
 * @property {number | null} customerId
 * @property {string} heldAt
 * @property {string} expiresAt
 * @property {string | null} completedAt
 * @property {boolean} overLimit
 * @property {boolean} overStock
 */

/** @typedef {CheckoutFields & { grandTotal: import('../../../ui/format/money.js').Money }} ListedCheckout */
/** @typedef {CheckoutFields & { cart: import('../carts/cart-types.js').Cart | null }} Checkout `cart` is null for an old attempt */

export {}
