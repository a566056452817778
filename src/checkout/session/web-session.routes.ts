/** GET /checkout/session: tells the web shop behind the same host who its visitor is. */

import Type from 'typebox'
import { CartDocument } from '../../cart/cart.document.ts'
import type { App } from '../../http/fastify-types.ts'
import { Id, oneOf } from '../../schema/fields.ts'
import { readSession } from '../checkout.docs.ts'
import type { FindSessionOwner } from './session-owner.routes.ts'
import type { FindVisitor } from './session-user.ts'

/** `customerId` for members; `cart` for members and guests. */
const WebSession = Type.Object(
  {
    identity: oneOf('member', 'guest', 'none'),
    customerId: Type.Optional(Id()),
    cart: Type.Optional(CartDocument),
  },
  { title: 'WebSession' },
)

/** Registers the session endpoint. The cookie says who is there; it opens nothing else of the API. */
export function webSessionRoutes(app: App, findSessionOwner: FindSessionOwner, findVisitor: FindVisitor): void {
  app.get(
    '/api/v3/storefront/checkout/session',
    {
      config: { access: 'public', describes: readSession },
      schema: { response: { 200: WebSession } },
      onRequest: findSessionOwner,
    },
    async ({ sessionOwner }, reply) => {
      reply.header('Vary', 'Cookie')
      return findVisitor(sessionOwner)
    },
  )
}
