/** Operation docs of imports, with an example for the sample shop. */

import type { OperationDocs } from '../../http/operation-docs.ts'
import { UNDECODABLE_QUERY } from '../../http/request/query.ts'
import { relabelMessage } from '../patch-shop.ts'
import { BODY_REQUIRED, MEDIA_TYPES } from './refuse-import.ts'

/** POST /imports. */
export const importShop: OperationDocs = {
  name: 'importShop',
  section: 'Catalogue',
  summary: 'Import a shop file or a CSV file',
  description:
    'Does what `sepet import` does with one file: everything, or nothing with any problem. 422 lists the first 100 problems, each with its JSON pointer or, for a CSV file, its line in `meta`; the `meta` of the document counts all. A change of `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored is refused unless `allowCurrencyChange=true` permits it: every stored price would mean something else. CSV prices include VAT where the setting `pricesIncludeVat` is true; nothing is converted. One import runs at a time: another is answered 409 before its body is read. The largest body is 64 MB unless the operator has changed it. A client that closes the connection before the answer imports nothing, unless the import was just being completed.',
  refuses: [
    'parameter_invalid',
    'invalid_encoding',
    'import_running',
    'field_required',
    'field_invalid',
    'prices_relabelled',
  ],
  refusalExamples: {
    invalid_encoding: { detail: UNDECODABLE_QUERY },
    parameter_invalid: { parameter: 'withdrawMissing', detail: 'withdrawMissing must be products.' },
    unsupported_media_type: { detail: MEDIA_TYPES },
    field_required: { pointer: '', detail: BODY_REQUIRED },
    prices_relabelled: {
      pointer: '/shop/currencyCode',
      detail: `shop/currencyCode ${relabelMessage('TRY', 'EUR')}.`,
    },
  },
  headers: { 409: ['Retry-After'] },
  examples: {
    products: {
      summary: 'A new product',
      given: 'the products of the sample shop',
      body: {
        products: [{ id: 9001, name: 'Keten peçete', price: '24.90', vatRate: 10, stock: 40 }],
      },
      status: 200,
    },
  },
}
