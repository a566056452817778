/** Logout at the identity provider: it tells the office whose sessions have ended (OpenID Connect Back-Channel Logout 1.0). */

import Type from 'typebox'
import { Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { IdentityProvider } from './identity-provider.oidc.ts'
import type { SignInDependencies } from './sign-in-answers.http.ts'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 16_384
const INVALID = 'logout_token must be a logout token of the identity provider, not older than two minutes.'

/** Registers the endpoint. The token in its body is its only credential. */
export function logoutTokenRoutes(app: App, provider: IdentityProvider, dependencies: SignInDependencies): void {
  const { sessions, limitLogouts: limit } = dependencies
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, async (_request: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
  app.post(
    '/office/sign-in/backchannel-logout',
    {
      config: { access: 'public', isUndescribed: true },
      schema: {
        body: Type.Object({ logout_token: Type.String({ maxLength: MAX_BYTES }) }),
        response: { 200: Type.Null() },
      },
      onRequest: async request => {
        await limit(clientNetworkOf(request.ip))
      },
    },
    async ({ body }, reply) => {
      const ended = await provider.readLogoutToken(body.logout_token).catch(unavailable)
      if (!ended) throw refusal('malformed_request', INVALID)
      await sessions.deleteEndedAtProvider(ended)
      return reply.code(200).send(null)
    },
  )
}

/** @throws Refusal 503, upon which the provider can send its token again: the session has not ended */
function unavailable(error: unknown): never {
  if (error instanceof Refusal) throw error
  const detail = 'The identity provider cannot be asked for its keys.'
  throw new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' }, error)
}
