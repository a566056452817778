/** Paths of the API (specification 9). */

/** Everything below it is the API. */
export const API = '/api/v3/'

/** Storefront API: carts, and the endpoints that issue handoffs. Contains the API version. */
export const STOREFRONT = '/api/v3/storefront/2026-01'

/** The endpoint that consumes a handoff. It has no version, since a handoff link is valid for seconds. */
export const HANDOFF = '/api/v3/storefront/checkout/handoff'

/** The endpoint that the link of an agent's cart leads to. */
export const CONTINUE = '/api/v3/storefront/checkout/continue'

/** The endpoint that the links lead to which the shop makes. */
export const CART_LINK = '/api/v3/storefront/checkout/cart-link'

/** Links to carts that anybody writes: the items follow. */
export const BUY = '/buy'

/** The endpoint of a browser's web session. */
export const SESSION = '/api/v3/storefront/checkout/session'

/** Admin API. */
export const ADMIN = '/api/v3/admin'

/** Customer endpoints of the admin API. */
export const CUSTOMERS = `${ADMIN}/customers`

/** The endpoint of the groups of customers. */
export const CUSTOMER_GROUPS = `${ADMIN}/customer-groups`

/** Checkout endpoints of the admin API. */
export const CHECKOUTS = `${ADMIN}/checkouts`

/** The endpoint that tells the turnover of a period. */
export const TURNOVER = `${ADMIN}/turnover`

/** Path of a customer by its external id, which follows as one percent-encoded segment. */
export const CUSTOMERS_BY_EXTERNAL_ID = `${CUSTOMERS}/by-external-id`

/** Import endpoint of the admin API. */
export const IMPORTS = `${ADMIN}/imports`

/** Export endpoints of the admin API: the name of what is exported follows. */
export const EXPORTS = `${ADMIN}/exports`

/** Product endpoints of the admin API. */
export const PRODUCTS = `${ADMIN}/products`

/** The endpoint of the terms that products have. */
export const CATALOGUE_TERMS = `${ADMIN}/catalogue-terms`

/** Coupon endpoints of the admin API. */
export const COUPONS = `${ADMIN}/coupons`

/** Campaign endpoints of the admin API. */
export const CAMPAIGNS = `${ADMIN}/campaigns`

/** The endpoint that tells which promotion sold what. */
export const PROMOTION_RESULTS = `${ADMIN}/promotions/results`

/** Cart endpoints of the admin API. */
export const CARTS = `${ADMIN}/carts`

/** The endpoint that makes links to carts. */
export const CART_LINKS = `${ADMIN}/cart-links`

/** The endpoint of events. */
export const EVENTS = `${ADMIN}/events`

/** The endpoint of the history. */
export const HISTORY = `${ADMIN}/history`

/** Webhook endpoints of the admin API. */
export const WEBHOOKS = `${ADMIN}/webhooks`

/** Everything that shopping agents call is below it. */
export const UCP = '/ucp'

/** REST endpoints of the agents' door. */
export const UCP_REST = `${UCP}/v1`

/** The endpoint of the Model Context Protocol. */
export const UCP_MCP = `${UCP}/mcp`

/** The profile of the shop for shopping agents. */
export const UCP_PROFILE = '/.well-known/ucp'
