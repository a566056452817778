/** Promotions of records: the document that is stored, and the text for a reference to no campaign. */

import type { Validity } from '../model/campaign.ts'

/** Returns the document of a promotion. The count of uses is its last member, where `keepUsageCounts` appends a stored one. */
export function promotionDocument({ usageCount, ...promotion }: Pick<Validity, 'usageCount'>): string {
  return JSON.stringify({ ...promotion, usageCount })
}

/** Explains a coupon's reference to no campaign, or to one that takes no coupons. */
export function noBindableCampaign(id: number): string {
  return `there is no couponBound campaign ${id}`
}
