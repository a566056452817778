/** Coupon code comparison: trimmed, case-insensitive, with the four Turkish i letters (i, ı, I, İ) treated as equal. */

import { foldText } from '../schema/fold-text.ts'

/** UTF-16 units of a code of 100 characters. Longer texts are not normalised, because normalisation takes quadratic time. */
const MAX_UNITS = 200

/**
 * Returns the form in which a code is stored and looked up: `indirim` for `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım`. A text
 * that is longer than any code is returned unchanged.
 */
export function foldCouponCode(code: string): string {
  return code.length > MAX_UNITS ? code : foldText(code)
}
