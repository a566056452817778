/** Operations of the catalogue: lookup, product and search. */

import { findProducts } from '../../catalog/names/found-products.sql.ts'
import type { Database } from '../../db/database.ts'
import { decodeKey, encodeKey } from '../../schema/keyset.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { readForm } from '../form.ts'
import { findItemKeys } from '../items.sql.ts'
import { type Answer, envelopeOf, type Operation, type Platform } from '../operation.ts'
import { CAPABILITIES } from '../versions.ts'
import { UcpRefusal } from '../refusals.ts'
import { LookupForm, MAX_IDS, ProductForm, SearchForm } from './catalogue.schema.ts'
import { type Info, readFilters } from './filters.ts'
import { itemsNamedBy } from './items-named-by.ts'
import { isInRange } from './price-range.ts'
import { presentProduct, type ShownItem } from './product.document.ts'
import { findPage } from './search.ts'
import { featuredOf, type SoldProduct, withFirst } from './sold-product.ts'
import { loadSoldProducts, type SaleSources, SettingsChanged } from './sold-products.sql.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

/** What the operations need. */
export interface CatalogueDependencies extends SaleSources {
  database: Database
  loadCurrentShop: () => Promise<ShopSnapshot>
  publicUrl: string
}

/** The catalogue at one state of the shop's settings. */
interface View {
  snapshot: ShopSnapshot
  load: (ids: readonly number[]) => AsyncIterable<SoldProduct>
  present: (product: SoldProduct, items: readonly ShownItem[]) => object
}

type Work = (body: unknown, view: View, dependencies: CatalogueDependencies) => Promise<Record<string, unknown>>

/** Creates the operations. */
export function createCatalogueOperations(dependencies: CatalogueDependencies): Operation[] {
  const create = (name: Operation['name'], capability: Operation['capability'], work: Work): Operation => ({
    name,
    capability,
    run: async ({ body }, platform) => {
      const members = await withView(dependencies, view => work(body, view, dependencies))
      return answerOf(members, capability, platform)
    },
  })
  return [
    create('lookup_catalog', CAPABILITIES.lookup, lookUp),
    create('get_product', CAPABILITIES.lookup, getProduct),
    create('search_catalog', CAPABILITIES.search, search),
  ]
}

/** An answer without the member that says what it is about is an error. */
function answerOf(members: Record<string, unknown>, capability: Operation['capability'], platform: Platform): Answer {
  const status = 'products' in members || 'product' in members ? 'success' : 'error'
  return { status: 200, body: { ucp: envelopeOf(status, capability, platform), ...members } }
}

/** Runs `work` again where settings of the shop change while it runs, so that an answer has prices of one currency. */
function withView<T extends object>(dependencies: CatalogueDependencies, work: (view: View) => Promise<T>): Promise<T> {
  return retryOnImport(async () => {
    const snapshot = await dependencies.loadCurrentShop()
    const context = { shop: snapshot.shop, publicUrl: dependencies.publicUrl }
    try {
      return await work({
        snapshot,
        load: ids => loadSoldProducts(dependencies, ids, snapshot),
        present: (product, items) => presentProduct(product, items, context),
      })
    } catch (error) {
      if (error instanceof SettingsChanged) return undefined
      throw error
    }
  })
}

async function lookUp(body: unknown, view: View, { database, itemId }: CatalogueDependencies) {
  const form = readForm(LookupForm, body)
  if (form.ids.length > MAX_IDS) throw new UcpRefusal('request_too_large', `$.ids must have at most ${MAX_IDS} ids.`)
  const { prices, messages } = readFilters(form, body, view.snapshot.shop.currencyCode)
  const ids = [...new Set(form.ids)]
  const keys = await findItemKeys(database, ids, itemId)
  const known = new Set<string>()
  const products: object[] = []
  for await (const product of view.load([...new Set([...keys.values()].map(({ productId }) => productId))])) {
    const { items, knownIds } = itemsNamedBy(keys, product, prices)
    for (const id of knownIds) known.add(id)
    if (items.length > 0) products.push(view.present(product, items))
  }
  const unknown = ids.filter(id => !known.has(id)).map((id): Info => ({ type: 'info', code: 'not_found', content: id }))
  return { products, ...shown([...unknown, ...messages]) }
}

async function getProduct(body: unknown, view: View, { database, itemId }: CatalogueDependencies) {
  const form = readForm(ProductForm, body)
  const { prices, messages } = readFilters(form, body, view.snapshot.shop.currencyCode)
  const key = (await findItemKeys(database, [form.id], itemId)).get(form.id)
  for await (const product of key ? view.load([key.productId]) : []) {
    const asked = product.items.find(({ variantId }) => variantId === key?.variantId)
    if (!asked && key?.variantId !== 0) continue
    const items = product.items.filter(({ price }) => prices === null || isInRange(price, prices))
    const first = asked && items.includes(asked) ? asked : featuredOf(items)
    if (first) return { product: view.present(product, withFirst(items, first)), ...shown(messages) }
  }
  return { messages: [NOT_FOUND, ...messages] }
}

const NOT_FOUND = {
  type: 'error',
  code: 'not_found',
  path: '$.id',
  content: 'No product or variant on sale has this id.',
  severity: 'unrecoverable',
}

async function search(body: unknown, view: View, { database, itemId, now }: CatalogueDependencies) {
  const form = readForm(SearchForm, body)
  const { query, pagination = {} } = form
  requireInput(query, form.filters?.price)
  const { prices, messages } = readFilters(form, body, view.snapshot.shop.currencyCode)
  const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  const page = await findPage({ query, prices, after: readCursor(pagination.cursor), limit }, view.snapshot.shop, {
    find: (sought, part) => findProducts(database, { ...sought, itemId, sale: 'on', now: now() }, part),
    load: view.load,
  })
  const { continueAfter } = page
  return {
    products: page.products.map(({ product, items }) => view.present(product, items)),
    pagination:
      continueAfter === null ? { has_next_page: false } : { has_next_page: true, cursor: encodeKey([continueAfter]) },
    ...shown(messages),
  }
}

function requireInput(query: string | undefined, price: object | undefined): void {
  if (query === undefined && price === undefined) {
    throw new UcpRefusal('invalid_request', '$.query is required where there is no $.filters.price.')
  }
  if (query?.trim() === '') throw new UcpRefusal('invalid_request', '$.query must have a word.')
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const key = decodeKey(cursor, ['number'])
  if (key) return Number(key[0])
  throw new UcpRefusal('invalid_request', '$.pagination.cursor must be the cursor of an earlier page.')
}

function shown(messages: readonly object[]): { messages?: readonly object[] } {
  return messages.length > 0 ? { messages } : {}
}
