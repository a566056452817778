/** The conditions of promotions on the lines of the cart. Those of a coupon that is bound to a campaign are the campaign's. */

import { decimal, zero } from '../money/money.ts'
import type { Refusing } from './condition.ts'
import { limitsOf } from './coverage.ts'
import { ownMinimums } from './own-reward.ts'
import {
  type Promotion,
  type PromotionContext,
  type PromotionLine,
  totalQuantity,
  totalValue,
} from './promotion-context.ts'
import type { Minimums } from './tiers.ts'

/** The conditions by their names. */
export const conditionsOnLines: {
  [Name in 'products' | 'minimumQuantity' | 'minimumTotal']: Refusing<Promotion, Name>
} = {
  /** The cart has at least one covered line. */
  products: {
    holds: (promotion, context) => boundTo(promotion) !== null || linesOf(promotion, context).length > 0,
    values: (promotion, context) => {
      const campaignId = boundTo(promotion)
      if (campaignId !== null) return { campaignId, lines: null, products: null, limitedBy: [] }
      const { length } = promotion.conditions.productIds
      return {
        campaignId,
        lines: linesOf(promotion, context).length,
        products: length === 0 ? null : length,
        limitedBy: limitsOf(promotion.conditions),
      }
    },
    detail: ({ campaignId, lines, products, limitedBy }) => {
      if (campaignId !== null) return OF_CAMPAIGN
      const limits = limitedBy.join(', ')
      const covered = lines === 1 ? '1 line' : `${lines} lines`
      if (products === null && limits !== '') return `${covered}, limited by ${limits}`
      const all = products === 1 ? '1 product' : `${products ?? 'all'} products`
      return `${covered} of ${all}${limits === '' ? '' : `, limited by ${limits}`}`
    },
    refusal: () => ({ reason: 'products', detail: 'The cart has no line that the coupon covers.' }),
  },

  /** The sum of the covered lines' quantities. */
  minimumQuantity: {
    holds: (promotion, context) => {
      const { minimumQuantity } = minimumsOf(promotion)
      return minimumQuantity === null || quantityOf(promotion, context) >= minimumQuantity
    },
    values: (promotion, context) => {
      const { minimumQuantity: needed } = minimumsOf(promotion)
      if (needed === null) return noMinimum(promotion)
      const has = quantityOf(promotion, context)
      return { campaignId: null, needed, has, missing: Math.max(0, needed - has) }
    },
    detail: ({ campaignId, needed, has }) => minimumText(campaignId, needed, has),
    refusal: ({ needed, has }) => ({
      reason: 'minimum_quantity',
      detail: `The quantity of the covered lines is too small: ${has} of ${needed}.`,
    }),
  },

  /** The value of the covered lines, with VAT. */
  minimumTotal: {
    holds: (promotion, context) => {
      const { minimumTotal } = minimumsOf(promotion)
      return minimumTotal === null || totalValue(linesOf(promotion, context)).gte(decimal(minimumTotal))
    },
    values: (promotion, context) => {
      const { minimumTotal: needed } = minimumsOf(promotion)
      if (needed === null) return noMinimum(promotion)
      const [has, minimum] = [totalValue(linesOf(promotion, context)), decimal(needed)]
      return { campaignId: null, needed, has, missing: has.lt(minimum) ? minimum.minus(has) : zero }
    },
    detail: ({ campaignId, needed, has }) => minimumText(campaignId, needed, has),
    refusal: ({ needed, has }) => ({
      reason: 'minimum_total',
      detail: `The total of the covered lines with VAT is too small: ${has} of ${needed}.`,
    }),
  },
}

const OF_CAMPAIGN = 'those of the campaign'
const NO_MINIMUMS: Minimums = { minimumTotal: null, minimumQuantity: null }

/** Returns the campaign whose conditions on the cart replace the coupon's; null for none. */
function boundTo(promotion: Promotion): number | null {
  return 'campaignId' in promotion ? promotion.campaignId : null
}

/** Returns a promotion's own minimums, to which the first tier belongs: none where those of a campaign replace them. */
function minimumsOf(promotion: Promotion): Minimums {
  return boundTo(promotion) === null ? ownMinimums(promotion) : NO_MINIMUMS
}

function linesOf({ conditions }: Promotion, { covered }: PromotionContext): readonly PromotionLine[] {
  return covered.of(conditions)
}

function quantityOf(promotion: Promotion, context: PromotionContext): number {
  return totalQuantity(linesOf(promotion, context))
}

function noMinimum(promotion: Promotion) {
  return { campaignId: boundTo(promotion), needed: null, has: null, missing: null }
}

function minimumText(campaignId: number | null, needed: unknown, has: unknown): string {
  if (campaignId !== null) return OF_CAMPAIGN
  return needed === null ? 'no minimum' : `${has} of ${needed}`
}
