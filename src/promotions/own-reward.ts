/** What a promotion has itself: the reward of a coupon, and the minimums. */

import type { Coupon, Reward, RewardTiers, RewardValue } from '../model/campaign.ts'
import type { Promotion } from './promotion-context.ts'
import { type Minimums, tiersOf, withFirstTier } from './tiers.ts'

/** Returns a coupon's own reward, which counts while no campaign gives it. */
export function ownReward(coupon: Coupon): Reward {
  const { discountType, value, maximum = null } = coupon
  const amount: RewardValue = tiersOfCoupon(coupon) ?? { value: value ?? '0' }
  switch (discountType) {
    case 'percent':
      return { type: 'percent', ...amount, maximum }
    case 'fixed':
      return { type: 'fixed', ...amount }
    case 'free_shipping':
      return { type: 'free_shipping' }
  }
}

/** Returns the minimums of a promotion's own conditions and tiers. */
export function ownMinimums(promotion: Promotion): Minimums {
  const tiers = 'reward' in promotion ? tiersOf(promotion.reward) : tiersOfCoupon(promotion)
  return withFirstTier(promotion.conditions, tiers)
}

function tiersOfCoupon({ by, tiers }: Coupon): RewardTiers | null {
  return by && tiers ? { by, tiers } : null
}
