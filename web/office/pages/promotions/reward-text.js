/** What a discount gives, in words. */

import { itemTexts } from './item-text.js'
import { amount, number } from './shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** The sentence of each kind; the others are in percent or an amount. @type {Record<string, (app: App, reward: PromotionRecord) => string>} */
const sentences = {
  free_shipping: app => app.texts().promotions.freeShipping,
  buy_x_pay_y: (app, { buy, pay }) => app.texts().promotions.buyPay(number(app, buy), number(app, pay)),
  buy_x_get_y: setText,
}

/**
 * The sentence.
 * @param {App} app
 * @param {PromotionRecord} reward of a campaign, or that of a coupon with its `type`
 * @param {number} [most] tiers that are named
 * @returns {string}
 */
export function rewardText(app, reward, most = Number.POSITIVE_INFINITY) {
  return sentences[reward.type]?.(app, reward) ?? valueText(app, reward, most)
}

/** A tier that a cart has reached. @param {App} app @param {string} type of the reward @param {string} by @param {import('./tier-values.js').Tier} tier */
export function tierText(app, type, by, { from, value }) {
  return app.texts().promotions.tier(startText(app, by, from), singleText(app, type, value))
}

/** Where a tier begins. @param {App} app @param {string} by @param {string | number} from */
export function startText(app, by, from) {
  const { promotions: t } = app.texts()
  return by === 'quantity' ? t.fromQuantity(number(app, from)) : t.fromTotal(amount(app, String(from)))
}

/** @param {App} app @param {PromotionRecord} reward @param {number} most */
function valueText(app, { type, value, by, tiers, maximum }, most) {
  const { promotions: t } = app.texts()
  if (by) return tiersText(app, { type, by, tiers, maximum }, most)
  if (value === null || value === undefined || value === '') return t.nothing
  return type === 'percent' && maximum
    ? t.percentUpTo(number(app, value), amount(app, maximum))
    : singleText(app, type, value)
}

/** @param {App} app @param {PromotionRecord} reward @param {number} most */
function tiersText(app, { type, by, tiers = [], maximum }, most) {
  const { promotions: t } = app.texts()
  if (tiers.length === 0) return t.nothing
  const left = tiers.length - most
  const named = tiers.slice(0, most).map((/** @type {any} */ tier) => tierText(app, type, by, tier))
  const limit = type === 'percent' && maximum && t.upTo(amount(app, maximum))
  return [...named, left > 0 && t.moreTiers(number(app, left)), limit].filter(Boolean).join('; ')
}

/** @param {App} app @param {string} type @param {string} value */
function singleText(app, type, value) {
  const { promotions: t } = app.texts()
  return type === 'fixed' ? t.fixed(amount(app, value)) : t.percent(number(app, value))
}

/** @param {App} app @param {PromotionRecord} reward */
function setText(app, { buy, get, percent = '100', times, target }) {
  const { promotions: t } = app.texts()
  const [bought = '', gotten = '', off = ''] = [buy, get, percent].map(each => number(app, each))
  const items = target ? itemTexts(app, target) : []
  return [
    /^100(\.0*)?$/.test(percent) ? t.buyGetFree(bought, gotten) : t.buyGetOff(bought, gotten, off),
    items.length > 0 && t.discountedItems(items.join(' · ')),
    times && t.timesAtMost(number(app, times)),
  ]
    .filter(Boolean)
    .join('; ')
}
