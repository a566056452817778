/** The session endpoint (GET and DELETE /checkout/session): tells the web shop on the same host who is there, and ends the session. */

import Type from 'typebox'
import { SESSION } from '../../api-paths.ts'
import type { Owner } from '../../auth/identity.ts'
import { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { PresentedCart } from '../../cart/read-cart.ts'
import type { App } from '../../http/fastify-types.ts'
import { entityTagOf } from '../../http/response/entity-tag.ts'
import { textOfResponse } from '../../http/response/serializer.ts'
import { Id, oneOf } from '../../schema/fields.ts'
import * as docs from '../web-checkout.docs.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { FindSessionOwner } from './session-owner.http.ts'
import { type FindSessionUser, presentUser } from './session-user.ts'

/** The response: `customerId` for members, `cart` for members and guests. */
export const WebSession = Type.Object(
  {
    identity: oneOf('member', 'guest', 'none'),
    customerId: Type.Optional(Id()),
    cart: Type.Optional(CartDocument),
  },
  { title: 'WebSession' },
)

/** The dependencies of the session endpoint. */
export interface WebSessionDependencies {
  findSessionOwner: FindSessionOwner
  findSessionUser: FindSessionUser
  endSession: (id: string, now: number) => Promise<void>
  cookie: SessionCookie
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the session endpoint. The session cookie alone authenticates only this endpoint and the pages. */
export function webSessionRoutes(app: App, dependencies: WebSessionDependencies): void {
  const { findSessionOwner, findSessionUser, endSession, cookie, now } = dependencies

  app.get(
    SESSION,
    {
      config: { access: 'public', etag: true, docs: docs.readSession },
      schema: { response: { 200: WebSession } },
      onRequest: findSessionOwner,
    },
    async ({ sessionOwner }, reply) => {
      reply.header('Vary', 'Cookie')
      return findSessionUser(sessionOwner)
    },
  )

  app.delete(SESSION, { config: { access: 'public', docs: docs.endSession } }, async ({ cookies }, reply) => {
    await endSession(cookies[cookie.name] ?? '', now())
    return reply.clearCookie(cookie.name, cookie.attributes).code(204).send()
  })
}

/** Returns the tag of an answer of `GET /checkout/session` to a session of an owner with this cart. */
export function tagOfSession(owner: Owner, cart: PresentedCart): string {
  return entityTagOf(textOfResponse(WebSession, presentUser(owner, cart.document)))
}
