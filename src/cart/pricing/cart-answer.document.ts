/** The responses of the cart endpoints: the cart document, whose `data.meta` also has the coupon that does not apply, and the `meta` of an add. */

import Type, { type Static } from 'typebox'
import { type Currency, roundUp, toMoney } from '../../money/money.ts'
import { COUPON_REASONS } from '../../promotions/coupon-reasons.ts'
import type { RefusedCoupon } from '../../promotions/judge-coupon.ts'
import { money } from '../../schema/fields.ts'
import { CartDocument } from './cart.document.ts'
import { cartMetaFields } from './cart-fields.ts'
import { schemaOf } from './fields.ts'

const reasons = COUPON_REASONS.map(reason => `\`${reason}\``).join(', ')

const CouponMeta = Type.Object(
  {
    code: Type.String({ description: 'as the shop writes it; for `unknown` as it was sent' }),
    applied: Type.Literal(false),
    reason: Type.String({
      description: `the first that holds, in this order: ${reasons}; reasons may be added`,
      examples: ['minimum_total'],
    }),
    detail: Type.String({ description: 'for developers' }),
    missingAmount: Type.Optional(
      money(
        'where a minimum total is missing, and nothing but minimums: by how much the lines that count, with VAT, are too little; rounded up to a minor unit',
      ),
    ),
    missingQuantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'where a minimum quantity is missing, and nothing but minimums: by how many pieces those lines are too few',
      }),
    ),
    limitedToProducts: Type.Optional(
      Type.Boolean({
        description: 'beside either: whether the lines of certain products count alone; otherwise all lines do',
      }),
    ),
  },
  {
    title: 'UnappliedCoupon',
    description:
      'the chosen coupon while it does not apply; also the code of this request, if it is refused and not stored',
  },
)

/** A coupon that does not apply, as responses have it. */
export type CouponMeta = Static<typeof CouponMeta>

/** Presents a coupon that does not apply. What is missing is rounded up, so that never too little is asked for. */
export function presentRefusedCoupon({ code, reason, detail, missing }: RefusedCoupon, currency: Currency): CouponMeta {
  const { total, quantity, isLimitedToProducts: limitedToProducts } = missing ?? {}
  return {
    ...{ code, applied: false, reason, detail },
    ...(total && { missingAmount: toMoney(roundUp(total, currency), currency) }),
    ...(quantity !== undefined && { missingQuantity: quantity }),
    ...(limitedToProducts !== undefined && { limitedToProducts }),
  }
}

const OwnCartMeta = Type.Object(
  { ...schemaOf(cartMetaFields).properties, coupon: Type.Optional(CouponMeta) },
  {
    description: 'absent for an empty cart whose chosen coupon applies, or that has none',
  },
)
const OwnCartResource = Type.Object(
  { ...CartDocument.properties.data.properties, meta: Type.Optional(OwnCartMeta) },
  { title: 'OwnCartResource' },
)
const ownCart = { ...CartDocument.properties, data: OwnCartResource }
const affectedItemId = Type.String({ description: 'the line that was added or raised' })

/** The schema of the response of a cart endpoint. */
export const CartAnswer = Type.Object(ownCart, { title: 'CartAnswer' })

/** The schema of the response to POST /cart-items. */
export const CartAfterAdding = Type.Object(
  { ...ownCart, meta: Type.Object({ affectedItemId }) },
  { title: 'CartAfterAdding' },
)

/** The response of a cart endpoint. */
export type CartAnswer = Static<typeof CartAnswer>
/** The response to POST /cart-items. */
export type CartAfterAdding = Static<typeof CartAfterAdding>
