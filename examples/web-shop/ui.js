/** What the web shop shares with the other pages of Sepet: the styles, and how an amount is written. */

import * as money from '../../web/ui/format/money.js'

/** The folder of the shared files. */
export const UI = new URL('../../web/ui/', import.meta.url)

/** Formats the decimal text of an amount, without a float. @param {import('../../src/money/money.ts').Money} amount @param {{ language: string }} t */
export const moneyText = (amount, { language }) => money.moneyText(amount, language)

/** Formats a number that is not money, such as a quantity. @param {number} value @param {{ language: string }} t */
export const numberText = (value, { language }) => money.numberText(value, language)

/** Formats the day of a time. @param {string} time @param {{ language: string }} t */
export const dateText = (time, { language }) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(time))
