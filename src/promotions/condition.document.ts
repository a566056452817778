/** Conditions of promotions in responses: the schema of the values that each compares, and the presenter. */

import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { type Audience, type CustomerKinds, namesNobody } from '../model/campaign.ts'
import { type Currency, decimal, roundDown, roundUp, toMoney } from '../money/money.ts'
import { instant, money, nullable } from '../schema/fields.ts'
import { formatInstant } from '../schema/instants.ts'
import type { CheckedCondition, ConditionName, ConditionValues } from './condition.ts'

/** Group ids that an audience shows. */
const MAX_GROUPS = 100

const count = (description: string) => nullable(Type.Integer({ description }))
/** A time as a promotion has it, which is in UTC but for years that UTC cannot write. */
const saved = (description: string) =>
  nullable(Type.String({ description: `${description}; a time in ISO 8601`, examples: ['2026-11-21T09:00:00.000Z'] }))
const time = (description: string) => nullable(Type.String({ description, examples: ['09:30'] }))
const campaignId = nullable(
  Type.Integer({ description: 'the campaign that the coupon is bound to, where its condition counts' }),
)
const onOff = { on: Type.Boolean() }
const limit = {
  limit: count('the usage limit'),
  used: count('the uses that count; also null for a guest where the limit is per customer'),
}
const REQUIRED = 'the minimum'

const kinds = {
  visitors: Type.Boolean({ description: 'guests' }),
  members: Type.Boolean(),
  dealers: Type.Boolean(),
  customerGroupIds: Type.Array(Type.Integer(), { description: `the first ${MAX_GROUPS}` }),
  customers: Type.Integer({ description: 'the number of single customers' }),
}

const AudienceSchema = Type.Object(
  {
    ...kinds,
    exclude: Type.Optional(Type.Object(kinds, { description: 'who is never included; absent for nobody' })),
  },
  { description: 'who it is for; null for everyone' },
)

/** The members of each condition's values. */
const fields = {
  campaignEngine: onOff,
  active: onOff,
  dates: {
    from: saved('the beginning, inclusive'),
    to: saved('the end, exclusive'),
    now: instant('when it was checked'),
  },
  weekday: {
    weekdays: Type.Array(Type.Integer({ description: '1 is Monday' })),
    now: Type.Integer({ description: 'the weekday in the shop’s time zone on which the daily window began' }),
  },
  time: {
    from: time('the beginning, inclusive'),
    to: time('the end, exclusive'),
    now: Type.String({ description: 'HH:MM in the shop’s time zone', examples: ['09:30'] }),
  },
  usage: limit,
  customerUsage: {
    ...limit,
    campaignId: Type.Optional(
      Type.Integer({ description: 'the campaign that the coupon is bound to, where its limit counts' }),
    ),
  },
  audience: {
    campaignId,
    audience: nullable(AudienceSchema),
    customerId: count('the owner of the cart, who is no guest'),
    customerGroupId: count('the owner’s group'),
    dealer: Type.Boolean({ description: 'whether the owner is a dealer' }),
  },
  firstOrder: {
    campaignId,
    customerId: count('the owner of the cart, who is no guest'),
    hasOrdered: Type.Boolean({ description: 'whether the owner has an order' }),
  },
  channel: {
    campaignId,
    channels: Type.Array(Type.String({ examples: ['app'] }), { description: 'the channels of the promotion' }),
    now: Type.String({ description: 'the channel on which the cart is read', examples: ['web'] }),
  },
  products: {
    campaignId,
    lines: count('the number of covered lines of the cart'),
    products: count('the number of listed products, not all'),
    limitedBy: Type.Optional(
      Type.Array(Type.String({ examples: ['brands'] }), {
        description: 'the names of other conditions that limit the lines',
      }),
    ),
  },
  minimumQuantity: {
    campaignId,
    needed: count(REQUIRED),
    has: count('the pieces of the covered lines'),
    missing: count('0 where it holds'),
  },
  minimumTotal: {
    campaignId,
    needed: nullable(money(REQUIRED)),
    has: nullable(money('the covered lines with VAT, rounded down')),
    missing: nullable(money('rounded up; zero where it holds')),
  },
  campaign: {
    campaignId: count('the campaign that the coupon is bound to'),
    exists: Type.Boolean({ description: 'whether there is such a coupon-bound campaign' }),
    failed: Type.Array(Type.String(), { description: 'the names of its conditions that do not hold' }),
  },
  coupon: {
    couponBound: Type.Boolean({ description: 'whether the campaign needs a coupon' }),
    code: nullable(Type.String({ description: 'the chosen coupon, if it is bound to the campaign' })),
    applies: Type.Boolean({ description: 'whether the other conditions of that coupon hold' }),
  },
  combination: {
    code: nullable(Type.String({ description: 'the coupon that applies' })),
    combinesWithCampaigns: Type.Boolean({ description: 'whether campaigns apply beside the coupon' }),
    combinesWithCoupons: Type.Boolean({ description: 'whether the campaign applies beside coupons' }),
  },
} satisfies Record<ConditionName, Record<string, TSchema>>

