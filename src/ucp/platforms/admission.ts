/** Who calls: the checks of a request before its body, in their order. */

import type { Platform } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'
import { type Capability, isSpoken, UCP_VERSIONS, type UcpVersion } from '../versions.ts'
import type { AcceptedKey } from './api-keys.crypto.ts'
import type { Profile } from './read-profile.ts'

/** Counts a request of a key. @throws Refusal 429 when the limit is reached; the request does not count then */
type CountRequest = (key: string) => Promise<{ uncount(): Promise<void> }>

/** A caller whose address and key have been accepted. */
export interface Caller {
  key: AcceptedKey | undefined
  network: string
  /** Takes the request back in the limit of the address. */
  uncount(): Promise<void>
}

/** Decides who may call. */
export interface Admission {
  /**
   * Counts the request of an address, and checks its key.
   * @throws UcpRefusal `unauthorized`; Refusal 429
   */
  identify(network: string, apiKey: string | undefined): Promise<Caller>
  /**
   * Checks the profile of the platform for an operation, the profile's URL before anything is fetched.
   * @param profile the URL as it was sent; undefined where it is missing or malformed
   * @throws UcpRefusal; Refusal 429
   */
  admit(caller: Caller, profile: string | undefined, capability: Capability): Promise<Platform>
}

/** What the checks need. */
export interface AdmissionDependencies {
  limitAddress: CountRequest
  limitPlatform: CountRequest
  /** Returns the name of a platform, of one length for every key and URL. */
  nameOf: (text: string) => string
  checkKey: (sent: string | undefined) => AcceptedKey | undefined
  /** @throws UcpRefusal `invalid_profile_url` */
  parseProfileUrl: (text: string | undefined) => URL
  /** Whether a URL, an origin or `*` names a profile. */
  namesProfile: (pattern: string, url: URL) => boolean
  /** Says how a profile that is not listed can be. */
  adviceFor: (url: URL) => string
  /** Profile URLs, origins and `*`. */
  allowed: readonly string[]
  /** @throws UcpRefusal */
  findProfile: (url: URL, network: string) => Promise<Profile>
}

/** Creates the admission. */
export function createAdmission(dependencies: AdmissionDependencies): Admission {
  const { limitAddress, limitPlatform, nameOf, checkKey, parseProfileUrl, findProfile } = dependencies
  return {
    async identify(network, apiKey) {
      const { uncount } = await limitAddress(network)
      return { key: checkKey(apiKey), network, uncount }
    },

    async admit({ key, network, uncount }, text, capability) {
      const url = parseProfileUrl(text)
      requireAllowed(url, key, dependencies)
      const limitKey = nameOf(key?.digest ?? url.origin)
      await limitPlatform(limitKey).catch(async error => {
        await uncount()
        throw error
      })
      const { version, capabilities } = await findProfile(url, network)
      requireSpoken(version)
      requireShared(version, capabilities, capability)
      return { key: key?.digest ?? nameOf(url.href), limitKey, network, version, capabilities } as Platform
    },
  }
}

/** @throws UcpRefusal `profile_not_allowed` */
function requireAllowed(
  url: URL,
  key: AcceptedKey | undefined,
  { allowed, namesProfile, adviceFor }: Pick<AdmissionDependencies, 'allowed' | 'namesProfile' | 'adviceFor'>,
): void {
  const isListed = allowed.some(pattern => namesProfile(pattern, url))
  if (!isListed) throw new UcpRefusal('profile_not_allowed', adviceFor(url))
  const isOfKey = key?.boundTo === undefined || namesProfile(key.boundTo, url)
  if (!isOfKey) throw new UcpRefusal('profile_not_allowed', 'The key is bound to another profile.')
}

/** @throws UcpRefusal `version_unsupported` */
function requireSpoken(version: string): asserts version is UcpVersion {
  if (isSpoken(version)) return
  const content = `Version ${version} of the protocol is not supported: this shop speaks ${UCP_VERSIONS.join(' and ')}.`
  throw new UcpRefusal('version_unsupported', content)
}

/** @throws UcpRefusal `capabilities_incompatible` */
function requireShared(version: UcpVersion, capabilities: ReadonlySet<Capability>, capability: Capability): void {
  if (capabilities.has(capability)) return
  const content = `The profile must declare ${capability} in version ${version}.`
  throw new UcpRefusal('capabilities_incompatible', content, {}, { version })
}
