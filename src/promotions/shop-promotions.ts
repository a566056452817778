/** The promotions of a shop. */

import type { Campaign, Coupon } from '../model/campaign.ts'

/** The promotions of a shop. With `campaignEngine` off, no campaign applies, and no coupon that is bound to a campaign. */
export interface Offers {
  campaigns: Campaign[]
  campaignEngine: boolean
}

/** Finds the coupon-bound campaign that a coupon names. */
export function findBoundCampaign({ campaignId }: Coupon, { campaigns }: Offers): Campaign | undefined {
  return campaigns.find(({ id, couponBound }) => couponBound && id === campaignId)
}
