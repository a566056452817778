/** Compares the events with the facts in the tables: each fact has one event, and each event its fact. */

import assert from 'node:assert/strict'
import type { Queries } from '../../../src/db/database.ts'
import type { EventType } from '../../../src/events/event.ts'

/** Asserts that merges, held and completed checkouts and created customers have one event each. None of them was repeated or deleted. */
export async function assertEventsMatch({ kysely }: Queries): Promise<void> {
  const events = await kysely.selectFrom('events').select(['type', 'subject', 'data']).execute()
  const checkouts = await kysely.selectFrom('checkouts').select(['reference', 'completed_at']).execute()
  const merged = await kysely.selectFrom('carts').select('id').where('merged_into', 'is not', null).execute()
  const customers = await kysely.selectFrom('customers').select('id').where('company', 'is not', null).execute()
  const named = (type: EventType, field: 'reference' | 'guest') =>
    events.filter(event => event.type === type).map(({ data }) => String(JSON.parse(data)[field]))
  const references = checkouts.map(({ reference }) => reference)
  assert.deepEqual(named('checkout.held', 'reference').sort(), references.sort())
  const completed = checkouts.filter(each => each.completed_at !== null).map(({ reference }) => reference)
  assert.deepEqual(named('checkout.completed', 'reference').sort(), completed.sort())
  assert.deepEqual(named('cart.merged', 'guest').sort(), merged.map(({ id }) => id).sort())
  const created = events.filter(({ type }) => type === 'customer.created').map(({ subject }) => String(subject))
  assert.deepEqual(created.sort(), customers.map(({ id }) => `member:${id}`).sort())
}
