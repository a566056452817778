/** Coupons as they are stored. A text is parsed once: a coupon may list thousands of ids and terms, and every read of a cart needs its coupon. */

import type { Coupon } from '../model/campaign.ts'

/** Length of the texts that are kept, in UTF-16 units. Where another one exceeds it, all are forgotten. */
const MAX_LENGTH = 2_000_000

/** Texts of a code of a batch that are not kept: they are parsed in 0.8 µs, and a thousand codes would drive out coupons that are parsed in milliseconds. */
const MAX_CODE_LENGTH = 2_000

const known = new Map<string, Coupon>()
let length = 0

/** Parses the stored document of a coupon. The coupon is shared, and never changed. */
export function parseCoupon(document: string): Coupon {
  const found = known.get(document)
  if (found) return found
  const coupon = JSON.parse(document) as Coupon
  if (coupon.batch !== undefined && document.length <= MAX_CODE_LENGTH) return coupon
  if (length + document.length > MAX_LENGTH) {
    known.clear()
    length = 0
  }
  known.set(document, coupon)
  length += document.length
  return coupon
}
