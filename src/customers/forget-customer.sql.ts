/** Removes a customer who is deleted from what stays: the orders, and the guests that were merged into the customer. */

import { sql } from 'kysely'
import { withoutNotes } from '../checkouts/without-notes.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { writeShardsInTurn } from '../db/shards.ts'

/** Orders per transaction: each has a cart document. The embedded engine serves no other request while it rewrites them. */
const ORDERS = 50
const GUESTS = 200
/** Stands for the id of every deleted customer in `carts.merged_into`, so that the tokens of merged guests stay cancelled. */
const DELETED_CUSTOMER = 0

/** The condition of guests that were merged. An engine uses the partial index only where a statement has it as a literal. */
export const isMerged = sql<boolean>`merged_into > 0`
/** The condition of orders that a guest completed before the merge; also that of a partial index. */
export const isOfGuest = sql<boolean>`customer_id is null and state in ('completed', 'cancelled')`

type Order = Pick<CheckoutTable, 'reference' | 'document'>

/** Ends the web sessions of a customer whose external id moves away: whoever had it is not this customer any more. */
export async function endSessions(queries: Queries, customerId: number): Promise<void> {
  await writeShardsInTurn(queries)
  await queries.kysely.deleteFrom('web_sessions').where('customer_id', '=', customerId).execute()
}

/**
 * Removes a customer from a part of the orders and merged guests, for small transactions. An order loses its subject and the notes of its
 * lines. The guests come first, because their orders learn of the hold of the customer's cart, which the customer's own orders forget.
 * @returns whether it has changed anything; otherwise nothing names the customer any more
 */
export async function forgetPart(queries: Queries, id: number): Promise<boolean> {
  const hold = await findHold(queries, id)
  const guests = await lockGuests(queries, id, GUESTS)
  if (guests.length === 0) return forgetOrders(queries, await lockOrders(queries, id), hold)
  const theirs = await lockGuestOrders(queries, guests)
  return theirs.length > 0 ? forgetOrders(queries, theirs, hold) : cancelGuests(queries, guests)
}

/**
 * Removes a customer from what is left of the orders and merged guests, in the transaction of the deletion. All guests are locked before
 * the first order: a completion that has locked a guest's cart waits for an order.
 */
export async function forgetRest(queries: Queries, id: number): Promise<void> {
  const guests = await lockGuests(queries, id)
  const hold = await findHold(queries, id)
  await untilFalse(async () => forgetOrders(queries, await lockOrders(queries, id), hold))
  if (guests.length === 0) return
  await untilFalse(async () => forgetOrders(queries, await lockGuestOrders(queries, guests), hold))
  await cancelGuests(queries, guests)
}

/** Repeats a step until it has changed nothing. */
export async function untilFalse(step: () => Promise<boolean>): Promise<void> {
  let goesOn = true
  while (goesOn) goesOn = await step()
}

/**
 * Locks in the order of a merge. A release or a completion locks the checkout before its uses, too. The hold of the cart comes last: the others
 * learn of it.
 */
async function lockOrders({ kysely, engine }: Queries, id: number): Promise<Order[]> {
  const lock = (comparison: '=' | '<>') => {
    const query = kysely.selectFrom('checkouts').select(['reference', 'document']).where('customer_id', '=', id)
    const ordered = query.where('state', comparison, 'held').orderBy('reference').limit(ORDERS)
    return ordered.$if(engine === 'postgres', each => each.forUpdate()).execute()
  }
  const ended = await lock('<>')
  return ended.length > 0 ? ended : lock('=')
}

/** Finds the hold of a customer's cart, living or expired. */
async function findHold({ kysely }: Queries, id: number): Promise<string | null> {
  const query = kysely.selectFrom('checkouts').select('reference').where('customer_id', '=', id)
  return (await query.where('state', '=', 'held').executeTakeFirst())?.reference ?? null
}

/** Locks carts before their checkouts, as every write does: one after the other, since they may be on several nodes. */
async function lockGuests({ kysely, engine }: Queries, id: number, limit?: number): Promise<string[]> {
  const guests = kysely.selectFrom('carts').select('id').where('merged_into', '=', id).where(isMerged)
  const found = await guests
    .orderBy('id')
    .$if(limit !== undefined, each => each.limit(limit ?? 0))
    .execute()
  if (engine === 'postgres') {
    for (const guest of found) {
      await kysely.selectFrom('carts').select('id').where('id', '=', guest.id).forUpdate().execute()
    }
  }
  return found.map(guest => guest.id)
}

function lockGuestOrders({ kysely, engine }: Queries, guests: string[]): Promise<Order[]> {
  const query = kysely.selectFrom('checkouts').select(['reference', 'document']).where('subject', 'in', guests)
  const ordered = query.where(isOfGuest).orderBy('subject').orderBy('reference').limit(ORDERS)
  return ordered.$if(engine === 'postgres', each => each.forUpdate()).execute()
}

/**
 * Removes the subject of orders.
 * @param hold the reference of the cart's hold; null without one
 * @returns whether there are any orders
 */
async function forgetOrders({ kysely }: Queries, orders: Order[], hold: string | null): Promise<boolean> {
  if (orders.length === 0) return false
  const references = orders.map(({ reference }) => reference)
  const uses = kysely.updateTable('promotion_uses').set({ customer_id: null })
  await uses.where('reference', 'in', references).execute()
  const left = orders.map(({ reference, document }) => sql`(${reference}, ${withoutNotes(document)})`)
  // Both engines name the columns of `values` like this.
  await sql`
    update checkouts set subject = null, customer_id = null, last_hold = ${hold}, document = changed.column2
    from (values ${sql.join(left)}) as changed
    where reference = changed.column1`.execute(kysely)
  return true
}

/** @returns true */
async function cancelGuests({ kysely }: Queries, guests: string[]): Promise<boolean> {
  const cancelled = kysely.updateTable('carts').set({ merged_into: DELETED_CUSTOMER })
  await cancelled.where('id', 'in', guests).execute()
  return true
}
