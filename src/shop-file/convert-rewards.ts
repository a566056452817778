/** Conversion of the checked rewards of a shop file: each gets the members of its type, and no others. */

import type { Coupon, Items, Reward, RewardTiers, RewardValue } from '../model/campaign.ts'
import { toItems } from './convert-items.ts'
import type { CouponRecord, RewardRecord } from './shop-file.schema.ts'

/** Converts the reward of a campaign. Defaults of what a type requires are never saved: `checkReward` reports that it is missing. */
export function toReward(record: RewardRecord): Reward {
  const { type, maximum = null, buy = 1, pay = 0, get = 1, percent = '100', times = null } = record
  switch (type) {
    case 'percent':
      return { type, ...toValue(record), maximum }
    case 'fixed':
      return { type, ...toValue(record) }
    case 'buy_x_pay_y':
      return { type, buy, pay }
    case 'buy_x_get_y':
      return { type, buy, get, percent, times, target: toTarget(record.target) }
    case 'free_shipping':
      return { type }
  }
}

/** The members of a coupon that are of its reward. */
export type CouponReward = Pick<Coupon, 'value' | 'maximum' | 'by' | 'tiers'>

/** What a record says of those members; undefined where it says nothing. */
type SaidReward = { [Name in keyof CouponReward]?: CouponRecord[Name] | undefined } & Pick<Coupon, 'discountType'>

/** Converts the reward of a coupon; one that is stored stays as it is. */
export function toCouponReward(record: SaidReward): CouponReward {
  const { discountType, value = null, maximum = null } = record
  if (discountType === 'free_shipping') return { value: null }
  const tiers = toTiers(record)
  return {
    value: tiers ? null : value,
    ...(discountType === 'percent' && maximum !== null && { maximum }),
    ...tiers,
  }
}

function toValue(record: RewardRecord): RewardValue {
  return toTiers(record) ?? { value: record.value ?? '0' }
}

/** Returns null without tiers. */
function toTiers({ by, tiers = [] }: Pick<SaidReward, 'by' | 'tiers'>): RewardTiers | null {
  return by && tiers.length > 0 ? { by, tiers } : null
}

/** A target that names nothing is none. */
function toTarget(record: RewardRecord['target']): Items | null {
  const target = toItems(record ?? {})
  return Object.keys(target).length > 0 ? target : null
}
