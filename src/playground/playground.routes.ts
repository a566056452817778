/** The playground at `/`: a page that is a phone and a request log, and what stands for the parts of a shop that Sepet leaves to others. */

import { join } from 'node:path'
import Type from 'typebox'
import { scopesFor } from '../auth/access.ts'
import type { LoadProducts } from '../catalog/products.store.ts'
import { Refusal, refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { Id } from '../schema/fields.ts'
import { retryOnImport } from '../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../shop/shop.ts'
import { CatalogueDocument, type Listing, presentProduct } from './catalogue.document.ts'
import { PAGE, readCatalogueQuery } from './catalogue-query.ts'
import type { PlaygroundStore } from './playground.store.ts'
import { isOwnHost, isSameOrigin } from './same-origin.ts'
import { presentShop, ShopDocument } from './shop.document.ts'

const BROWSER = join(import.meta.dirname, 'browser')

/** Scripts and styles are files of this folder; nothing becomes markup (Trusted Types); pictures are wherever the shop has them. */
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

/** A member's token, or that of a new guest. */
const TokenRequest = Type.Object({ customerId: Type.Optional(Id()) })
const TokenAnswer = Type.Object({ token: Type.String() })

/** Signs an access token for a subject, as the shop's identity provider would. */
export type MintToken = (subject: string, scope: string) => Promise<string>

export interface PlaygroundDependencies {
  store: PlaygroundStore
  /** The shop as it is now. */
  loadShop: () => Promise<ShopSnapshot>
  loadProducts: LoadProducts
  mintToken: MintToken
  publicUrl: string
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the page, its files and its endpoints. To whoever does not come from the page, the endpoints do not exist. */
export async function playgroundRoutes(app: App, dependencies: PlaygroundDependencies): Promise<void> {
  const { publicUrl } = dependencies
  const config = { access: 'public', isUndescribed: true } as const

  app.get('/', { config }, (request, reply) => {
    if (!isOwnHost(request.headers, publicUrl)) return reply.redirect(`${publicUrl}/`)
    return reply
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .sendFile('playground.html', import.meta.dirname, { maxAge: 0 })
  })

  app.get('/playground/browser/*', { config }, ({ params }, reply) =>
    reply.sendFile((params as { '*': string })['*'], BROWSER, { maxAge: 0 }),
  )

  await app.register(async scope => {
    scope.addHook('onRequest', async ({ headers }) => {
      if (!isSameOrigin(headers, publicUrl)) throw refusal('not_found', 'There is nothing at this path.')
    })
    dataRoutes(scope, dependencies)
  })
}

function dataRoutes(app: App, dependencies: PlaygroundDependencies): void {
  const { store, loadShop, mintToken, newId, now } = dependencies
  const config = { access: 'public', isUndescribed: true } as const

  app.get('/playground/shop', { config, schema: { response: { 200: ShopDocument } } }, async () => {
    const { shop, campaigns } = await loadShop()
    const [coupons, members] = await Promise.all([store.findCoupons(), store.findTestMembers()])
    return presentShop(shop, { campaigns, coupons, members }, now())
  })

  app.get('/playground/products', { config, schema: { response: { 200: CatalogueDocument } } }, async request => {
    const { afterId, ids, customerId } = readCatalogueQuery(request.query as Record<string, unknown>)
    const member = customerId === null ? undefined : await store.findTestMember(customerId)
    const listings = ids ? await store.findListings(ids) : await store.findPage(afterId, PAGE)
    const products = await present(dependencies, listings, member?.customerGroupId ?? null)
    return { products, next: !ids && listings.length === PAGE ? (listings.at(-1)?.id ?? null) : null }
  })

  app.post(
    '/playground/tokens',
    { config, schema: { body: TokenRequest, response: { 200: TokenAnswer } } },
    async ({ body: { customerId } }) => {
      if (customerId !== undefined && !(await store.findTestMember(customerId))) throw notTestMember()
      const [kind, id] = customerId === undefined ? (['guest', newId()] as const) : (['member', customerId] as const)
      return { token: await mintToken(`${kind}:${id}`, scopesFor(kind).join(' ')) }
    },
  )
}

/** A proxy without headers of its own may lead strangers here: they get the token of nobody who exists. */
function notTestMember(): Refusal {
  const detail = 'The playground logs in only customers whose email is reserved for tests, such as ayse@example.com.'
  return new Refusal({ code: 'field_invalid', pointer: '/customerId', detail })
}

/** Products that an import takes away meanwhile are left out. */
async function present(
  { loadShop, loadProducts, publicUrl, now }: PlaygroundDependencies,
  listings: Listing[],
  customerGroupId: number | null,
): Promise<CatalogueDocument['products']> {
  const ids = listings.map(({ id }) => id)
  const { shop, found } = await retryOnImport(async () => {
    const { revision, shop } = await loadShop()
    const found = await loadProducts(ids, revision)
    return found && { shop, found }
  })
  const showcase = { shop, publicUrl, customerGroupId, now: now() }
  return listings.flatMap(listing => {
    const product = found.get(listing.id)
    return product ? [presentProduct(listing, product, showcase)] : []
  })
}
