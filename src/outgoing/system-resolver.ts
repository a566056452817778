/** Names resolved as the operating system does it: its hosts file, then DNS. */

import { lookup } from 'node:dns/promises'

/**
 * Resolves a name.
 * @returns its IPv4 and IPv6 addresses, in the order in which they should be tried; rejects, or is empty, for a name without addresses
 */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Resolves a name by the operating system, without a cache. A lookup cannot be ended: one that nobody waits for any more keeps a thread
 * of libuv until the operating system gives up, so callers bound the requests that run at the same time.
 */
export const systemResolver: Resolve = async host => {
  const found = await lookup(host, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
