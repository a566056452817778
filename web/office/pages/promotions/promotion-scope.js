/** What a coupon or campaign is for, in a few words: products, carts and customers. */

import { numberText } from '../../../ui/format/money.js'
import { isolate } from '../../format/isolate.js'
import { amount } from './promotion-summary.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** Terms of one kind that the sentence names. */
const NAMED = 2

/** What it is for. @param {App} app @param {PromotionRecord} record @returns {string} */
export function scopeText(app, { conditions, audience }) {
  const { scope: t } = app.texts().promotions
  const parts = [...itemTexts(app, conditions), ...cartTexts(app, conditions), ...customerTexts(app, audience)]
  return parts.length === 0 ? t.everything : parts.join(' · ')
}

/** How a campaign comes into a cart. @param {App} app @param {PromotionRecord} campaign */
export function wayText(app, { automatic, couponBound }) {
  const { scope: t } = app.texts().promotions
  if (couponBound) return t.byCoupon
  return automatic ? t.byItself : t.byChoice
}

/** @param {App} app @param {PromotionRecord} conditions @returns {string[]} */
function itemTexts(app, conditions) {
  const { promotions: texts, locale } = app.texts()
  const { scope: t } = texts
  const { categories, brands, tags, productIds, variantIds, priceFrom, priceTo, excludeDiscounted, exclude } =
    conditions
  const count = (/** @type {unknown[] | undefined} */ list) => numberText(list?.length ?? 0, locale)
  const excluded = Object.values(exclude ?? {}).some(list => list.length > 0)
  return [
    ...[categories, brands, tags].filter(isFilled).map(list => termsText(list, locale)),
    isFilled(productIds) && t.products(count(productIds)),
    isFilled(variantIds) && t.variants(count(variantIds)),
    priceText(app, priceFrom, priceTo),
    excludeDiscounted && t.notDiscounted,
    excluded && t.withExclusions,
  ].filter(Boolean)
}

/** @param {App} app @param {string | null} from @param {string | null} to */
function priceText(app, from, to) {
  const { scope: t } = app.texts().promotions
  if (from && to) return t.priceBetween(amount(app, from), amount(app, to))
  if (to) return t.priceTo(amount(app, to))
  return from && t.priceFrom(amount(app, from))
}

/** @param {string[]} terms @param {string} locale */
function termsText(terms, locale) {
  const left = terms.length - NAMED
  return terms.slice(0, NAMED).map(isolate).join(', ') + (left > 0 ? ` +${numberText(left, locale)}` : '')
}

/** @param {App} app @param {PromotionRecord} conditions @returns {string[]} */
function cartTexts(app, { minimumTotal, minimumQuantity }) {
  const { promotions: texts, locale } = app.texts()
  return [
    minimumTotal && texts.scope.fromTotal(amount(app, minimumTotal)),
    minimumQuantity && texts.scope.fromQuantity(numberText(minimumQuantity, locale)),
  ].filter(Boolean)
}

/** @param {App} app @param {PromotionRecord | null} audience @returns {string[]} */
function customerTexts(app, audience) {
  if (!audience) return []
  const { labels, scope: t, channels } = app.texts().promotions
  const kinds = ['visitors', 'members', 'dealers']
    .filter(kind => audience[kind])
    .map(kind => labels[`audience/${kind}`])
  const isNamed = isFilled(audience.customerGroupIds) || isFilled(audience.customerIds)
  const places = channels.filter(([channel]) => audience.channels?.includes(channel)).map(([, name]) => name)
  return /** @type {string[]} */ (
    [
      [...kinds, isNamed && t.someCustomers].filter(Boolean).join(', '),
      audience.firstOrder && t.firstOrder,
      places.join(', '),
    ].filter(Boolean)
  )
}

/** @param {unknown} list */
function isFilled(list) {
  return Array.isArray(list) && list.length > 0
}
