/** Authorisation of requests: verifies the bearer token by the route's access, before the body is read. */

import type { IncomingMessage } from 'node:http'
import { requireAccess, unauthorised } from '../../auth/access.ts'
import type { VerifyAccessToken } from '../../auth/access-token.jwt.ts'
import { type MetricsTokenSettings, requireMetricsToken } from '../../auth/metrics-token.crypto.ts'
import type { App } from '../fastify-types.ts'

const BEARER = /^Bearer +([\w\-.~+/]+=*) *$/i

interface AuthoriseDependencies {
  verify: VerifyAccessToken
  metricsToken: MetricsTokenSettings
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Registers the verification of bearer tokens on all routes that are not public; `auth/access.ts` decides on access.
 * @throws Error when a route without `access` is registered
 */
export function registerAuthorisation(app: App, { verify, metricsToken, now }: AuthoriseDependencies): void {
  app.decorateRequest('owner')
  app.decorateRequest('tokenKey', '')
  app.addHook('onRoute', ({ url, method, config }) => {
    // A browser's preflight carries no token; @fastify/cors registers the route that answers it.
    if (!config?.access && method !== 'OPTIONS') throw new Error(`The route ${url} has no access setting.`)
  })
  app.addHook('onRequest', async request => {
    const { access = 'public' } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'metrics') return requireMetricsToken(metricsToken, () => bearer(request.raw))
    const token = await verify(bearer(request.raw), now())
    const owner = requireAccess(token, access)
    if (owner) request.owner = owner
    request.tokenKey = token.key
  })
}

/** @throws Refusal 401 when the bearer token is missing, malformed or sent twice */
function bearer({ headers, rawHeaders }: IncomingMessage): string {
  const header = headers.authorization
  if (!header) throw unauthorised('token_missing', 'Send an access token: Authorization: Bearer <token>.')
  const [, token] = BEARER.exec(header) ?? []
  if (!token || isSentTwice(rawHeaders)) {
    throw unauthorised('token_invalid', 'The Authorization header must be, once: Bearer <token>.')
  }
  return token
}

/** Node.js silently uses the first of two headers; a proxy before Sepet may have used the second (RFC 9110 section 5.3). */
function isSentTwice(rawHeaders: string[]): boolean {
  const isHere = (name: string, index: number) => index % 2 === 0 && name.length === 13 && /^authorization$/i.test(name)
  return rawHeaders.filter(isHere).length > 1
}
