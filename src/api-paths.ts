/** The paths of the API (specification 9), each stated once. */

/** Storefront API: carts, and the endpoints that issue handoffs. Carries the API version. */
export const STOREFRONT = '/api/v3/storefront/2026-01'

/** Consumes a handoff. No version: a handoff link is valid for seconds. */
export const HANDOFF = '/api/v3/storefront/checkout/handoff'

/** Web session of a browser. */
export const SESSION = '/api/v3/storefront/checkout/session'

/** Admin API. */
export const ADMIN = '/api/v3/admin'

/** Customers, within the admin API. */
export const CUSTOMERS = `${ADMIN}/customers`
