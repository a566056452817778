/** Response of an import: what `sepet import` prints. */

import Type, { type Static } from 'typebox'
import type { JobFinding, JobReport } from '../import-job.ts'
import type { Item, PriceChange } from '../staging/price-changes.store.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ImportFinding = Type.Object(
  {
    at: Type.String({ description: 'the JSON pointer or the line; empty for the whole file' }),
    message: Type.String({ description: 'what is the case, and what to do; the same for every place with this cause' }),
    value: Type.Union([Type.String(), Type.Null()], { description: 'text of the file at the first place, or null' }),
    count: count('places with this cause'),
    places: Type.Array(Type.String(), { description: 'the first three places' }),
    columns: Type.Optional(
      Type.Array(Type.String(), { description: 'headings of the table that are not read, which `columns` may name' }),
    ),
  },
  { title: 'ImportFinding' },
)

const ImportSection = Type.Object(
  {
    section: Type.String({ description: 'the section of a shop file, or `variants`' }),
    created: count('records that the shop did not have'),
    updated: count('records that the shop had, with a change'),
    unchanged: count('records that the shop had, without a change'),
  },
  { title: 'ImportSection' },
)

const ImportedFile = Type.Object(
  {
    format: Type.String({ description: '`shop file`, or the system of a table, such as `Shopify export`' }),
    sections: Type.Array(ImportSection),
    skipped: Type.Array(ImportFinding, { description: 'the first 100 reasons for which records were left out' }),
    skippedTotal: count('all records that were left out'),
  },
  { title: 'ImportedFile' },
)

const ids = {
  productId: Type.Integer({ description: 'id of the product' }),
  variantId: Type.Union([Type.Integer(), Type.Null()], { description: 'id of the variant, or null for the product' }),
}

const ImportedItem = Type.Object(
  { ...ids, name: Type.String({ description: 'name of the product, and of the variant behind it' }) },
  { title: 'ImportedItem' },
)

const ChangedPrice = Type.Object(
  {
    ...ids,
    from: Type.String({ description: 'what the item costs without a customer group, as a decimal' }),
    to: Type.String({ description: 'what it costs after the import' }),
    percent: Type.Union([Type.Number(), Type.Null()], { description: 'change in percent; null from a price of 0' }),
  },
  { title: 'PriceChange' },
)

/** The response: numbers of records, and the first hundred findings of each kind. */
export const ImportDocument = Type.Object(
  {
    data: Type.Object({
      dryRun: Type.Boolean({ description: 'whether nothing was imported, since the request was a trial' }),
      files: Type.Array(ImportedFile, { description: 'one file' }),
      withdrawn: Type.Object({
        products: count('products that went off sale, since the file does not contain them'),
        variants: count('variants that went off sale, since their products no longer have them'),
      }),
      offSale: Type.Object({
        count: count('products and variants that were on sale and are not any more'),
        first: Type.Array(ImportedItem, { description: 'the first ten' }),
      }),
      priceChanges: Type.Object({
        largest: Type.Array(ChangedPrice, { description: 'the ten largest changes by percent' }),
        above50: count('changes by more than 50 percent, or from 0'),
      }),
      warnings: Type.Array(ImportFinding, { description: 'the first 100 warnings' }),
      warningsTotal: count('all warnings; those that differ only in their records count once'),
    }),
  },
  { title: 'ImportReport' },
)

/** Presents a report, field by field. */
export function presentImport(report: JobReport): Static<typeof ImportDocument> {
  const { dryRun, files, withdrawn, offSale, priceChanges, warnings, warningsTotal } = report
  return {
    data: {
      dryRun,
      files: files.map(({ format, sections, skipped, skippedTotal }) => ({
        format,
        sections: sections.map(({ section, created, updated, unchanged }) => ({
          section,
          created,
          updated,
          unchanged,
        })),
        skipped: skipped.map(presentFinding),
        skippedTotal,
      })),
      withdrawn: { products: withdrawn.products, variants: withdrawn.variants },
      offSale: { count: offSale.count, first: offSale.first.map(item => ({ ...presentItem(item), name: item.name })) },
      priceChanges: { largest: priceChanges.largest.map(presentChange), above50: priceChanges.above50 },
      warnings: warnings.map(presentFinding),
      warningsTotal,
    },
  }
}

function presentFinding({ at, message, value, count, places, columns }: JobFinding): Static<typeof ImportFinding> {
  return { at, message, value: value ?? null, count, places, ...(columns && { columns }) }
}

function presentItem({ productId, variantId }: Item): Item {
  return { productId, variantId }
}

function presentChange({ from, to, percent, ...item }: PriceChange): PriceChange {
  return { ...presentItem(item), from, to, percent }
}
