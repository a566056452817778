/** The conditions of promotions on the owner of the cart, and on where it is read. */

import {
  asksFirstOrder,
  audienceText,
  findExcluding,
  findRefusingChannel,
  findRefusingLaterOrders,
  namesChannels,
  ofCampaignText,
} from './audience.ts'
import type { Refusing } from './condition.ts'
import { unknownCoupon } from './coupon-reasons.ts'
import { findBoundCampaign, type Promotion, type PromotionContext } from './promotion-context.ts'
import { hasCustomerUseLeft, limitText, usesByCustomer } from './uses-left.ts'

/** The conditions by their names. */
export const conditionsOnShoppers: {
  [Name in 'customerUsage' | 'audience' | 'firstOrder' | 'channel']: Refusing<Promotion, Name>
} = {
  /**
   * A limit per customer never holds for a guest: guests cannot be distinguished. Of a coupon that is bound to a campaign, a use of the campaign is
   * left to the customer, too.
   */
  customerUsage: {
    isAsked: promotion => 'code' in promotion || promotion.usageLimitPerCustomer !== undefined,
    holds: (promotion, context) => hasOwnUseLeft(findCounting(promotion, context), context),
    values: (promotion, context) => {
      const counted = findCounting(promotion, context)
      const { usageLimitPerCustomer: limit = null } = counted
      const isUnknown = limit === null || context.shopper.customerId === null
      return {
        limit,
        used: isUnknown ? null : usesByCustomer(counted, context),
        ...('code' in promotion && !('code' in counted) && { campaignId: counted.id }),
      }
    },
    detail: ({ limit, used, campaignId = null }) => {
      const text = limit !== null && used === null ? 'a guest; members only' : limitText({ limit, used })
      return `${text}${ofCampaignText(campaignId)}`
    },
    refusal: ({ used }) =>
      used === null
        ? { reason: 'audience', detail: 'The coupon has a limit per customer: it applies after a login.' }
        : { reason: 'used_by_customer', detail: 'This customer has no use of the coupon left.' },
  },

  /** Of a coupon that is bound to a campaign, the audience of the campaign includes the customer, too. */
  audience: {
    holds: (promotion, context) => findExcluding(promotion, context) === null,
    values: (promotion, context) => {
      const own = { audience: promotion.audience, campaignId: null }
      return { ...(findExcluding(promotion, context) ?? own), ...context.shopper }
    },
    detail: audienceText,
    refusal: () => unknownCoupon,
  },

  /** Only members without an order: a completed one that was not cancelled, or one elsewhere. */
  firstOrder: {
    isAsked: asksFirstOrder,
    holds: (promotion, context) => findRefusingLaterOrders(promotion, context) === null,
    values: (promotion, context) => {
      const { shopper, uses } = context
      const campaignId = findRefusingLaterOrders(promotion, context)?.campaignId ?? null
      return { campaignId, customerId: shopper.customerId, hasOrdered: uses.hasOrdered }
    },
    detail: ({ campaignId, customerId, hasOrdered }) => {
      const member = hasOrdered ? 'a member with an order' : 'a member without an order'
      return `${customerId === null ? 'a guest; members only' : member}${ofCampaignText(campaignId)}`
    },
    refusal: ({ customerId }) =>
      customerId === null
        ? { reason: 'audience', detail: 'The coupon is for the first order of a member: it applies after a login.' }
        : { reason: 'used_by_customer', detail: 'The coupon is for the first order, and this customer has one.' },
  },

  /** The channels of the audience; of a coupon that is bound to a campaign, those of the campaign, too. */
  channel: {
    isAsked: namesChannels,
    holds: (promotion, context) => findRefusingChannel(promotion, context) === null,
    values: (promotion, context) => {
      const own = { audience: promotion.audience, campaignId: null }
      const { audience, campaignId } = findRefusingChannel(promotion, context) ?? own
      return { campaignId, channels: audience?.channels ?? [], now: context.channel }
    },
    detail: ({ campaignId, channels, now }) =>
      `${now} in ${channels.length === 0 ? 'all channels' : channels.join(', ')}${ofCampaignText(campaignId)}`,
    refusal: ({ channels, now }) => ({
      reason: 'channel',
      detail: `The coupon applies only on ${channels.join(', ')}, and this cart is read on ${now}.`,
    }),
  },
}

/** Finds whose limit per customer counts: of a coupon and the campaign that it is bound to, the one with no use left, else one with a limit. */
function findCounting(promotion: Promotion, context: PromotionContext): Promotion {
  const bound = 'code' in promotion && promotion.campaignId !== null ? findBoundCampaign(promotion, context) : undefined
  if (!bound || !hasOwnUseLeft(promotion, context)) return promotion
  const isBounds = !hasOwnUseLeft(bound, context) || (promotion.usageLimitPerCustomer ?? null) === null
  return isBounds && bound.usageLimitPerCustomer !== undefined ? bound : promotion
}

function hasOwnUseLeft(promotion: Promotion, context: PromotionContext): boolean {
  if ((promotion.usageLimitPerCustomer ?? null) === null) return true
  return context.shopper.customerId !== null && hasCustomerUseLeft(promotion, usesByCustomer(promotion, context))
}
