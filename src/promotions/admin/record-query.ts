/** The query of the reads of one coupon or campaign. */

import { defineQuery, word } from '../../schema/list-query.ts'

/** The query: `include=uses` adds the uses. */
export const recordQuery = defineQuery({
  include: word('uses', {
    description:
      'adds the uses to `meta`; the `ETag` of this answer changes with them, and is none for the `If-Match` of a write',
  }),
})
