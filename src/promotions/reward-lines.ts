/** The lines of a reward in a cart. */

import type { Campaign } from '../model/campaign.ts'
import type { PromotionContext } from './promotion-context.ts'
import type { RewardLines } from './reward.ts'

/** A reward, and the conditions on the lines that it is of. */
export type Rewarded = Pick<Campaign, 'reward' | 'conditions'>

/** Returns the lines that the conditions cover, and those that the reward discounts. */
export function linesOf(
  { reward, conditions }: Rewarded,
  { covered: lines }: Pick<PromotionContext, 'covered'>,
): RewardLines {
  const covered = lines.of(conditions)
  const target = reward.type === 'buy_x_get_y' ? reward.target : null
  return { covered, discounted: target === null ? covered : lines.of(target) }
}
