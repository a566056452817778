/** Cart endpoints (GET and DELETE /cart), and the dependencies and route configuration that all cart endpoints share. */

import type { App } from '../http/fastify-types.ts'
import { JSON_API } from '../http/request/negotiation.ts'
import type { LoadShop } from '../shop/shop.store.ts'
import * as docs from './cart.docs.ts'
import type { CartStore } from './cart.store.ts'
import { CartAnswer } from './cart-answer.document.ts'
import type { CartLineStore } from './cart-lines.store.ts'
import type { ReadCart } from './read-cart.ts'

/** The dependencies of the cart endpoints. */
export interface CartDependencies {
  store: CartStore
  lines: CartLineStore
  readCart: ReadCart
  loadShop: LoadShop
  /** Maximum number of lines of a cart (`CART_MAX_LINES`). */
  maxLines: number
  /** Generates a line id. */
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Route configuration of every cart endpoint: access for the cart's owner, JSON:API as media type. */
export const cartConfig = { access: 'cart', mediaType: JSON_API } as const

/** Registers the endpoints of the cart as a whole (specification 4.1). */
export function cartRoutes(app: App, { store, readCart }: CartDependencies): void {
  const schema = { response: { 200: CartAnswer } }

  app.get(
    '/cart',
    { config: { ...cartConfig, etag: true, docs: docs.readCart }, schema },
    async request => (await readCart(request.owner)).answer,
  )

  app.delete('/cart', { config: { ...cartConfig, docs: docs.clearCart }, schema }, async request => {
    await store.deleteCart(request.owner)
    return (await readCart(request.owner)).answer
  })
}
