/** The response of a preview: the cart with the promotion, and the effect on its total. */

import Type, { type Static } from 'typebox'
import { type Decimal, toMoney, zero } from '../../money/money.ts'
import { findAppliedCoupon } from '../../promotions/discounts.ts'
import { instant, money, nullable } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import { type Warning, Warnings } from '../../schema/warnings.ts'
import type { Shop } from '../../shop/shop.ts'
import type { PricedCart } from '../pricing/price-cart.ts'
import { OwnerCart } from './carts.document.ts'
import { isSameCode, type UnsavedPromotion } from './with-promotion.ts'

const PromotionEffect = Type.Object(
  {
    grandTotal: money('the amount to pay with the promotion; zero for an empty cart'),
    grandTotalWithout: money('the amount to pay of the same cart without it, and without what is stored under its key'),
    difference: money('the first minus the second: negative where the customer pays less'),
    replacedCoupon: nullable(
      Type.String({ description: 'the code of the other coupon that applies now, in whose place the coupon comes' }),
    ),
    replacedCampaign: nullable(
      Type.Integer({ description: 'the campaign that applies now, and not beside the promotion' }),
    ),
    at: instant('the time that promotions and prices were judged for'),
    customerId: nullable(Type.Integer({ description: 'the customer whom they were judged for; null for a guest' })),
  },
  { title: 'PromotionEffect' },
)

/** The response of a preview. */
export const PromotionPreview = Type.Object(
  { ...OwnerCart.properties, meta: Type.Object({ preview: PromotionEffect, warnings: Warnings }) },
  { title: 'PromotionPreview' },
)

/** A cart with a promotion that is not stored. */
export type PromotionPreview = Static<typeof PromotionPreview>

/** The prices of a cart with a promotion, and without it. */
export interface ComparedCarts {
  with: PricedCart
  without: PricedCart
}

/** What a preview says besides. */
export interface PreviewFacts {
  shop: Shop
  warnings: Warning[]
  /** The time of the judgement, in milliseconds since the epoch. */
  at: number
  /** Null for a guest. */
  customerId: number | null
}

/** Presents a preview. */
export function presentPreview(
  { data }: OwnerCart,
  promotion: UnsavedPromotion,
  compared: ComparedCarts,
  { shop, warnings, at, customerId }: PreviewFacts,
): PromotionPreview {
  const [total, totalWithout] = [totalOf(compared.with), totalOf(compared.without)]
  const preview = {
    grandTotal: toMoney(total, shop),
    grandTotalWithout: toMoney(totalWithout, shop),
    difference: toMoney(total.minus(totalWithout), shop),
    replacedCoupon: replacedCoupon(promotion, compared.without),
    replacedCampaign: replacedCampaign(compared),
    at: formatInstant(at),
    customerId,
  }
  return { data, meta: { preview, warnings } }
}

function totalOf({ totals }: PricedCart): Decimal {
  return totals?.grandTotal ?? zero
}

function replacedCoupon({ kind, record }: UnsavedPromotion, { discounts }: PricedCart): string | null {
  const code = findAppliedCoupon(discounts)?.code
  return kind === 'coupon' && code !== undefined && !isSameCode(code, record.code) ? code : null
}

/** The first campaign that applies without the promotion alone. */
function replacedCampaign(compared: ComparedCarts): number | null {
  const kept = new Set(compared.with.discounts.campaigns.map(({ id }) => id))
  return compared.without.discounts.campaigns.find(({ id }) => !kept.has(id))?.id ?? null
}
