/** Variations of a WooCommerce export with their products, to which they refer by SKU or `id:123`. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import type { FieldRow } from '../input/fields-of-rows.ts'
import type { WooField } from './woocommerce-headings.ts'
import type { TierColumn } from './woocommerce-tiers.ts'

/** The cells of one row. */
export type WooRow = Omit<FieldRow<WooField | TierColumn>, 'line'>

/** A product with its variations. */
export interface Family {
  /** Undefined where the file only has variations of the product. */
  parent: WooRow | undefined
  /** How the variations refer to it: an SKU, or `id:123`. */
  reference: string
  variations: WooRow[]
}

/** Collects the rows of an export. */
export class Families {
  readonly #parents = new Map<string, Family>()
  /** Keys of products without variations, with their types. */
  readonly #others = new Map<string, string>()
  readonly #variations: WooRow[] = []

  addVariation(row: WooRow): void {
    this.#variations.push(row)
  }

  /** Adds a product. @param kind such as `variable`, whose variations are joined */
  addProduct(row: WooRow, kind: string): void {
    const { id = '', sku = '' } = row.cells
    const keys = [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])]
    const family: Family = { parent: row, reference: keys[0] ?? '', variations: [] }
    for (const key of keys) {
      if (kind === 'variable') this.#parents.set(key, family)
      else this.#others.set(key, kind)
    }
  }

  /** Joins the variations with their products. Those of other kinds of products are left out. */
  join(checks: FileChecks): Family[] {
    for (const variation of this.#variations) {
      const { name, parent = '' } = variation.cells
      const key = parent.replace(/^id:\s*/i, 'id:')
      const kind = this.#parents.has(key) ? undefined : this.#others.get(key)
      if (kind !== undefined) checks.skip(variation.at, `varies a product that the file calls ${kind}`, name)
      else this.#familyOf(key).variations.push(variation)
    }
    return [...new Set(this.#parents.values())]
  }

  #familyOf(key: string): Family {
    const known = this.#parents.get(key)
    if (known) return known
    const family: Family = { parent: undefined, reference: key, variations: [] }
    this.#parents.set(key, family)
    return family
  }
}
