/** Request of an import: its bodies and its query parameters. */

import Type from 'typebox'
import { Refusal } from '../../errors.ts'
import { defineQuery, filledText, integer, type Parameter, word } from '../../schema/list-query.ts'
import { parseVatRate } from '../../shop-file/decimal-text.ts'
import { mappableFields, readColumns } from '../column-mapping.ts'
import { isEncoding } from '../input/text-encoding.ts'
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
    carts: Records,
    shop: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'a JSON object' })),
  },
  { title: 'ShopFile', description: 'a shop file' },
)

/** A CSV file, whose header tells what it is. */
export const CsvFile = Type.String({
  description: 'a product export of Shopify or WooCommerce, a customer list, or an exported table of Sepet',
  examples: ['Handle,Title,Variant Price\nketen-gomlek,Keten gömlek,199.90\n'],
})

/** An Excel workbook, whose sheet is a table as a CSV file has it. */
export const Workbook = Type.String({ format: 'binary', description: 'an Excel workbook (.xlsx)' })

/** Query parameters. */
export const importQuery = defineQuery({
  vatRate: {
    schema: Type.String({
      pattern: '^(100(\\.0{1,12})?|0?\\d{1,2}(\\.\\d{1,12})?)$',
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
  locations: filledText(
    {
      maxLength: 2_000,
      pattern: '^[^\\u0000]*[^\\s,\\u0000][^\\u0000]*$',
      rule: 'a list of names of locations, such as Depo,Mağaza',
      description:
        'names of the locations of a Shopify inventory whose stock counts, separated by commas, with a backslash in front of a comma within a name; all by default',
    },
    readLocations,
  ),
  encoding: {
    schema: Type.String({
      ...{ minLength: 1, maxLength: 40 },
      description: 'encoding of a CSV file by its label of the Encoding standard; told from its bytes by default',
    }),
    rule: 'a label of the Encoding standard, such as windows-1254',
    read: text => (isEncoding(text) ? text : undefined),
  } satisfies Parameter<string>,
  sheet: filledText({
    maxLength: 100,
    rule: 'the name or the number of a sheet',
    description: 'sheet of a workbook by its name or number; the first by default',
  }),
  campaignId: integer({
    ...{ format: 'int64', maximum: Number.MAX_SAFE_INTEGER },
    description: 'the campaign that the codes of a table are bound to; the table has a column such as `code`',
  }),
  batch: filledText({
    maxLength: 100,
    rule: 'the name of a batch, a text of 1 to 100 characters, beside campaignId',
    description: 'the batch of these codes',
  }),
  columns: filledText(
    {
      maxLength: 10_000,
      description:
        'fields of columns by their headings, such as `Ürün Kodu=sku,Fiyat=price`; a backslash is in front of a comma or an equals sign of a heading',
      rule: `pairs of headings and fields, such as Ürün Kodu=sku; the fields are ${mappableFields.join(', ')}`,
    },
    text => {
      const columns = readColumns(text)
      return typeof columns === 'string' ? undefined : columns
    },
  ),
})

const BATCH_ALONE = { code: 'parameter_invalid', parameter: 'campaignId', detail: 'batch needs campaignId.' } as const

/** The options that a query contains. */
export type ImportQuery = ImportChoices

/** Reads the query of an import. @throws Refusal 400 naming the parameters that are unknown, repeated or invalid */
export function readImportQuery(given: unknown): ImportQuery {
  const query = importQuery.read(given)
  const { vatRate, withdrawMissing, allowCurrencyChange, dryRun, newIds, locations, encoding, sheet, columns } = query
  const { campaignId, batch } = query
  if (batch !== undefined && campaignId === undefined) throw new Refusal(BATCH_ALONE)
  return {
    ...{ vatRate, withdrawMissing, locations, encoding, sheet, columns },
    ...(campaignId !== undefined && { codes: { campaignId, batch } }),
    ...{ allowCurrencyChange: allowCurrencyChange === 'true', dryRun: dryRun === 'true', newIds: newIds === 'true' },
  }
}
