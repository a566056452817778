/** Which requests come from the playground's own page, so that no other website that a developer visits can use it. */

import type { IncomingHttpHeaders } from 'node:http'

/**
 * False for a page of another origin (`Origin`, `Sec-Fetch-Site`), and for one whose name was made to lead to this machine (`Host`).
 * @param publicUrl where the playground is
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin: from, 'sec-fetch-site': site = 'none' } = headers
  const { origin } = new URL(publicUrl)
  return isOwnHost(headers, publicUrl) && (from ?? origin) === origin && ['none', 'same-origin'].includes(String(site))
}

/** Whether the playground was asked for by its own name. */
export function isOwnHost({ host }: IncomingHttpHeaders, publicUrl: string): boolean {
  return host?.toLowerCase() === new URL(publicUrl).host
}
