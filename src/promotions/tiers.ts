/** Tiers of rewards: the one that is reached, and the minimum that the first is. */

import type { Conditions, Reward, RewardTier, RewardTiers, RewardValue } from '../model/campaign.ts'
import { type Decimal, decimal } from '../money/money.ts'

/** What the covered lines have: the pieces, and the value with VAT. */
export interface CoveredAmounts {
  quantity: () => number
  total: () => Decimal
}

/** Returns the value of a reward: that of the highest tier that is reached, zero below the first. */
export function reachedValue(reward: RewardValue, amounts: CoveredAmounts): string {
  if ('value' in reward) return reward.value
  return findReached(reward, amounts)?.value ?? '0'
}

/** Finds the highest tier that is reached. */
export function findReached({ by, tiers }: RewardTiers, { quantity, total }: CoveredAmounts): RewardTier | undefined {
  if (by === 'quantity') {
    const pieces = quantity()
    return tiers.findLast(({ from }) => Number(from) <= pieces)
  }
  const value = total()
  return tiers.findLast(({ from }) => decimal(String(from)).lte(value))
}

/** The minimums of a promotion. */
export type Minimums = Pick<Conditions, 'minimumTotal' | 'minimumQuantity'>

/** Returns the minimums of conditions, of which the first tier may raise one. */
export function withFirstTier(conditions: Minimums, tiers: RewardTiers | null): Minimums {
  const [first] = tiers?.tiers ?? []
  if (!tiers || !first) return conditions
  const { minimumTotal, minimumQuantity } = conditions
  if (tiers.by === 'quantity') {
    return { minimumTotal, minimumQuantity: Math.max(minimumQuantity ?? 0, Number(first.from)) }
  }
  const from = String(first.from)
  const isRaised = minimumTotal === null || decimal(minimumTotal).lt(decimal(from))
  return { minimumTotal: isRaised ? from : minimumTotal, minimumQuantity }
}

/** Returns the tiers of a reward; null where it has none. */
export function tiersOf(reward: Reward): RewardTiers | null {
  return 'tiers' in reward ? reward : null
}
