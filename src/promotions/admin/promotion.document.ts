/** Coupons and campaigns of API responses, in the form of the shop file: their schemas, and the presenters that fill them. */

import Type, { type Static, type TSchema } from 'typebox'
import { type Audience, type Campaign, CHANNELS, type Conditions, type Coupon } from '../../model/campaign.ts'
import { Id, nullable, oneOf } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import { type Page, pageOf, presentPage } from '../../schema/keyset.ts'
import { type Warning, Warnings } from '../../schema/warnings.ts'
import { ids, itemLists, presentItems } from './items.document.ts'
import { type PromotionInput, warningsOf } from './read-promotion.ts'
import { couponReward, presentCouponReward, presentReward, RewardDocument } from './reward.document.ts'
import type { Saved, Section } from './saved-promotion.ts'
import type { Uses } from './uses.sql.ts'

const decimal = Type.String({ description: 'a decimal number as text', examples: ['10'] })
const time = nullable(Type.String({ description: 'a time in ISO 8601', examples: ['2026-11-21T09:00:00.000Z'] }))
const timeOfDay = nullable(Type.String({ description: 'HH:MM in the shop’s time zone', examples: ['09:30'] }))

const customerKinds = {
  visitors: Type.Boolean(),
  members: Type.Boolean(),
  dealers: Type.Boolean(),
  customerGroupIds: ids,
  customerIds: ids,
}
const AudienceDocument = Type.Object({
  ...customerKinds,
  firstOrder: Type.Boolean({ description: 'only members without an order' }),
  exclude: Type.Object(customerKinds, { description: 'never these' }),
  channels: Type.Array(oneOf(...CHANNELS), { description: 'empty for all' }),
})
const ConditionsDocument = Type.Object({
  minimumTotal: nullable(decimal),
  minimumQuantity: nullable(Type.Integer()),
  ...itemLists,
  priceFrom: nullable(decimal),
  priceTo: nullable(decimal),
  excludeDiscounted: Type.Boolean({ description: 'without items whose price a discount lowers' }),
  exclude: Type.Object(itemLists, { description: 'never these' }),
})
const promotion = {
  description: Type.String(),
  active: Type.Boolean(),
  startsAt: time,
  endsAt: time,
  usageLimit: nullable(Type.Integer()),
  usageCount: Type.Integer({ description: 'uses outside Sepet' }),
  audience: nullable(AudienceDocument),
  conditions: ConditionsDocument,
}

/** A coupon with every field. */
export const CouponDocument = Type.Object(
  {
    code: Type.String(),
    discountType: oneOf('percent', 'fixed', 'free_shipping'),
    ...couponReward,
    campaignId: nullable(Id()),
    usageLimitPerCustomer: nullable(Type.Integer()),
    batch: nullable(Type.String({ description: 'the codes with which it was made', examples: ['2026-11-21-K7MP'] })),
    combinesWithCampaigns: Type.Boolean({ description: 'whether campaigns apply beside it' }),
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
    automatic: Type.Boolean({ description: 'whether it may apply while the shopper has chosen none' }),
    combinesWithCoupons: Type.Boolean({ description: 'whether it applies beside a coupon' }),
    usageLimitPerCustomer: nullable(Type.Integer({ description: 'over all coupons that are bound to it' })),
    reward: RewardDocument,
    ...promotion,
  },
  { title: 'CampaignRecord' },
)

/** Uses of a promotion, besides its `usageCount`. */
export const UsesDocument = Type.Object({
  completed: Type.Integer({ description: 'uses by completed checkouts, those beyond the limit too' }),
  held: Type.Integer({ description: 'uses by living holds' }),
})

function one<R extends TSchema>(record: R, title: string) {
  const uses = { ...UsesDocument, description: 'with `include=uses` alone: its uses, besides its `usageCount`' }
  return Type.Object({ data: record, meta: Type.Optional(Type.Object({ uses })) }, { title })
}

