/** Cross-site requests: a browser sends the cookie of the office with some of them, so each request must come from a page of the office. */

import type { RequestSource } from '../http/request/request-source.ts'

const SAFE_METHODS = ['GET', 'HEAD']

/**
 * Whether a request comes from a page of the office. A write must state the origin, which every browser does; a read must not state
 * another site.
 * @param publicUrl the URL at which browsers reach Sepet
 * @example isSameSite({ method: 'PUT', origin: 'https://evil.example', site: undefined }, 'https://sepet.example') // false
 */
export function isSameSite({ method, origin, site = 'same-origin' }: RequestSource, publicUrl: string): boolean {
  if (origin === undefined) return SAFE_METHODS.includes(method) && (site === 'same-origin' || site === 'none')
  return origin === new URL(publicUrl).origin && site === 'same-origin'
}
