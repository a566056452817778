/** A coupon code as a shopper enters it, in requests. */

import { VISIBLE_TEXT } from '../../model/coupon-code.ts'
import { Text } from '../../schema/fields.ts'

const MAX_CODE_LENGTH = 100
const description = `text of 1 to ${MAX_CODE_LENGTH} characters without U+0000, not only white space and invisible characters`

/** A code. */
export const CouponCode = Text({ minLength: 1, maxLength: MAX_CODE_LENGTH, pattern: VISIBLE_TEXT, description })
