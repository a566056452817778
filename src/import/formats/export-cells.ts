/** Reads the cells of Shopify and WooCommerce exports, reporting every one that makes no sense. */

import { isLongerThan, isStorable } from '../../schema/fields.ts'
import type { FileChecks } from '../checks.ts'
import { quote } from '../findings.ts'
import { parsePrice, parseStock, sumOf } from '../input/decimal-text.ts'
import { IMAGE_MAX_LENGTH, normaliseImage } from '../input/image-path.ts'
import type { LocalTimes } from '../input/local-dates.ts'
import type { ImportedVariant } from '../records.ts'
import { NAME_MAX_LENGTH } from './shop-file/shop-file-fields.ts'

/** What decoding an export depends on besides its rows. */
export interface ExportContext {
  checks: FileChecks
  /** Percent, for products that the export calls taxable. */
  vatRate: string
  /** Dates in the shop's time zone. */
  times: LocalTimes
}

/** The stock of an item whose stock the shop does not count: the most that one cart line can hold. */
export const UNTRACKED_STOCK = '100000'

/** What exports do not tell of a product. */
export const untold = { stockUnit: '', stockIncrement: '1', freeCargo: false, groupPrices: null }

/** What a row says of the item it sells. */
export interface Offer extends Pick<ImportedVariant, 'discount' | 'stock'> {
  price: string
}

/** The stock of a product with variants: all of theirs, uncounted as soon as one is. */
export function totalStock(variants: { stock: string }[]): string {
  const stocks = variants.map(variant => variant.stock)
  return stocks.includes(UNTRACKED_STOCK) ? UNTRACKED_STOCK : sumOf(stocks)
}

/** Reads one row. A cell that is wrong is reported and read as nothing; `failed` then tells that the row is lost. */
export class CellReader {
  failed = false
  readonly #at: string
  readonly #checks: FileChecks

  constructor(at: string, checks: FileChecks) {
    this.#at = at
    this.#checks = checks
  }

  fail(message: string): void {
    this.failed = true
    this.#checks.problem(this.#at, message)
  }

  /** A name, which there must be. */
  name(text: string): string {
    if (text === '') this.fail('has no name')
    else if (isLongerThan(text, NAME_MAX_LENGTH) || !isStorable(text)) {
      this.fail(`has a name that is not a text of 1 to ${NAME_MAX_LENGTH} characters without U+0000`)
    }
    return text
  }

  image(text: string): string | null {
    if (text === '') return null
    const image = isStorable(text) ? normaliseImage(text) : null
    if (text.length > IMAGE_MAX_LENGTH) this.fail(`has an image of more than ${IMAGE_MAX_LENGTH} characters`)
    else if (image === null) this.fail(`has an image that is neither an http(s) URL nor a path: ${quote(text)}`)
    return image
  }

  /** A price; null when the cell is empty. */
  price(text: string, what: string): string | null {
    return this.#optional(text, parsePrice, `has a ${what} that is no number such as 19.90`)
  }

  /** A stock; null when the cell is empty. */
  stock(text: string): string | null {
    return this.#optional(text, parseStock, 'has a stock that is no number such as 12')
  }

  /** A date or date-time; null when the cell is empty. */
  time(text: string, parse: (text: string) => number | null, what: string): number | null {
    return this.#optional(text, parse, `has a ${what} that is no date such as 2026-01-31`)
  }

  /** One of a few words, in any case. */
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
