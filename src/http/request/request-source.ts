/** Where a request comes from: the page that a browser states, and the cookie that it sends. */

import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'

/** What tells which page a request comes from. */
export interface RequestSource {
  method: string
  /** RFC 6454; undefined where the browser states none. */
  origin: string | undefined
  /** Fetch Metadata: `same-origin`, `same-site`, `cross-site` or `none`; undefined for a client that is no browser. */
  site: string | undefined
}

/** Returns the page that a request comes from. */
export function sourceOf({ method = '', headers }: IncomingMessage): RequestSource {
  const { origin, 'sec-fetch-site': site } = headers
  return { method, origin, site: site === undefined ? undefined : String(site) }
}

/** Whether a request may be for a page that a browser opens, and is for no image, script or frame of one (Fetch Metadata). */
export function isNavigation({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = headers
  return destination === 'document'
}

/** Returns whose page of the office sends a request, as a URI component such as `admin%3A7`; undefined where the request does not say. */
export function pageActorOf({ headers }: IncomingMessage): string | undefined {
  const { 'office-actor': actor } = headers
  return actor === undefined ? undefined : String(actor)
}

/** Returns the value of a cookie; undefined without it. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[name]
}
