/** The rows of a table of results that are shown: those with the highest turnover. */

import type { Currency } from '../../money/money.ts'
import { keyOfCurrency, type Sold } from './orders-tally.ts'

/** Rows of each kind that an answer has. */
export const MAX_ROWS = 100

/** A row of results: what `key` names has sold this, in this currency. */
export interface ResultRow<Key> extends Sold {
  key: Key
  currency: Currency
}

/** The rows of a table, and how many it has besides. */
export interface TopRows<Key> {
  rows: ResultRow<Key>[]
  leftOut: number
}

/** Chooses the first rows out of any number, which are offered one by one. */
export interface RowChooser<Key> {
  offer(row: ResultRow<Key>): void
  chosen(): TopRows<Key>
}

/**
 * Creates the chooser of a table. Rows in the currency of the shop come first, then those of others by their codes: amounts of two currencies are
 * not compared. Within one, the order is that of the turnover, the number of orders, and the keys.
 */
export function createRowChooser<Key>(shop: Currency, compareKeys: (a: Key, b: Key) => number): RowChooser<Key> {
  const rows: ResultRow<Key>[] = []
  let offered = 0
  const compare = (a: ResultRow<Key>, b: ResultRow<Key>) =>
    compareCurrencies(shop, a.currency, b.currency) ||
    b.turnover.cmp(a.turnover) ||
    b.orders - a.orders ||
    compareKeys(a.key, b.key)
  return {
    offer(row) {
      offered++
      const last = rows.at(-1)
      if (rows.length === MAX_ROWS && last && compare(row, last) > 0) return
      const place = rows.findIndex(each => compare(row, each) < 0)
      rows.splice(place < 0 ? rows.length : place, 0, row)
      if (rows.length > MAX_ROWS) rows.pop()
    },
    chosen: () => ({ rows, leftOut: offered - rows.length }),
  }
}

/** Compares currencies for their order in an answer: that of the shop is the first. */
export function compareCurrencies(shop: Currency, a: Currency, b: Currency): number {
  const [own, keyOfA, keyOfB] = [shop, a, b].map(keyOfCurrency)
  if (keyOfA === keyOfB) return 0
  if (keyOfA === own || keyOfB === own) return keyOfA === own ? -1 : 1
  return compareTexts(a.currencyCode, b.currencyCode) || b.decimalPlaces - a.decimalPlaces
}

/** Compares texts by their code units. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
