/** Redirects: no request follows one, since it would take the access token and the body to another address. */

import { SepetError } from './errors.ts'

/** Statuses of redirects, by the Fetch standard. */
const STATUSES = [301, 302, 303, 307, 308]

/**
 * Creates a request whose redirects are not followed. The mode `error` follows none either, but browsers then report a redirect like a
 * lost network, and Cloudflare Workers have no such mode.
 *
 * @param request The request, whose body cannot be read any more afterwards.
 * @returns The same request if it has this mode.
 * @example
 *
 * ```ts
 * import { withoutRedirects } from "./redirects.ts"
 *
 * console.log(withoutRedirects(new Request('https://shop.example.com/health/ready')).redirect) // manual
 * ```
 */
export function withoutRedirects(request: Request): Request {
  return request.redirect === 'manual' ? request : new Request(request, { redirect: 'manual' })
}

/**
 * Whether a response is a redirect, or the result of redirects that the sender has followed all the same.
 *
 * @param response The response, of any status. That of a browser has the type `opaqueredirect`.
 * @param requestUrl The URL of the request, to compare the origins: React Native ignores the mode and tells only the last URL. Undefined
 *   for a sender that may send to another address.
 * @returns False for every other response.
 * @example
 *
 * ```ts
 * import { isRedirect } from "./redirects.ts"
 *
 * console.log(isRedirect(new Response(null, { status: 307 }))) // true
 * ```
 */
export function isRedirect({ type, status, redirected, url }: Response, requestUrl?: string): boolean {
  if (type === 'opaqueredirect' || redirected || STATUSES.includes(status)) return true
  const [sentTo, cameFrom] = [originOf(requestUrl), originOf(url)]
  return sentTo !== undefined && cameFrom !== undefined && sentTo !== cameFrom
}

/**
 * Creates the error of a redirect. It names the origin at most: the rest of an address may be secret.
 *
 * @param response The response, whose body is not read.
 * @returns An error without codes. Its status is 0 in browsers, which hide that of a redirect.
 * @example
 *
 * ```ts
 * import { redirectError } from "./redirects.ts"
 *
 * const headers = { Location: 'https://www.shop.example.com/api' }
 * console.log(redirectError(new Response(null, { status: 307, headers })).message)
 * ```
 */
export function redirectError(response: Response): SepetError {
  response.body?.cancel().catch(() => {})
  const error = new SepetError(response, undefined)
  // A browser hides the target: `url` is then that of the request.
  const target = originOf(response.headers.get('Location') ?? (response.ok ? response.url : undefined))
  error.message = `Not a response of Sepet: a redirect${target === undefined ? '' : ` to ${target}`}, which is not followed`
  return error
}

/** Without `URL`, which React Native does not have completely. */
function originOf(url: string | undefined): string | undefined {
  const [, scheme = '', host = ''] = /^(https?):\/\/(?:[^/?#]*@)?([^/?#@]+)/i.exec(url ?? '') ?? []
  if (host === '') return undefined
  const standardPort = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/
  return `${scheme}://${host.replace(standardPort, '')}`.toLowerCase()
}
