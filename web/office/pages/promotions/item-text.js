/** Lists of items in a few words, such as those that a promotion covers. */

import { numberText } from '../../../ui/format/money.js'
import { isolate } from '../../format/isolate.js'

/** Terms of one kind that are named. */
const NAMED = 2

/** The lists that name something. @param {import('../../app.js').App} app @param {Partial<import('./promotion-record.js').Items>} items @returns {string[]} */
export function itemTexts(app, { categories, brands, tags, productIds, variantIds }) {
  const { promotions, locale } = app.texts()
  const { scope: t } = promotions
  const count = (/** @type {unknown[]} */ list) => numberText(list.length, locale)
  return [
    ...[categories, brands, tags].flatMap(list => (isFilled(list) ? [termsText(list, locale)] : [])),
    ...(isFilled(productIds) ? [t.products(count(productIds))] : []),
    ...(isFilled(variantIds) ? [t.variants(count(variantIds))] : []),
  ]
}

/** @param {string[]} terms @param {string} locale */
function termsText(terms, locale) {
  const left = terms.length - NAMED
  return terms.slice(0, NAMED).map(isolate).join(', ') + (left > 0 ? ` +${numberText(left, locale)}` : '')
}

/** Whether a list has something. @template T @param {T[] | null | undefined} list @returns {list is T[]} */
export function isFilled(list) {
  return Array.isArray(list) && list.length > 0
}
