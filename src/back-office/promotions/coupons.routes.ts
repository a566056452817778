/** The coupon endpoints of the admin API. */

import { COUPONS } from '../../api-paths.ts'
import { refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { foldCouponCode } from '../../promotions/coupon-code.ts'
import { CodePath, couponCodeSegment, couponOf } from './coupon-code-path.ts'
import { CouponPage, OneCoupon, presentCoupon, SavedCoupon } from './promotion.document.ts'
import {
  type PathParameters,
  type PromotionDependencies,
  type PromotionKind,
  promotionRoutes,
} from './promotion.routes.ts'
import { CouponInput } from './promotion.schema.ts'
import { readCoupon } from './promotion-input.ts'
import * as docs from './promotions.docs.ts'

const couponIn = ({ code = '' }: PathParameters) => couponOf({ code })

const coupons: PromotionKind<'coupons'> = {
  section: 'coupons',
  url: COUPONS,
  parameter: 'code',
  keyType: 'string',
  keyOf: ({ code }) => foldCouponCode(code),
  keyInPath: parameters => couponIn(parameters).key,
  requirePath: { save: couponCodeSegment.require, others: couponCodeSegment.require },
  readInput: (parameters, body) => readCoupon(couponIn(parameters).code, body),
  present: presentCoupon,
  locationOf: ({ code }) => code,
  unknown: () => refusal('coupon_not_found', 'There is no coupon with this code.'),
  schemas: { path: CodePath, input: CouponInput, page: CouponPage, one: OneCoupon, saved: SavedCoupon },
  docs: { list: docs.listCoupons, read: docs.readCoupon, save: docs.saveCoupon, delete: docs.deleteCoupon },
}

/** Registers the coupon endpoints. A path whose text can be no code is refused with 400. */
export function couponRoutes(app: App, dependencies: PromotionDependencies): void {
  promotionRoutes(app, dependencies, coupons)
}
