/** The profile of the shop: what it speaks, and where. */

import { UCP_MCP, UCP_REST } from '../../api-paths.ts'
import { CAPABILITIES, type Capability, UCP_VERSION } from '../operation.ts'

const SITE = `https://ucp.dev/${UCP_VERSION}`
const version = UCP_VERSION

/** Pages of the protocol that describe a capability, and the one that it extends. */
const pages: Record<Capability, { spec: string; schema: string; extends?: Capability }> = {
  [CAPABILITIES.cart]: { spec: 'cart', schema: 'cart' },
  [CAPABILITIES.discount]: { spec: 'discount', schema: 'discount', extends: CAPABILITIES.cart },
  [CAPABILITIES.search]: { spec: 'catalog/search', schema: 'catalog_search' },
  [CAPABILITIES.lookup]: { spec: 'catalog/lookup', schema: 'catalog_lookup' },
}

/** Returns the profile. @param publicUrl where clients reach Sepet, without a slash at its end */
export function presentShopProfile(publicUrl: string): object {
  const service = { version, spec: `${SITE}/specification/overview` }
  const schemas = `${SITE}/services/shopping`
  return {
    ucp: {
      version,
      services: {
        'dev.ucp.shopping': [
          { ...service, transport: 'rest', endpoint: publicUrl + UCP_REST, schema: `${schemas}/rest.openapi.json` },
          { ...service, transport: 'mcp', endpoint: publicUrl + UCP_MCP, schema: `${schemas}/mcp.openrpc.json` },
        ],
      },
      capabilities: Object.fromEntries(Object.values(CAPABILITIES).map(name => [name, [capabilityOf(name)]])),
      payment_handlers: {},
    },
  }
}

function capabilityOf(name: Capability): object {
  const { spec, schema, extends: parent } = pages[name]
  return {
    version,
    spec: `${SITE}/specification/${spec}`,
    schema: `${SITE}/schemas/shopping/${schema}.json`,
    ...(parent && { extends: parent }),
  }
}
