/** Asks, before anything else, whether the caller may use the route. Routes say who may; `auth/access.ts` decides. */

import { requireAccess, unauthorised } from '../auth/access.ts'
import type { VerifyAccessToken } from '../auth/access-token.jwt.ts'
import { type OperatorSettings, requireOperator } from '../auth/operator.crypto.ts'
import type { App } from './app.ts'

const BEARER = /^Bearer +([\w\-.]+) *$/i

interface AuthoriseDependencies {
  verify: VerifyAccessToken
  operator: OperatorSettings
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Verifies the bearer token of every route that is not public. A route that says nothing about access cannot exist. */
export function authoriseRequests(app: App, { verify, operator, now }: AuthoriseDependencies): void {
  app.decorateRequest('owner')
  app.decorateRequest('tokenKey', '')
  app.addHook('onRoute', ({ url, method, config }) => {
    // A browser's preflight carries no token; @fastify/cors registers the route that answers it.
    if (!config?.access && method !== 'OPTIONS') throw new Error(`The route ${url} says nothing about access.`)
  })
  app.addHook('onRequest', async request => {
    const { access = 'public' } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'operator') return requireOperator(operator, () => bearer(request.headers.authorization))
    const token = await verify(bearer(request.headers.authorization), now())
    const owner = requireAccess(token, access)
    if (owner) request.owner = owner
    request.tokenKey = token.key
  })
}

function bearer(header: string | undefined): string {
  if (!header) throw unauthorised('token_missing', 'Send an access token: Authorization: Bearer <token>.')
  const [, token] = BEARER.exec(header) ?? []
  if (!token) throw unauthorised('token_invalid', 'The Authorization header must be: Bearer <token>.')
  return token
}
