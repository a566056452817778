/** Request of an import: its bodies and its query parameters. */

import Type from 'typebox'
import { defineQuery, type Parameter, word } from '../../schema/list-query.ts'
import { parseVatRate } from '../../shop-file/decimal-text.ts'
import { readLocations } from '../locations.ts'
import type { ImportChoices } from '../staging/stage-files.ts'

const Records = Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }), { description: 'a list' }))

/** A shop file. The import checks its records, whose fields docs/importing.md describes. */
export const ShopFile = Type.Object(
  {
    products: Records,
    customerGroups: Records,
    customers: Records,
    shippingCompanies: Records,
    paymentMethods: Records,
    campaigns: Records,
    coupons: Records,
    shop: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'a JSON object' })),
  },
  { title: 'ShopFile', description: 'a shop file' },
)

/** A CSV file, whose header tells what it is. */
export const CsvFile = Type.String({
  description: 'a product export of Shopify or WooCommerce, a customer list, or an exported table of Sepet',
  examples: ['Handle,Title,Variant Price\nketen-gomlek,Keten gömlek,199.90\n'],
})

/** Query parameters. */
export const importQuery = defineQuery({
  vatRate: {
    schema: Type.String({
      pattern: '^\\d{1,3}(\\.\\d{1,12})?$',
      description: 'VAT rate in percent of products that a CSV export marks as taxable, from 0 to 100',
    }),
    rule: 'a number from 0 to 100, such as 20',
    read: text => parseVatRate(text) ?? undefined,
  } satisfies Parameter<string>,
  withdrawMissing: word('products', { description: 'takes products off sale that the file does not contain' }),
  allowCurrencyChange: word('true', {
    description: 'permits a change of `currencyCode`, `decimalPlaces` or `pricesIncludeVat` while products are stored',
  }),
  dryRun: word('true', { description: 'does everything but the import, and answers what it would do' }),
  newIds: word('true', {
    description: 'gives the products of a table numbers of their own, which are remembered by its system and number',
  }),
  locations: {
    schema: Type.String({
      ...{ minLength: 1, maxLength: 2_000 },
      description:
        'names of the locations of a Shopify inventory whose stock counts, separated by commas; all by default',
    }),
    rule: 'a list of names of locations, such as Depo,Mağaza',
    read: readLocations,
  } satisfies Parameter<readonly string[]>,
})

/** The options that a query contains. */
export type ImportQuery = ImportChoices

/** Reads the query of an import. @throws Refusal 400 naming the parameters that are unknown, repeated or invalid */
export function readImportQuery(given: unknown): ImportQuery {
  const { vatRate, withdrawMissing, allowCurrencyChange, dryRun, newIds, locations } = importQuery.read(given)
  return {
    ...{ vatRate, withdrawMissing, locations },
    ...{ allowCurrencyChange: allowCurrencyChange === 'true', dryRun: dryRun === 'true', newIds: newIds === 'true' },
  }
}
