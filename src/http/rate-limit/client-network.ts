/** Client networks: limits per address count an IPv4 address or an IPv6 /64 network as one client. */

import { isIP } from 'node:net'

const BRACKETED = /^\[(.+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/

/**
 * Returns the client network of an address: the IPv4 address, also for an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2), or
 * the /64 network of an IPv6 address. A subscriber gets at least a /64 (RFC 6177) and may use any address of it.
 * @param address in any spelling, with or without the port that some proxies add
 * @returns the same text for all spellings; `unknown` for a text that is not an address
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

/** Whether a client network, as `clientNetworkOf` returns it, is loopback: 127.0.0.0/8 or the network of ::1 (RFC 6890). */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64'
}

function octetsOf(group: number): number[] {
  return [group >> 8, group & 255]
}

/** Returns the eight groups of an IPv6 address, parsed from its canonical spelling in a URL. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map(half => half.split(':').filter(group => group !== ''))
  const zeros: string[] = Array(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16))
}
