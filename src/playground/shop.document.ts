/** The shop as the phone needs to know it: its name and limits, and what is worth trying in it. */

import Type, { type Static } from 'typebox'
import type { Campaign } from '../promotions/campaign.ts'
import type { Shop } from '../shop/shop.ts'

const Hint = Type.Object({ code: Type.String(), description: Type.String() })

const CampaignHint = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })

const MemberHint = Type.Object({
  id: Type.Integer(),
  /** Null where the shop knows none. */
  name: Type.Union([Type.String(), Type.Null()]),
  group: Type.Union([Type.String(), Type.Null()]),
  dealer: Type.Boolean(),
  status: Type.String(),
})

export const ShopDocument = Type.Object({
  name: Type.String(),
  orderNoteMaxLength: Type.Integer(),
  giftNoteMaxLength: Type.Integer(),
  coupons: Type.Array(Hint),
  campaigns: Type.Array(CampaignHint),
  members: Type.Array(MemberHint),
})

export type CouponHint = Static<typeof Hint>
export type MemberHint = Static<typeof MemberHint>
export type ShopDocument = Static<typeof ShopDocument>

/** What there is to try beside the catalogue. */
export interface Hints {
  campaigns: Campaign[]
  coupons: CouponHint[]
  members: MemberHint[]
}

/** Presents the shop. Of its campaigns those that hold by date, and that no coupon has to open. */
export function presentShop(
  { name, settings }: Shop,
  { campaigns, coupons, members }: Hints,
  now: number,
): ShopDocument {
  const { orderNoteMaxLength, giftNoteMaxLength } = settings
  return {
    name,
    orderNoteMaxLength,
    giftNoteMaxLength,
    coupons,
    campaigns: campaigns
      .filter(campaign => settings.campaignEngine && isOpen(campaign, now))
      .map(({ id, name, description }) => ({ id, name, description })),
    members,
  }
}

function isOpen({ active, couponBound, startsAt, endsAt }: Campaign, now: number): boolean {
  return active && !couponBound && (startsAt ?? now) <= now && now < (endsAt ?? Number.POSITIVE_INFINITY)
}
