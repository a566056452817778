/** Brand, categories and tags of a row of a WooCommerce export. */

import { splitList } from '../../shop-file/cell-lists.ts'
import type { CellReader } from './product-cells.ts'
import { toBrand, toCategories, toTags } from './term-cells.ts'
import type { WooRow } from './woocommerce-families.ts'
import { decodeName } from './woocommerce-texts.ts'

/** Reads the terms; undefined for those without a column. Of a brand below another one, the exporter writes the path. */
export function readTerms({ brands, categories, tags }: WooRow['cells'], { warn }: Pick<CellReader, 'warn'>) {
  return {
    brand: brands === undefined ? undefined : toBrand(listOf(brands).map(lowest), warn),
    categories: categories === undefined ? undefined : toCategories(listOf(categories), warn),
    tags: tags === undefined ? undefined : toTags(listOf(tags), warn),
  }
}

function listOf(cell: string): string[] {
  return splitList(cell, ',').map(decodeName)
}

/** The last part of a path. */
function lowest(path: string): string {
  return path.split(' > ').at(-1) ?? path
}
