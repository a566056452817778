/** Endpoints that issue handoff links into the web checkout (POST /checkout-session and /checkout-guest-session). */

import Type from 'typebox'
import { HANDOFF } from '../../api-paths.ts'
import { requireActiveOwner } from '../../auth/access.ts'
import type { Owner } from '../../auth/identity.ts'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { countByAll, type RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { instant } from '../../schema/fields.ts'
import { CHECKED_LATER } from '../../schema/rebuild.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import * as docs from '../web-checkout.docs.ts'
import type { HandoffStore } from './handoff.store.ts'
import { isGuestCheckoutAllowed } from './handoff.ts'
import type { HandoffTokens } from './handoff-token.jwt.ts'
import { chooseReturnPath, type ReturnPaths } from './return-path.ts'

/** The response of both endpoints (specification 2.8). */
const HandoffLink = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'what the web view opens, once' }),
    expiresAt: instant('when the link stops working'),
  },
  { title: 'HandoffLink' },
)
/**
 * The request body of both endpoints. A `returnPath` that is not an allowed path, of any type, is replaced by the default path.
 */
const HandoffRequest = Type.Unknown({
  title: 'HandoffRequest',
  properties: {
    returnPath: Type.Unknown({
      ...CHECKED_LATER,
      description: 'where the web checkout opens',
      examples: ['/odeme'],
    }),
  },
})

/** The dependencies of the issuing endpoints. */
export interface IssueDependencies {
  tokens: HandoffTokens
  store: HandoffStore
  loadShop: LoadShop
  /** Creates the owner's cart if it does not exist. */
  insertCart: (owner: Owner) => Promise<void>
  /** Touches the cart, so that it is not deleted as idle while its guest is redirected to the checkout. */
  touchCart: (owner: Owner) => Promise<boolean>
  returnPaths: ReturnPaths
  ttlSeconds: number
  publicUrl: string
  limits: { issue: RateLimit; guestIssueIp: RateLimit }
  countIssued: (kind: Owner['kind']) => void
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers both issuing endpoints (specification 4.2). */
export function issueHandoffRoutes(app: App, dependencies: IssueDependencies): void {
  const { store, loadShop, insertCart, touchCart, limits } = dependencies
  const schema = { body: HandoffRequest, response: { 200: HandoffLink } }

  app.post(
    '/checkout-session',
    {
      config: { access: 'member-handoff', docs: docs.createMemberHandoff },
      schema,
      onRequest: async ({ rateLimitKey, ip }) => {
        await limits.issue(`${rateLimitKey} ${clientNetworkOf(ip)}`)
      },
    },
    async ({ owner, body }) => {
      requireActiveOwner(owner, await store.loadFacts(owner))
      return issue(dependencies, owner, body)
    },
  )

  app.post(
    '/checkout-guest-session',
    {
      config: { access: 'guest-handoff', docs: docs.createGuestHandoff },
      schema,
      onRequest: async ({ rateLimitKey, ip }) => {
        await countByAll([limits.issue, rateLimitKey], [limits.guestIssueIp, clientNetworkOf(ip)])
      },
    },
    async ({ owner, body }) => {
      const facts = await store.loadFacts(owner)
      requireActiveOwner(owner, facts)
      const { shop } = await loadShop(facts.shopRevision)
      if (!isGuestCheckoutAllowed(shop.settings)) {
        throw refusal('guest_checkout_closed')
      }
      await touchCart(owner)
      await insertCart(owner)
      return issue(dependencies, owner, body)
    },
  )
}

async function issue(
  { tokens, returnPaths, ttlSeconds, publicUrl, countIssued, newId, now }: IssueDependencies,
  owner: Owner,
  body: unknown,
): Promise<{ url: string; expiresAt: string }> {
  const path = chooseReturnPath((body as { returnPath?: unknown } | null)?.returnPath, returnPaths)
  const issuedAt = now()
  const expiresAt = issuedAt + ttlSeconds * 1000
  const token = await tokens.sign({ jti: newId(), owner, path, issuedAt, expiresAt })
  countIssued(owner.kind)
  const url = `${publicUrl}${HANDOFF}?t=${encodeURIComponent(token)}`
  return { url, expiresAt: new Date(expiresAt).toISOString() }
}
