/** Explains the promotions of a cart with the prices that its owner sees. */

import { type ExplainedPromotions, explainPromotions } from '../../promotions/explain-promotions.ts'
import type { ConsistentCart } from '../storage/load-consistent-cart.ts'
import { type Occasion, type PricedCart, priceCart, promotionContextOf } from './price-cart.ts'

/** A cart with its prices, and why its promotions apply or not. */
export interface ExplainedCart extends ExplainedPromotions {
  priced: PricedCart
}

/** Prices a cart and explains its promotions. */
export function explainCart({ cart, snapshot }: Omit<ConsistentCart, 'stored'>, occasion: Occasion): ExplainedCart {
  const priced = priceCart(cart, snapshot, occasion)
  return { priced, ...explainPromotions(promotionContextOf(cart, priced.lines, snapshot, occasion), priced.discounts) }
}
