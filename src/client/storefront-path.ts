/** The path of the storefront API. */

/** The path below which all storefront endpoints are. */
export const STOREFRONT_PATH = '/api/v3/storefront/2026-01'
