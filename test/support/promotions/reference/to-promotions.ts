/** Campaigns and coupons of plain carts as a shop stores them, with terms in spellings that are equal. */

import type {
  Audience,
  Campaign,
  Conditions,
  Coupon,
  Items,
  Reward,
  RewardValue,
} from '../../../../src/model/campaign.ts'
import { campaignWith, couponWith } from '../../cart/pricing.ts'
import type { PlainCampaign, PlainConditions, PlainCoupon, PlainItems, PlainReward, PlainTiers } from './plain-cart.ts'

/** The code of the coupon of every cart. */
export const CODE = 'YAZ10'

/** The spellings of terms by their numbers: those of products, and those of conditions. */
const SPELLINGS = [
  ['Işık', 'IŞIK'],
  ['GİYİM', 'giyim'],
  ['Ev & Bahçe', 'ev & bahçe'],
] as const
const SEPARATORS = [' > ', '  >  '] as const

type Spelling = 0 | 1

/** @returns a term in one of its spellings */
export const spelled = (term: number, spelling: Spelling) => SPELLINGS[term]?.[spelling] ?? ''
/** @returns the path of a category in one of its spellings */
export const pathOf = (parts: readonly number[], spelling: Spelling) =>
  parts.map(part => spelled(part, spelling)).join(SEPARATORS[spelling])

/** Returns what a shop stores of a campaign: members that say nothing are absent. */
export function toCampaign(campaign: PlainCampaign): Campaign {
  const { id, group, priority, isAutomatic, isBound, combines, ofCustomer } = campaign
  return campaignWith({
    id,
    name: `Kampanya ${id}`,
    logicalGroup: group,
    priority,
    couponBound: isBound,
    ...(isAutomatic && { automatic: true }),
    ...(!combines && { combinesWithCoupons: false }),
    ...(ofCustomer && { usageLimitPerCustomer: ofCustomer.limit }),
    audience: audienceOf(campaign),
    conditions: toConditions(campaign.conditions),
    reward: toReward(campaign.reward),
  })
}

function toReward(plain: PlainReward): Reward {
  switch (plain.type) {
    case 'percent': {
      const { value, ...others } = plain
      return { ...others, ...toValue(value) }
    }
    case 'fixed':
      return { type: plain.type, ...toValue(plain.value) }
    case 'buy_x_get_y':
      return { ...plain, target: plain.target && toItems(plain.target) }
    default:
      return plain
  }
}

function toValue(value: string | PlainTiers): RewardValue {
  if (typeof value === 'string') return { value }
  const { by, tiers } = value
  return { by, tiers: tiers.map(each => ({ ...each, from: by === 'quantity' ? Number(each.from) : each.from })) }
}

function audienceOf({ isForMembers, isForFirst, channels }: PlainCampaign): Audience | null {
  if (!isForMembers && !isForFirst && channels.length === 0) return null
  const nobody = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
  return {
    ...nobody,
    members: isForMembers,
    ...(isForFirst && { firstOrder: true }),
    ...(channels.length > 0 && { channels: [...channels] }),
  }
}

/** Returns what a shop stores of a coupon. */
export function toCoupon(coupon: PlainCoupon): Coupon {
  const { description, reward, campaignId, combines, ofCustomer, conditions } = coupon
  return couponWith({
    code: CODE,
    description,
    discountType: reward.type,
    ...(reward.type === 'free_shipping' ? { value: null } : { value: null, ...toValue(reward.value) }),
    ...(reward.type === 'percent' && reward.maximum !== null && { maximum: reward.maximum }),
    campaignId,
    usageLimitPerCustomer: ofCustomer?.limit ?? null,
    ...(!combines && { combinesWithCampaigns: false }),
    conditions: toConditions(conditions),
  })
}

function toConditions(plain: PlainConditions): Conditions {
  const { minimumTotal, minimumQuantity, priceFrom, priceTo, excludeDiscounted, productIds } = plain
  const exclude = toItems(plain.exclude)
  return {
    ...toItems(plain),
    minimumTotal,
    minimumQuantity,
    productIds: [...productIds].sort((a, b) => a - b),
    ...(priceFrom !== null && { priceFrom }),
    ...(priceTo !== null && { priceTo }),
    ...(excludeDiscounted && { excludeDiscounted: true }),
    ...(Object.keys(exclude).length > 0 && { exclude }),
  }
}

function toItems({ productIds, variantIds, brands, categories, tags }: PlainItems): Items {
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
  return {
    ...(productIds.length > 0 && { productIds: ascending(productIds) }),
    ...(variantIds.length > 0 && { variantIds: ascending(variantIds) }),
    ...(brands.length > 0 && { brands: brands.map(each => spelled(each, 1)) }),
    ...(categories.length > 0 && { categories: categories.map(each => pathOf(each, 1)) }),
    ...(tags.length > 0 && { tags: tags.map(each => spelled(each, 1)) }),
  }
}
