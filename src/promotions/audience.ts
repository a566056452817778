/** Audiences of promotions: whom they include. */

import type { Audience } from '../model/campaign.ts'
import type { ConditionValues } from './condition.ts'
import { isListed } from './listed-ids.ts'
import { findBoundCampaign, type Promotion, type PromotionContext, type Shopper } from './promotion-context.ts'

/** Finds the audience that does not include the customer: the promotion's, or that of the campaign that a coupon is bound to. */
export function findExcluding(
  promotion: Promotion,
  context: PromotionContext,
): Pick<ConditionValues['audience'], 'audience' | 'campaignId'> | null {
  const { shopper } = context
  const { audience } = promotion
  if (!includes(audience, shopper)) return { audience, campaignId: null }
  const bound = 'code' in promotion ? findBoundCampaign(promotion, context) : undefined
  return bound && !includes(bound.audience, shopper) ? { audience: bound.audience, campaignId: bound.id } : null
}

/** A null audience includes all customers and guests. */
function includes(audience: Audience | null, { customerId, customerGroupId, dealer }: Shopper): boolean {
  if (audience === null) return true
  const { visitors, members, dealers, customerGroupIds, customerIds } = audience
  if (customerId === null) return visitors
  return (
    members ||
    (dealers && dealer) ||
    (customerGroupId !== null && isListed(customerGroupIds, customerGroupId)) ||
    isListed(customerIds, customerId)
  )
}

/** Says who the owner of the cart is, and which audience counts. */
export function audienceText(values: ConditionValues['audience']): string {
  const { audience, customerId, customerGroupId, dealer, campaignId } = values
  const member = customerGroupId === null ? 'a member' : `a member of group ${customerGroupId}`
  const who = customerId === null ? 'a guest' : member
  if (audience === null) return `${who}, for everyone`
  return `${who}${dealer ? ', dealer' : ''}${campaignId === null ? '' : `, for campaign ${campaignId}`}`
}
