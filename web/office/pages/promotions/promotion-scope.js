/** What a coupon or campaign is for, in a few words: products, carts and customers. */

import { groupText } from '../customers/group-names.js'
import { aboutCampaign } from './campaign-names.js'
import { isFilled, itemTexts } from './item-text.js'
import { isBound } from './promotion-summary.js'
import { amount, number } from './shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** What it is for. The conditions of a coupon that is bound to a campaign decide nothing. @param {App} app @param {PromotionRecord} record @returns {string} */
export function scopeText(app, { conditions, audience, campaignId }) {
  const { scope: t } = app.texts().promotions
  const own = isBound({ campaignId })
    ? [aboutCampaign(app, campaignId, { named: t.ofCampaignNamed, numbered: t.ofCampaign })]
    : [...coveredTexts(app, conditions), ...cartTexts(app, conditions)]
  const parts = [...own, ...customerTexts(app, audience)]
  return parts.length === 0 ? t.everything : parts.join(' · ')
}

/** How a campaign comes into a cart. @param {App} app @param {PromotionRecord} campaign */
export function wayText(app, { automatic, couponBound }) {
  const { scope: t } = app.texts().promotions
  if (couponBound) return t.byCoupon
  return automatic ? t.byItself : t.byChoice
}

/** @param {App} app @param {PromotionRecord} conditions @returns {string[]} */
function coveredTexts(app, conditions) {
  const { scope: t } = app.texts().promotions
  const { priceFrom, priceTo, excludeDiscounted, exclude } = conditions
  const excluded = Object.values(exclude ?? {}).some(list => list.length > 0)
  return [
    ...itemTexts(app, conditions),
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

/** @param {App} app @param {PromotionRecord} conditions @returns {string[]} */
function cartTexts(app, { minimumTotal, minimumQuantity }) {
  const { scope: t } = app.texts().promotions
  return [
    minimumTotal && t.fromTotal(amount(app, minimumTotal)),
    minimumQuantity && t.fromQuantity(number(app, minimumQuantity)),
  ].filter(Boolean)
}

/** @param {App} app @param {PromotionRecord | null} audience @returns {string[]} */
function customerTexts(app, audience) {
  if (!audience) return []
  const { labels, scope: t, channels } = app.texts().promotions
  const kinds = ['visitors', 'members', 'dealers']
    .filter(kind => audience[kind])
    .map(kind => labels[`audience/${kind}`])
  const groups = groupsText(app, audience.customerGroupIds ?? [])
  const some = isFilled(audience.customerIds) && t.someCustomers
  const places = channels.filter(([channel]) => audience.channels?.includes(channel)).map(([, name]) => name)
  return /** @type {string[]} */ (
    [
      [...kinds, groups, some].filter(Boolean).join(', '),
      audience.firstOrder && t.firstOrder,
      places.join(', '),
    ].filter(Boolean)
  )
}

/** Groups that are named. */
const NAMED = 3

/** @param {App} app @param {number[]} ids */
function groupsText(app, ids) {
  const left = ids.length - NAMED
  const named = ids.slice(0, NAMED).map(id => groupText(app, id))
  return named.join(', ') + (left > 0 ? ` +${number(app, left)}` : '')
}
