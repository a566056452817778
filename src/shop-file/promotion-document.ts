/** Promotions of records: the document that is stored, and the texts for references to nothing. */

import type { Validity } from '../model/campaign.ts'
import type { NamedKind } from '../model/named-records.ts'

/** Returns the document of a promotion. The count of uses is its last member, where `keepUsageCounts` appends a stored one. */
export function promotionDocument<P extends Pick<Validity, 'usageCount'>>({ usageCount, ...promotion }: P): string {
  return JSON.stringify({ ...promotion, usageCount })
}

/** Explains a coupon's reference to no campaign, or to one that takes no coupons. */
export function noBindableCampaign(id: number): string {
  return `there is no couponBound campaign ${id}`
}

/** Completes a sentence that begins with the place of the name. */
export const unknownTexts: Record<NamedKind, string> = {
  product: 'names no product',
  variant: 'names no variant',
  brand: 'names no brand of any product',
  category: 'names no category of any product',
  tag: 'names no tag of any product',
  'customer group': 'names no customer group',
  customer: 'names no customer',
}
