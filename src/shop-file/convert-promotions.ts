/**
 * Conversion of checked promotions of a shop file; missing fields get their defaults. A member that a stored promotion may lack is there only
 * where it says something.
 */

import { type Audience, type Conditions, type CustomerKinds, namesNobody } from '../model/campaign.ts'
import { toItems } from './convert-items.ts'
import { toPeriod } from './convert-records.ts'
import { toCouponReward, toReward } from './convert-rewards.ts'
import type { ImportedCampaign, ImportedCoupon } from './imported-records.ts'
import type { AudienceRecord, CampaignRecord, ConditionsRecord, CouponRecord } from './shop-file.schema.ts'

/** Converts a campaign. A stored one keeps its count of uses when the record leaves it out. */
export function toCampaign(record: CampaignRecord): ImportedCampaign {
  return {
    id: record.id,
    name: record.name,
    description: record.description ?? '',
    logicalGroup: record.logicalGroup ?? 0,
    priority: record.priority ?? 0,
    ...toValidity(record),
    weekdays: [...(record.weekdays ?? [1, 2, 3, 4, 5, 6, 7])].sort(),
    dailyFrom: record.dailyFrom ?? null,
    dailyTo: record.dailyTo ?? null,
    couponBound: record.couponBound ?? false,
    ...(record.automatic && { automatic: true as const }),
    ...(isLimitedPerCustomer(record) && { usageLimitPerCustomer: record.usageLimitPerCustomer }),
    ...(record.combinesWithCoupons === false && { combinesWithCoupons: false as const }),
    audience: toAudience(record.audience),
    conditions: toConditions(record.conditions),
    reward: toReward(record.reward),
  }
}

/** Converts a coupon. A stored one keeps its count of uses when the record leaves it out. */
export function toCoupon(record: CouponRecord): ImportedCoupon {
  return {
    code: record.code.trim(),
    description: record.description ?? '',
    discountType: record.discountType,
    ...toCouponReward(record),
    campaignId: record.campaignId ?? null,
    ...toValidity(record),
    usageLimitPerCustomer: record.usageLimitPerCustomer ?? null,
    ...(record.batch && { batch: record.batch.trim() }),
    ...(record.combinesWithCampaigns === false && { combinesWithCampaigns: false as const }),
    audience: toAudience(record.audience),
    conditions: toConditions(record.conditions),
  }
}

function isLimitedPerCustomer(record: CampaignRecord): record is CampaignRecord & { usageLimitPerCustomer: number } {
  return (record.usageLimitPerCustomer ?? null) !== null
}

function toValidity(record: CampaignRecord | CouponRecord) {
  return {
    active: record.active ?? true,
    ...toPeriod(record),
    usageLimit: record.usageLimit ?? null,
    usageCount: record.usageCount ?? null,
  }
}

/** Converts an audience; one that is stored stays as it is. */
export function toAudience(record: AudienceRecord | null | undefined): Audience | null {
  if (!record) return null
  const { firstOrder = false, exclude = {}, channels = [] } = record
  const excluded = toCustomerKinds(exclude)
  return {
    ...toCustomerKinds(record),
    ...(firstOrder && { firstOrder }),
    ...(!namesNobody(excluded) && { exclude: excluded }),
    ...(channels.length > 0 && { channels }),
  }
}

function toCustomerKinds(record: Partial<CustomerKinds>): CustomerKinds {
  return {
    visitors: record.visitors ?? false,
    members: record.members ?? false,
    dealers: record.dealers ?? false,
    customerGroupIds: record.customerGroupIds ?? [],
    customerIds: record.customerIds ?? [],
  }
}

/** Converts conditions; those that are stored stay as they are. */
export function toConditions(record: ConditionsRecord = {}): Conditions {
  const { productIds = [], exclude = {}, excludeDiscounted = false, priceFrom, priceTo } = record
  const excluded = toItems(exclude)
  return {
    minimumTotal: record.minimumTotal ?? null,
    minimumQuantity: record.minimumQuantity ?? null,
    // An empty list is kept.
    ...toItems(record),
    productIds,
    ...(priceFrom && { priceFrom }),
    ...(priceTo && { priceTo }),
    ...(excludeDiscounted && { excludeDiscounted }),
    ...(Object.keys(excluded).length > 0 && { exclude: excluded }),
  }
}
