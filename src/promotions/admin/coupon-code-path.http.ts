/** Codes of coupons in paths. */

import Type, { type Static } from 'typebox'
import { COUPONS } from '../../api-paths.ts'
import { createTextSegment } from '../../http/request/text-segment.ts'
import { foldCouponCode, isBlankCode, MAX_CODE_LENGTH } from '../../model/coupon-code.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'

/** Path parameters of one coupon. */
export const CodePath = Type.Object({ code: Type.String() })

/** The coupon of a path: its code as the path spells it, and the folded code by which it is stored. */
export function couponOf({ code }: Static<typeof CodePath>): { code: string; key: string } {
  // Trimmed first: a long code with blanks around it would not be folded.
  return { code: code.trim(), key: foldCouponCode(code.trim()) }
}

/** The end of a sentence that begins with "code must be". */
export const codeRule = `a text of 1 to ${MAX_CODE_LENGTH} characters (without U+0000 and lone surrogates) that is not blank, percent-encoded as one segment of the path`

/** The code in the path. */
export const couponCodeSegment = createTextSegment({
  path: COUPONS,
  name: 'code',
  rule: codeRule,
  isValid: text => !isBlankCode(text) && !isLongerThan(text.trim(), MAX_CODE_LENGTH) && isStorable(text),
})
