/** The queries of the lists of codes and of batches. */

import { foldCouponCode, isBlankCode, MAX_CODE_LENGTH, VISIBLE_TEXT } from '../../../model/coupon-code.ts'
import { keyset } from '../../../schema/keyset.ts'
import { defineQuery, filledText, required, yesOrNo } from '../../../schema/list-query.ts'

/** Longer names of batches are none. */
const MAX_BATCH_LENGTH = 100

/** The name of a batch, as a parameter. */
export const batchParameter = filledText({
  maxLength: MAX_BATCH_LENGTH,
  rule: `the name of a batch, a text of 1 to ${MAX_BATCH_LENGTH} characters`,
  description: 'the codes of this batch, whose name is compared exactly',
})

/** The beginning of a code, as a parameter. */
export const codeBeginning = filledText(
  {
    maxLength: MAX_CODE_LENGTH,
    pattern: VISIBLE_TEXT,
    rule: `the beginning of a code, a text of 1 to ${MAX_CODE_LENGTH} characters that is not blank`,
    description: 'codes that begin so, without regard to case',
  },
  text => (isBlankCode(text) ? undefined : foldCouponCode(text.trim())),
)

/** The query of the list of codes. */
export const codesQuery = defineQuery({
  'filter[batch]': batchParameter,
  'filter[used]': yesOrNo('codes that were used: by a completed checkout, or outside Sepet; or those that were not'),
  'filter[code]': codeBeginning,
  ...keyset('string'),
})

/** The query by which a batch is switched off. */
export const switchOffQuery = defineQuery({ 'filter[batch]': required(batchParameter) })

/** The query of the list of batches. */
export const batchesQuery = defineQuery(keyset('string'))
