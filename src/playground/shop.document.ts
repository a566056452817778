/** The response of `GET /playground/shop`: the shop's name and limits, coupons, campaigns and members to try, and who may use the agents' door. */

import Type, { type Static } from 'typebox'
import type { Campaign } from '../model/campaign.ts'
import type { Shop } from '../shop/shop.ts'

const CouponHint = Type.Object({ code: Type.String(), description: Type.String() })

const CampaignHint = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })

const MemberHint = Type.Object({
  id: Type.Integer(),
  /** Null for a customer without a name. */
  name: Type.Union([Type.String(), Type.Null()]),
  group: Type.Union([Type.String(), Type.Null()]),
  dealer: Type.Boolean(),
  status: Type.String(),
})

/** Whether agents may call: `open` to any platform, `keyed` to those with a key of `UCP_API_KEYS`, or `closed`. */
const AgentsDoor = Type.Union([Type.Literal('open'), Type.Literal('keyed'), Type.Literal('closed')])

/** Schema of the shop. */
export const ShopDocument = Type.Object({
  name: Type.String(),
  orderNoteMaxLength: Type.Integer(),
  giftNoteMaxLength: Type.Integer(),
  coupons: Type.Array(CouponHint),
  campaigns: Type.Array(CampaignHint),
  members: Type.Array(MemberHint),
  agents: AgentsDoor,
})

/** A coupon to try. */
export type CouponHint = Static<typeof CouponHint>
/** A test member to log in as. */
export type MemberHint = Static<typeof MemberHint>
/** Whether agents may call. */
export type AgentsDoor = Static<typeof AgentsDoor>
/** The shop, with coupons, campaigns and members to try. */
export type ShopDocument = Static<typeof ShopDocument>

/** What there is to try. */
export interface Hints {
  campaigns: Campaign[]
  coupons: CouponHint[]
  members: MemberHint[]
  agents: AgentsDoor
}

/**
 * Presents the shop with its current campaigns: active, within their dates, and not bound to a coupon.
 * @param now milliseconds since the epoch
 */
export function presentShop(
  { name, settings }: Shop,
  { campaigns, coupons, members, agents }: Hints,
  now: number,
): ShopDocument {
  const { orderNoteMaxLength, giftNoteMaxLength } = settings
  return {
    name,
    orderNoteMaxLength,
    giftNoteMaxLength,
    coupons,
    campaigns: campaigns
      .filter(campaign => settings.campaignEngine && isCurrent(campaign, now))
      .map(({ id, name, description }) => ({ id, name, description })),
    members,
    agents,
  }
}

function isCurrent({ active, couponBound, startsAt, endsAt }: Campaign, now: number): boolean {
  return active && !couponBound && (startsAt ?? now) <= now && now < (endsAt ?? Number.POSITIVE_INFINITY)
}
