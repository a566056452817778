/** Operation docs of the product endpoints, with examples from the sample shop. */

import { detailOf } from '../../errors.ts'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { belowZero, unresolved } from './decide-product-changes.ts'

const given = 'the products of the sample shop'

/** GET /products. */
export const listProducts: OperationDocs = {
  name: 'listProducts',
  section: 'Catalogue',
  summary: 'List products',
  description:
    'Returns one page in the order of ids, or with `sort=stock` of the lowest stocks, each product in the shape of the shop file and with its variants, those off sale included. A page ends early after 1,000 variants; a product with more is a page of its own.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    sku: {
      summary: 'The product with a SKU',
      given,
      params: { 'filter[sku]': 'HV-106-70' },
      status: 200,
    },
    lowest: {
      summary: 'The lowest stocks',
      given,
      params: { sort: 'stock', 'filter[stockAtMost]': '3' },
      status: 200,
    },
  },
}

/** PATCH /products. */
export const changeProducts: OperationDocs = {
  name: 'changeProducts',
  section: 'Catalogue',
  summary: 'Change prices, stocks, sale and discounts',
  description:
    'Takes a list of 1 to 1,000 changes, with at most 5,000 variants in all, and applies all of them or none. A field that is left out keeps its value. `stock` replaces the stock, and `stockChange` adds to what is stored at that moment: of simultaneous changes and orders none is lost. It brings no stock below zero, unless the shop sells at negative stock or the stock was below zero before. Sent twice without a key, it is added twice. A change names a product by `id`, or by the `sku` of a product or of a variant: the fields of a variant’s SKU are those of the variant. Within `variants`, a SKU is one of the same product. `tierPrices` replaces all prices by quantity; `null` or an empty list removes them. The next request of every instance shows the change. `meta` counts the changes of the list that changed something, and those that changed nothing. A field of a change, a variant or a discount that is not known is ignored: `meta.warnings` names the first 100 by their JSON pointers, `meta.warningsTotal` counts all. A pointer of more than 300 characters is cut, and ends with `…`. An error names no ignored field. With `Idempotency-Key` the request may be repeated for 24 hours: the same body and `unknown` with the same key get the same counts, with `Idempotency-Replayed: true`, and change nothing; anything else is refused. Keys are those of one administrator, and a refused request spends none. With `unknown=skip`, changes of unknown products and variants are left out; `meta.skipped` names the first 100, `meta.skippedTotal` counts all, and neither `updated` nor `unchanged` counts a change of the list whose item is unknown. A SKU of several items is refused all the same.',
  headers: { 200: ['Idempotency-Replayed'] },
  refuses: [
    ...(['bulk_size_invalid', 'product_unknown', 'variant_unknown', 'sku_ambiguous'] as const),
    ...(['insufficient_stock', 'customer_group_not_found', 'idempotency_key_reused', 'parameter_invalid'] as const),
  ],
  refusalExamples: {
    parameter_invalid: { parameter: 'unknown', detail: 'unknown must be skip.' },
    idempotency_key_reused: {
      header: 'Idempotency-Key',
      detail: 'The key was sent before, with another request: use a new key for each change.',
    },
    product_unknown: { pointer: '/0/id', detail: unresolved.product.unknown('id') },
    variant_unknown: { pointer: '/0/variants/0/id', detail: unresolved.variant.unknown('id') },
    sku_ambiguous: { pointer: '/0/sku', detail: unresolved.product.ambiguous },
    insufficient_stock: { pointer: '/0/stockChange', detail: belowZero('0/stockChange', '2') },
    customer_group_not_found: {
      pointer: '/0/tierPrices/0/customerGroupId',
      detail: detailOf('customer_group_not_found'),
    },
  },
  examples: {
    stock: {
      summary: 'Stocks by SKU, and a price',
      given,
      body: [
        { sku: 'TS-102-M', stock: 21 },
        { id: 109, price: '389.90', discount: null },
        { id: 106, variants: [{ sku: 'HV-106-50', onSale: false }] },
      ],
      status: 200,
    },
    tierPrices: {
      summary: 'A lower price from 10 pieces on, and another one for a customer group',
      given,
      body: [
        {
          id: 109,
          tierPrices: [
            { from: 10, price: '359.90' },
            { from: 10, price: '339.90', customerGroupId: 1 },
          ],
        },
      ],
      status: 200,
    },
    stockChange: {
      summary: 'Two broken pieces, and twelve that came in',
      given,
      body: [
        { sku: 'TS-102-S', stockChange: '-2' },
        { sku: 'TS-102-L', stockChange: '+12' },
      ],
      status: 200,
    },
    unknown: {
      summary: 'The stocks of a program that knows more than the shop sells',
      given,
      params: { unknown: 'skip' },
      body: [
        { sku: 'TS-102-M', stock: 21 },
        { sku: 'KOLI-BANDI', stock: 400 },
      ],
      status: 200,
    },
  },
}
