/** The list of a customer's coupons: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { nullable } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import type { OwnCoupon } from './usable-coupons.ts'

/** The list; a coupon is applied by its `id`. */
export const OwnCoupons = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        type: Type.Literal('coupons'),
        id: Type.String({ description: 'the code', examples: ['HOŞGELDİN10'] }),
        attributes: Type.Object({
          description: Type.String(),
          discountType: Type.String({
            description: 'the kind of its reward, or of that of its campaign; kinds may be added',
            examples: ['percent'],
          }),
          endsAt: nullable(
            Type.String({
              description:
                'from when it, or its campaign, does not apply any more; a time in ISO 8601, null for no end',
              examples: ['2026-11-21T09:00:00.000Z'],
            }),
          ),
        }),
      }),
      { description: 'those that end soonest first, at most 100' },
    ),
  },
  { title: 'OwnCoupons' },
)

/** Presents the coupons of a customer. */
export function presentOwnCoupons(coupons: readonly OwnCoupon[]): Static<typeof OwnCoupons> {
  return {
    data: coupons.map(({ code, description, discountType, endsAt }) => ({
      type: 'coupons',
      id: code,
      attributes: { description, discountType, endsAt: endsAt === null ? null : formatInstant(endsAt) },
    })),
  }
}
