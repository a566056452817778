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
import type { Promotion } from './promotion-context.ts'

/** The conditions by their names. */
export const conditionsOnShoppers: { [Name in 'audience' | 'firstOrder' | 'channel']: Refusing<Promotion, Name> } = {
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
