/**
 * Orders by the promotions that they have used. The statements read an index from time to time, so that none of them takes long: other requests
 * run between two of them.
 */

import { setImmediate as otherRequests } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { decimal } from '../../money/money.ts'
import type { OrderGroup } from './orders-tally.ts'

/** Orders that a statement adds up. On the embedded engine 2,000 take 3 ms, in which no other request runs. */
const STEP = { sqlite: 2_000, postgres: 20_000 } as const
/** Digits of an amount that is added up as an integer of minor units: the sums of a step stay within 64 bits. Longer ones are told apart. */
const MAX_DIGITS = sql.lit(12)

/** Times of completion, in milliseconds since the epoch: from the first, before the second. */
export interface CompletedBetween {
  from: number
  before: number
}

/**
 * Yields the orders that are completed and not cancelled, in groups: several may have the same promotions.
 * An order that is completed or cancelled meanwhile may be among them or not.
 * @param isWanted which orders, by the folded codes of their coupons
 */
export async function* findSoldOrders(
  queries: Queries,
  { from: first, before }: CompletedBetween,
  isWanted: (couponCode: string | null) => boolean,
): AsyncGenerator<OrderGroup[]> {
  for (let from = first; from < before; ) {
    const [next] = await selectNext(queries, { from, before })
    const to = next ? Math.max(next.completed_at, from + 1) : before
    const rows = await selectGroups(queries, { from, before: to })
    yield rows.filter(row => isWanted(row.coupon_code)).map(toGroup)
    from = to
    await otherRequests()
  }
}

/** The time of the order that the next step begins with; no row where this one is the last. */
const selectNext = prepared<CompletedBetween, { completed_at: number }>(
  (parameter, engine) => sql`
    select completed_at ${fromCompleted(engine)}
    where state = 'completed' and completed_at >= ${parameter('from')} and completed_at < ${parameter('before')}
    order by completed_at limit 1 offset ${sql.lit(STEP[engine])}`,
)

/** A group as it is read. */
interface Row {
  coupon_code: string | null
  campaign_id: number | null
  /** As JSON. */
  further_campaigns: string | null
  bound_campaign_id: number | null
  currency: string
  places: number
  /** The total of each order of the group, and its shipping, where one has too many digits; null otherwise. */
  long_amount: string | null
  long_shipping: string | null
  orders: number
  /** The sum of the totals in minor units; null for long ones. */
  units: string | null
}

const selectGroups = prepared<CompletedBetween, Row>((parameter, engine) => {
  const isOfStep = sql`
    state = 'completed' and completed_at >= ${parameter('from')} and completed_at < ${parameter('before')}`
  // An amount has as many decimals as its currency: without the point it is an integer of minor units.
  return sql`
    select coupon_code, campaign_id, further_campaigns, bound_campaign_id, currency, places, long_amount,
      long_shipping, count(*) as orders,
      cast(sum(case when long_amount is null then cast(replace(amount, '.', '') as bigint)
        + coalesce(cast(replace(shipping, '.', '') as bigint), 0) end) as text) as units
    from (
      select totals.*, case when is_long then amount end as long_amount, case when is_long then shipping end as long_shipping
      from (
        select totals.*, length(amount) > ${MAX_DIGITS} or coalesce(length(shipping), 0) > ${MAX_DIGITS} as is_long
        from (${selectTotals[engine](isOfStep)}) as totals
      ) as totals
    ) as orders
    where amount is not null
    group by coupon_code, campaign_id, further_campaigns, bound_campaign_id, currency, places, long_amount, long_shipping`
})

const PROMOTIONS = sql`coupon_code, campaign_id, further_campaigns, bound_campaign_id, separate_shipping as shipping`

/** Selects each order with its grand total, whose JSON is parsed once, and the shipping that is charged beside it. */
const selectTotals = {
  // The limit keeps SQLite from parsing it for each use of a member.
  sqlite: (isOfStep: RawBuilder<unknown>) => sql`
    select ${PROMOTIONS}, json_extract(grand_total, '$.amount') as amount,
      json_extract(grand_total, '$.currencyCode') as currency, json_extract(grand_total, '$.decimalPlaces') as places
    ${fromCompleted('sqlite')} where ${isOfStep} limit -1 offset 0`,
  postgres: (isOfStep: RawBuilder<unknown>) => sql`
    select ${PROMOTIONS}, total.amount, total."currencyCode" as currency, total."decimalPlaces" as places
    ${fromCompleted('postgres')} cross join lateral
      json_to_record(cast(grand_total as json)) as total (amount text, "currencyCode" text, "decimalPlaces" bigint)
    where ${isOfStep}`,
} satisfies Record<Engine, (isOfStep: RawBuilder<unknown>) => RawBuilder<unknown>>

/** SQLite would take an index of all states, and has no statistics that say otherwise. */
function fromCompleted(engine: Engine): RawBuilder<unknown> {
  return sql`from checkouts ${engine === 'sqlite' ? sql`indexed by checkouts_completed` : sql``}`
}

function toGroup(row: Row): OrderGroup {
  const { coupon_code, campaign_id, further_campaigns: further, bound_campaign_id, units, places } = row
  const long = row.long_amount === null ? null : decimal(row.long_amount).plus(decimal(row.long_shipping ?? '0'))
  const others = further === null ? [] : (JSON.parse(further) as number[])
  return {
    couponCode: coupon_code,
    campaignIds: campaign_id === null ? [] : [campaign_id, ...others],
    boundCampaignId: bound_campaign_id,
    currency: { currencyCode: row.currency, decimalPlaces: places },
    orders: row.orders,
    turnover: long === null ? decimal(`${units}e-${places}`) : long.times(row.orders),
  }
}