function promotionPage<R extends TSchema>(record: R, title: string) {
  const { data, links } = pageOf(record, title).properties
  const uses = Type.Array(UsesDocument, { description: 'the uses of each record of `data`, besides its `usageCount`' })
  return Type.Object({ data, meta: Type.Object({ limit: Type.Integer(), uses }), links }, { title })
}

function saved<R extends TSchema>(record: R, title: string) {
  return Type.Object({ data: record, meta: Type.Object({ warnings: Warnings }) }, { title })
}

export const OneCoupon = one(CouponDocument, 'OneCoupon')
export const OneCampaign = one(CampaignDocument, 'OneCampaign')
export const SavedCoupon = saved(CouponDocument, 'SavedCoupon')
export const SavedCampaign = saved(CampaignDocument, 'SavedCampaign')
export const CouponPage = promotionPage(CouponDocument, 'CouponPage')
export const CampaignPage = promotionPage(CampaignDocument, 'CampaignPage')

/** Presents a coupon with every field; times become ISO 8601, decimals stay text. */
export function presentCoupon(coupon: Coupon): Static<typeof CouponDocument> {
  const { batch = null, combinesWithCampaigns = true } = coupon
  return { ...coupon, ...presentCouponReward(coupon), batch, combinesWithCampaigns, ...presentShared(coupon) }
}

/** Presents a campaign with every field; times become ISO 8601, decimals stay text. */
export function presentCampaign(campaign: Campaign): Static<typeof CampaignDocument> {
  const { automatic = false, combinesWithCoupons = true, usageLimitPerCustomer = null } = campaign
  const reward = presentReward(campaign.reward)
  return { ...campaign, automatic, combinesWithCoupons, usageLimitPerCustomer, reward, ...presentShared(campaign) }
}

function presentShared({ startsAt, endsAt, audience, conditions }: Coupon | Campaign) {
  return {
    startsAt: startsAt === null ? null : formatInstant(startsAt),
    endsAt: endsAt === null ? null : formatInstant(endsAt),
    audience: audience && presentAudience(audience),
    conditions: presentConditions(conditions),
  }
}

function presentAudience(audience: Audience): Static<typeof AudienceDocument> {
  const { firstOrder = false, exclude = NOBODY, channels = [] } = audience
  return { ...audience, firstOrder, exclude, channels }
}

const NOBODY = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }

function presentConditions(conditions: Conditions): Static<typeof ConditionsDocument> {
  const { priceFrom = null, priceTo = null, excludeDiscounted = false, exclude = {} } = conditions
  const own = { ...conditions, ...presentItems(conditions) }
  return { ...own, priceFrom, priceTo, excludeDiscounted, exclude: presentItems(exclude) }
}

/** A page of promotions that was found; `hasMore` tells whether further ones follow. */
interface FoundPage<T> {
  promotions: T[]
  /** In the order of the promotions. */
  uses: Uses[]
  hasMore: boolean
}

/** Presents a page of promotions. */
export function presentPromotions<T, D>(
  { promotions: rows, uses, hasMore }: FoundPage<T>,
  page: Pick<Page<T>, 'limit' | 'keyOf' | 'url' | 'parameters'>,
  present: (promotion: T) => D,
) {
  const last = rows.at(-1)
  const examinedTo = hasMore && last ? page.keyOf(last) : undefined
  const { data, meta, links } = presentPage({ ...page, rows, examinedTo }, present)
  return { data, meta: { limit: meta.limit, uses }, links }
}

/** Presents a saved promotion with up to 100 warnings about its input. */
export function presentSaved<T, D extends object>(
  { before, now }: Saved<T>,
  input: Pick<PromotionInput<Section>, 'given' | 'warnings'>,
  present: (promotion: T) => D,
): { data: D; meta: { warnings: Warning[] } } {
  const data = present(now)
  return { data, meta: { warnings: warningsOf(input, { before: before && present(before), now: data }) } }
}
