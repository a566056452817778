/** Sites of client networks: one subscriber may have a whole IPv6 /48 (RFC 6177), and any of its 65,536 /64 networks. */

/** Ends the name of an IPv6 network. */
const NETWORK = '::/64'

/**
 * Returns the IPv6 /48 of a client network.
 * @param network name of an IPv6 /64, with or without a text before it, which is kept
 * @returns undefined for other names, such as an IPv4 address
 */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith(NETWORK)) return undefined
  const end = network.lastIndexOf(':', network.length - NETWORK.length - 1)
  return end < 1 ? undefined : `${network.slice(0, end)}::/48`
}

/** Returns the name under which a client network takes its turn and is counted: that of its site, if it has one, else its own. */
export function siteOrNetworkOf(network: string): string {
  return siteOf(network) ?? network
}
