/** Brand, categories and tags of a row of Shopify's product export. */

import type { CellReader } from './product-cells.ts'
import { toBrand, toCategories, toTags } from './term-cells.ts'

/** The columns of terms: their names, and those that some versions of the export have instead. */
export const termColumns = {
  vendor: ['vendor'],
  category: ['product category', 'standard product type'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
}

type Cells = Record<keyof typeof termColumns, string | undefined>

/** A product's place in Shopify's taxonomy without a name: an id, or that of products without a place. */
const NAMELESS = /^(gid:\S+|[a-z]{2}(-\d+)+|\d+|uncategorized)$/i

/** Reads the terms; undefined for those without a column. Shopify has a place in its taxonomy, and a type in the shop's words. */
export function readTerms({ vendor, category, type, tags }: Cells, { warn }: Pick<CellReader, 'warn'>) {
  const places = category === undefined || NAMELESS.test(category) ? [] : [category]
  const isSaid = category !== undefined || type !== undefined
  return {
    brand: vendor === undefined ? undefined : toBrand([vendor], warn),
    categories: isSaid ? toCategories([...places, type ?? ''], warn) : undefined,
    tags: tags === undefined ? undefined : toTags(tags.split(','), warn),
  }
}
