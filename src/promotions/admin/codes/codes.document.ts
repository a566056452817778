/** Codes and batches of API responses: their schemas, and the presenters that fill them. */

import Type, { type Static } from 'typebox'
import { pageOf } from '../../../schema/keyset.ts'
import { Warnings } from '../../../schema/warnings.ts'
import { CouponDocument, presentCoupon, UsesDocument } from '../promotion.document.ts'
import type { CodePage } from './code-list.store.ts'

const batch = Type.String({ description: 'the name of the batch', examples: ['2026-11-21-K7MP'] })

/** Codes that were made. */
export const NewCodesDocument = Type.Object(
  {
    data: Type.Object({ batch, count: Type.Integer({ description: 'codes that were made' }) }),
    meta: Type.Optional(Type.Object({ warnings: Warnings }, { description: 'present where fields are ignored' })),
  },
  { title: 'MadeCodes' },
)

/** Codes that were switched off. */
export const SwitchedOffDocument = Type.Object(
  {
    data: Type.Object({
      batch,
      count: Type.Integer({ description: 'codes that were switched off; those that were off already are not counted' }),
    }),
  },
  { title: 'SwitchedOffCodes' },
)

const CodeDocument = Type.Object({ ...CouponDocument.properties, uses: UsesDocument }, { title: 'CodeRecord' })

/** A page of codes. */
export const CodePageDocument = pageOf(CodeDocument, 'CodePage')

/** Returns the rows of a page of codes. */
export function codeRows({ coupons, uses }: CodePage): Static<typeof CodeDocument>[] {
  return coupons.map((coupon, place) => ({
    ...presentCoupon(coupon),
    uses: uses[place] ?? { completed: 0, held: 0 },
  }))
}

const BatchDocument = Type.Object(
  {
    batch,
    count: Type.Integer({ description: 'codes of the batch' }),
    used: Type.Integer({ description: 'codes that were used: by a completed checkout, or outside Sepet' }),
    active: Type.Integer({ description: 'codes that are switched on' }),
  },
  { title: 'CodeBatch' },
)

/** A page of batches. */
export const BatchPageDocument = pageOf(BatchDocument, 'CodeBatchPage')
