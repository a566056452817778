/** The carts of customers and guests, for staff and for jobs: the cart of one owner, and the list. Neither changes a cart. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { presentPage } from '../../schema/keyset.ts'
import { explainCart } from '../pricing/explain-cart.ts'
import type { FindCarts } from './cart-list.store.ts'
import { cartListQuery } from './cart-list-query.ts'
import * as docs from './carts.docs.ts'
import { CartPageDocument, OwnerCart, presentListedCart } from './carts.document.ts'
import { channelQuery, readChannel } from './channel-query.ts'
import { loadOwnerCart, type OwnerCartSources, presentExplained, requireOwner } from './owner-cart.ts'

const SubjectPath = Type.Object({ subject: Type.String() })
const access = 'carts:read'

/** Dependencies of the cart endpoints of the back office. */
export interface BackOfficeCartDependencies extends OwnerCartSources {
  findCarts: FindCarts
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the list and the cart of one owner; both need `carts:read`. */
export function backOfficeCartRoutes(app: App, dependencies: BackOfficeCartDependencies): void {
  const { findCarts, publicUrl, now } = dependencies

  app.get(
    CARTS,
    {
      config: { access, validatedByHandler: { querystring: cartListQuery.schema }, docs: docs.listCarts },
      schema: { response: { 200: CartPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const query = cartListQuery.read(request.given.query)
      const page = {
        ...(await findCarts(query)),
        limit: query.limit,
        keyOf: ({ changedAt, subject }: { changedAt: number; subject: string }) => [changedAt, subject],
        url: `${publicUrl}${CARTS}`,
        parameters: query.given,
      }
      return presentPage(page, presentListedCart)
    },
  )

  app.get(
    `${CARTS}/:subject`,
    {
      config: { access, validatedByHandler: { querystring: channelQuery.schema }, docs: docs.readOwnerCart },
      schema: { params: SubjectPath, response: { 200: OwnerCart } },
    },
    async ({ params, given }) => {
      const owner = requireOwner(params.subject)
      const channel = readChannel(given.query, owner)
      const loaded = await loadOwnerCart(dependencies, owner)
      const { cart, snapshot } = loaded
      const explained = explainCart({ cart, snapshot }, { now: now(), channel })
      return presentExplained(owner, loaded, explained, { shop: snapshot.shop, publicUrl })
    },
  )
}
