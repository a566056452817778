/** Judges the code that a cart has: its coupon applies, or it is refused for the first condition that does not hold. */

import type { Coupon } from '../model/campaign.ts'
import type { Decimal } from '../money/money.ts'
import { findFailed } from './check-conditions.ts'
import type { CheckedCondition, ConditionValues } from './condition.ts'
import { couponConditions } from './conditions.ts'
import { type CouponRefusal, CURABLE_REASONS, unknownCoupon } from './coupon-reasons.ts'
import { isLimited } from './coverage.ts'
import { ownReward } from './own-reward.ts'
import { findBoundCampaign, type PromotionContext } from './promotion-context.ts'
import type { Rewarded } from './reward-lines.ts'

/** A coupon that applies, with its reward or that of the campaign that it is bound to. */
export interface AcceptedCoupon {
  applied: true
  coupon: Coupon
  rewarded: Rewarded
}

/** A code whose coupon does not apply. */
export interface RefusedCoupon extends CouponRefusal {
  applied: false
  /** As the shop wrote it; as it was entered for a code that is unknown, which includes hidden coupons. */
  code: string
  /** The conditions that do not hold, those of the campaign in the place of that it applies; none for a code that no coupon has. */
  failed: CheckedCondition[]
  /** Where nothing but minimums does not hold. */
  missing?: MissingMinimum
}

/** What the covered lines lack of the minimums that are not met. */
export interface MissingMinimum {
  quantity?: number
  /** A value with VAT, exact. */
  total?: Decimal
  /** Whether only some lines count: those of certain products, or that other conditions limit. */
  isLimitedToProducts: boolean
}

/** Judges the code of a cart. @param enteredCode of the coupon in the context */
export function judgeCoupon(enteredCode: string, context: PromotionContext): AcceptedCoupon | RefusedCoupon {
  const { coupon } = context
  if (!coupon) return { applied: false, code: enteredCode, ...unknownCoupon, failed: [] }
  const failed = findFailed(couponConditions, coupon, context)
  const [first] = failed
  const rewarded = rewardedBy(coupon, context)
  if (!first) return { applied: true, coupon, rewarded }
  const refusal = refusalOf(first.name, first.values)
  const all = failed.flatMap(each => (each.name === 'campaign' && each.values.exists ? each.values.failed : [each]))
  return {
    applied: false,
    // Nothing of a hidden coupon is shown.
    code: refusal.reason === 'unknown' ? enteredCode : coupon.code,
    ...refusal,
    failed: all,
    ...findMissing(all, rewarded),
  }
}

/** Returns the reward of a coupon, or that of the campaign that it is bound to. */
export function rewardedBy(coupon: Coupon, context: PromotionContext): Rewarded {
  return findBoundCampaign(coupon, context) ?? { reward: ownReward(coupon), conditions: coupon.conditions }
}

/**
 * Judges a code that is entered: one that is refused for a reason that no change of the cart and no login can remove is not stored. Those
 * reasons come before the ones that depend on the lines, so that the cart's lines are not needed.
 * @returns null when the code may be stored
 */
export function judgeEntry(enteredCode: string, context: PromotionContext): RefusedCoupon | null {
  const judged = judgeCoupon(enteredCode, context)
  return judged.applied || CURABLE_REASONS.has(judged.reason) ? null : judged
}

function refusalOf<Name extends keyof typeof couponConditions>(
  name: Name,
  values: ConditionValues[Name],
): CouponRefusal {
  return couponConditions[name].refusal(values)
}

/** Returns what is missing of minimums; nothing where any other condition does not hold. */
function findMissing(failed: CheckedCondition[], { conditions }: Rewarded): { missing?: MissingMinimum } {
  const missing: MissingMinimum = { isLimitedToProducts: isLimited(conditions) }
  for (const { name, values } of failed) {
    if (name === 'minimumQuantity' && values.missing !== null) missing.quantity = values.missing
    else if (name === 'minimumTotal' && values.missing !== null) missing.total = values.missing
    else return {}
  }
  return { missing }
}