type Fields = { [Name in ConditionName]: Static<TObject<(typeof fields)[Name]>> }
type ValuesOf<Name extends ConditionName> = { [Each in Name]: { name: Each } & Fields[Each] }[Name]

/** The values of a condition; `name`, which is that of the condition, says which members they have. */
const Values = Type.Unsafe<ValuesOf<ConditionName>>(
  Type.Union(
    Object.entries(fields).map(([name, members]) => Type.Object({ name: Type.Literal(name), ...members })),
    { title: 'ConditionValues', description: 'the compared values, by the name of the condition; kinds may be added' },
  ),
)

/** A condition of a promotion. */
export const PromotionCondition = Type.Object(
  {
    name: Type.String({ examples: ['minimumTotal'], description: 'conditions may be added' }),
    holds: Type.Boolean(),
    detail: Type.String({ description: 'the compared values, for people', examples: ['120 of 500'] }),
    values: Values,
  },
  { title: 'PromotionCondition' },
)

const same = <V>(values: V): V => values

const presenters: { [Name in ConditionName]: (values: ConditionValues[Name], currency: Currency) => Fields[Name] } = {
  campaignEngine: same,
  active: same,
  dates: ({ from, to, now }) => ({
    from: instantOrNull(from),
    to: instantOrNull(to),
    now: formatInstant(now),
  }),
  weekday: ({ weekdays, now }) => ({ weekdays: [...weekdays], now }),
  time: same,
  usage: same,
  customerUsage: same,
  audience: ({ audience, ...rest }) => ({ audience: audience && presentAudience(audience), ...rest }),
  firstOrder: same,
  channel: ({ channels, ...rest }) => ({ ...rest, channels: [...channels] }),
  products: ({ limitedBy, ...rest }) => (limitedBy.length === 0 ? rest : { ...rest, limitedBy: [...limitedBy] }),
  minimumQuantity: same,
  minimumTotal: ({ campaignId, needed, has, missing }, currency) => ({
    campaignId,
    needed: needed === null ? null : toMoney(roundUp(decimal(needed), currency), currency),
    has: has && toMoney(roundDown(has, currency), currency),
    missing: missing && toMoney(roundUp(missing, currency), currency),
  }),
  campaign: ({ failed, ...rest }) => ({ ...rest, failed: failed.map(({ name }) => name) }),
  coupon: same,
  combination: same,
}

/** A condition of a promotion, as responses have it. */
export type PromotionCondition = Static<typeof PromotionCondition>

/** Presents a condition in the currency of the shop. */
export function presentCondition(condition: CheckedCondition, currency: Currency): PromotionCondition {
  const { name, holds, detail, values } = condition
  return { name, holds, detail, values: presentValues(name, values, currency) }
}

function presentValues<Name extends ConditionName>(
  name: Name,
  values: ConditionValues[Name],
  currency: Currency,
): ValuesOf<Name> {
  return { name, ...presenters[name](values, currency) } as ValuesOf<Name>
}

/** Presents whom an audience includes, whatever their orders and channels, which have conditions of their own. */
function presentAudience(audience: Audience) {
  const { exclude, firstOrder, channels } = audience
  const isOfEverybodyElse = namesNobody(audience) && (exclude || firstOrder || channels)
  if (isOfEverybodyElse && !exclude) return null
  const included = isOfEverybodyElse ? { ...audience, visitors: true, members: true } : audience
  return { ...presentKinds(included), ...(exclude && { exclude: presentKinds(exclude) }) }
}

function presentKinds({ visitors, members, dealers, customerGroupIds, customerIds }: CustomerKinds) {
  const groups = customerGroupIds.slice(0, MAX_GROUPS)
  return { visitors, members, dealers, customerGroupIds: groups, customers: customerIds.length }
}

function instantOrNull(at: number | null): string | null {
  return at === null ? null : formatInstant(at)
}
