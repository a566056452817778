/** The response of a preview: the cart with the promotion, and the effect on its total. */

import Type, { type Static } from 'typebox'
import { type Decimal, toMoney, zero } from '../../money/money.ts'
import { findAppliedCoupon } from '../../promotions/discounts.ts'
import { money, nullable } from '../../schema/fields.ts'
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
      Type.Integer({ description: 'the other campaign that applies now, in whose place the campaign comes' }),
    ),
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

/** Presents a preview. */
export function presentPreview(
  { data }: OwnerCart,
  promotion: UnsavedPromotion,
  compared: ComparedCarts,
  { shop, warnings }: { shop: Shop; warnings: Warning[] },
): PromotionPreview {
  const [total, totalWithout] = [totalOf(compared.with), totalOf(compared.without)]
  const preview = {
    grandTotal: toMoney(total, shop),
    grandTotalWithout: toMoney(totalWithout, shop),
    difference: toMoney(total.minus(totalWithout), shop),
    replacedCoupon: replacedCoupon(promotion, compared.without),
    replacedCampaign: replacedCampaign(promotion, compared.without),
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

/** A campaign that is bound to coupons takes the place of none. */
function replacedCampaign(promotion: UnsavedPromotion, { discounts }: PricedCart): number | null {
  if (promotion.kind !== 'campaign' || promotion.record.couponBound) return null
  return discounts.campaign?.id ?? null
}
