/** The table of coupons. */

import type { Audience, Coupon } from '../model/campaign.ts'
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
    campaignId: coupon.campaignId,
    active: coupon.active,
    startsAt: time(coupon.startsAt),
    endsAt: time(coupon.endsAt),
    usageLimit: coupon.usageLimit,
    usageCount: coupon.usageCount,
    usageLimitPerCustomer: coupon.usageLimitPerCustomer,
    minimumTotal: plain(conditions.minimumTotal),
    minimumQuantity: conditions.minimumQuantity,
    productIds: idsCell(conditions.productIds),
    audience: plain(audienceKind),
    ...(audience === null ? noAudience : audienceCells(audience)),
  }
}

const noAudience = {
  audienceVisitors: null,
  audienceMembers: null,
  audienceDealers: null,
  audienceCustomerGroupIds: null,
  audienceCustomerIds: null,
}

function audienceCells({ visitors, members, dealers, customerGroupIds, customerIds }: Audience) {
  return {
    audienceVisitors: visitors,
    audienceMembers: members,
    audienceDealers: dealers,
    audienceCustomerGroupIds: idsCell(customerGroupIds),
    audienceCustomerIds: idsCell(customerIds),
  }
}

function idsCell(ids: readonly number[]): Cell {
  return plain(ids.join(';'))
}
