/** The profile of the shop: what it speaks, and where. Each version has one of its own. */

import { BUY, UCP_MCP, UCP_PROFILE, UCP_REST } from '../../api-paths.ts'
import {
  CAPABILITIES,
  type Capability,
  NEWEST_VERSION,
  type Pages,
  PERMALINK,
  UCP_VERSIONS,
  type UcpVersion,
  VERSION_RULES,
} from '../versions.ts'

/** Capabilities that extend another one. */
const parents: Partial<Record<Capability, Capability>> = { [CAPABILITIES.discount]: CAPABILITIES.cart }

/** Returns the path of the profile of a version: that of the newest one is the well-known path. */
export function pathOfProfile(version: UcpVersion): string {
  return version === NEWEST_VERSION ? UCP_PROFILE : `${UCP_PROFILE}/${version}`
}

/** Returns the profile of a version. @param publicUrl where clients reach Sepet, without a slash at its end */
export function presentShopProfile(version: UcpVersion, publicUrl: string): object {
  const { overview, capabilities } = VERSION_RULES[version]
  const service = { version, spec: `${siteOf(version)}/specification/${overview}` }
  const schemas = `${siteOf(version)}/services/shopping`
  return {
    ucp: {
      version,
      ...(version === NEWEST_VERSION && { supported_versions: presentOthers(publicUrl) }),
      services: {
        'dev.ucp.shopping': [
          { ...service, transport: 'rest', endpoint: publicUrl + UCP_REST, schema: `${schemas}/rest.openapi.json` },
          { ...service, transport: 'mcp', endpoint: publicUrl + UCP_MCP, schema: `${schemas}/mcp.openrpc.json` },
        ],
      },
      capabilities: {
        ...Object.fromEntries(
          Object.values(CAPABILITIES).map(name => {
            const parent = parents[name]
            return [name, [{ ...presentPages(version, capabilities[name]), ...(parent && { extends: parent }) }]]
          }),
        ),
        ...presentPermalink(version, publicUrl),
      },
      payment_handlers: {},
    },
  }
}

function siteOf(version: UcpVersion): string {
  return `https://ucp.dev/${version}`
}

/** The other versions, with the URLs of their profiles. */
function presentOthers(publicUrl: string): Record<string, string> {
  const others = UCP_VERSIONS.filter(version => version !== NEWEST_VERSION)
  return Object.fromEntries(others.map(version => [version, publicUrl + pathOfProfile(version)]))
}

function presentPages(version: UcpVersion, { spec, schema }: Pages) {
  const site = siteOf(version)
  return { version, spec: `${site}/specification/${spec}`, schema: `${site}/schemas/shopping/${schema}.json` }
}

/** The protocol permits links of `https` alone: a shop at another URL does not declare them. */
function presentPermalink(version: UcpVersion, publicUrl: string): object {
  const { permalink } = VERSION_RULES[version]
  if (!permalink || !publicUrl.startsWith('https://')) return {}
  return { [PERMALINK]: [{ ...presentPages(version, permalink), config: { endpoint: publicUrl + BUY } }] }
}
