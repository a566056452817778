/** Which requests come from the playground's own page, so that no other website that a developer visits can use it. */

import type { IncomingHttpHeaders } from 'node:http'

/** What proxies and tunnels add: who comes through one may be anybody, and give `Host` as they like. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * False for a page of another origin (`Origin`, `Sec-Fetch-Site`), for one whose name was made to lead to this machine (`Host`),
 * and for whoever comes through a proxy.
 * @param publicUrl where the playground is
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (!isOwnHost(headers, publicUrl) || OF_PROXIES.some(name => name in headers)) return false
  const { origin: from, 'sec-fetch-site': site = 'none' } = headers
  const { origin } = new URL(publicUrl)
  return (from ?? origin) === origin && ['none', 'same-origin'].includes(String(site))
}

/** Whether the playground was asked for by its own name. */
export function isOwnHost({ host }: IncomingHttpHeaders, publicUrl: string): boolean {
  return host?.toLowerCase() === new URL(publicUrl).host
}
