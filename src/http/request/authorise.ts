/** Asks, before anything else, whether the caller may use the route. Routes say who may; `auth/access.ts` decides. */

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

/** Verifies the bearer token of every route that is not public. A route that says nothing about access cannot exist. */
export function registerAuthorisation(app: App, { verify, metricsToken, now }: AuthoriseDependencies): void {
  app.decorateRequest('owner')
  app.decorateRequest('tokenKey', '')
  app.addHook('onRoute', ({ url, method, config }) => {
    // A browser's preflight carries no token; @fastify/cors registers the route that answers it.
    if (!config?.access && method !== 'OPTIONS') throw new Error(`The route ${url} says nothing about access.`)
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

function bearer({ headers, rawHeaders }: IncomingMessage): string {
  const header = headers.authorization
  if (!header) throw unauthorised('token_missing', 'Send an access token: Authorization: Bearer <token>.')
  const [, token] = BEARER.exec(header) ?? []
  if (!token || isSentTwice(rawHeaders)) {
    throw unauthorised('token_invalid', 'The Authorization header must be, once: Bearer <token>.')
  }
  return token
}

/** Node takes the first of two and says nothing; a proxy before Sepet may have looked at the other (RFC 9110 section 5.3). */
function isSentTwice(rawHeaders: string[]): boolean {
  const isHere = (name: string, index: number) => index % 2 === 0 && name.length === 13 && /^authorization$/i.test(name)
  return rawHeaders.filter(isHere).length > 1
}
