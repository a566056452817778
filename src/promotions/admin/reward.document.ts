/** Rewards of API responses: a campaign's with the members of its type, and what a coupon gives. */

import Type, { type Static, type TSchema } from 'typebox'
import { type Coupon, type Reward, TIER_BASES } from '../../model/campaign.ts'
import { nullable, oneOf } from '../../schema/fields.ts'
import { itemLists, presentItems } from './items.document.ts'

function decimal(description: string) {
  return Type.String({ description, examples: ['10'] })
}

function count(description: string) {
  return Type.Integer({ description })
}

/** A member that rewards of some types have. */
function of<S extends TSchema>(types: string, schema: S) {
  const { description } = schema as { description?: string }
  return Type.Optional({ ...schema, description: `of ${types}: ${description}` })
}

const VALUE = 'a percentage or an amount with VAT that is taken off, as decimal text'
const MAXIMUM = 'the most that a percentage takes off, as decimal text'

const base = Type.Enum([...TIER_BASES], {
  type: 'string',
  description: 'what tiers are reached by, the value with VAT or the pieces of what is covered',
})

const tiers = Type.Array(
  Type.Object(
    {
      from: Type.Union([Type.String(), Type.Integer()], {
        description: 'where the tier begins, inclusive: decimal text for a total, an integer for pieces',
        examples: ['500', 3],
      }),
      value: decimal(VALUE),
    },
    { title: 'RewardTier' },
  ),
  { description: 'ascending tiers, of which the highest that is reached counts' },
)

/** The members of a coupon that are of its reward. */
export const couponReward = {
  value: nullable(decimal(VALUE)),
  by: nullable(base),
  tiers,
  maximum: nullable(decimal(MAXIMUM)),
}

const VALUED = '`percent` and `fixed`'
const SETS = '`buy_x_pay_y` and `buy_x_get_y`'
const GIFTS = '`buy_x_get_y`'

/** The reward of a campaign. */
export const RewardDocument = Type.Object(
  {
    type: oneOf('percent', 'fixed', 'buy_x_pay_y', 'buy_x_get_y', 'free_shipping'),
    value: of(`${VALUED} without tiers`, decimal(VALUE)),
    by: of(`${VALUED} with tiers`, base),
    tiers: of(VALUED, tiers),
    maximum: of('`percent`', nullable(decimal(MAXIMUM))),
    buy: of(SETS, count('the pieces that a set needs, without those of `get`')),
    pay: of('`buy_x_pay_y`', count('the pieces of a set that are paid; the others, the cheapest, are free')),
    get: of(GIFTS, count('the further pieces of a set, which are discounted')),
    percent: of(GIFTS, decimal('what is taken off those, as a percentage in decimal text')),
    times: of(GIFTS, nullable(count('the most sets that count'))),
    target: of(
      GIFTS,
      nullable(
        Type.Object(itemLists, {
          description: 'the items that are discounted, instead of those that the conditions cover',
        }),
      ),
    ),
  },
  { title: 'Reward', description: 'the members that are there depend on `type`' },
)

/** Presents a reward; a target gets every list. */
export function presentReward(reward: Reward): Static<typeof RewardDocument> {
  if (reward.type !== 'buy_x_get_y') return reward
  return { ...reward, target: reward.target && presentItems(reward.target) }
}

/** Presents what a coupon gives. */
export function presentCouponReward({ value, by, tiers = [], maximum }: Coupon) {
  return { value, by: by ?? null, tiers, maximum: maximum ?? null }
}
