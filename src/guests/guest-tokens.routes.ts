/** The endpoint that issues and renews the tokens of guests (POST /guest-tokens). */

import Type from 'typebox'
import { type OwnerStatus, requireActiveOwner } from '../auth/access.ts'
import { type Guest, guestWithId } from '../auth/identity.ts'
import type { SepetTokens } from '../auth/sepet-token.jwt.ts'
import type { App } from '../http/fastify-types.ts'
import { clientNetworkOf } from '../http/rate-limit/client-network.ts'
import type { RateLimit } from '../http/rate-limit/rate-limit.ts'
import { instant } from '../schema/fields.ts'
import * as docs from './guest-tokens.docs.ts'

const GuestToken = Type.Object(
  {
    accessToken: Type.String({ description: 'the guest’s access token' }),
    expiresAt: instant('when the token stops working; renew it before'),
  },
  { title: 'GuestToken' },
)

/** The dependencies of the endpoint. */
export interface GuestTokenDependencies {
  tokens: SepetTokens
  /** Reads whether a guest was merged at login. */
  loadStatus: (guest: Guest) => Promise<OwnerStatus>
  /** Limits requests per client network. */
  limit: RateLimit
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint. A new guest is stored with the first write to the cart, so a token costs no storage. */
export function guestTokenRoutes(app: App, { tokens, loadStatus, limit, newId, now }: GuestTokenDependencies): void {
  app.post(
    '/guest-tokens',
    {
      config: { access: 'guest-renewal', docs: docs.createGuestToken },
      schema: { response: { 201: GuestToken } },
      onRequest: async ({ ip }) => {
        await limit(clientNetworkOf(ip))
      },
    },
    async ({ renewedGuest }, reply) => {
      if (renewedGuest) requireActiveOwner(renewedGuest, await loadStatus(renewedGuest))
      const guest = renewedGuest ?? guestWithId(newId())
      const { accessToken, expiresAt } = await tokens.signGuest(guest, now())
      return reply.code(201).send({ accessToken, expiresAt: new Date(expiresAt).toISOString() })
    },
  )
}
