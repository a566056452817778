/** What a cart lacks until a promotion applies. */

import { moneyText, numberText } from '../../../ui/format/money.js'

/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {Pick<import('./cart-types.js').Campaign, 'id' | 'conditions'>} Campaign */

/**
 * The sentence that says what is missing; null where something else than a minimum does not hold.
 * @param {Condition[]} conditions of the promotion
 * @param {Campaign[]} campaigns of the cart: a coupon that is bound to one has its minimums
 * @param {import('../../texts/texts.js').Texts} texts
 */
export function missingText(conditions, campaigns, { conditions: t, locale }) {
  const parts = failedOf(conditions, campaigns).map(condition => partOf(condition, t, locale))
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
  return campaigns.find(({ id }) => ids.includes(id))
}

/** The campaign that a coupon is bound to; undefined where there is none, and for other conditions. @param {Condition} condition */
export function campaignOf({ values }) {
  return values?.name === 'campaign' && values.exists ? (values.campaignId ?? undefined) : undefined
}

/** @param {Condition} condition @param {import('../../texts/texts.js').Texts['conditions']} t @param {string} locale */
function partOf({ values }, t, locale) {
  if (values?.name === 'minimumTotal') return values.missing && moneyText(values.missing, locale)
  if (values?.name !== 'minimumQuantity' || values.missing === null) return null
  return t.pieces(numberText(values.missing, locale))
}
