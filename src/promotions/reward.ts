/** Reward computation: one function per kind of reward. Amounts are exact and include VAT. */

import type { Reward } from '../model/campaign.ts'
import { type Decimal, decimal, min, percent, zero } from '../money/money.ts'
import { type PromotionLine, totalQuantity, totalValue } from './promotion-context.ts'

/** The effect of a reward on a cart. */
export interface Effect {
  /** Unrounded, at most the value of the covered lines. */
  discount: Decimal
  freeShipping: boolean
}

type RewardOf<Type extends Reward['type']> = Extract<Reward, { type: Type }>

const rewards: { [Type in Reward['type']]: (reward: RewardOf<Type>, covered: readonly PromotionLine[]) => Effect } = {
  percent: ({ value, maximum }, covered) => {
    const share = totalValue(covered).times(percent(value))
    return off(maximum === null ? share : min(share, decimal(maximum)))
  },

  fixed: ({ value }, covered) => off(min(decimal(value), totalValue(covered))),

  buy_x_pay_y: ({ buy, pay }, covered) => {
    const units = totalQuantity(covered)
    return off(min(cheapest(covered, Math.floor(units / buy) * (buy - pay)), totalValue(covered)))
  },

  free_shipping: () => ({ discount: zero, freeShipping: true }),
}

/** Computes a reward for its covered lines. */
export function computeReward<Type extends Reward['type']>(
  reward: RewardOf<Type>,
  covered: readonly PromotionLine[],
): Effect {
  return rewards[reward.type as Type](reward, covered)
}

function off(discount: Decimal): Effect {
  return { discount, freeShipping: false }
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
