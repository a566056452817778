/** Pages of checkouts with their held carts, the last held first. */

import { type RawBuilder, sql } from 'kysely'
import type { ReturnedLine } from '../checkouts/returns/items-return.ts'
import { loadReturnsOf } from '../checkouts/returns/returns.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { pages } from '../db/row-pages.ts'

/** Each has a cart document of up to some hundred kilobytes. */
const PAGE = 20

/** A checkout with its held cart. */
export interface ExportedCheckout
  extends Pick<
    CheckoutTable,
    | 'reference'
    | 'state'
    | 'held_at'
    | 'expires_at'
    | 'completed_at'
    | 'subject'
    | 'customer_id'
    | 'document'
    | 'quantities'
  > {
  /** The customer's id at the identity provider. */
  external_id: string | null
  /** The lines of its returns, the first return first. */
  returnedLines: readonly ReturnedLine[]
}

/** A range of times, in milliseconds since the epoch: from the first, before the second. */
export interface HeldBetween {
  from: number
  before: number
}

/** Yields pages of the checkouts that were held in the range. One that is held again meanwhile, at a time after the range, may be missing. */
export function findHeldCheckouts(queries: Queries, held: HeldBetween): AsyncGenerator<ExportedCheckout[]> {
  return pages(last => findPage(queries, held, last))
}

/** The keys of a page are found within an index, then each row by its key; `cross join` makes SQLite do so in this order. */
async function findPage(
  queries: Queries,
  held: HeldBetween,
  last: ExportedCheckout | undefined,
): Promise<ExportedCheckout[]> {
  const { rows } = await sql<Omit<ExportedCheckout, 'returnedLines'>>`
    select c.reference, c.state, c.held_at, c.expires_at, c.completed_at, c.subject, c.customer_id, c.document,
      c.quantities, customers.external_id
    from (${keysOf(held, last)}) as page cross join checkouts as c left join customers on customers.id = c.customer_id
    where c.reference = page.reference
    order by page.held_at desc, page.reference`.execute(queries.kysely)
  const returned = await loadReturnsOf(
    queries,
    rows.map(({ reference }) => reference),
  )
  return rows.map(row => ({ ...row, returnedLines: (returned.get(row.reference) ?? []).flatMap(({ lines }) => lines) }))
}

/** Selects the keys of each state in the order of the index, and merges them: with an `or` the engines would leave the index. */
function keysOf({ from, before }: HeldBetween, last: ExportedCheckout | undefined): RawBuilder<unknown> {
  const ranges = last
    ? [sql`held_at = ${last.held_at} and reference > ${last.reference}`, sql`held_at < ${last.held_at}`]
    : [sql`held_at < ${before}`]
  const keys = STATES.flatMap(state =>
    ranges.map(
      range => sql`select * from (
        select held_at, reference from checkouts where state = ${sql.lit(state)} and held_at >= ${from} and ${range}
        ${IN_ORDER}) as keys`,
    ),
  )
  return sql`${sql.join(keys, sql` union all `)} ${IN_ORDER}`
}

const STATES: CheckoutTable['state'][] = ['held', 'completed', 'released', 'cancelled']
const IN_ORDER = sql`order by held_at desc, reference limit ${sql.lit(PAGE)}`
