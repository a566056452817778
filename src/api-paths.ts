/** Paths of the API (specification 9). */

/** Storefront API: carts, and the endpoints that issue handoffs. Contains the API version. */
export const STOREFRONT = '/api/v3/storefront/2026-01'

/** The endpoint that consumes a handoff. It has no version, since a handoff link is valid for seconds. */
export const HANDOFF = '/api/v3/storefront/checkout/handoff'

/** The endpoint of a browser's web session. */
export const SESSION = '/api/v3/storefront/checkout/session'

/** Admin API. */
export const ADMIN = '/api/v3/admin'

/** Customer endpoints of the admin API. */
export const CUSTOMERS = `${ADMIN}/customers`

/** Path of a customer by its external id, which follows as one percent-encoded segment. */
export const CUSTOMERS_BY_EXTERNAL_ID = `${CUSTOMERS}/by-external-id`
