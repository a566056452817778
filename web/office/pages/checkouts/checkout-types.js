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
 * @property {Money} payable what the customer pays, with shipping
 */

/** @typedef {import('../../../ui/format/money.js').Money} Money */

/**
 * @typedef {object} ReturnedLine
 * @property {string} [itemId] the line of the cart; of an order without its cart the item instead
 * @property {number} [productId]
 * @property {number | null} [variantId]
 * @property {number} quantity
 * @property {Money | null} refund null where the order has no amounts of lines
 * @property {Money | null} net
 * @property {Money | null} vat
 */

/** A line with the pieces that can still be returned. @typedef {{ itemId: string, name: string, left: number }} LeftLine */
/** @typedef {{ restock: boolean, lines: ReturnedLine[], refund: Money | null }} PlannedReturn */
/** @typedef {PlannedReturn & { id: string, at: string }} ItemsReturn */

/** @typedef {CheckoutFields & { refunded?: Money | null }} ListedCheckout `refunded` is absent without returns */
/** @typedef {CheckoutFields & { cart: import('../carts/cart-types.js').Cart | null, returns?: ItemsReturn[] }} Checkout `cart` is null for an old attempt */

export {}
