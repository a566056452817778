/** Client networks: limits per address count an IPv4 address or an IPv6 /64 network as one client. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const BRACKETED = /^\[(.+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/
/** Deprecated spelling of an IPv4-compatible address (RFC 4291 section 2.5.5.1), which ipaddr.js would parse as a mapped one. */
const IPV4_COMPATIBLE = /^::[\d.]+$/
/** The network of IPv4-compatible addresses and of loopback. */
const ZERO_NETWORK = '0:0:0:0::/64'
/** Groups of 16 bits in a /64 network. */
const NETWORK_GROUPS = 4

/**
 * Returns the client network of an address: the IPv4 address, also for an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2), or
 * the /64 network of an IPv6 address. A subscriber gets at least a /64 (RFC 6177) and may use any address of it.
 * @param address in any spelling, with or without the port that some proxies add
 * @returns the same text for all spellings; `unknown` for a text that is not an address
 * @example
 * clientNetworkOf('[2001:db8::1]:443') // 2001:db8:0:0::/64
 */
export function clientNetworkOf(address: string): string {
  const [plain = ''] = (BRACKETED.exec(address)?.[1] ?? WITH_PORT.exec(address)?.[1] ?? address).split('%')
  // ipaddr.js alone would accept more spellings, such as 0177.1 for an IPv4 address.
  const version = isIP(plain)
  if (version !== 6) return version === 4 ? plain : 'unknown'
  if (IPV4_COMPATIBLE.test(plain)) return ZERO_NETWORK
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, NETWORK_GROUPS)
  return `${groups.map(group => group.toString(16)).join(':')}::/64`
}

/** Whether a client network, as `clientNetworkOf` returns it, is loopback: 127.0.0.0/8 or the network of ::1 (RFC 6890). */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === ZERO_NETWORK
}
