/** What the web shop shares with the other pages of Sepet: the styles, and how an amount is written. From a clone, or from the npm package. */

import { existsSync } from 'node:fs'

/** The folder of a clone, and that of the package, where nothing of `src` is. */
const [clone, compiled] = ['src', 'dist'].map(root => new URL(`../../${root}/ui/browser/`, import.meta.url))

/** The folder of the shared files. */
export const UI = /** @type {URL} */ (clone && existsSync(clone) ? clone : compiled)

/** @type {typeof import('../../src/ui/browser/format/money.js')} */
const money = await import(new URL('format/money.js', UI).href)

/** Formats the decimal text of an amount, without a float. @param {import('../../src/money/money.ts').Money} amount @param {{ language: string }} t */
export const moneyText = (amount, { language }) => money.moneyText(amount, language)
