/** The product calls of the client, for stock systems and back offices: list products, and change prices, stocks and discounts. */

import { newIdempotencyKey } from '../idempotency-key.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, toRecord } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given, joined } from './query.ts'

/** A product in the form of the shop file, with its variants. `reserved` is what held carts reserve of the `stock`. */
export type Product = Schemas['Product']

/** A change of one product, named by `id` or by `sku`. An absent field keeps its value. `stockChange` adds to the stock. */
export type ProductChange = Schemas['ProductChange']

/**
 * The result of {@link ProductsClient}`.change`: how many changes changed something (`updated`) and nothing (`unchanged`). With `unknown: 'skip'`
 * also the first 100 places that were left out (`skipped`), and how many they are (`skippedTotal`).
 */
export type ChangedProducts = Schemas['ChangedProducts']['meta']

/** Options of {@link ProductsClient}`.list` and `.all`. */
export interface ProductQuery extends PageQuery {
  /** Filters. A product must match all of them. */
  filter?: {
    /** One id or several. */
    id?: number | number[]
    /** One SKU of a product or of one of its variants, compared exactly. */
    sku?: string
    /** Words that the name contains, in any order and case. A page can then have fewer products than its limit. */
    name?: string
    /** Products on sale, or off sale, whatever their variants are. */
    onSale?: boolean
    /** The brand, in any letter case. */
    brand?: string
    /** A category, in any letter case. `Giyim` covers `Giyim > Gömlek`. */
    category?: string
    /** A tag, in any letter case. */
    tag?: string
    /** A decimal: products whose lowest stock is this or less. Only with `sort`. */
    stockAtMost?: number | string
    /** Whether the lowest stock is that of the items with backorder, or of those without; others are left out. Only with `sort`. */
    backorder?: boolean
  }
  /**
   * Lowest stock first, by the variants on sale, or the product itself without such a variant. A page can then have fewer products than its
   * limit. A product whose stock changes between two pages can come twice, or not at all.
   */
  sort?: 'stock'
}

/** Options of {@link ProductsClient}`.change`. */
export interface ProductChangeOptions extends CallOptions {
  /** `skip` leaves changes of unknown products and variants out, and names them in the result. Otherwise they refuse the call. */
  unknown?: 'skip'
  /**
   * A text of 1 to 255 ASCII characters without blanks that belongs to this change alone, such as a UUID. Defaults to a new one. A program
   * that stores it can repeat the call for a day, also after a restart: the change is made once.
   */
  idempotencyKey?: string
}

/** A brand, a category or a tag in use, with the number of products that the filter of its kind finds. */
export type CatalogueTerm = Schemas['CatalogueTerm']

/** Options of {@link ProductsClient}`.terms`. */
export interface TermQuery extends PageQuery {
  /** Which terms are listed. */
  kind: 'brand' | 'category' | 'tag'
  /** What the term contains, in any letter case. A page can then have fewer terms than its limit. */
  q?: string
}

/**
 * The product calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own.
 */
export type ProductsClient = ReturnType<typeof createProductsClient>

const PRODUCTS = '/api/v3/admin/products'
const TERMS = '/api/v3/admin/catalogue-terms'

/**
 * Creates the product calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The product calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createProductsClient } from "./products.ts"
 *
 * const products = createProductsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await products.list({ limit: 10 })).data.length)
 * ```
 */
export function createProductsClient(api: Api) {
  const list = async ({ limit, after, filter, sort, ...options }: ProductQuery = {}): Promise<Page<Product>> => {
    const filters = {
      ...{ 'filter[id]': joined(filter?.id), 'filter[sku]': filter?.sku, 'filter[name]': filter?.name },
      ...{ 'filter[onSale]': filter?.onSale, 'filter[backorder]': filter?.backorder },
      ...{ 'filter[brand]': filter?.brand, 'filter[category]': filter?.category, 'filter[tag]': filter?.tag },
      'filter[stockAtMost]': filter?.stockAtMost === undefined ? undefined : String(filter.stockAtMost),
    }
    return bodyOf(
      api.GET(PRODUCTS, { params: { query: given({ limit, after, sort, ...filters }) }, ...options }),
      toPage,
    )
  }

  return {
    /**
     * Reads a page of products in the order of their ids or lowest stocks, those off sale included. Requires the scope `catalogue:read`.
     *
     * @param query The page, filters, and an `AbortSignal`.
     * @returns The page. It ends early after 1,000 variants.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     */
    list,

    /**
     * Iterates over all products in the order of their ids or lowest stocks, with one page in memory. Requires the scope `catalogue:read`.
     *
     * @param query The size of a page, filters, and an `AbortSignal`.
     * @returns The products. The iterator throws as `list` does.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { products } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * for await (const { id, sku, stock } of products.all({ limit: 200 })) console.log(id, sku, stock)
     * ```
     */
    all: (query: ProductQuery = {}): AsyncGenerator<Product, void, undefined> => rowsOf(list, query),

    /**
     * Reads a page of the brands, categories or tags that products have, also of the categories above those. Requires the scope
     * `catalogue:read`.
     *
     * @param query The kind, the page, a part of the terms, and an `AbortSignal`.
     * @returns The page, in the order of the terms as they are compared.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { products } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * for (const { term, count } of (await products.terms({ kind: 'brand' })).data) console.log(term, count)
     * ```
     */
    terms: async ({ kind, q, limit, after, ...options }: TermQuery): Promise<Page<CatalogueTerm>> =>
      bodyOf(api.GET(TERMS, { params: { query: { kind, ...given({ q, limit, after }) } }, ...options }), toPage),

    /**
     * Changes prices, stocks, sale, backorder, discounts and terms of 1 to 1,000 products with at most 5,000 variants: all changes or none. Requires the
     * scope `catalogue:write`.
     *
     * @param changes The changes. A call makes them once, however often its request is repeated.
     * @param options What becomes of unknown items, a key of the call, and an `AbortSignal`.
     * @returns How many changes changed something, and how many nothing.
     * @throws SepetError with 413 `payload_too_large` (1 MiB), 422 `bulk_size_invalid`, `field_required`, `field_invalid`,
     *   `product_unknown`, `variant_unknown`, `sku_ambiguous`, `insufficient_stock` or `idempotency_key_reused`, 400
     *   `parameter_invalid` for a key of another form, or a code of every call (see `AdminClient`). Each
     *   error points to its change, such as `/3/sku`.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { products } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const changes = [{ sku: 'TS-102-M', stock: 21 }, { sku: 'TS-102-L', stockChange: '+12' }, { id: 109, price: '389.90', discount: null }]
     * console.log((await products.change(changes)).updated)
     * ```
     */
    change: async (changes: ProductChange[], options: ProductChangeOptions = {}): Promise<ChangedProducts> => {
      const { unknown, idempotencyKey = newIdempotencyKey(), ...call } = options
      const params = { query: given({ unknown }) }
      const headers = { 'Idempotency-Key': idempotencyKey }
      return bodyOf(api.PATCH(PRODUCTS, { params, headers, body: changes, ...call }), ({ meta }) =>
        toRecord({ data: meta }),
      )
    },
  }
}
