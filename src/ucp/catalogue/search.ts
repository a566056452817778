/** Search of products: pages in the order of the products' ids. */

import { wordsOf } from '../../catalog/names/folded-name.ts'
import type { FoundProducts, Sought } from '../../catalog/names/found-products.sql.ts'
import type { Shop } from '../../shop/shop.ts'
import { isInRange, type PriceRange, roughRangeOf } from './price-range.ts'
import { featuredOf, type SoldItem, type SoldProduct, withFirst } from './sold-product.ts'

/** Maximum number of variants on a page. A page with more ends early; a product with more has its own page. */
const MAX_VARIANTS = 1_000
/** Reads of products that one page takes: prices are compared exactly once they are read, and may then be passed over. */
const MAX_READS = 10

/** A search. */
export interface Search {
  query: string | undefined
  prices: PriceRange | null
  /** Id of a product, after which the page begins. */
  after: number
  limit: number
}

/** A page. */
export interface Page {
  products: { product: SoldProduct; items: SoldItem[] }[]
  /** Id after which the next page begins; null for the last page. */
  continueAfter: number | null
}

/** How a search reads the catalogue. */
export interface Catalogue {
  find: (sought: Pick<Sought, 'words' | 'prices'>, page: { after: number; count: number }) => Promise<FoundProducts>
  /** Loads products on sale in the order of their ids. */
  load: (ids: readonly number[]) => AsyncIterable<SoldProduct>
}

/**
 * Finds a page. One of a search that compares many products without finding enough is shorter than its limit, and may be empty, although there
 * is a next page.
 */
export async function findPage(
  { query = '', prices, after, limit }: Search,
  shop: Shop,
  { find, load }: Catalogue,
): Promise<Page> {
  const sought = { words: wordsOf(query), prices: prices && roughRangeOf(prices, shop) }
  const page = createPage(limit)
  let from = after
  for (let reads = 0; reads < MAX_READS; reads++) {
    const count = limit + 1 - page.products.length
    const { ids, comparedTo } = await find(sought, { after: from, count })
    for await (const product of load(ids)) {
      const items = prices ? product.items.filter(({ price }) => isInRange(price, prices)) : product.items
      if (items.length > 0 && !page.add(product, withFirst(items, featuredOf(items)))) return page.end()
    }
    if (comparedTo === null) return { products: page.products, continueAfter: null }
    from = comparedTo
    if (ids.length < count) break
  }
  return { products: page.products, continueAfter: from }
}

function createPage(limit: number) {
  const products: Page['products'] = []
  let variants = 0
  return {
    products,
    /** Adds a product; false where the page has no room for it. */
    add(product: SoldProduct, items: SoldItem[]): boolean {
      variants += items.length
      if (products.length === limit || (products.length > 0 && variants > MAX_VARIANTS)) return false
      products.push({ product, items })
      return true
    },
    /** Returns the page, which ends with its last product. */
    end: (): Page => ({ products, continueAfter: products.at(-1)?.product.productId ?? null }),
  }
}
