/** The product endpoints of the admin API: list, and change prices, stocks, sale and discounts. */

import Type from 'typebox'
import { PRODUCTS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { presentPage } from '../../schema/keyset.ts'
import { Warnings, warnOfUnknownFields } from '../../schema/warnings.ts'
import type { ChangeProducts } from './change-products.store.ts'
import { ProductPageDocument, presentProduct } from './product.document.ts'
import type { ProductPage } from './product-list.store.ts'
import { type ProductQuery, productQuery, readProductQuery } from './product-query.ts'
import * as docs from './products.docs.ts'
import { ProductChangeList, readProductChanges } from './read-product-changes.ts'

const Changed = Type.Object(
  {
    meta: Type.Object({
      updated: Type.Integer({ description: 'changes of the list that changed something' }),
      unchanged: Type.Integer({ description: 'changes of the list that changed nothing' }),
      warnings: Warnings,
      warningsTotal: Type.Integer({
        minimum: 0,
        description: 'number of all ignored fields; `warnings` has the first 100',
      }),
    }),
  },
  { title: 'ChangedProducts' },
)

/** Dependencies of the product endpoints. */
export interface ProductsDependencies {
  findPage: (query: ProductQuery) => Promise<ProductPage>
  changeProducts: ChangeProducts
  publicUrl: string
}

/** Registers the list (`catalogue:read`) and the changes (`catalogue:write`). */
export function productsRoutes(app: App, { findPage, changeProducts, publicUrl }: ProductsDependencies): void {
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
      const { products, continueAfter } = await findPage(query)
      const page = {
        rows: products,
        limit: query.limit,
        keyOf: ({ id }: { id: number }) => [id],
        examinedTo: continueAfter ?? undefined,
        url: `${publicUrl}${PRODUCTS}`,
        parameters: query.given,
      }
      return presentPage(page, presentProduct)
    },
  )

  app.patch(
    PRODUCTS,
    {
      config: {
        access: 'catalogue:write',
        requiresBody: true,
        validatedByHandler: { body: ProductChangeList },
        docs: docs.changeProducts,
      },
      schema: { response: { 200: Changed } },
    },
    async request => {
      const { body } = request.given
      const { counts, productIds } = await changeProducts(readProductChanges(body), request.author)
      request.targets = { ids: productIds }
      return { meta: { ...counts, ...warnOfUnknownFields(ProductChangeList, body) } }
    },
  )
}
