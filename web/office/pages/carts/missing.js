/** What a cart lacks until a promotion applies. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { isDecimal, missingOf } from '../../format/decimal.js'

/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {Pick<import('./cart-types.js').Campaign, 'id' | 'conditions'>} Campaign */

/**
 * The sentence that says what is missing; null where something else than a minimum does not hold.
 * @param {Condition[]} conditions of the promotion
 * @param {Campaign[]} campaigns of the cart: a coupon that is bound to one has its minimums
 * @param {import('../../texts/texts.js').Texts} texts
 * @param {import('./condition-text.js').Shop} shop
 */
export function missingText(conditions, campaigns, { conditions: t, locale }, shop) {
  const failed = failedOf(conditions, campaigns)
  const parts = failed.map(condition => partOf(condition, t, locale, shop))
  if (parts.length === 0 || parts.includes(null)) return null
  return t.lacks(parts.join(t.and))
}

/** The conditions that do not hold; those of the campaign in the place of the one that it applies. @param {Condition[]} conditions @param {Campaign[]} campaigns */
function failedOf(conditions, campaigns) {
  const failed = conditions.filter(({ holds }) => !holds)
  const bound = failedCampaignOf(conditions, campaigns)
  if (!bound) return failed
  const ofCampaign = bound.conditions.filter(({ holds, name }) => !holds && name !== 'coupon')
  return [...failed.filter(({ name }) => name !== 'campaign'), ...ofCampaign]
}

/**
 * The campaign that a coupon is bound to, if it does not apply.
 * @template {Campaign} C
 * @param {Condition[]} conditions of the coupon
 * @param {C[]} campaigns
 */
export function failedCampaignOf(conditions, campaigns) {
  const ids = conditions.filter(({ holds }) => !holds).map(campaignOf)
  return campaigns.find(({ id }) => ids.includes(String(id)))
}

/** The campaign that a coupon is bound to; undefined for other conditions. @param {Condition} condition */
export function campaignOf({ name, detail }) {
  return name === 'campaign' ? /^campaign (\d+) /.exec(detail)?.[1] : undefined
}

/** @param {Condition} condition @param {import('../../texts/texts.js').Texts['conditions']} t @param {string} locale @param {import('./condition-text.js').Shop} shop */
function partOf({ name, detail }, t, locale, shop) {
  const [value = '', minimum = ''] = detail.split(' of ')
  if (!isDecimal(value) || !isDecimal(minimum)) return null
  if (name === 'minimumTotal') return amountText(missingOf(value, minimum, shop.decimalPlaces), shop, locale)
  return name === 'minimumQuantity' ? t.pieces(numberText(missingOf(value, minimum, 0), locale)) : null
}
