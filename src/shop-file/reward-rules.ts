/** Rules of rewards: what a type needs, and what it does not have. */

import type { FileChecks } from './checks-interface.ts'
import { isGreater } from './decimal-text.ts'
import { type Check, checkPercent } from './record-rules.ts'
import type { CouponRecord, RewardRecord } from './shop-file.schema.ts'
import { checkTiers } from './tier-rules.ts'

type RewardMember = Exclude<keyof RewardRecord, 'type'>

/** The members of a reward by its type. */
const rewardMembers: Record<RewardRecord['type'], readonly RewardMember[]> = {
  percent: ['value', 'by', 'tiers', 'maximum'],
  fixed: ['value', 'by', 'tiers'],
  buy_x_pay_y: ['buy', 'pay'],
  buy_x_get_y: ['buy', 'get', 'percent', 'times', 'target'],
  free_shipping: [],
}

/** Members without which a reward of their types is none. */
const NEEDED = ['buy', 'pay', 'get'] as const

/** Checks that a reward has what its type needs, and warns about what its type does not have. */
export const checkReward: Check<RewardRecord> = (reward, at, checks) => {
  const { type, ...members } = reward
  if (type === undefined) return
  const own = rewardMembers[type]
  for (const name of NEEDED) {
    if (own.includes(name) && members[name] === undefined) checks.missing(`${at}/${name}`, `"${type}" needs it`)
  }
  for (const name of Object.keys(members) as RewardMember[]) {
    if (!own.includes(name) && says(members[name])) checks.warning(`${at}/${name}`, ignoredBy(type))
  }
  if (type === 'percent' || type === 'fixed') {
    checkIsValued(members, at, checks, `"${type}" needs it, unless tiers are given`)
    checkTiers({ ...members, type }, at, checks)
  }
  if (type === 'buy_x_pay_y') checkPaid(members, at, checks)
  if (type === 'buy_x_get_y') checkSet(members, at, checks)
}

/** The members of a coupon that are of its reward. */
const COUPON_MEMBERS = ['value', 'by', 'tiers', 'maximum'] as const

/** Checks that a coupon has what its type needs, and warns about what decides nothing of it. */
export const checkCouponReward: Check<CouponRecord> = (coupon, at, checks) => {
  const { discountType: type, campaignId } = coupon
  for (const name of COUPON_MEMBERS) {
    if (!says(coupon[name])) continue
    if (type !== undefined && !rewardMembers[type].includes(name)) checks.warning(`${at}/${name}`, ignoredBy(type))
    else if (campaignId) checks.warning(`${at}/${name}`, 'has no effect: that of the campaign counts')
  }
  if (type !== 'percent' && type !== 'fixed') return
  if (!campaignId) checkIsValued(coupon, at, checks, needsValue(type))
  checkTiers({ ...coupon, type }, at, checks)
}

/** Why the value of a coupon is missing. */
export function needsValue(type: string): string {
  return `"${type}" needs it, unless campaignId or tiers are given`
}

function ignoredBy(type: RewardRecord['type']): string {
  return `is ignored: "${type}" has none`
}

/** Whether a member is neither null nor lists that are empty. */
function says(member: unknown): boolean {
  if (Array.isArray(member)) return member.length > 0
  if (typeof member === 'object' && member !== null) return Object.values(member).some(says)
  return member !== undefined && member !== null
}

/** Checks that there is a value or a tier, and warns about what only one of both has. @param needs why the value is missing */
function checkIsValued(
  { value, by, tiers = [] }: Pick<RewardRecord, 'value' | 'by' | 'tiers'>,
  at: string,
  checks: FileChecks,
  needs: string,
): void {
  if (tiers.length > 0) {
    if (says(value)) checks.warning(`${at}/value`, 'has no effect: that of the tiers counts')
  } else if (says(value)) {
    if (by) checks.warning(`${at}/by`, 'has no effect without tiers')
  } else if (by) checks.missing(`${at}/tiers`, 'by is given')
  else checks.missing(`${at}/value`, needs, `${at}/tiers`)
}

const checkPaid: Check<RewardRecord> = ({ buy, pay }, at, checks) => {
  if (buy !== undefined && pay !== undefined && buy <= pay) checks.problem(`${at}/pay`, 'must be less than buy')
}

const checkSet: Check<RewardRecord> = ({ percent, target }, at, checks) => {
  checkPercent(percent, `${at}/percent`, checks)
  if (percent !== undefined && !isGreater(percent, '0')) checks.problem(`${at}/percent`, 'must be more than 0')
  if (target && !says(target)) checks.warning(`${at}/target`, 'names nothing; null is for what the conditions cover')
}
