/** Cart endpoints (GET and DELETE /cart), and the dependencies and route configuration that all cart endpoints share. */

import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'
import { JSON_API } from '../http/request/negotiation.ts'
import { IF_MATCH, IfMatchHeader } from '../http/request/preconditions.ts'
import type { LoadShop } from '../shop/shop.store.ts'
import * as docs from './cart.docs.ts'
import { cartQuery } from './cart-query.ts'
import { tagOfCart } from './cart-tag.crypto.ts'
import type { ChoicesStore } from './choices/choices.store.ts'
import type { WriteIfMatch, WriteRequest } from './conditional-write.http.ts'
import type { CartLineStore } from './lines/cart-lines.store.ts'
import type { MergeStore } from './merge/merge.store.ts'
import { CartAnswer } from './pricing/cart-answer.document.ts'
import type { PresentedAnswer } from './pricing/presented-answer.ts'
import type { PresentedCart, ReadCart } from './read-cart.ts'
import type { CartStore } from './storage/cart.store.ts'

/** The writes to carts. */
export interface CartWrites {
  store: CartStore
  lines: CartLineStore
  choices: ChoicesStore
  merges: MergeStore
}

/** The dependencies of the cart endpoints. */
export interface CartDependencies {
  /** Runs the writes of a request under its precondition. */
  write: WriteIfMatch<CartWrites>
  findRepeatedAdd: CartStore['findRepeatedAdd']
  readCart: ReadCart
  loadShop: LoadShop
  /** Maximum number of lines of a cart (`CART_MAX_LINES`). */
  maxLines: number
  /** Generates a line id. */
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Route configuration of every cart endpoint: access for the cart's owner, JSON:API as media type, its query. */
export const cartConfig = {
  access: 'cart',
  mediaType: JSON_API,
  validatedByHandler: { querystring: cartQuery.schema },
} as const
/** Route configuration of every write to a cart. */
export const cartWriteConfig = {
  ...cartConfig,
  precondition: 'if-match',
  validatedByHandler: { ...cartConfig.validatedByHandler, headers: Type.Object(IfMatchHeader) },
} as const

/**
 * Returns the response of a write, with the fields that its request selects. Where the write was conditional, it has the tag of the next read
 * of all fields, which the next write can name.
 */
export function showWritten(
  { namedHeaders, selection }: WriteRequest,
  reply: FastifyReply,
  { answer }: PresentedCart,
): PresentedAnswer {
  if (namedHeaders[IF_MATCH] !== undefined) reply.header('ETag', tagOfCart(answer))
  return answer.showing(selection)
}

/** Registers the endpoints of the cart as a whole (specification 4.1). */
export function cartRoutes(app: App, { write, readCart }: CartDependencies): void {
  const schema = { response: { 200: CartAnswer } }

  app.get('/cart', { config: { ...cartConfig, etag: true, docs: docs.readCart }, schema }, async request =>
    (await readCart(request)).answer.showing(request.selection),
  )

  app.delete('/cart', { config: { ...cartWriteConfig, docs: docs.clearCart }, schema }, async (request, reply) => {
    await write(request, ({ store }) => store.deleteCart(request.owner))
    return showWritten(request, reply, await readCart(request))
  })
}
