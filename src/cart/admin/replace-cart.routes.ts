/** Replacing the cart of a member or guest (PUT /carts/:subject): by a program that moves carts, and for orders by telephone. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import type { Owner } from '../../auth/identity.ts'
import { Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { IfMatchHeader } from '../../http/request/preconditions.ts'
import type { WriteIfMatch } from '../conditional-write.http.ts'
import { CartContent, inactiveSubject } from '../content/cart-content.ts'
import * as docs from './carts.docs.ts'
import { OwnerCart } from './carts.document.ts'
import { channelQuery, readChannel } from './channel-query.ts'
import { requireReplaceable, type ShowOwnerCart } from './owner-cart.ts'
import type { ReplaceCart } from './replace-cart.ts'
import type { CartReplacer } from './replace-cart.store.ts'

/** Dependencies of the endpoint. */
export interface ReplaceCartDependencies {
  /** Runs the write of a request under its precondition. */
  write: WriteIfMatch<CartReplacer>
  replaceCart: ReplaceCart
  showOwnerCart: ShowOwnerCart
  /** @throws Refusal 404 for a customer who does not exist */
  requireKnown: (owner: Owner) => Promise<void>
}

/** Registers the endpoint, which needs `carts:write`. */
export function replaceCartRoutes(app: App, dependencies: ReplaceCartDependencies): void {
  const { write, replaceCart, showOwnerCart, requireKnown } = dependencies
  app.put(
    `${CARTS}/:subject`,
    {
      config: {
        access: 'carts:write',
        precondition: 'if-match',
        validatedByHandler: { headers: Type.Object(IfMatchHeader), querystring: channelQuery.schema },
        docs: docs.replaceCart,
      },
      schema: { params: Type.Object({ subject: Type.String() }), body: CartContent, response: { 200: OwnerCart } },
    },
    async (request, reply) => {
      const { params, given, namedHeaders, body } = request
      const owner = requireReplaceable(params.subject)
      request.targets = owner.kind === 'member' ? { customerId: owner.customerId } : { owner: owner.kind }
      const reader = { owner, channel: readChannel(given.query, owner) }
      await requireKnown(owner)
      await write({ ...reader, namedHeaders, selection: undefined, hasWritten: false }, replacer =>
        replaceCart(replacer, reader, body),
      ).catch(asInactiveSubject)
      const { document, etag } = await showOwnerCart(owner, reader.channel)
      if (etag !== undefined) reply.header('ETag', etag)
      return document
    },
  )
}

/** Refuses an owner who is not active as what the request names: it is not the token of that owner which is wrong. */
function asInactiveSubject(error: unknown): never {
  throw error instanceof Refusal && error.status === 401 ? new Refusal(inactiveSubject) : error
}
