/** Condenses the old checkouts of a cart: those before its hold and the two newest released or expired ones. Their rows are locked. */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { condenseCart } from './condensed-cart.ts'

/** Released and expired checkouts that keep their carts. */
const KEPT = 2
/** Checkouts per write: a cart document is read and parsed for each. An earlier version has left more, the next write takes the next. */
const CONDENSED_PER_WRITE = 20

/** A checkout that a write has locked. */
export type LockedCheckout = Pick<CheckoutTable, 'reference' | 'held_at' | 'quantities'>

/**
 * Condenses all but the two newest of the released and expired checkouts of one cart.
 * @param ended those that may have their carts, without the hold of the cart
 */
export async function condenseOld({ kysely }: Queries, ended: readonly LockedCheckout[]): Promise<void> {
  const newestFirst = ended.toSorted((a, b) => b.held_at - a.held_at || (a.reference < b.reference ? 1 : -1))
  const old = newestFirst.slice(KEPT).filter(({ quantities }) => quantities === null)
  for (const { reference } of old.slice(0, CONDENSED_PER_WRITE)) {
    const query = kysely.selectFrom('checkouts').select('document').where('reference', '=', reference)
    const { document } = await query.executeTakeFirstOrThrow()
    const condensed = condenseCart(JSON.parse(document))
    await kysely.updateTable('checkouts').set(condensed).where('reference', '=', reference).execute()
  }
}

/** Whether a cart has checkouts to condense, its hold perhaps among those that are counted. */
export async function hasOld(database: Queries, subject: string): Promise<boolean> {
  return (await selectThird(database, { subject })).length > 0
}

const selectThird = prepared<{ subject: string }, object>(
  parameter => sql`
    select 1 as found from checkouts
    where subject = ${parameter('subject')} and state in ('held', 'released') and quantities is null
    limit 1 offset ${sql.lit(KEPT)}`,
)
