/** Profile of a platform: what its document must be, and what of it counts. */

import { isObject } from '../../schema/is-object.ts'
import { CAPABILITIES, type Capability } from '../versions.ts'

/** What counts of a profile. */
export interface Profile {
  /** Version of the protocol, as `YYYY-MM-DD`. */
  version: string
  /** Capabilities of ours that it declares in its own version. */
  capabilities: ReadonlySet<Capability>
}

const VERSION = /^\d{4}-\d{2}-\d{2}$/

/** Reads a profile. @returns undefined for a document that is none */
export function readProfile(document: unknown): Profile | undefined {
  const ucp = memberOf(document, 'ucp')
  const version = memberOf(ucp, 'version')
  const declared = memberOf(ucp, 'capabilities') ?? {}
  const isNull = isObject(ucp) && ucp.capabilities === null
  if (typeof version !== 'string' || !VERSION.test(version) || isNull || !isRegistry(declared)) return undefined
  return { version, capabilities: sharedOf(declared, version) }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

type Registry = Record<string, { version: string }[]>

function isRegistry(value: unknown): value is Registry {
  return isObject(value) && Object.values(value).every(each => Array.isArray(each) && each.every(hasVersion))
}

function hasVersion(value: unknown): boolean {
  return typeof memberOf(value, 'version') === 'string'
}

/** A profile is of one version: a capability in another one does not count. A discount without carts extends nothing, and is left out. */
function sharedOf(declared: Registry, spoken: string): Set<Capability> {
  const shared = new Set(
    Object.values(CAPABILITIES).filter(
      name => Object.hasOwn(declared, name) && declared[name]?.some(({ version }) => version === spoken),
    ),
  )
  if (!shared.has(CAPABILITIES.cart)) shared.delete(CAPABILITIES.discount)
  return shared
}
