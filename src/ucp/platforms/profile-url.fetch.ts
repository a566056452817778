/** URLs of platforms' profiles: their form, and the list of those that may call. */

import { isIP } from 'node:net'
import { isAllowed } from '../../outgoing/allowed-address.ts'
import { checkUrl, hostOf } from '../../outgoing/check-url.ts'
import { UcpRefusal } from '../refusals.ts'

/** Longest host that has a name (RFC 1035 section 2.3.4), with a dot at its end. */
const MAX_HOST_LENGTH = 254
/** Hosts of this machine, which development takes with http where they are listed. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1']

const MISSING =
  'Send the URL of the platform’s profile: UCP-Agent: profile="https://…", over MCP meta["ucp-agent"].profile.'

/** Whether a URL is one of this machine, which development alone takes. */
export function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOCAL_HOSTS.includes(hostname)
}

/**
 * Parses the URL of a profile, without resolving its host.
 * @param allowLocal whether http to this machine is allowed beside https
 * @throws UcpRefusal `invalid_profile_url`
 */
export function parseProfileUrl(text: string | undefined, allowLocal: boolean): URL {
  if (text === undefined) throw invalidUrl(MISSING)
  const checked = checkUrl(text, { allowHttp: allowLocal })
  if ('broken' in checked)
    throw invalidUrl('The profile must be an https URL without user name and fragment, at most 2048 characters.')
  const { url } = checked
  const host = hostOf(url)
  if (isLocal(url)) return url
  const isPublicHost = host.length <= MAX_HOST_LENGTH && (isIP(host) === 0 || isAllowed(host, []))
  if (url.protocol === 'https:' && isPublicHost) return url
  throw invalidUrl(NOT_PUBLIC)
}

/** Also for hosts that do not resolve: what is said must not tell a name of an internal network from none. */
export const NOT_PUBLIC = 'The host of the profile must resolve to public addresses.'

function invalidUrl(content: string): UcpRefusal {
  return new UcpRefusal('invalid_profile_url', content)
}

/** Whether a pattern names a profile: its URL, its origin, or `*` for any that is not on this machine. */
export function namesProfile(pattern: string, url: URL): boolean {
  return pattern === '*' ? !isLocal(url) : pattern === url.origin || pattern === url.href
}

/** Says how a profile that no pattern names can be listed. */
export function adviceFor(url: URL): string {
  if (!isLocal(url)) return 'This shop has not listed the profile in UCP_PLATFORM_PROFILES.'
  return `A profile on the machine of the shop must be listed, as * does not name it: add ${url.origin} to UCP_PLATFORM_PROFILES, such as UCP_PLATFORM_PROFILES=*,${url.origin}.`
}
