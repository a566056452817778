/** The carts of customers and guests, for staff and for jobs: the cart of one owner, and the list. Neither changes a cart. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import { type CartOwner, cartIdOf, parseCartSubject } from '../../auth/identity.ts'
import { cartSubjectRule } from '../../auth/subject.schema.ts'
import type { LoadProducts } from '../../catalog/products.store.ts'
import type { LoadItemStocks } from '../../catalog/stock/item-stocks.store.ts'
import { unknownCustomer } from '../../customers/save-customer.ts'
import { Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { presentPage } from '../../schema/keyset.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { StoredCart } from '../cart.ts'
import { presentCart } from '../pricing/cart.document.ts'
import { explainCart } from '../pricing/explain-cart.ts'
import { loadConsistentCart } from '../storage/load-consistent-cart.ts'
import type { FindCarts } from './cart-list.store.ts'
import { CartListParameters, readCartListQuery } from './cart-list-query.ts'
import * as docs from './carts.docs.ts'
import { CartPageDocument, OwnerCart, presentListedCart, presentOwnerCart } from './carts.document.ts'

const SubjectPath = Type.Object({ subject: Type.String() })
const access = 'carts:read'

/** Dependencies of the cart endpoints of the back office. */
export interface BackOfficeCartDependencies {
  findCarts: FindCarts
  /** Reads the stored cart of an owner, active or not; undefined for the cart of an agent that is not living. */
  loadCart: (owner: CartOwner) => Promise<StoredCart | undefined>
  loadShop: LoadShop
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the list and the cart of one owner; both need `carts:read`. */
export function backOfficeCartRoutes(app: App, dependencies: BackOfficeCartDependencies): void {
  const { findCarts, publicUrl } = dependencies

  app.get(
    CARTS,
    {
      config: { access, validatedByHandler: { querystring: CartListParameters }, docs: docs.listCarts },
      schema: { response: { 200: CartPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const query = readCartListQuery(request.given.query)
      const page = {
        ...(await findCarts(query)),
        limit: query.limit,
        keyOf: ({ changedAt, subject }: { changedAt: number; subject: string }) => [changedAt, subject],
        url: `${publicUrl}${CARTS}`,
        parameters: query.filters,
      }
      return presentPage(page, presentListedCart)
    },
  )

  app.get(
    `${CARTS}/:subject`,
    { config: { access, docs: docs.readOwnerCart }, schema: { params: SubjectPath, response: { 200: OwnerCart } } },
    async ({ params }) => readOwnerCart(dependencies, requireOwner(params.subject)),
  )
}

/** @throws Refusal 404 `customer_not_found`, `cart_not_found` */
async function readOwnerCart(
  { loadCart, loadShop, loadProducts, loadStocks, publicUrl, now }: BackOfficeCartDependencies,
  owner: CartOwner,
): Promise<OwnerCart> {
  const reload = async () => {
    const stored = await loadCart(owner)
    if (!stored) throw refusal('cart_not_found')
    return stored
  }
  const { stored, cart, snapshot } = await loadConsistentCart(await reload(), {
    ...{ reload, loadShop, loadProducts },
    loadStocks: items => loadStocks(cartIdOf(owner), items),
  })
  if (owner.kind === 'member' && stored.customerStatus === null) throw unknownCustomer()
  const { priced, coupon, campaigns } = explainCart({ cart, snapshot }, now())
  return presentOwnerCart({
    subject: cartIdOf(owner),
    // Merged into 0: a customer who is deleted now.
    customerId: stored.customerId ?? (stored.mergedInto || null),
    changedAt: stored.changedAt,
    cart: presentCart(priced, snapshot.shop, publicUrl),
    // The choices of a merged guest are the member's now.
    coupon: stored.mergedInto === null ? coupon : null,
    campaigns,
  })
}

/** @throws Refusal 400 for a subject that cannot own a cart */
function requireOwner(subject: string): CartOwner {
  const owner = parseCartSubject(subject)
  if (owner) return owner
  const detail = `subject must be ${cartSubjectRule}.`
  throw new Refusal({ code: 'parameter_invalid', parameter: 'subject', detail })
}
