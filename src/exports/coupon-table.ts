/** The table of coupons. */

import type { Audience, Conditions, Coupon, CustomerKinds, Items, RewardTier } from '../model/campaign.ts'
import { joinList } from '../shop-file/cell-lists.ts'
import type { AUDIENCES, CouponColumn } from '../shop-file/table-columns.ts'
import { type Cell, plain, time } from './csv.ts'

/** Returns the row of a coupon. */
export function couponRow(coupon: Coupon): Record<CouponColumn, Cell> {
  const { audience, conditions } = coupon
  const audienceKind: (typeof AUDIENCES)[number] = audience === null ? 'everyone' : 'listed'
  return {
    code: coupon.code,
    description: coupon.description,
    discountType: plain(coupon.discountType),
    value: plain(coupon.value),
    maximum: plain(coupon.maximum ?? null),
    by: plain(coupon.by ?? null),
    tiers: tiersCell(coupon.tiers ?? []),
    campaignId: coupon.campaignId,
    active: coupon.active,
    startsAt: time(coupon.startsAt),
    endsAt: time(coupon.endsAt),
    usageLimit: coupon.usageLimit,
    usageCount: coupon.usageCount,
    usageLimitPerCustomer: coupon.usageLimitPerCustomer,
    batch: coupon.batch ?? null,
    combinesWithCampaigns: coupon.combinesWithCampaigns ?? true,
    ...conditionCells(conditions),
    audience: plain(audienceKind),
    ...(audience === null ? noAudience : audienceCells(audience)),
  }
}

function conditionCells(conditions: Conditions) {
  const own = itemCells(conditions)
  const excluded = itemCells(conditions.exclude ?? {})
  return {
    minimumTotal: plain(conditions.minimumTotal),
    minimumQuantity: conditions.minimumQuantity,
    ...own,
    priceFrom: plain(conditions.priceFrom ?? null),
    priceTo: plain(conditions.priceTo ?? null),
    excludeDiscounted: conditions.excludeDiscounted ?? false,
    excludeProductIds: excluded.productIds,
    excludeVariantIds: excluded.variantIds,
    excludeBrands: excluded.brands,
    excludeCategories: excluded.categories,
    excludeTags: excluded.tags,
  }
}

function itemCells({ productIds = [], variantIds = [], brands = [], categories = [], tags = [] }: Items) {
  return {
    productIds: idsCell(productIds),
    variantIds: idsCell(variantIds),
    brands: joinList(brands),
    categories: joinList(categories),
    tags: joinList(tags),
  }
}

const noAudience = {
  audienceVisitors: null,
  audienceMembers: null,
  audienceDealers: null,
  audienceCustomerGroupIds: null,
  audienceCustomerIds: null,
  audienceFirstOrder: null,
  audienceChannels: null,
  audienceExcludeVisitors: null,
  audienceExcludeMembers: null,
  audienceExcludeDealers: null,
  audienceExcludeCustomerGroupIds: null,
  audienceExcludeCustomerIds: null,
}

const NOBODY: CustomerKinds = {
  visitors: false,
  members: false,
  dealers: false,
  customerGroupIds: [],
  customerIds: [],
}

function audienceCells({ visitors, members, dealers, customerGroupIds, customerIds, ...others }: Audience) {
  const { firstOrder = false, channels = [], exclude = NOBODY } = others
  return {
    audienceVisitors: visitors,
    audienceMembers: members,
    audienceDealers: dealers,
    audienceCustomerGroupIds: idsCell(customerGroupIds),
    audienceCustomerIds: idsCell(customerIds),
    audienceFirstOrder: firstOrder,
    audienceChannels: plain(channels.join(';')),
    audienceExcludeVisitors: exclude.visitors,
    audienceExcludeMembers: exclude.members,
    audienceExcludeDealers: exclude.dealers,
    audienceExcludeCustomerGroupIds: idsCell(exclude.customerGroupIds),
    audienceExcludeCustomerIds: idsCell(exclude.customerIds),
  }
}

/** Such as `500=50;1000=120`: a spreadsheet reads `500:50` as a time. */
function tiersCell(tiers: readonly RewardTier[]): Cell {
  return plain(tiers.map(({ from, value }) => `${from}=${value}`).join(';'))
}

function idsCell(ids: readonly number[]): Cell {
  return plain(ids.join(';'))
}
