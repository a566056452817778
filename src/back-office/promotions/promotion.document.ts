/** Coupons and campaigns of API responses, in the form of the shop file: their schemas, and the presenters that fill them. */

import Type, { type Static, type TSchema } from 'typebox'
import type { Warning } from '../../import/formats/shop-file/one-record.ts'
import type { Campaign, Coupon } from '../../promotions/campaign.ts'
import { Id, nullable, oneOf } from '../../schema/fields.ts'
import { pageOf } from '../../schema/keyset.ts'
import { instantText } from './instant-text.ts'

const decimal = Type.String({ description: 'a decimal number as text', examples: ['10'] })
const time = nullable(Type.String({ description: 'a time in ISO 8601', examples: ['2026-11-21T09:00:00.000Z'] }))
const timeOfDay = nullable(Type.String({ description: 'HH:MM in the shop’s time zone', examples: ['09:30'] }))
const ids = Type.Array(Id())

const Audience = Type.Object({
  visitors: Type.Boolean(),
  members: Type.Boolean(),
  dealers: Type.Boolean(),
  customerGroupIds: ids,
  customerIds: ids,
})
const Conditions = Type.Object({
  minimumTotal: nullable(decimal),
  minimumQuantity: nullable(Type.Integer()),
  productIds: ids,
})
const promotion = {
  description: Type.String(),
  active: Type.Boolean(),
  startsAt: time,
  endsAt: time,
  usageLimit: nullable(Type.Integer()),
  usageCount: Type.Integer({ description: 'uses outside Sepet' }),
  audience: nullable(Audience),
  conditions: Conditions,
}

/** A coupon with every field. */
export const CouponDocument = Type.Object(
  {
    code: Type.String(),
    discountType: oneOf('percent', 'fixed', 'free_shipping'),
    value: nullable(decimal),
    campaignId: nullable(Id()),
    usageLimitPerCustomer: nullable(Type.Integer()),
    ...promotion,
  },
  { title: 'CouponRecord' },
)

/** A campaign with every field; the reward has those of its type. */
export const CampaignDocument = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    logicalGroup: Type.Integer(),
    priority: Type.Integer(),
    weekdays: Type.Array(Type.Integer()),
    dailyFrom: timeOfDay,
    dailyTo: timeOfDay,
    couponBound: Type.Boolean(),
    reward: Type.Object({
      type: oneOf('percent', 'fixed', 'buy_x_pay_y', 'free_shipping'),
      value: Type.Optional(decimal),
      maximum: Type.Optional(nullable(decimal)),
      buy: Type.Optional(Type.Integer()),
      pay: Type.Optional(Type.Integer()),
    }),
    ...promotion,
  },
  { title: 'CampaignRecord' },
)

const Warnings = Type.Array(
  Type.Object(
    {
      pointer: Type.String({ description: 'JSON pointer of the field', examples: ['/usageLimit'] }),
      detail: Type.String({ description: 'explanation for people' }),
    },
    { title: 'Warning' },
  ),
)

function one<R extends TSchema>(record: R, title: string) {
  return Type.Object({ data: record }, { title })
}

function saved<R extends TSchema>(record: R, title: string) {
  return Type.Object({ data: record, meta: Type.Object({ warnings: Warnings }) }, { title })
}

/** A response with one coupon. */
export const OneCoupon = one(CouponDocument, 'OneCoupon')
/** A response with one campaign. */
export const OneCampaign = one(CampaignDocument, 'OneCampaign')
/** A response with a saved coupon. */
export const SavedCoupon = saved(CouponDocument, 'SavedCoupon')
/** A response with a saved campaign. */
export const SavedCampaign = saved(CampaignDocument, 'SavedCampaign')
/** A page of coupons. */
export const CouponPage = pageOf(CouponDocument, 'CouponPage')
/** A page of campaigns. */
export const CampaignPage = pageOf(CampaignDocument, 'CampaignPage')

/** Presents a coupon; times become ISO 8601, decimals stay text. */
export function presentCoupon(coupon: Coupon): Static<typeof CouponDocument> {
  return { ...coupon, ...presentPeriod(coupon) }
}

/** Presents a campaign; times become ISO 8601, decimals stay text. */
export function presentCampaign(campaign: Campaign): Static<typeof CampaignDocument> {
  return { ...campaign, ...presentPeriod(campaign) }
}

function presentPeriod({ startsAt, endsAt }: Coupon | Campaign) {
  return {
    startsAt: startsAt === null ? null : instantText(startsAt),
    endsAt: endsAt === null ? null : instantText(endsAt),
  }
}

/** Presents a saved promotion with up to 100 warnings. */
export function presentSaved<D>(data: D, warnings: Warning[]): { data: D; meta: { warnings: Warning[] } } {
  return { data, meta: { warnings } }
}
