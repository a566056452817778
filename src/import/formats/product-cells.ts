/** Cells of Shopify and WooCommerce exports: reads the cells of a row, and reports every cell that is not valid. */

import { MAX_VARIANTS } from '../../catalog/product.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { parsePrice, parseStock, sumOf } from '../../shop-file/decimal-text.ts'
import { quote } from '../../shop-file/findings.ts'
import type { ImportedProduct, ImportedVariant } from '../../shop-file/imported-records.ts'
import { IMAGE_MAX_LENGTH, normaliseImage } from '../../shop-file/normalise-image.ts'
import { NAME_MAX_LENGTH, SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'

/** Stock of an item whose stock is not tracked: the maximum quantity of one cart line. */
export const UNTRACKED_STOCK = '100000'

/** Default values of the product fields that exports do not contain. */
export const exportDefaults = {
  stockUnit: '',
  stockIncrement: '1',
  freeCargo: false,
  backorder: false,
  groupPrices: null,
  listsVariants: true,
}

/** How an item meets its stored one where the file says all of it. */
export const saysAll = { bySku: false, kept: [], partial: null, updatesOnly: false }

/** The VAT rate of a product, and whether the import leaves it out. */
export function vatOf(isTaxable: boolean, vatRate: string | undefined): Pick<ImportedProduct, 'vatRate' | 'omitted'> {
  if (!isTaxable) return { vatRate: '0', omitted: [] }
  return vatRate === undefined ? { vatRate: '0', omitted: ['vatRate'] } : { vatRate, omitted: [] }
}

/** Price, discount and stock of the item in one row. */
export interface Offer extends Pick<ImportedVariant, 'discount' | 'stock'> {
  price: string
}

/** Returns the stock of a product: the sum of its variants' stocks, or untracked when one of them is untracked. */
export function totalStock(variants: { stock: string }[]): string {
  const stocks = variants.map(variant => variant.stock)
  return stocks.includes(UNTRACKED_STOCK) ? UNTRACKED_STOCK : sumOf(stocks)
}

/** Reads the cells of one row. A cell that is not valid is reported as a problem. */
export class CellReader {
  /** Whether a cell of the row is not valid, so that the row has no record. */
  failed = false
  readonly #at: string
  readonly #checks: FileChecks

  constructor(at: string, checks: FileChecks) {
    this.#at = at
    this.#checks = checks
  }

  /** Reports a problem of the row. */
  fail(message: string): void {
    this.failed = true
    this.#checks.problem(this.#at, message)
  }

  /** Returns whether a product may have the number of variants; reports a problem where not. */
  hasRoomFor(variants: number): boolean {
    if (variants > MAX_VARIANTS) this.fail(`has ${variants} variants: a product has at most ${MAX_VARIANTS}`)
    return variants <= MAX_VARIANTS
  }

  /** Reads a name, which is required. */
  name(text: string): string {
    if (text === '') this.fail('has no name')
    else if (isLongerThan(text, NAME_MAX_LENGTH) || !isStorable(text)) {
      this.fail(`has a name that is not a text of 1 to ${NAME_MAX_LENGTH} characters without U+0000`)
    }
    return text
  }

  /** Reads a stock keeping unit; null when the cell is empty. */
  sku(text: string): string | null {
    if (text === '') return null
    if (isLongerThan(text, SKU_MAX_LENGTH) || !isStorable(text)) {
      this.fail(`has a SKU that is not a text of at most ${SKU_MAX_LENGTH} characters without U+0000`)
    }
    return text
  }

  /** Reads an image; null when the cell is empty. */
  image(text: string): string | null {
    if (text === '') return null
    const image = isStorable(text) ? normaliseImage(text) : null
    if (text.length > IMAGE_MAX_LENGTH) this.fail(`has an image of more than ${IMAGE_MAX_LENGTH} characters`)
    else if (image === null) this.fail(`has an image that is neither an http(s) URL nor a path: ${quote(text)}`)
    return image
  }

  /** Reads a price; null when the cell is empty. */
  price(text: string, what: string): string | null {
    return this.#optional(text, parsePrice, `has a ${what} that is no number such as 19.90`)
  }

  /** Reads a stock; null when the cell is empty. */
  stock(text: string): string | null {
    return this.#optional(text, parseStock, 'has a stock that is no number such as 12')
  }

  /** Reads a date or date-time, in milliseconds since the epoch; null when the cell is empty. */
  time(text: string, parse: (text: string) => number | null, what: string): number | null {
    return this.#optional(text, parse, `has a ${what} that is no date such as 2026-01-31`)
  }

  /** Reads one of the words in `meanings`, in any letter case; `fallback` when the cell is empty. */
  word<T>(text: string, meanings: Record<string, T>, fallback: T, what: string): T {
    const meaning = new Map(Object.entries(meanings)).get(text.toLowerCase())
    if (meaning === undefined && text !== '') {
      this.fail(`has ${quote(text)} as ${what}, which must be one of ${Object.keys(meanings).join(', ')}`)
    }
    return meaning ?? fallback
  }

  #optional<T>(text: string, parse: (text: string) => T | null, complaint: string): T | null {
    if (text === '') return null
    const value = parse(text)
    if (value === null) this.fail(`${complaint}: ${quote(text)}`)
    return value
  }
}
