/** The product endpoints of the admin API: list, and change prices, stocks, sale and discounts. */

import Type from 'typebox'
import { PRODUCTS } from '../../api-paths.ts'
import { storableActor } from '../../events/event.ts'
import type { App } from '../../http/fastify-types.ts'
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  idempotencyKeyOf,
  KEY_PATTERN,
} from '../../http/request/idempotency-key.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { foldTerm } from '../../model/term.ts'
import { digestOfJson } from '../../schema/json-digest.crypto.ts'
import { presentPage } from '../../schema/keyset.ts'
import { defineQuery, word } from '../../schema/list-query.ts'
import { Warnings, warnOfUnknownFields } from '../../schema/warnings.ts'
import type { ChangeProducts } from './change-products.store.ts'
import { ProductPageDocument, presentListedProduct } from './product.document.ts'
import type { ProductPage } from './product-list.store.ts'
import { type ProductQuery, productQuery, readProductQuery } from './product-query.ts'
import * as docs from './products.docs.ts'
import { ProductChangeList, readProductChanges } from './read-product-changes.ts'

const Changed = Type.Object(
  {
    meta: Type.Object({
      updated: Type.Integer({ description: 'changes of the list that changed something' }),
      unchanged: Type.Integer({ description: 'changes of the list that changed nothing' }),
      skipped: Type.Optional(
        Type.Array(Type.Object({ pointer: Type.String({ examples: ['/3/sku'] }) }), {
          description: 'the first 100 places that name an unknown product or variant, with `unknown=skip` alone',
        }),
      ),
      skippedTotal: Type.Optional(
        Type.Integer({ minimum: 0, description: 'number of all such places, with `unknown=skip` alone' }),
      ),
      warnings: Warnings,
      warningsTotal: Type.Integer({
        minimum: 0,
        description: 'number of all ignored fields; `warnings` has the first 100',
      }),
    }),
  },
  { title: 'ChangedProducts' },
)

const KeyHeader = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'a key of this change alone, with which the request may be repeated for a day',
    }),
  ),
})

const changeQuery = defineQuery({
  unknown: word('skip', {
    description: 'leaves changes of unknown products and variants out; without it they are refused',
  }),
})

/** Dependencies of the product endpoints. */
export interface ProductsDependencies {
  findPage: (query: ProductQuery) => Promise<ProductPage>
  /** Finds the brands that contain a text, as they are compared. */
  findBrands: (folded: string) => Promise<string[]>
  changeProducts: ChangeProducts
  publicUrl: string
  /** Milliseconds since the epoch, as of which discounts are active. */
  now: () => number
}

async function withBrands(sought: ProductQuery, findBrands: ProductsDependencies['findBrands']): Promise<ProductQuery> {
  if (!sought.search) return sought
  const { text } = sought.search
  const folded = foldTerm(text)
  return { ...sought, search: { text, brands: folded === '' ? [] : await findBrands(folded) } }
}

/** Registers the list (`catalogue:read`) and the changes (`catalogue:write`). */
export function productsRoutes(
  app: App,
  { findPage, findBrands, changeProducts, publicUrl, now }: ProductsDependencies,
): void {
  app.get(
    PRODUCTS,
    {
      config: {
        access: 'catalogue:read',
        validatedByHandler: { querystring: productQuery.schema },
        docs: docs.listProducts,
      },
      schema: { response: { 200: ProductPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const query = readProductQuery(request.given.query)
      const { products, continueAfter } = await findPage(await withBrands(query, findBrands))
      const page = {
        rows: products,
        limit: query.limit,
        keyOf: ({ id }: { id: number }) => [id],
        examinedTo: continueAfter ?? undefined,
        url: `${publicUrl}${PRODUCTS}`,
        parameters: query.given,
      }
      const time = now()
      return presentPage(page, product => presentListedProduct(product, time))
    },
  )

  app.patch(
    PRODUCTS,
    {
      config: {
        access: 'catalogue:write',
        requiresBody: true,
        validatedByHandler: { headers: KeyHeader, querystring: changeQuery.schema, body: ProductChangeList },
        docs: docs.changeProducts,
      },
      schema: { response: { 200: Changed } },
    },
    async (request, reply) => {
      const { given, namedHeaders, author } = request
      const { body } = given
      const key = idempotencyKeyOf(namedHeaders)
      const skipsUnknown = readsSkip(given.query)
      const hash = key === undefined ? '' : digestOfJson([skipsUnknown ? 'skip' : null], body)
      const asked = {
        requested: readProductChanges(body),
        skipsUnknown,
        keyed: key === undefined ? undefined : { subject: storableActor(author.actor), key, hash },
      }
      const { result, productIds, isReplayed } = await changeProducts(asked, author)
      request.targets = { ids: productIds }
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      return { meta: { ...result, ...warnOfUnknownFields(ProductChangeList, body) } }
    },
  )
}

/** Whether unknown items are left out. Other parameters were always ignored. @throws Refusal 400 `parameter_invalid` for another value */
function readsSkip(query: unknown): boolean {
  const { unknown } = query as { unknown?: unknown }
  return unknown !== undefined && changeQuery.read({ unknown }).unknown === 'skip'
}
