/** Versions of the Universal Commerce Protocol that are spoken, and in what they differ: all that depends on a version stands in this table. */

/** Capabilities that operations have. */
export const CAPABILITIES = {
  cart: 'dev.ucp.shopping.cart',
  discount: 'dev.ucp.shopping.discount',
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
} as const

/** Name of a capability, such as `dev.ucp.shopping.cart`. */
export type Capability = (typeof CAPABILITIES)[keyof typeof CAPABILITIES]

/** The capability of links that anybody writes. No operation has it. */
export const PERMALINK = 'dev.ucp.shopping.permalink'

/** The versions, the newest first. */
export const UCP_VERSIONS = ['2026-08-25', '2026-04-08'] as const

/** A version that is spoken. */
export type UcpVersion = (typeof UCP_VERSIONS)[number]

/** The newest version: the one of the profile at the well-known path. */
export const NEWEST_VERSION: UcpVersion = UCP_VERSIONS[0]

/** Pages of the protocol about a capability, below `specification` and below `schemas/shopping`. */
export interface Pages {
  spec: string
  schema: string
}

/** What a version says. */
export interface VersionRules {
  /** Page about the whole, below `specification`. */
  overview: string
  capabilities: Readonly<Record<Capability, Pages>>
  /** Pages about links that anybody writes; undefined where the version has none. */
  permalink: Pages | undefined
  /** Whether a line may say in which unit its quantity is: in other versions the member is unknown. */
  hasQuantityUnits: boolean
}

const schemas = {
  [CAPABILITIES.cart]: 'cart',
  [CAPABILITIES.discount]: 'discount',
  [CAPABILITIES.search]: 'catalog_search',
  [CAPABILITIES.lookup]: 'catalog_lookup',
} as const

const { cart, discount, search, lookup } = CAPABILITIES

/** The table. */
export const VERSION_RULES: Readonly<Record<UcpVersion, VersionRules>> = {
  '2026-08-25': {
    overview: 'overview',
    capabilities: {
      [cart]: { spec: 'shopping/cart', schema: schemas[cart] },
      [discount]: { spec: 'discount', schema: schemas[discount] },
      [search]: { spec: 'shopping/catalog/search', schema: schemas[search] },
      [lookup]: { spec: 'shopping/catalog/lookup', schema: schemas[lookup] },
    },
    permalink: { spec: 'permalink', schema: 'permalink' },
    hasQuantityUnits: true,
  },
  '2026-04-08': {
    overview: 'overview',
    capabilities: {
      [cart]: { spec: 'cart', schema: schemas[cart] },
      [discount]: { spec: 'discount', schema: schemas[discount] },
      [search]: { spec: 'catalog/search', schema: schemas[search] },
      [lookup]: { spec: 'catalog/lookup', schema: schemas[lookup] },
    },
    permalink: undefined,
    hasQuantityUnits: false,
  },
}

/** Whether a text is a version that is spoken. */
export function isSpoken(version: string): version is UcpVersion {
  return UCP_VERSIONS.some(each => each === version)
}
