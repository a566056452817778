/** Decides whether a request may go to an address: allowed are public ones, and those of networks in a setting. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, contains, embeddedIn, type Network, reachOf } from './special-addresses.ts'

export type { Network } from './special-addresses.ts'

/**
 * Parses a network of a setting, such as `10.0.0.0/8`, `fd00::/8` or a single address.
 * @returns undefined for any other text, for an address with bits after the prefix, and for a network in which each address contains an
 * IPv4 address, since those are judged as IPv4
 */
export function parseNetwork(text: string): Network | undefined {
  const [spelling = '', bits, ...rest] = text.split('/')
  const first = parseAddress(spelling)
  if (!first || rest.length > 0) return undefined
  const size = first.toByteArray().length * 8
  const prefix = bits === undefined ? size : /^(0|[1-9]\d{0,2})$/.test(bits) ? Number(bits) : size + 1
  if (prefix > size || embeddedIn(first, reachOf(first)).length > 0) return undefined
  return isFirst(first, prefix) ? [first, prefix] : undefined
}

function isFirst(address: Address, prefix: number): boolean {
  const bits = address.toByteArray().map(byte => byte.toString(2).padStart(8, '0'))
  return !bits.join('').slice(prefix).includes('1')
}

/**
 * Whether a request may go to an address. An IPv6 address that contains an IPv4 address, such as an IPv4-mapped one, is judged as that
 * one; an address with a zone, such as `fe80::1%eth0`, is refused.
 * @param address as a resolver returns it, without brackets
 * @param networks allowed although they are not public
 */
export function isAllowed(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && isReachable(parsed, networks)
}

function isReachable(address: Address, networks: readonly Network[]): boolean {
  const reach = reachOf(address)
  const inside = embeddedIn(address, reach)
  if (inside.length > 0) return inside.every(each => isReachable(each, networks))
  return reach === 'global' || networks.some(network => contains(network, address))
}

function parseAddress(text: string): Address | undefined {
  const version = text.includes('%') ? 0 : isIP(text)
  if (version === 4) return ipaddr.IPv4.parse(text)
  // The URL parser writes groups of hexadecimal digits: ipaddr.js would parse `::127.0.0.1` as an IPv4-mapped address.
  return version === 6 ? ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1)) : undefined
}
