/** What the history keeps of a change of a coupon or campaign: every field of its document, without the ids of customers. */

import { changesBetween, type FieldChange, fieldsOf, type NewChange } from '../../history/history.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { presentCampaign, presentCoupon } from './promotion.document.ts'
import type { Author, Stored } from './saved-promotion.ts'

/** Erasure finds no ids of customers in the history: of these fields it has the names. */
const UNKEPT = new Set(['audience.customerIds', 'audience.exclude.customerIds'])

type Promotion = Stored['coupons'] | Stored['campaigns']

/** Returns the change of a promotion; undefined stands for one that is new, or deleted. */
export function promotionChange(
  { before, after }: { before?: Promotion | undefined; after?: Promotion | undefined },
  { at, ...author }: Author,
): NewChange {
  const promotion = (after ?? before) as Promotion
  return { target: targetOf(promotion), at, author, changes: changesOf(before, after) }
}

/** Returns the change of the codes of a campaign, which have no entry each. */
export function codesChange(
  campaignId: number,
  change: { from: object | null; to: object },
  { at, ...author }: Author,
): NewChange {
  return { target: `campaign:${campaignId}`, at, author, changes: [{ field: 'codes', ...change }] }
}

function targetOf(promotion: Promotion): string {
  return isCampaign(promotion) ? `campaign:${promotion.id}` : `coupon:${foldCouponCode(promotion.code)}`
}

function changesOf(before: Promotion | undefined, after: Promotion | undefined): FieldChange[] {
  return changesBetween(fieldsOf(present(before)), fieldsOf(present(after)), UNKEPT)
}

/** A document that an earlier version has stored may lack members. Those that it has keep their order. */
function completed<P extends Promotion>(promotion: P): P {
  const { startsAt = null, endsAt = null, audience = null, conditions = NONE } = promotion as Partial<P>
  return { ...promotion, startsAt, endsAt, audience, conditions }
}

const NONE = { minimumTotal: null, minimumQuantity: null, productIds: [] }

function present(promotion: Promotion | undefined): object {
  if (promotion === undefined) return {}
  return isCampaign(promotion) ? presentCampaign(completed(promotion)) : presentCoupon(completed(promotion))
}

function isCampaign(promotion: Promotion): promotion is Stored['campaigns'] {
  return 'couponBound' in promotion
}
