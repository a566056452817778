/** Recognizes requests from Sepet's own pages on this machine, so that no other website in the developer's browser can use them. */

import Type from 'typebox'
import type { NamedHeaders } from '../fastify-types.ts'

/** Headers that proxies and tunnels add. A client behind one is unknown and can send any `Host`. */
const PROXY_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-forwarded-server', 'x-forwarded-prefix', 'x-forwarded-scheme', 'x-forwarded-ssl', 'x-forwarded-by'],
]
/** One address of this machine in X-Forwarded-For: `npm run web-shop` forwards the requests of this machine's browser. */
const THIS_MACHINE = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** The headers that tell. */
export const OriginHeaders = Type.Object(
  Object.fromEntries(
    ['host', 'origin', 'sec-fetch-site', 'x-forwarded-for', ...PROXY_HEADERS].map(name => [name, Type.String()]),
  ),
)

/**
 * Whether a request comes from the page itself, or from a program on this machine. False for a page of another origin (`Origin`,
 * `Sec-Fetch-Site`), for DNS rebinding (`Host`), and for a request through a proxy.
 * @param publicUrl the URL of the page
 */
export function isSameOrigin(headers: NamedHeaders, publicUrl: string): boolean {
  if (!isOwnHost(headers, publicUrl) || forwardingHeaderOf(headers) !== undefined) return false
  const { origin: requestOrigin, 'sec-fetch-site': site = 'none' } = headers
  const { origin } = new URL(publicUrl)
  return (requestOrigin ?? origin) === origin && ['none', 'same-origin'].includes(String(site))
}

/** Returns the header that says that a request has passed a proxy; undefined also for one that forwards requests of this machine alone. */
export function forwardingHeaderOf(headers: NamedHeaders): string | undefined {
  const { 'x-forwarded-for': address = '::1' } = headers
  const isOthers = !THIS_MACHINE.test(String(address))
  return PROXY_HEADERS.find(name => name in headers) ?? (isOthers ? 'x-forwarded-for' : undefined)
}

/** Whether `Host` is the host and port of `publicUrl`. */
export function isOwnHost({ host }: NamedHeaders, publicUrl: string): boolean {
  return host?.toLowerCase() === new URL(publicUrl).host
}
