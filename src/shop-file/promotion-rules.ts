/** Rules between the fields of a campaign or a coupon of a shop file, as in `record-rules.ts`. */

import { foldCouponCode } from '../model/coupon-code.ts'
import { checkAudience, checkConditions, checkLimitPerCustomer } from './applicable-rules.ts'
import { type Check, checkPeriod } from './record-rules.ts'
import { checkCouponReward, checkReward } from './reward-rules.ts'
import type { CampaignRecord, CouponRecord } from './shop-file.schema.ts'

/** Checks that the id is unique, and checks the daily window, the period and the reward. */
export const checkCampaign: Check<CampaignRecord> = (campaign, at, checks) => {
  const { id, dailyFrom = null, dailyTo = null, reward, couponBound = false } = campaign
  if (id !== undefined) {
    checks.unique('campaigns', id, `${at}/id`)
    checks.declare('campaigns', id, couponBound)
  }
  if (dailyFrom === null && dailyTo !== null) checks.missing(`${at}/dailyFrom`, 'dailyTo is given')
  if (dailyFrom !== null && dailyTo === null) checks.missing(`${at}/dailyTo`, 'dailyFrom is given')
  if (couponBound) checkCouponBound(campaign, at, checks)
  checkPeriod(campaign, at, checks)
  checkAudience(campaign.audience, `${at}/audience`, checks)
  checkLimitPerCustomer(campaign, at, checks)
  checkConditions(campaign.conditions, `${at}/conditions`, checks)
  if (reward) checkReward(reward, `${at}/reward`, checks)
}

/** Warns about what decides nothing of a campaign that applies only through a coupon. */
const checkCouponBound: Check<CampaignRecord> = ({ automatic, combinesWithCoupons }, at, checks) => {
  const message = 'has no effect: a couponBound campaign applies only through its coupon'
  if (automatic) checks.warning(`${at}/automatic`, message)
  if (combinesWithCoupons === false) checks.warning(`${at}/combinesWithCoupons`, message)
}

/** Checks that the folded code is unique, checks the value and the period, and registers the reference to the campaign. */
export const checkCoupon: Check<CouponRecord> = (coupon, at, checks) => {
  const { code, campaignId } = coupon
  if (code !== undefined) checks.unique('coupons', foldCouponCode(code), `${at}/code`)
  if (campaignId) checks.refer('campaigns', campaignId, `${at}/campaignId`)
  checkCouponReward(coupon, at, checks)
  checkPeriod(coupon, at, checks)
  checkAudience(coupon.audience, `${at}/audience`, checks)
  checkConditions(coupon.conditions, `${at}/conditions`, checks)
  if (campaignId) checkBoundConditions(coupon, at, checks)
  else if (coupon.batch) checks.warning(`${at}/batch`, 'has no effect without campaignId')
}

/** Warns about conditions of a coupon that is bound to a campaign. */
const checkBoundConditions: Check<CouponRecord> = ({ conditions = {} }, at, checks) => {
  const message = 'has no effect: that of the campaign counts'
  for (const [name, condition] of Object.entries(conditions)) {
    if (saysCondition(condition)) checks.warning(`${at}/conditions/${name}`, message)
  }
}

/** Whether the value of a condition is not its default. */
function saysCondition(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysCondition)
  return value !== undefined && value !== null && value !== false
}
