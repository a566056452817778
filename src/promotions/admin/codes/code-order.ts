/** Orders of codes: what they look like, and the coupon that each is. */

import type { Campaign, Coupon, Reward } from '../../../model/campaign.ts'
import { foldCouponCode } from '../../../model/coupon-code.ts'
import { toCoupon } from '../../../shop-file/convert-promotions.ts'
import { promotionDocument } from '../../../shop-file/promotion-document.ts'

/** Codes to make. */
export interface CodeOrder extends Pick<Coupon, 'usageLimit' | 'usageLimitPerCustomer' | 'startsAt' | 'endsAt'> {
  count: number
  /** As it is shown; empty for none. */
  prefix: string
  /** Characters behind the prefix. */
  length: number
  /** Null for a batch of their own. */
  batch: string | null
}

/** Codes that were made. */
export interface MadeCodes {
  batch: string
  count: number
}

/** The row of one coupon. */
export interface CodeRow {
  folded_code: string
  document: string
}

/** Returns the function that makes the row of a coupon which is bound to a campaign. @returns a function of the characters behind the prefix */
export function createRowOf(
  { id, reward }: Pick<Campaign, 'id' | 'reward'>,
  { prefix, batch, usageLimit, usageLimitPerCustomer, startsAt, endsAt }: CodeOrder & { batch: string },
): (text: string) => CodeRow {
  const discountType = discountTypeOf(reward)
  const record = toCoupon({ code: '-', discountType, campaignId: id, usageLimit, usageLimitPerCustomer, batch })
  const coupon = { ...record, startsAt, endsAt, usageCount: 0 }
  return text => {
    const code = prefix + text
    return { folded_code: foldCouponCode(code), document: promotionDocument({ ...coupon, code }) }
  }
}

/** The kind of a bound coupon. It decides nothing: carts show the kind of the campaign’s reward. */
function discountTypeOf({ type }: Reward): Coupon['discountType'] {
  return type === 'fixed' || type === 'free_shipping' ? type : 'percent'
}
