/** Explanations of rewards: the tier that a cart reaches, and the units that a reward by sets chooses, as the discount is computed. */

import type { RewardTier } from '../model/campaign.ts'
import { chooseDiscounted, chooseTriggers, type LineUnits } from './choose-units.ts'
import type { PromotionContext, PromotionLine } from './promotion-context.ts'
import { amountsOf } from './reward.ts'
import { linesOf, type Rewarded } from './reward-lines.ts'
import { findReached } from './tiers.ts'

/** The units that `buy_x_get_y` has chosen. */
export interface ChosenUnits {
  /** The number of complete sets. */
  sets: number
  /** The dearest first. */
  triggers: LineUnits<PromotionLine>[]
  /** The cheapest first. */
  discounted: LineUnits<PromotionLine>[]
}

/** What a reward does in a cart, whether the promotion applies or not. */
export interface ExplainedReward {
  /** The tier that is reached, null below the first; absent for a reward without tiers. */
  tier?: RewardTier | null
  /** Absent for a reward that chooses no units. */
  units?: ChosenUnits
}

/** Explains a reward. */
export function explainReward(rewarded: Rewarded, context: PromotionContext): ExplainedReward {
  const { reward } = rewarded
  const { covered, discounted: targets } = linesOf(rewarded, context)
  if ('tiers' in reward) return { tier: findReached(reward, amountsOf(covered)) ?? null }
  if (reward.type !== 'buy_x_get_y') return {}
  const discounted = chooseDiscounted({ triggers: covered, targets }, reward)
  const units = discounted.reduce((total, { quantity }) => total + quantity, 0)
  const triggers = chooseTriggers({ triggers: covered }, discounted, reward)
  return { units: { sets: units / reward.get, triggers, discounted } }
}
