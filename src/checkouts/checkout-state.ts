/** States of checkouts. */

/** All states. `expired` is a hold whose time is over. */
export const CHECKOUT_STATES = ['held', 'completed', 'released', 'expired', 'cancelled'] as const

/** State of a checkout. */
export type CheckoutState = (typeof CHECKOUT_STATES)[number]
