/** Keys of client networks in limits, as names or as hashes: each tells the key of the network's site. */

import { siteOf } from '../../fairness/client-site.ts'

/** The hash of a network, and that of its site. */
const HASHED = /[\w-]{43}\.([\w-]{43})$/

/**
 * Returns the hash of a client network, with that of its site where it has one: the site of a hash alone could not be told.
 * @param hash returns 43 characters of base64url
 */
export function hashedNetwork(network: string, hash: (name: string) => string): string {
  const site = siteOf(network)
  return site === undefined ? hash(network) : `${hash(network)}.${hash(site)}`
}

/**
 * Returns the key of the site, for the key of an IPv6 network.
 * @param key ends with the network or its hash; what is before it, such as an owner, is kept
 * @returns undefined for every other key
 */
export function siteKeyOf(key: string): string | undefined {
  return siteOf(key) ?? (HASHED.test(key) ? key.replace(HASHED, '$1') : undefined)
}
