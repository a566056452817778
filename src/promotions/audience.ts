/** Audiences of promotions: whom they include, on which channels, and whose first orders they are of. */

import { type Audience, type Channel, type CustomerKinds, namesNobody } from '../model/campaign.ts'
import type { ConditionValues } from './condition.ts'
import { isListed } from './listed.ts'
import { findBoundCampaign, type Promotion, type PromotionContext, type Shopper } from './promotion-context.ts'

/** An audience that counts: the promotion's, or that of the campaign that a coupon is bound to. */
export interface CountedAudience {
  audience: Audience | null
  /** The campaign whose audience it is; null for the promotion's own. */
  campaignId: number | null
}

/** Finds the audience that does not include the customer. */
export function findExcluding(promotion: Promotion, context: PromotionContext): CountedAudience | null {
  return findAudience(promotion, context, audience => !includes(audience, context.shopper))
}

/** Finds the audience that refuses the customer because it is of first orders: a guest, or a member with an order. */
export function findRefusingLaterOrders(promotion: Promotion, context: PromotionContext): CountedAudience | null {
  const isFirst = context.shopper.customerId !== null && !context.uses.hasOrdered
  return isFirst ? null : findAudience(promotion, context, isOfFirstOrders)
}

/** Finds the audience that refuses the channel on which the cart is read. */
export function findRefusingChannel(promotion: Promotion, context: PromotionContext): CountedAudience | null {
  return findAudience(promotion, context, audience => !isOn(audience, context.channel))
}

/** Returns whether a promotion, or the campaign that it is bound to, is of first orders alone. */
export function asksFirstOrder(promotion: Promotion, context: PromotionContext): boolean {
  return findAudience(promotion, context, isOfFirstOrders) !== null
}

/** Returns whether a promotion, or the campaign that it is bound to, is of some channels alone. */
export function namesChannels(promotion: Promotion, context: PromotionContext): boolean {
  return findAudience(promotion, context, audience => (audience?.channels ?? []).length > 0) !== null
}

function findAudience(
  promotion: Promotion,
  context: PromotionContext,
  isSought: (audience: Audience | null) => boolean,
): CountedAudience | null {
  if (isSought(promotion.audience)) return { audience: promotion.audience, campaignId: null }
  const bound = 'code' in promotion ? findBoundCampaign(promotion, context) : undefined
  return bound && isSought(bound.audience) ? { audience: bound.audience, campaignId: bound.id } : null
}

function isOfFirstOrders(audience: Audience | null): boolean {
  return audience?.firstOrder ?? false
}

function isOn(audience: Audience | null, channel: Channel): boolean {
  const { channels = [] } = audience ?? {}
  return channels.length === 0 || channels.includes(channel)
}

/** A null audience includes all customers and guests. */
function includes(audience: Audience | null, shopper: Shopper): boolean {
  if (audience === null) return true
  if (audience.exclude && isAmong(audience.exclude, shopper)) return false
  return isAmong(audience, shopper) || (namesNobody(audience) && namesOthers(audience))
}

function isAmong(kinds: CustomerKinds, { customerId, customerGroupId, dealer }: Shopper): boolean {
  if (customerId === null) return kinds.visitors
  return (
    kinds.members ||
    (kinds.dealers && dealer) ||
    (customerGroupId !== null && isListed(kinds.customerGroupIds, customerGroupId)) ||
    isListed(kinds.customerIds, customerId)
  )
}

/** Whether the audience says anything besides kinds: it includes everybody else then. */
function namesOthers({ firstOrder, channels, exclude }: Audience): boolean {
  return firstOrder !== undefined || exclude !== undefined || (channels ?? []).length > 0
}

/** Says who the owner of the cart is, and which audience counts. */
export function audienceText(values: ConditionValues['audience']): string {
  const { audience, customerId, customerGroupId, dealer, campaignId } = values
  const member = customerGroupId === null ? 'a member' : `a member of group ${customerGroupId}`
  const who = customerId === null ? 'a guest' : member
  if (audience === null) return `${who}, for everyone`
  return `${who}${dealer ? ', dealer' : ''}${ofCampaignText(campaignId)}`
}

/** Names the campaign whose audience counts. */
export function ofCampaignText(campaignId: number | null): string {
  return campaignId === null ? '' : `, for campaign ${campaignId}`
}
