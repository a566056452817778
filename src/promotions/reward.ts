/** Reward computation: one function per kind of reward. Amounts are exact and include VAT. */

import type { Reward } from '../model/campaign.ts'
import { type Decimal, decimal, min, percent, sum, zero } from '../money/money.ts'
import { chooseDiscounted } from './choose-units.ts'
import { type PromotionLine, totalQuantity, totalValue } from './promotion-context.ts'
import { type CoveredAmounts, reachedValue } from './tiers.ts'

/** The effect of a reward on a cart. */
export interface Effect {
  /** Unrounded, at most the value of the discounted lines. */
  discount: Decimal
  freeShipping: boolean
}

/** The lines of a reward. */
export interface RewardLines {
  /** Those that the conditions cover. */
  covered: readonly PromotionLine[]
  /** Those that are discounted; the same but for a reward with a target of its own. */
  discounted: readonly PromotionLine[]
}

type RewardOf<Type extends Reward['type']> = Extract<Reward, { type: Type }>

const rewards: { [Type in Reward['type']]: (reward: RewardOf<Type>, lines: RewardLines) => Effect } = {
  percent: (reward, { covered }) => {
    const share = totalValue(covered).times(percent(reachedValue(reward, amountsOf(covered))))
    return off(reward.maximum === null ? share : min(share, decimal(reward.maximum)))
  },

  fixed: (reward, { covered }) => off(min(decimal(reachedValue(reward, amountsOf(covered))), totalValue(covered))),

  buy_x_pay_y: ({ buy, pay }, { covered }) => {
    const units = totalQuantity(covered)
    return off(min(cheapest(covered, Math.floor(units / buy) * (buy - pay)), totalValue(covered)))
  },

  buy_x_get_y: (reward, { covered, discounted }) => {
    const units = chooseDiscounted({ triggers: covered, targets: discounted }, reward)
    const value = sum(units.map(({ line, quantity }) => line.unitPriceWithVat.times(quantity)))
    return off(min(value.times(percent(reward.percent)), totalValue(discounted)))
  },

  free_shipping: () => ({ discount: zero, freeShipping: true }),
}

/** Computes a reward for its lines. */
export function computeReward<Type extends Reward['type']>(reward: RewardOf<Type>, lines: RewardLines): Effect {
  return rewards[reward.type as Type](reward, lines)
}

function off(discount: Decimal): Effect {
  return { discount, freeShipping: false }
}

/** Returns what tiers are compared with. */
export function amountsOf(covered: readonly PromotionLine[]): CoveredAmounts {
  return { quantity: () => totalQuantity(covered), total: () => totalValue(covered) }
}

/** Returns the value of the `count` cheapest units, by raw unit price with VAT. */
function cheapest(lines: readonly PromotionLine[], count: number): Decimal {
  let left = count
  let value = zero
  for (const { unitPriceWithVat, quantity } of lines.toSorted((a, b) => a.unitPriceWithVat.cmp(b.unitPriceWithVat))) {
    const taken = Math.min(left, quantity)
    value = value.plus(unitPriceWithVat.times(taken))
    left -= taken
  }
  return value
}
