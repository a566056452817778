/**
 * The orders and the returns of a period, added up in steps, so that no statement takes long: other requests run between two of them.
 */

import { setImmediate as otherRequests } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { type Currency, type Decimal, decimal, type Money } from '../../money/money.ts'
import type { Period } from '../../promotions/results/period.ts'

/** Orders that a statement adds up. On the embedded engine 2,000 take 3 ms, in which no other request runs. */
const STEP = { sqlite: 2_000, postgres: 20_000 } as const
/** Returns that a statement reads: each has lines of some kilobytes at most. */
const RETURNS = 500
/** Digits of an amount that is added up as an integer of minor units: the sums of a step stay within 64 bits. Longer ones are told apart. */
const MAX_DIGITS = sql.lit(12)

/** Orders of one currency, and the sum of what they paid. */
export interface OrderSum {
  currency: Currency
  orders: number
  paid: Decimal
}

/** The states of orders that were completed once. */
export type OrderState = 'completed' | 'cancelled'

/** Yields the orders of a state by the time of their first completion: several groups may have one currency. */
export async function* sumOrders(
  queries: Queries,
  state: OrderState,
  { from: first, to: before }: Period,
): AsyncGenerator<OrderSum[]> {
  const { selectNext, selectSums } = statements[state]
  for (let from = first; from < before; ) {
    const [next] = await selectNext(queries, { from, before })
    const to = next ? Math.max(next.completed_at, from + 1) : before
    yield (await selectSums(queries, { from, before: to })).map(toSum)
    from = to
    await otherRequests()
  }
}

type Range = Record<'from' | 'before', number>

/** A group as it is read. */
interface Row {
  currency: string
  places: number
  orders: number
  /** The amounts of each order of the group, where one has too many digits; null otherwise. */
  long_total: string | null
  long_shipping: string | null
  /** The sum in minor units; null for long ones. */
  units: string | null
}

/** The statements of a state, whose index has its name as a literal. */
function statementsOf(state: OrderState) {
  const ofStep = (from: number, before: number) => sql`
    state = ${sql.lit(state)} and completed_at >= ${from} and completed_at < ${before}`
  const orders = (engine: Engine) =>
    sql`from checkouts ${engine === 'sqlite' ? sql.raw(`indexed by checkouts_${state}`) : sql``}`
  return {
    /** The time of the order that the next step begins with; no row where this one is the last. */
    selectNext: prepared<Range, { completed_at: number }>(
      (parameter, engine) => sql`
        select completed_at ${orders(engine)} where ${ofStep(parameter('from'), parameter('before'))}
        order by completed_at limit 1 offset ${sql.lit(STEP[engine])}`,
    ),
    selectSums: prepared<Range, Row>(
      // An amount has as many decimals as its currency: without the point it is an integer of minor units.
      (parameter, engine) => sql`
        select currency, places, long_total, long_shipping, count(*) as orders,
          cast(sum(case when long_total is null then cast(replace(amount, '.', '') as bigint)
            + coalesce(cast(replace(shipping, '.', '') as bigint), 0) end) as text) as units
        from (
          select amounts.*, case when is_long then amount end as long_total, case when is_long then shipping end as long_shipping
          from (
            select amounts.*, length(amount) > ${MAX_DIGITS} or coalesce(length(shipping), 0) > ${MAX_DIGITS} as is_long
            from (${selectAmounts[engine](orders(engine), ofStep(parameter('from'), parameter('before')))}) as amounts
          ) as amounts
        ) as orders
        where amount is not null group by currency, places, long_total, long_shipping`,
    ),
  }
}

/** Selects what each order paid, in two parts. */
const selectAmounts = {
  // The limit keeps SQLite from parsing the JSON for each use of a member.
  sqlite: (orders: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select separate_shipping as shipping, json_extract(grand_total, '$.amount') as amount,
      json_extract(grand_total, '$.currencyCode') as currency, json_extract(grand_total, '$.decimalPlaces') as places
    ${orders} where ${condition} limit -1 offset 0`,
  postgres: (orders: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select separate_shipping as shipping, total.amount, total."currencyCode" as currency, total."decimalPlaces" as places
    ${orders} cross join lateral
      json_to_record(cast(grand_total as json)) as total (amount text, "currencyCode" text, "decimalPlaces" bigint)
    where ${condition}`,
} satisfies Record<Engine, unknown>

const statements = { completed: statementsOf('completed'), cancelled: statementsOf('cancelled') }

function toSum({ currency, places, orders, long_total, long_shipping, units }: Row): OrderSum {
  const each = long_total === null ? null : decimal(long_total).plus(decimal(long_shipping ?? '0'))
  return {
    currency: { currencyCode: currency, decimalPlaces: places },
    orders,
    paid: each === null ? decimal(`${units}e-${places}`) : each.times(orders),
  }
}

/** Yields what the returns of a period refund, but for those of cancelled orders; null for one whose amounts are unknown. */
export async function* findRefunds(queries: Queries, { from, to: before }: Period): AsyncGenerator<(Money | null)[]> {
  let last = { at: from, reference: '', number: 0 }
  for (;;) {
    const rows = await selectReturns(queries, { ...last, before })
    yield rows.filter(({ state }) => state !== 'cancelled').flatMap(({ lines }) => refundsOf(JSON.parse(lines)))
    const end = rows.at(-1)
    if (end === undefined || rows.length < RETURNS) return
    last = end
    await otherRequests()
  }
}

function refundsOf(lines: readonly { refund: Money | null }[]): (Money | null)[] {
  return lines.map(({ refund }) => refund)
}

const selectReturns = prepared<
  { at: number; reference: string; number: number; before: number },
  { at: number; reference: string; number: number; lines: string; state: string }
>(
  parameter => sql`
    select r.at, r.reference, r.number, r.lines, checkouts.state
    from (
      select at, reference, number, lines from checkout_returns
      where (at, reference, number) > (${parameter('at')}, ${parameter('reference')}, ${parameter('number')})
        and at < ${parameter('before')}
      order by at, reference, number limit ${sql.lit(RETURNS)}
    ) as r join checkouts on checkouts.reference = r.reference
    order by r.at, r.reference, r.number`,
)
