/** The carts of customers and guests, for staff and for jobs: the cart of one owner, and the list. Neither changes a cart. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import type { Money } from '../../money/money.ts'
import { presentPage } from '../../schema/keyset.ts'
import { type FindCartValues, MAX_VALUES } from './cart-values.ts'
import type { FindCarts, ListedCart } from './cart-list.store.ts'
import { cartListQuery } from './cart-list-query.ts'
import * as docs from './carts.docs.ts'
import { CartPageDocument, OwnerCart, presentListedCart } from './carts.document.ts'
import { channelQuery, readChannel } from './channel-query.ts'
import { requireOwner, type ShowOwnerCart } from './owner-cart.ts'

const SubjectPath = Type.Object({ subject: Type.String() })
const access = 'carts:read'

/** Dependencies of the cart endpoints of the back office. */
export interface BackOfficeCartDependencies {
  showOwnerCart: ShowOwnerCart
  findCarts: FindCarts
  findCartValues: FindCartValues
  publicUrl: string
}

/** Registers the list and the cart of one owner; both need `carts:read`. */
export function backOfficeCartRoutes(
  app: App,
  { findCarts, findCartValues, showOwnerCart, publicUrl }: BackOfficeCartDependencies,
): void {
  app.get(
    CARTS,
    {
      config: { access, validatedByHandler: { querystring: cartListQuery.schema }, docs: docs.listCarts },
      schema: { response: { 200: CartPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { include, filters, given, after, limit: asked } = cartListQuery.read(request.given.query)
      const limit = include === 'value' ? Math.min(asked, MAX_VALUES) : asked
      const { rows, examinedTo } = await findCarts({ filters, after, limit })
      const page = {
        rows: include === 'value' ? await withValues(rows, limit, findCartValues) : rows,
        ...{ limit, examinedTo },
        keyOf: ({ changedAt, subject }: { changedAt: number; subject: string }) => [changedAt, subject],
        url: `${publicUrl}${CARTS}`,
        parameters: given,
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
    async ({ params, given }, reply) => {
      const owner = requireOwner(params.subject)
      const { document, etag } = await showOwnerCart(owner, readChannel(given.query, owner))
      if (etag !== undefined) reply.header('ETag', etag)
      return document
    },
  )
}

/** Adds their values to the rows that the page shows. */
async function withValues(
  rows: readonly ListedCart[],
  limit: number,
  findCartValues: FindCartValues,
): Promise<(ListedCart & { value?: Money | null })[]> {
  const values = await findCartValues(rows.slice(0, limit).map(({ subject }) => subject))
  return rows.map((row, at) => ({ ...row, value: values[at] ?? null }))
}
