/** Response of an import: what `sepet import` prints. */

import Type, { type Static } from 'typebox'
import type { JobFinding, JobReport } from '../import-job.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ImportFinding = Type.Object(
  {
    at: Type.String({ description: 'the JSON pointer or the line; empty for the whole file' }),
    message: Type.String(),
  },
  { title: 'ImportFinding' },
)

const ImportSection = Type.Object(
  {
    section: Type.String({ description: 'the section of a shop file, or `variants`' }),
    created: count('records that the shop did not have'),
    updated: count('records that the shop had, changed or not'),
  },
  { title: 'ImportSection' },
)

const ImportedFile = Type.Object(
  {
    format: Type.String({ description: '`shop file`, `Shopify export`, `WooCommerce export` or `customer list`' }),
    sections: Type.Array(ImportSection),
    skipped: Type.Array(ImportFinding, { description: 'the first 100 records that were left out, with the reason' }),
    skippedTotal: count('all records that were left out'),
  },
  { title: 'ImportedFile' },
)

/** The response: numbers of records, and the first hundred findings of each kind. */
export const ImportDocument = Type.Object(
  {
    data: Type.Object({
      files: Type.Array(ImportedFile, { description: 'one file' }),
      withdrawn: Type.Object({
        products: count('products that went off sale, since the file does not contain them'),
        variants: count('variants that went off sale, since their products no longer have them'),
      }),
      warnings: Type.Array(ImportFinding, { description: 'the first 100 warnings' }),
      warningsTotal: count('all warnings; those that differ only in their records count once'),
    }),
  },
  { title: 'ImportReport' },
)

/** Presents a report, field by field. */
export function presentImport({ files, withdrawn, warnings, warningsTotal }: JobReport): Static<typeof ImportDocument> {
  return {
    data: {
      files: files.map(({ format, sections, skipped, skippedTotal }) => ({
        format,
        sections: sections.map(({ section, created, updated }) => ({ section, created, updated })),
        skipped: skipped.map(presentFinding),
        skippedTotal,
      })),
      withdrawn: { products: withdrawn.products, variants: withdrawn.variants },
      warnings: warnings.map(presentFinding),
      warningsTotal,
    },
  }
}

function presentFinding({ at, message }: JobFinding): JobFinding {
  return { at, message }
}
