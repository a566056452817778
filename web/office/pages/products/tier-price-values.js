/** Prices by quantity: as rows that are typed, and as the API has them. */

import { decimalOf, integerOf } from '../../format/typed-decimal.js'
import { typedNumber } from '../../format/typed-number.js'

/** @typedef {import('../../texts/texts.js').Language} Language */
/** @typedef {{ from: number, price: string, customerGroupId?: number | undefined }} TierPrice */
/** A price as it is typed. @typedef {{ from: string, price: string, group: string }} PriceRow */
/** What is sent: a text that is no number is left to the API. @typedef {{ from: number | string, price: string, customerGroupId?: number | string | undefined }} SentPrice */

/** The rows of prices. @param {readonly TierPrice[]} prices @param {Language} language @returns {PriceRow[]} */
export function priceRowsOf(prices, language) {
  return prices.map(({ from, price, customerGroupId }) => ({
    from: String(from),
    price: typedNumber(price, language),
    group: customerGroupId === undefined ? '' : String(customerGroupId),
  }))
}

/** The prices of rows, without those in which nothing is. @param {readonly PriceRow[]} rows @param {Language} language @returns {SentPrice[]} */
export function pricesOf(rows, language) {
  const mark = language === 'tr' ? ',' : '.'
  return rows.filter(isFilled).map(({ from, price, group }) => ({
    from: integerOf(from.trim()),
    price: decimalOf(price.trim(), mark),
    ...(group.trim() !== '' && { customerGroupId: integerOf(group.trim()) }),
  }))
}

/** The place of a row among those that are sent; none for a row in which nothing is. @param {readonly PriceRow[]} rows @param {number} at */
export function sentPlaceOf(rows, at) {
  const row = rows[at]
  return row && isFilled(row) ? rows.slice(0, at).filter(isFilled).length : null
}

/** Whether rows are what is stored. @param {readonly PriceRow[]} rows @param {readonly TierPrice[]} stored @param {Language} language */
export function isStored(rows, stored, language) {
  return JSON.stringify(rows) === JSON.stringify(priceRowsOf(stored, language))
}

/** @param {PriceRow} row */
function isFilled(row) {
  return Object.values(row).some(text => text.trim() !== '')
}
