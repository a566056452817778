/** Reads checkouts, 1,000 rows at a time and without their documents, so that memory stays bounded. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Money } from '../money/money.ts'
import type { Checkout } from './checkout.ts'
import { toCheckoutFields } from './checkout-row.sql.ts'
import type { CheckoutState } from './checkout-state.ts'

const PAGE = 1_000

/** A checkout as a list shows it: with the grand total of the held cart instead of the cart. */
export interface ListedCheckout extends Omit<Checkout, 'cart' | 'totals'> {
  grandTotal: Money
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
  let page = await findPage(queries, { now, state, before: undefined })
  while (page.length > 0) {
    yield page
    page = await findPage(queries, { now, state, before: page.at(-1) })
  }
}

interface PageQuery {
  now: number
  state: CheckoutState | undefined
  before: Pick<ListedCheckout, 'heldAt' | 'reference'> | undefined
}

async function findPage({ kysely, engine }: Queries, { now, state, before }: PageQuery): Promise<ListedCheckout[]> {
  const grandTotal =
    engine === 'postgres'
      ? sql<string>`cast(document as json) #>> '{data,attributes,grandTotal}'`
      : sql<string>`json_extract(document, '$.data.attributes.grandTotal')`
  let query = kysely
    .selectFrom('checkouts')
    .select([
      'reference',
      'state',
      'subject',
      'customer_id',
      'held_at',
      'expires_at',
      'completed_at',
      'over_limit',
      'over_stock',
    ])
    .select(grandTotal.as('grand_total'))
    .orderBy('held_at', 'desc')
    .orderBy('reference', 'desc')
    .limit(PAGE)
  if (before) query = query.where(sql<boolean>`(held_at, reference) < (${before.heldAt}, ${before.reference})`)
  if (state === 'held') query = query.where('expires_at', '>', now)
  if (state === 'expired') query = query.where('expires_at', '<=', now)
  if (state) query = query.where('state', '=', state === 'expired' ? 'held' : state)
  const rows = await query.execute()
  return rows.map(row => ({ ...toCheckoutFields(row, now), grandTotal: JSON.parse(row.grand_total) }))
}
