/** The database after simultaneous requests to checkouts: uses that match the checkouts, and no deadlock. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CheckoutTable } from '../../../src/db/checkout-tables.ts'
import type { Queries } from '../../../src/db/database.ts'
import type { TestService } from '../service/service.ts'

/** Asserts that exactly the held and completed checkouts have uses, that their counts are right, and that a cart has one hold. */
export async function assertUsesMatch({ kysely }: Queries): Promise<void> {
  const checkouts = await kysely.selectFrom('checkouts').selectAll().execute()
  const using = checkouts.filter(({ state }) => state === 'held' || state === 'completed')
  const uses = await kysely.selectFrom('promotion_uses').selectAll().execute()
  assert.deepEqual(
    uses.map(use => [use.promotion, use.reference, use.customer_id, use.expires_at].join(' ')).sort(),
    using.flatMap(usesOf).sort(),
  )
  const completed = checkouts.filter(({ state }) => state === 'completed').flatMap(promotionsOf)
  for (const count of await kysely.selectFrom('promotion_counts').selectAll().execute()) {
    assert.equal(count.completed, completed.filter(each => each === count.promotion).length, count.promotion)
  }
  const holders = checkouts.filter(({ state }) => state === 'held').map(({ subject }) => subject)
  const known = holders.filter(subject => subject !== null)
  assert.equal(new Set(known).size, known.length, 'a cart has two holds')
}

function usesOf(checkout: CheckoutTable): string[] {
  const { reference, state, customer_id, expires_at } = checkout
  const until = state === 'completed' ? null : expires_at
  return promotionsOf(checkout).map(promotion => [promotion, reference, customer_id, until].join(' '))
}

function promotionsOf({ coupon_code, campaign_id, bound_campaign_id }: CheckoutTable): string[] {
  const campaigns = [campaign_id, bound_campaign_id].filter(id => id !== null).map(id => `campaign:${id}`)
  return [...new Set([...campaigns, ...(coupon_code === null ? [] : [`coupon:${coupon_code}`])])]
}

/** Asserts that PostgreSQL has detected no deadlock. It ends all other connections, which report theirs then at the latest. */
export async function assertNoDeadlocks({ config }: TestService): Promise<void> {
  if (config.DATABASE_URL === undefined) return
  const client = new pg.Client({ connectionString: config.DATABASE_URL })
  await client.connect()
  try {
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    while ((await client.query(others)).rows.length > 0) await sleep(10)
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()'
    assert.deepEqual((await client.query(deadlocks)).rows, [{ deadlocks: '0' }])
  } finally {
    await client.end()
  }
}
