/** Coupons and campaigns in request bodies: records of the shop file whose key may be left out, because the path has it. */

import Type from 'typebox'
import { CampaignRecord, CouponRecord } from '../../shop-file/shop-file.schema.ts'

const options = { description: 'a JSON object' }

/** A coupon; the code of the path is the one that is shown where the body has none. */
export const CouponInput = Type.Object(
  { ...CouponRecord.properties, code: Type.Optional(CouponRecord.properties.code) },
  { ...options, title: 'CouponInput' },
)

export const CampaignInput = Type.Object(
  { ...CampaignRecord.properties, id: Type.Optional(CampaignRecord.properties.id) },
  { ...options, title: 'CampaignInput' },
)
