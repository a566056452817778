/** The session endpoint (GET /checkout/session): returns the session user to the web shop on the same host. */

import Type from 'typebox'
import { SESSION } from '../../api-paths.ts'
import { CartDocument } from '../../cart/cart.document.ts'
import type { App } from '../../http/fastify-types.ts'
import { Id, oneOf } from '../../schema/fields.ts'
import * as docs from '../checkout.docs.ts'
import type { FindSessionOwner } from './session-owner.routes.ts'
import type { FindSessionUser } from './session-user.ts'

/** The response: `customerId` for members, `cart` for members and guests. */
const WebSession = Type.Object(
  {
    identity: oneOf('member', 'guest', 'none'),
    customerId: Type.Optional(Id()),
    cart: Type.Optional(CartDocument),
  },
  { title: 'WebSession' },
)

/** Registers the session endpoint. The session cookie authenticates only this endpoint and the pages, no other API endpoint. */
export function webSessionRoutes(app: App, findSessionOwner: FindSessionOwner, findSessionUser: FindSessionUser): void {
  app.get(
    SESSION,
    {
      config: { access: 'public', docs: docs.readSession },
      schema: { response: { 200: WebSession } },
      onRequest: findSessionOwner,
    },
    async ({ sessionOwner }, reply) => {
      reply.header('Vary', 'Cookie')
      return findSessionUser(sessionOwner)
    },
  )
}
