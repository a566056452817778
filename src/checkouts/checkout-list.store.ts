/** Pages of checkouts, the last held first: no document is read. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../db/database.ts'
import type { Money } from '../money/money.ts'
import type { Key } from '../schema/keyset.ts'
import type { Checkout } from './checkout.ts'
import type { CheckoutFilters } from './checkout-list-query.ts'
import { type CheckoutRow, toCheckoutFields } from './checkout-row.sql.ts'
import type { CheckoutState } from './checkout-state.ts'
import { addShipping } from './payable.ts'
import { keysByReference } from './reference-end.sql.ts'

/** Rows of a page of `findCheckouts`. */
const PAGE = 1_000

/** A checkout as a list shows it: with the totals of the held cart instead of the cart. */
export interface ListedCheckout extends Omit<Checkout, 'cart' | 'totals' | 'returns'> {
  grandTotal: Money
  /** What its returns refund; absent without returns, and null where the amounts of lines are unknown. */
  refunded?: Money | null
}

/** A page to find. */
export interface CheckoutPageQuery {
  filters: CheckoutFilters
  /** Time and reference of the checkout that the page comes after; undefined for the first page. */
  after: Key | undefined
  /** The maximum number of checkouts. */
  limit: number
  /** The order of checkouts that were held in the same millisecond, by their references. */
  references: 'asc' | 'desc'
  /** Milliseconds since the epoch, as of which holds have expired. */
  now: number
}

/**
 * Yields pages of checkouts, the last held first. A checkout that is held again meanwhile may be missing.
 * @param now milliseconds since the epoch
 * @param state only the checkouts with this state
 */
export async function* findCheckouts(
  queries: Queries,
  { now, state }: { now: number; state?: CheckoutState },
): AsyncGenerator<ListedCheckout[]> {
  const query = { filters: state ? { state: [state] } : {}, limit: PAGE, references: 'desc', now } as const
  let page = await findCheckoutPage(queries, { ...query, after: undefined })
  while (page.length > 0) {
    yield page
    page = await findCheckoutPage(queries, { ...query, after: keyOfCheckout(page.at(-1) as ListedCheckout) })
  }
}

/** Returns the key of a checkout in the list. */
export function keyOfCheckout({ heldAt, reference }: Pick<ListedCheckout, 'heldAt' | 'reference'>): Key {
  return [heldAt, reference]
}

/**
 * Finds a page. The keys of its rows are found within an index; then each row is looked up by its key. `cross join` makes SQLite do so
 * in this order.
 */
export async function findCheckoutPage(
  { kysely, engine }: Queries,
  query: CheckoutPageQuery,
): Promise<ListedCheckout[]> {
  const { from, columns } = totals[engine]
  const { rows } = await sql<CheckoutRow & TotalColumns>`
    select c.reference, c.state, c.subject, c.customer_id, c.held_at, c.expires_at, c.completed_at, c.over_limit,
      c.over_stock, ${columns}, ${refunded}
    from (${keysOf(query, engine)}) as page cross join checkouts as c ${from}
    where c.reference = page.reference
    order by page.held_at desc, page.reference ${sql.raw(query.references)}`.execute(kysely)
  return rows.map(row => ({ ...toCheckoutFields(row, query.now), ...toTotals(row) }))
}

/** The columns of the totals. */
interface TotalColumns {
  grand_total: string
  separate_shipping: string | null
  refunded: string | null
}

function toTotals(row: TotalColumns): Pick<ListedCheckout, 'grandTotal' | 'payable' | 'refunded'> {
  const grandTotal: Money = JSON.parse(row.grand_total)
  const payable = addShipping(grandTotal, row.separate_shipping)
  return { grandTotal, payable, ...(row.refunded !== null && { refunded: JSON.parse(row.refunded) }) }
}

/**
 * Selects the keys. Those of one state are in order in an index, also beside an owner. Several states, and what follows in the last millisecond
 * of the page before, are selected apart and merged: with an `or` the engines would leave the order of the index.
 */
function keysOf(query: CheckoutPageQuery, engine: Engine): RawBuilder<unknown> {
  const { state: states, subject, customerId, reference } = query.filters
  const isOfOwner = [
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(customerId === undefined ? [] : [sql`customer_id = ${customerId}`]),
  ]
  const inStates = states?.map(state => isInState(state, query.now)) ?? isStored
  if (reference !== undefined) {
    const further = [...(states ? [sql`(${sql.join(inStates, sql` or `)})`] : []), ...isOfOwner]
    const ranges = rangesOf(query).map(range => sql`(${sql.join([sql`true`, ...range], sql` and `)})`)
    const order = inOrder(query)
    return keysByReference({ end: reference, range: sql`(${sql.join(ranges, sql` or `)})`, further, order }, engine)
  }
  const keys = rangesOf(query).flatMap(range =>
    inStates.map(isIn => sql`select * from (${selectKeys([isIn, ...isOfOwner, ...range], query)}) as keys`),
  )
  return sql`${sql.join(keys, sql` union all `)} ${inOrder(query)}`
}

function selectKeys(conditions: readonly RawBuilder<unknown>[], query: CheckoutPageQuery): RawBuilder<unknown> {
  return sql`select held_at, reference from checkouts where ${sql.join(conditions, sql` and `)} ${inOrder(query)}`
}

function inOrder({ references, limit }: CheckoutPageQuery): RawBuilder<unknown> {
  return sql`order by held_at desc, reference ${sql.raw(references)} limit ${limit}`
}

/** The conditions of the times: after a page those of its last millisecond, and those of the time before. */
function rangesOf({ after, references, filters }: CheckoutPageQuery): RawBuilder<unknown>[][] {
  const { heldAfter, heldBefore } = filters
  const range = [
    ...(heldAfter === undefined ? [] : [sql`held_at >= ${heldAfter}`]),
    ...(heldBefore === undefined ? [] : [sql`held_at < ${heldBefore}`]),
  ]
  if (after === undefined) return [range]
  const [time, reference] = after
  const follows = references === 'asc' ? sql`reference > ${reference}` : sql`reference < ${reference}`
  return [
    [sql`held_at = ${time}`, follows, ...range],
    [sql`held_at < ${time}`, ...range],
  ]
}

/** The condition of a state, which is a literal: the time of a hold alone decides between `held` and `expired`. */
function isInState(state: CheckoutState, now: number): RawBuilder<unknown> {
  if (state === 'held') return sql`state = 'held' and expires_at > ${now}`
  if (state === 'expired') return sql`state = 'held' and expires_at <= ${now}`
  return sql`state = ${sql.lit(state)}`
}

/** The conditions of all states, as they are stored. */
const isStored = ['held', 'completed', 'released', 'cancelled'].map(state => sql`state = ${sql.lit(state)}`)

/** What the returns of a checkout refund, which the last of them has; null without returns. */
const refunded = sql`(
  select refunded from checkout_returns where reference = c.reference order by number desc limit 1) as refunded`

/** SQLite computes the columns from the document, but for a row of this index. */
const totals: Record<Engine, { from: RawBuilder<unknown>; columns: RawBuilder<unknown> }> = {
  sqlite: {
    from: sql`cross join checkouts as t indexed by checkouts_totals on t.reference = c.reference`,
    columns: sql`t.grand_total, t.separate_shipping`,
  },
  postgres: { from: sql``, columns: sql`c.grand_total, c.separate_shipping` },
}
