/** Authorisation of requests: verifies the bearer token by the route's access, before the body is read. */

import type { IncomingMessage } from 'node:http'
import { type AccessToken, isPermission, requireAccess, unauthorised } from '../../auth/access.ts'
import type { VerifyAccessToken } from '../../auth/access-token.jwt.ts'
import { actorOf } from '../../auth/identity.ts'
import { type MetricsTokenSettings, requireMetricsToken } from '../../auth/metrics-token.crypto.ts'
import { ownerKeyOf } from '../../auth/rate-limit-key.crypto.ts'
import type { ActingSession, OwnerResolver } from '../../auth/resolve-owner.ts'
import type { SepetTokens } from '../../auth/sepet-token.jwt.ts'
import type { Author } from '../../model/author.ts'
import type { Channel } from '../../model/campaign.ts'
import type { App } from '../fastify-types.ts'
import type { NetworkBudget } from '../rate-limit/network-budget.ts'
import type { RateLimit } from '../rate-limit/rate-limit.ts'
import { JSON_API } from './negotiation.ts'

const BEARER = /^Bearer +([\w\-.~+/]+=*) *$/i
/** The scheme with any credentials, also with malformed ones. Other schemes bring no bearer token. */
const BEARER_START = /^Bearer +[^ ]/i

/** Detail of the refusal of an Authorization header that is malformed or sent twice. */
export const UNREADABLE_HEADER = 'The Authorization header must be, once: Bearer <token>.'

interface AuthoriseDependencies {
  verify: VerifyAccessToken
  owners: OwnerResolver
  networkBudget: NetworkBudget
  /** Counts a request to a cart by the key of its owner. */
  limitCart: RateLimit
  /** Verifies the tokens that guests renew; undefined where Sepet issues none. */
  sepetTokens: SepetTokens | undefined
  metricsToken: MetricsTokenSettings
  /**
   * Returns what the session of the staff grants to a request of the office, in place of a bearer token; undefined for every other request.
   * @throws Refusal 401 without a session, 403 for a request of another site
   */
  staffTokenOf: (request: IncomingMessage, now: number) => Promise<AccessToken | undefined>
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Registers the verification of bearer tokens on all routes that are not public; `auth/access.ts` decides on access.
 * @throws Error when a route without `access` is registered
 */
export function registerAuthorisation(app: App, dependencies: AuthoriseDependencies): void {
  const { verify, owners, networkBudget, limitCart, sepetTokens, metricsToken, staffTokenOf, now } = dependencies
  const tokenOf = async (raw: IncomingMessage): Promise<AccessToken> =>
    (await staffTokenOf(raw, now())) ?? (await verify(bearer(raw), now()))
  app.decorateRequest('owner')
  app.decorateRequest('hasWritten', false)
  app.decorateRequest('renewedGuest')
  app.decorateRequest('actor', '')
  app.decorateRequest('author')
  app.decorateRequest('scopes')
  app.decorateRequest('actingSession')
  app.decorateRequest('channel', 'app')
  app.decorateRequest('rateLimitKey', '')
  app.addHook('onRoute', ({ url, method, config }) => {
    // A browser's preflight carries no token; @fastify/cors registers the route that answers it.
    if (!config?.access && method !== 'OPTIONS') throw new Error(`The route ${url} has no access setting.`)
  })
  app.addHook('onRequest', async request => {
    const { access = 'public' } = request.routeOptions.config
    if (access === 'public') return
    if (access === 'metrics') return requireMetricsToken(metricsToken, () => bearer(request.raw))
    if (access === 'guest-renewal') {
      if (request.headers.authorization === undefined) return
      request.renewedGuest = await sepetTokens?.verifyRenewal(bearer(request.raw), now())
      return
    }
    const token = await tokenOf(request.raw)
    // Before the access is decided: refused writes are audited, too.
    if (isPermission(access)) request.actor = actorOf(token.identity)
    const granted = requireAccess(token, access)
    if ('actor' in granted) {
      request.author = authorOf(granted.actor, token)
      request.scopes = token.scopes
      return
    }
    const owner = await owners.resolve(granted.owner)
    request.rateLimitKey = ownerKeyOf(owner)
    // Before the database is asked about a session.
    if (request.routeOptions.config.mediaType === JSON_API) await limitCart(request.rateLimitKey)
    request.actingSession = await owners.requireSession(token, now())
    networkBudget.moveTo(request, request.actingSession)
    request.channel = channelOf(request.actingSession)
    request.owner = owner
  })
}

/** Who comes through the door of the staff has a name. */
function authorOf(actor: string, { staffName }: AccessToken): Author {
  return { actor, actorName: staffName ?? null, via: staffName === undefined ? 'api' : 'office' }
}

/** A token that acts for a web session reads the cart on the web. */
function channelOf(session: ActingSession | undefined): Channel {
  return session ? 'web' : 'app'
}

/** @throws Refusal 401 when the bearer token is missing, malformed or sent twice */
function bearer({ headers, rawHeaders }: IncomingMessage): string {
  const [, token] = BEARER.exec(headers.authorization ?? '') ?? []
  const isTwice = isSentTwice(rawHeaders)
  if (token && !isTwice) return token
  if (!isTwice && !BEARER_START.test(headers.authorization ?? '')) {
    throw unauthorised('token_missing')
  }
  throw unauthorised('token_invalid', UNREADABLE_HEADER)
}

/** Node.js silently uses the first of two headers; a proxy before Sepet may have used the second (RFC 9110 section 5.3). */
function isSentTwice(rawHeaders: string[]): boolean {
  let count = 0
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string
    if (name.length === 13 && /^authorization$/i.test(name)) count++
  }
  return count > 1
}
