/** What counts as one client where a limit is per address: an IPv4 address, or a network of IPv6. */

import { isIP } from 'node:net'

const BRACKETED = /^\[(.+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/

/**
 * The IPv4 address, also where it is written as an IPv6 one (RFC 4291 section 2.5.5.2), or the /64 network of an IPv6
 * address: what a subscriber is given at least (RFC 6177), and may take any address of. All spellings give the same text.
 * Some proxies add a port, which does not count. What is no address is counted together.
 */
export function clientNetworkOf(address: string): string {
  const [plain = ''] = (BRACKETED.exec(address)?.[1] ?? WITH_PORT.exec(address)?.[1] ?? address).split('%')
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : 'unknown'
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped) return groups.slice(6).flatMap(octetsOf).join('.')
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** Whether an address's network, as `clientNetworkOf` gives it, is this machine: 127.0.0.0/8 or the one of ::1 (RFC 6890). */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64'
}

function octetsOf(group: number): number[] {
  return [group >> 8, group & 255]
}

/** The eight numbers of an IPv6 address, by way of the one spelling that URLs have for it. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map(half => half.split(':').filter(group => group !== ''))
  const zeros: string[] = Array(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16))
}
