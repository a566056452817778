/** Rules between the fields of a campaign or a coupon of a shop file, as in `record-rules.ts`. */

import { foldCouponCode } from '../model/coupon-code.ts'
import { checkAudience, checkConditions } from './applicable-rules.ts'
import { type Check, checkPercent, checkPeriod } from './record-rules.ts'
import type { CampaignRecord, CouponRecord, RewardRecord } from './shop-file.schema.ts'

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
  checkConditions(campaign.conditions, `${at}/conditions`, checks)
  if (reward) checkReward(reward, `${at}/reward`, checks)
}

/** Warns about what decides nothing of a campaign that applies only through a coupon. */
const checkCouponBound: Check<CampaignRecord> = ({ automatic, combinesWithCoupons }, at, checks) => {
  const message = 'has no effect: a couponBound campaign applies only through its coupon'
  if (automatic) checks.warning(`${at}/automatic`, message)
  if (combinesWithCoupons === false) checks.warning(`${at}/combinesWithCoupons`, message)
}

type RewardMember = Exclude<keyof RewardRecord, 'type'>

/** The members of a reward by its type; only `maximum` may be left out. */
const rewardMembers: Record<RewardRecord['type'], RewardMember[]> = {
  percent: ['value', 'maximum'],
  fixed: ['value'],
  buy_x_pay_y: ['buy', 'pay'],
  free_shipping: [],
}

const checkReward: Check<RewardRecord> = ({ type, ...reward }, at, checks) => {
  if (type === undefined) return
  const own = rewardMembers[type]
  for (const name of own) {
    if (name !== 'maximum' && reward[name] === undefined) checks.missing(`${at}/${name}`, `"${type}" needs it`)
  }
  const others = (Object.keys(reward) as RewardMember[]).filter(name => !own.includes(name))
  for (const name of others) {
    if (says(reward[name])) checks.warning(`${at}/${name}`, `is ignored: "${type}" has none`)
  }
  if (type === 'percent') checkPercent(reward.value, `${at}/value`, checks)
  const { buy, pay } = reward
  if (type === 'buy_x_pay_y' && buy !== undefined && pay !== undefined && buy <= pay) {
    checks.problem(`${at}/pay`, 'must be less than buy')
  }
}

function says(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Checks that the folded code is unique, checks the value and the period, and registers the reference to the campaign. */
export const checkCoupon: Check<CouponRecord> = (coupon, at, checks) => {
  const { code, discountType, value, campaignId } = coupon
  if (code !== undefined) checks.unique('coupons', foldCouponCode(code), `${at}/code`)
  if (campaignId) checks.refer('campaigns', campaignId, `${at}/campaignId`)
  if (discountType === 'percent') checkPercent(value, `${at}/value`, checks)
  if (discountType === 'free_shipping' && value) checks.warning(`${at}/value`, 'is ignored: "free_shipping" has none')
  const valued = discountType === 'percent' || discountType === 'fixed'
  if (valued && !value && !campaignId) {
    checks.missing(`${at}/value`, `"${discountType}" needs it, unless campaignId is given`)
  }
  checkPeriod(coupon, at, checks)
  checkAudience(coupon.audience, `${at}/audience`, checks)
  checkConditions(coupon.conditions, `${at}/conditions`, checks)
  if (campaignId) checkBound(coupon, at, checks)
}

/** Warns about what decides nothing of a coupon that is bound to a campaign. */
const checkBound: Check<CouponRecord> = ({ value, discountType, conditions = {} }, at, checks) => {
  const message = 'has no effect: that of the campaign counts'
  if (value && discountType !== 'free_shipping') checks.warning(`${at}/value`, message)
  for (const [name, condition] of Object.entries(conditions)) {
    if (saysCondition(condition)) checks.warning(`${at}/conditions/${name}`, message)
  }
}

/** Whether the value of a condition is not its default. */
function saysCondition(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysCondition)
  return says(value) && value !== false
}
