/** Addresses with a special purpose: the IANA registries of IPv4 and IPv6 (RFC 6890), multicast, and IPv6 addresses that contain an IPv4 address. */

import ipaddr from 'ipaddr.js'

/** An address, as ipaddr.js parses it. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its first address and the length of its prefix in bits. */
export type Network = readonly [first: Address, prefix: number]

/** Whether packets reach an address from any network, or where the IPv4 address is that decides. */
export type Reach = 'global' | 'none' | 'ipv4-at-byte-2' | 'ipv4-at-byte-12' | 'teredo'

/**
 * The column «Globally Reachable» of the registries as of 2026. Blocks whose column is N/A are `none`, unless they contain an IPv4
 * address. Rows without a registry are marked with their RFC.
 */
const blocks: readonly (readonly [block: string, name: string, reach: Reach])[] = [
  ['0.0.0.0/8', 'This network', 'none'],
  ['10.0.0.0/8', 'Private-Use', 'none'],
  ['100.64.0.0/10', 'Shared Address Space', 'none'],
  ['127.0.0.0/8', 'Loopback', 'none'],
  ['169.254.0.0/16', 'Link Local', 'none'],
  ['172.16.0.0/12', 'Private-Use', 'none'],
  ['192.0.0.0/24', 'IETF Protocol Assignments', 'none'],
  ['192.0.0.0/29', 'IPv4 Service Continuity Prefix', 'none'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'none'],
  ['192.0.0.9/32', 'Port Control Protocol Anycast', 'global'],
  ['192.0.0.10/32', 'Traversal Using Relays around NAT Anycast', 'global'],
  ['192.0.0.170/31', 'NAT64/DNS64 Discovery', 'none'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', 'none'],
  ['192.31.196.0/24', 'AS112-v4', 'global'],
  ['192.52.193.0/24', 'AMT', 'global'],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', 'none'],
  ['192.168.0.0/16', 'Private-Use', 'none'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', 'global'],
  ['198.18.0.0/15', 'Benchmarking', 'none'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', 'none'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', 'none'],
  ['224.0.0.0/4', 'Multicast (RFC 5771)', 'none'],
  ['240.0.0.0/4', 'Reserved', 'none'],
  ['255.255.255.255/32', 'Limited Broadcast', 'none'],
  ['::/0', 'Outside Global Unicast (RFC 4291)', 'none'],
  ['2000::/3', 'Global Unicast (RFC 4291)', 'global'],
  ['::/96', 'IPv4-compatible Address (RFC 4291)', 'ipv4-at-byte-12'],
  ['::/128', 'Unspecified Address', 'none'],
  ['::1/128', 'Loopback Address', 'none'],
  ['::ffff:0:0/96', 'IPv4-mapped Address', 'ipv4-at-byte-12'],
  ['64:ff9b::/96', 'IPv4-IPv6 Translation', 'ipv4-at-byte-12'],
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translation, local use', 'none'],
  ['100::/64', 'Discard-Only Address Block', 'none'],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', 'none'],
  ['2001::/23', 'IETF Protocol Assignments', 'none'],
  ['2001::/32', 'Teredo', 'teredo'],
  ['2001:1::1/128', 'Port Control Protocol Anycast', 'global'],
  ['2001:1::2/128', 'Traversal Using Relays around NAT Anycast', 'global'],
  ['2001:1::3/128', 'DNS-SD Service Registration Protocol Anycast', 'global'],
  ['2001:2::/48', 'Benchmarking', 'none'],
  ['2001:3::/32', 'AMT', 'global'],
  ['2001:4:112::/48', 'AS112-v6', 'global'],
  ['2001:10::/28', 'Deprecated (ORCHID)', 'none'],
  ['2001:20::/28', 'ORCHIDv2', 'global'],
  ['2001:30::/28', 'Drone Remote ID Protocol Entity Tags', 'global'],
  ['2001:db8::/32', 'Documentation', 'none'],
  ['2002::/16', '6to4', 'ipv4-at-byte-2'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'global'],
  ['3fff::/20', 'Documentation', 'none'],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', 'none'],
  ['fc00::/7', 'Unique-Local', 'none'],
  ['fe80::/10', 'Link-Local Unicast', 'none'],
  ['ff00::/8', 'Multicast (RFC 4291)', 'none'],
]

/** The most specific block first: exceptions are before the block that contains them. */
const byPrefix = blocks
  .map(([block, , reach]) => ({ network: ipaddr.parseCIDR(block), reach }))
  .sort((one, other) => other.network[1] - one.network[1])

/** Whether a network contains an address of the same version. */
export function contains([first, prefix]: Network, address: Address): boolean {
  return first.kind() === address.kind() && address.match(first, prefix)
}

/** Returns the reach of an address by the most specific block that contains it; `global` for an IPv4 address in none. */
export function reachOf(address: Address): Reach {
  return byPrefix.find(({ network }) => contains(network, address))?.reach ?? 'global'
}

/** Returns the IPv4 addresses that an IPv6 address contains: none, one, or for Teredo (RFC 4380) the server and the client. */
export function embeddedIn(address: Address, reach: Reach): Address[] {
  const bytes = address.toByteArray()
  const ipv4At = (start: number, mask = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map(byte => byte ^ mask))
  if (reach === 'ipv4-at-byte-2') return [ipv4At(2)]
  if (reach === 'ipv4-at-byte-12') return [ipv4At(12)]
  if (reach === 'teredo') return [ipv4At(4), ipv4At(12, 0xff)]
  return []
}
