/** What a coupon or campaign gives, when it is valid and how often it was used, in a few words. */

import { aboutCampaign } from './campaign-names.js'
import { rewardText } from './reward-text.js'
import { number, shopTime } from './shop-format.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */

/** Tiers that a list and a heading name. */
export const FEW_TIERS = 3

/**
 * What it gives.
 * @param {App} app
 * @param {PromotionRecord} record
 * @param {number} [most] tiers that are named
 * @returns {string}
 */
export function givesText(app, { discountType, value, by, tiers, maximum, campaignId, reward }, most) {
  const { promotions: t } = app.texts()
  if (reward) return rewardText(app, reward, most)
  if (isBound({ campaignId }))
    return aboutCampaign(app, campaignId, { named: t.ofCampaignNamed, numbered: t.ofCampaign })
  return rewardText(app, { type: discountType, value, by, tiers, maximum }, most)
}

/** Whether a coupon has its discount and conditions from a campaign. @param {PromotionRecord} record */
export function isBound({ campaignId }) {
  return campaignId !== null && campaignId !== undefined
}

/** When it is valid. @param {App} app @param {PromotionRecord} record */
export function validityText(app, { startsAt, endsAt }) {
  const { promotions: t } = app.texts()
  if (startsAt && endsAt) return t.between(shopTime(app, startsAt), shopTime(app, endsAt))
  if (endsAt) return t.until(shopTime(app, endsAt))
  return startsAt ? t.from(shopTime(app, startsAt)) : t.always
}

/** How often it was used, of the record that it is given. @param {App} app @param {PromotionRecord} record */
export function usesText(app, { usageCount, usageLimit }) {
  const count = number(app, usageCount ?? 0)
  if (usageLimit === null || usageLimit === undefined) return count
  return app.texts().promotions.usesOf(count, number(app, usageLimit))
}
