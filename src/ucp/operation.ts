/** Operations of the agents' door: what REST and MCP both call. */

import { CAPABILITIES, type Capability, type UcpVersion } from './versions.ts'

/** Makes a type nominal: an object literal, or an object that a platform was spread into, has no private member. */
declare class MadeByPlatforms {
  private readonly isMadeByPlatforms: true
}

/** The platform that calls, which `platforms/` alone makes once a request is admitted. */
export type Platform = MadeByPlatforms &
  Readonly<{
    /** Digest of the API key, or of the URL of the profile: whose idempotency keys they are. */
    key: string
    /** Digest of the API key, or of the origin of the profile: whose limits they are. */
    limitKey: string
    /** The client network that it calls from. */
    network: string
    /** The version of its profile, in which it is answered. */
    version: UcpVersion
    /** Capabilities of ours that its profile has in this version. */
    capabilities: ReadonlySet<Capability>
  }>

/** Names of the operations: the tools of MCP. */
export const OPERATION_NAMES = [
  'create_cart',
  'get_cart',
  'update_cart',
  'cancel_cart',
  'search_catalog',
  'lookup_catalog',
  'get_product',
] as const

/** Name of an operation. */
export type OperationName = (typeof OPERATION_NAMES)[number]

/** What an operation is asked. `id` and `body` are as they came, `platform` and the key are arguments of their own. */
export interface Asked {
  /** Id of the cart in the path, or in the arguments of a tool. */
  id?: string
  body: unknown
}

/** The answer of an operation: the body of REST, and the structured content of MCP. */
export interface Answer {
  status: 200 | 201
  body: { ucp: Envelope } & Record<string, unknown>
  /** Whether an earlier answer is repeated by its idempotency key. */
  isReplayed?: boolean
}

/** An operation. Protocol errors are thrown as `UcpRefusal`. */
export interface Operation {
  name: OperationName
  capability: Capability
  run(asked: Asked, platform: Platform, idempotencyKey: string | undefined): Promise<Answer>
}

/** The member `ucp` of an answer. */
export interface Envelope {
  version: UcpVersion
  status: 'success' | 'error'
  capabilities: Record<string, { version: UcpVersion }[]>
}

/** Returns the member `ucp`: of the operation's capabilities, those that both sides have; a cart has its discounts, too. */
export function envelopeOf(status: Envelope['status'], capability: Capability, platform: Platform): Envelope {
  const { version } = platform
  const own: Capability[] = capability === CAPABILITIES.cart ? [CAPABILITIES.cart, CAPABILITIES.discount] : [capability]
  const shared = own.filter(each => platform.capabilities.has(each))
  return { version, status, capabilities: Object.fromEntries(shared.map(each => [each, [{ version }]])) }
}
