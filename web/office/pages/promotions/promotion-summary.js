/** What a coupon or campaign gives, when it is valid and how often it was used, in a few words. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** What it gives. @param {App} app @param {PromotionRecord} record @returns {string} */
export function givesText(app, { discountType, value, campaignId, reward }) {
  const { promotions: t } = app.texts()
  if (reward) return rewardText(app, reward)
  if (campaignId !== null && campaignId !== undefined) return t.ofCampaign(String(campaignId))
  return rewardText(app, { type: discountType, value })
}

/** @param {App} app @param {PromotionRecord} reward @returns {string} */
function rewardText(app, { type, value, maximum, buy, pay }) {
  const { promotions: t, locale } = app.texts()
  if (type === 'free_shipping') return t.freeShipping
  if (type === 'buy_x_pay_y') return t.buyPay(String(buy), String(pay))
  if (value === null || value === undefined) return t.nothing
  if (type === 'fixed') return t.fixed(amount(app, value))
  const percent = numberText(value, locale)
  return maximum ? t.percentUpTo(percent, amount(app, maximum)) : t.percent(percent)
}

/** When it is valid. @param {App} app @param {PromotionRecord} record */
export function validityText(app, { startsAt, endsAt }) {
  const { promotions: t } = app.texts()
  if (startsAt && endsAt) return t.between(shopTime(app, startsAt), shopTime(app, endsAt))
  if (endsAt) return t.until(shopTime(app, endsAt))
  return startsAt ? t.from(shopTime(app, startsAt)) : t.always
}

/** How often it was used outside Sepet. @param {App} app @param {PromotionRecord} record */
export function usesText(app, { usageCount, usageLimit }) {
  const { promotions: t, locale } = app.texts()
  const count = numberText(usageCount ?? 0, locale)
  return usageLimit === null || usageLimit === undefined ? count : t.usesOf(count, numberText(usageLimit, locale))
}

/** A time of the shop's clock. @param {App} app @param {string} instant */
export function shopTime(app, instant) {
  return Number.isNaN(Date.parse(instant)) ? instant : timeText(instant, app.texts().locale, app.clock().zone)
}

/** An amount in the currency of the shop. @param {App} app @param {string} decimal */
export function amount(app, decimal) {
  return amountText(decimal, app.session().shop, app.texts().locale)
}
