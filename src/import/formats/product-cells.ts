/** Cells of product tables: reads the cells of a row, reports every cell that is not valid, and keeps apart what a row does not say. */

import { MAX_VARIANTS } from '../../catalog/product.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { parsePrice, sumOf } from '../../shop-file/decimal-text.ts'
import type { ImportedProduct, ImportedVariant, ProductField, VariantField } from '../../shop-file/imported-records.ts'
import { IMAGE_MAX_LENGTH, normaliseImage } from '../../shop-file/normalise-image.ts'
import { NAME_MAX_LENGTH, SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'
import { mayBeThousands, readNumber } from '../input/cell-numbers.ts'
import { readFlag } from '../input/flag-words.ts'

/** Stock of an item whose stock is not tracked: the maximum quantity of one cart line. */
export const UNTRACKED_STOCK = '100000'

/** What a file says of an item: a field that it does not say is undefined. */
export type Said<T> = { [K in keyof T]: T[K] | undefined }

type VariantValues = Pick<ImportedVariant, VariantField>
type ProductValues = Pick<ImportedProduct, ProductField>

const variantDefaults: VariantValues = {
  ...{ sku: null, name: '', image: null, onSale: true, price: null, stock: UNTRACKED_STOCK, backorder: null },
  ...{ discount: null, groupPrices: null, tierPrices: [] },
}

const productDefaults: ProductValues = {
  ...variantDefaults,
  ...{ backorder: false, vatRate: '0', stockUnit: '', stockIncrement: '1', freeCargo: false },
  ...{ brand: null, categories: [], tags: [] },
}

/** Returns the values of a new variant, and the fields that a stored one keeps. @param defaults of what is not said, where other than usual */
export function variantOf(said: Said<VariantValues>, defaults: Partial<VariantValues> = {}) {
  return withDefaults(said, { ...variantDefaults, ...defaults })
}

/** Returns the values of a new product, and the fields that a stored one keeps. @param defaults of what is not said, where other than usual */
export function productOf(said: Said<ProductValues>, defaults: Partial<ProductValues> = {}) {
  return withDefaults(said, { ...productDefaults, ...defaults })
}

/** A product of which nothing is said, such as that of a lone variant. */
export const unsaidProduct = productOf({
  ...{ sku: undefined, name: undefined, onSale: undefined, price: undefined, stock: undefined, backorder: undefined },
  ...{ discount: undefined, groupPrices: undefined, image: undefined, vatRate: undefined, stockUnit: undefined },
  ...{ stockIncrement: undefined, freeCargo: undefined, tierPrices: undefined },
  ...{ brand: undefined, categories: undefined, tags: undefined },
})

/** What no export of another system says. */
export const unsaid = {
  ...{ stockUnit: undefined, stockIncrement: undefined, freeCargo: undefined, groupPrices: undefined },
  tierPrices: undefined,
}

function withDefaults<T extends object>(said: Said<T>, defaults: T): T & { kept: (keyof T)[] } {
  const values = { ...defaults, kept: [] as (keyof T)[] }
  for (const field of Object.keys(defaults) as (keyof T)[]) {
    const value = said[field]
    if (value === undefined) values.kept.push(field)
    else (values as T)[field] = value
  }
  return values
}

/**
 * The VAT rate of a product, undefined where the file and the import do not say it, and the rate of a new one.
 * @param isTaxable undefined where the file does not say it
 * @param vatRate that the import gives
 */
export function vatOf(
  isTaxable: boolean | undefined,
  vatRate: string | undefined,
): { said: string | undefined; ofNew: string } {
  if (isTaxable === false) return { said: '0', ofNew: '0' }
  return { said: isTaxable ? vatRate : undefined, ofNew: vatRate ?? '0' }
}

/**
 * What a file says of the offer of a product with variants, which is not sold by itself.
 * @param price that of the first, or of the cheapest variant
 */
export function offerOf(variants: ImportedVariant[], price: string | null) {
  const isSaid = (field: VariantField) => variants.every(({ kept }) => !kept.includes(field))
  const isPriced = isSaid('price') && variants.every(({ partial }) => partial === null)
  const stock = totalStock(variants)
  return {
    said: {
      price: isPriced ? price : undefined,
      stock: isSaid('stock') ? stock : undefined,
      // A discount of the product would be one of each variant that the file says has none.
      discount: variants.some(({ kept }) => !kept.includes('discount')) ? null : undefined,
      backorder: undefined,
    },
    ofNew: { price, stock },
  }
}

/** Returns the stock of a product: the sum of its variants' stocks, or untracked when one of them is untracked. */
function totalStock(variants: { stock: string }[]): string {
  const stocks = variants.map(variant => variant.stock)
  return stocks.includes(UNTRACKED_STOCK) ? UNTRACKED_STOCK : sumOf(stocks)
}

/** Reads the cells of one row; undefined for a cell that says nothing. A cell that is not valid is reported as a problem. */
export class CellReader {
  /** Whether a cell of the row is not valid, so that the row has no record. */
  failed = false
  readonly #at: string
  readonly #checks: FileChecks
  readonly #warnsOfThousands: boolean

  /** @param decimalPlaces of the shop: with two, three digits behind a sign may be thousands */
  constructor(at: string, { checks, decimalPlaces }: { checks: FileChecks; decimalPlaces: number }) {
    this.#at = at
    this.#checks = checks
    this.#warnsOfThousands = decimalPlaces < 3
  }

  /** Reports a problem of the row. */
  fail(message: string, value?: string): void {
    this.failed = true
    this.#checks.problem(this.#at, message, value)
  }

  /** Warns of the row. */
  readonly warn = (message: string, value: string): void => {
    this.#checks.warning(this.#at, message, value)
  }

  /** Returns whether a product may have the number of variants; reports a problem where not. */
  hasRoomFor(variants: number): boolean {
    if (variants > MAX_VARIANTS) this.fail(`has ${variants} variants: a product has at most ${MAX_VARIANTS}`)
    return variants <= MAX_VARIANTS
  }

  /** Reads a name, which cannot be cleared. */
  name(text: string | undefined): string | undefined {
    if (text === '') this.fail('has no name')
    else if (text !== undefined && (isLongerThan(text, NAME_MAX_LENGTH) || !isStorable(text))) {
      this.fail(`has a name that is not a text of 1 to ${NAME_MAX_LENGTH} characters without U+0000`)
    }
    return text
  }

  /** Reads a stock keeping unit; null when the cell is empty. */
  sku(text: string | undefined): string | null | undefined {
    if (text === undefined || text === '') return text === '' ? null : undefined
    if (isLongerThan(text, SKU_MAX_LENGTH) || !isStorable(text)) {
      this.fail(`has a SKU that is not a text of at most ${SKU_MAX_LENGTH} characters without U+0000`)
    }
    return text
  }

  /** Reads an image; null when the cell is empty. */
  image(text: string | undefined): string | null | undefined {
    if (text === undefined || text === '') return text === '' ? null : undefined
    const image = isStorable(text) ? normaliseImage(text) : null
    if (text.length > IMAGE_MAX_LENGTH) this.fail(`has an image of more than ${IMAGE_MAX_LENGTH} characters`)
    else if (image === null) this.fail('has an image that is neither an http(s) URL nor a path', text)
    return image
  }

  /** Reads a price. @param what its name, such as `sale price` */
  price(text: string | undefined, what: string): string | undefined {
    if (text === undefined || text === '') return undefined
    const price = parsePrice(text)
    if (price === null)
      this.fail(
        `has a ${what} that is no number such as 19.90: write it without separators of thousands and currency signs`,
        text,
      )
    else this.#warnOfThousands(text, what)
    return price ?? undefined
  }

  /** Reads a stock. */
  stock(text: string | undefined): string | undefined {
    if (text === undefined || text === '') return undefined
    const stock = readNumber(text)
    if (stock === null)
      this.fail('has a stock that is no number such as 12: write it without separators of thousands', text)
    return stock?.value
  }

  /** Reads a date or date-time, in milliseconds since the epoch; null when the cell is empty. */
  time(text: string | undefined, parse: (text: string) => number | null, what: string): number | null | undefined {
    if (text === undefined || text === '') return text === '' ? null : undefined
    const time = parse(text)
    if (time === null) this.fail(`has a ${what} that is no date such as 2026-01-31`, text)
    return time
  }

  /** Reads one of the words in `meanings`, in any letter case. */
  word<T>(text: string | undefined, meanings: Record<string, T>, what: string): T | undefined {
    if (text === undefined || text === '') return undefined
    const word = text.toLowerCase()
    const meaning = Object.hasOwn(meanings, word) ? meanings[word] : undefined
    if (meaning === undefined)
      this.fail(`has a word as ${what} that is none of ${Object.keys(meanings).join(', ')}`, text)
    return meaning
  }

  /** Reads true or false, in the words of spreadsheets. */
  flag(text: string | undefined, what: string): boolean | undefined {
    if (text === undefined || text === '') return undefined
    const flag = readFlag(text)
    if (flag === null) this.fail(`has neither true nor false as ${what}`, text)
    return flag ?? undefined
  }

  #warnOfThousands(text: string, what: string): void {
    const number = this.#warnsOfThousands && mayBeThousands(text) ? readNumber(text) : null
    if (!number) return
    const readings = `${text} is read as ${number.value}, not as ${number.asThousands}`
    this.#checks.warning(
      this.#at,
      `has a ${what} with three digits behind its decimal sign: write it without the sign if it means thousands`,
      readings,
    )
  }
}
