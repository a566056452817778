/** Headings of prices by quantity: `fiyat_10`, `price_from_10`, `10 adet fiyatı`, `Price 10+`. */

import { MAX_TIER_FROM } from '../../catalog/product.ts'

/** Field of a column with the price from a quantity on. */
export type TierField = `price_from_${number}`

const ENGLISH = '(?:(?:unit|bulk|wholesale|tier|volume) )?price'
const TURKISH = '(?:(?:birim|toptan|satiş) )?fiyati?'
const PRICE = `(?:${ENGLISH}|${TURKISH})`
const PIECES = '(?:adet|tane|pcs|pieces|items|units)'
const ON = '(?:\\+|ve üzeri|ve üstü|veya üzeri|veya üstü|or more|and up|and above)'
const QUANTITY = '(?<from>[1-9]\\d{0,5})'

/** Headings that say that their number is a quantity. */
const TELLING = [
  `${PRICE} from ${QUANTITY}(?: ${PIECES})?`,
  `from ${QUANTITY}(?: ${PIECES})? ${PRICE}`,
  `${PRICE} ${QUANTITY} ?${ON}(?: ${PIECES})?`,
  `${PRICE} ${QUANTITY} ${PIECES}(?: ?${ON})?`,
  `${QUANTITY} ?${ON}(?: ${PIECES})? ${PRICE}`,
  `${QUANTITY} ${PIECES}(?: ?${ON})? ${PRICE}`,
  `${QUANTITY} adetten itibaren ${PRICE}`,
].map(pattern => new RegExp(`^${pattern}$`))

/** Headings with a number alone. Below ten it may be that of a price list, as in `Fiyat 2`. */
const PLAIN = new RegExp(`^${PRICE} ${QUANTITY}$`)
const LEAST_PLAIN = 10

/** Headings of prices with a number, which people may mean as one by quantity. */
const LIKE = /^(?=.*(?:price|fiyat))(?=.*\d)/

/**
 * Returns the field of a column; undefined where it is no price by quantity.
 * @param name as `columnName` gives it
 * @example tierFieldOf('10 adet fiyati') // price_from_10
 */
export function tierFieldOf(name: string): TierField | undefined {
  const words = wordsOf(name)
  for (const pattern of TELLING) {
    const field = fieldOf(pattern.exec(words), 1)
    if (field) return field
  }
  return fieldOf(PLAIN.exec(words), LEAST_PLAIN)
}

/** Whether a table has a column of prices by quantity. */
export function hasTier(header: ReadonlySet<string>): boolean {
  return [...header].some(name => tierFieldOf(name) !== undefined)
}

/** Whether a column that is not read may be meant as a price by quantity. */
export function isLikeTier(name: string): boolean {
  return LIKE.test(name)
}

/** Returns the quantity of a field. */
export function tierFromOf(field: TierField): number {
  return Number(field.slice('price_from_'.length))
}

/** Whether the name of a field is that of a price by quantity. */
export function isTierField(field: string): field is TierField {
  return /^price_from_[1-9]\d*$/.test(field) && tierFieldOf(field) === field
}

function fieldOf(match: RegExpExecArray | null, least: number): TierField | undefined {
  const from = Number(match?.groups?.from)
  return from >= least && from <= MAX_TIER_FROM ? `price_from_${from}` : undefined
}

/** Underscores, hyphens and brackets stand for blanks. */
function wordsOf(name: string): string {
  return name
    .replace(/[_\-()[\]/]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
