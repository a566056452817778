/** The playground at `/`: its page, the profile of its agent, and endpoints in place of the shop's own catalogue and identity provider. */

import Type from 'typebox'
import { scopeOfOwner } from '../auth/access.ts'
import { cartIdOf, memberWithId } from '../auth/identity.ts'
import type { LoadProducts } from '../catalog/products.store.ts'
import { countsStock } from '../catalog/stock/counts-stock.ts'
import type { ItemKey } from '../catalog/stock/item-key.ts'
import type { LoadItemStocks } from '../catalog/stock/item-stocks.store.ts'
import { Refusal, refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { isOwnHost, isSameOrigin, OriginHeaders } from '../http/request/same-origin.ts'
import { Id } from '../schema/fields.ts'
import { retryOnImport } from '../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../shop/shop.ts'
import { readDocument } from '../web-files/page-document.ts'
import { PROFILE_PATH } from './agent-profile.ts'
import { CatalogueDocument, type Listing, presentProduct } from './catalogue.document.ts'
import { CatalogueParameters, PAGE, readCatalogueQuery } from './catalogue-query.ts'
import type { PlaygroundStore } from './playground.store.ts'
import { type AgentsDoor, presentShop, ShopDocument } from './shop.document.ts'

/**
 * Allows scripts and styles of this origin, forbids markup from strings (Trusted Types), and allows pictures of every origin,
 * since a product's picture can be on any server.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const config = { access: 'public', isUndescribed: true, validatedByHandler: { headers: OriginHeaders } } as const

/** Requests a token for a test member. */
const TokenRequest = Type.Object({ customerId: Id() })
const TokenResponse = Type.Object({ token: Type.String() })

/** Signs an access token for a subject, in place of the shop's identity provider. */
export type MintToken = (subject: string, scope: string) => Promise<string>

/** Services that the playground's endpoints use. */
export interface PlaygroundDependencies {
  store: PlaygroundStore
  /** Loads the current shop. */
  loadShop: () => Promise<ShopSnapshot>
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  mintToken: MintToken
  /** Whether the page's agent may call. */
  agents: AgentsDoor
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the page, the profile and the endpoints. The endpoints answer 404 to requests that are not same-origin. */
export async function playgroundRoutes(app: App, dependencies: PlaygroundDependencies): Promise<void> {
  const { publicUrl } = dependencies
  const document = readDocument('playground')
  app.get('/', { config: { ...config, etag: true } }, (request, reply) => {
    if (!isOwnHost(request.namedHeaders, publicUrl)) return reply.redirect(`${publicUrl}/`)
    return reply
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .header('Cache-Control', 'public, max-age=0')
      .type('text/html; charset=utf-8')
      .send(document)
  })

  app.get(PROFILE_PATH, { config }, (_request, reply) =>
    reply.sendFile('agent-profile.json', import.meta.dirname, { maxAge: 0 }),
  )

  await app.register(async scope => {
    scope.addHook('onRequest', async ({ namedHeaders }) => {
      if (!isSameOrigin(namedHeaders, publicUrl)) throw refusal('not_found')
    })
    dataRoutes(scope, dependencies)
  })
}

function dataRoutes(app: App, dependencies: PlaygroundDependencies): void {
  const { store, loadShop, mintToken, agents, now } = dependencies
  const catalogueConfig = {
    ...config,
    validatedByHandler: { ...config.validatedByHandler, querystring: CatalogueParameters },
  }

  app.get('/playground/shop', { config, schema: { response: { 200: ShopDocument } } }, async () => {
    const { shop, campaigns } = await loadShop()
    const [coupons, members] = await Promise.all([store.findCoupons(), store.findTestMembers()])
    return presentShop(shop, { campaigns, coupons, members, agents }, now())
  })

  const catalogue = { config: catalogueConfig, schema: { response: { 200: CatalogueDocument } } }
  app.get('/playground/products', catalogue, async request => {
    const { afterId, ids, customerId } = readCatalogueQuery(request.given.query)
    const member = customerId === null ? undefined : await store.findTestMember(customerId)
    const listings = ids ? await store.findListings(ids) : await store.findPage(afterId, PAGE)
    const shopper = member && customerId !== null ? { ...member, cartId: cartIdOf(memberWithId(customerId)) } : GUEST
    const products = await present(dependencies, listings, shopper)
    return { products, next: !ids && listings.length === PAGE ? (listings.at(-1)?.id ?? null) : null }
  })

  app.post(
    '/playground/tokens',
    { config, schema: { body: TokenRequest, response: { 200: TokenResponse } } },
    async ({ body: { customerId } }) => {
      if (!(await store.findTestMember(customerId))) throw notTestMember()
      const owner = memberWithId(customerId)
      return { token: await mintToken(cartIdOf(owner), scopeOfOwner(owner)) }
    },
  )
}

/** Requests through a proxy that adds no header cannot be detected; therefore no token is minted for a real customer. */
function notTestMember(): Refusal {
  const detail =
    'The playground logs in only customers whose email is reserved for tests, such as ayse@example.com, while the shop has no others.'
  return new Refusal({ code: 'field_invalid', pointer: '/customerId', detail })
}

/** Whom prices and stocks are for. */
interface Shopper {
  customerGroupId: number | null
  /** The cart whose own reservation does not count. */
  cartId: string
}

/** Any guest: the catalogue does not know the guest's cart. */
const GUEST: Shopper = { customerGroupId: null, cartId: '' }

/** Presents listings at one revision of the catalogue; products that an import deletes in between are omitted. */
async function present(
  { loadShop, loadProducts, loadStocks, publicUrl, now }: PlaygroundDependencies,
  listings: Listing[],
  { customerGroupId, cartId }: Shopper,
): Promise<CatalogueDocument['products']> {
  const ids = listings.map(({ id }) => id)
  const { shop, found } = await retryOnImport(async () => {
    const { revision, shop } = await loadShop()
    const found = await loadProducts(ids, revision)
    return found && { shop, found }
  })
  const items = countsStock(shop.settings) ? listings.flatMap(itemsOf) : []
  const context = { shop, publicUrl, customerGroupId, now: now(), stocks: await loadStocks(cartId, items) }
  return listings.flatMap(listing => {
    const product = found.get(listing.id)
    return product ? [presentProduct(listing, product, context)] : []
  })
}

function itemsOf({ id, variants }: Listing): ItemKey[] {
  return [0, ...variants.map(variant => variant.id)].map(variantId => ({ productId: id, variantId }))
}
