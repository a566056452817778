/** The database after simultaneous requests to checkouts: uses and stocks that match the checkouts, and no deadlock. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { heldQuantities } from '../../../src/checkouts/condensed-cart.ts'
import type { ReturnedLine } from '../../../src/checkouts/returns/items-return.ts'
import type { CheckoutReturnTable, CheckoutTable, StockReservationTable } from '../../../src/db/checkout-tables.ts'
import type { Queries } from '../../../src/db/database.ts'
import { decimal } from '../../../src/money/money.ts'
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

function promotionsOf(checkout: CheckoutTable): string[] {
  const { coupon_code, campaign_id, further_campaigns, bound_campaign_id } = checkout
  const further = JSON.parse(further_campaigns ?? '[]') as number[]
  const campaigns = [campaign_id, ...further, bound_campaign_id].filter(id => id !== null).map(id => `campaign:${id}`)
  return [...new Set([...campaigns, ...(coupon_code === null ? [] : [`coupon:${coupon_code}`])])]
}

/** Stored stocks as decimal texts, by `product` or `product-variant`. */
export type StoredStocks = Map<string, string>

/** The stored stocks of all items, such as those that the shop has set before its first order. */
export async function storedStocks(queries: Queries): Promise<StoredStocks> {
  return new Map((await selectItems(queries)).map(row => [itemOf(row), row.stock]))
}

/**
 * Asserts that reservations and stocks match the checkouts of a shop whose stock guard counts all the time: a living hold reserves all of
 * its items, an order has taken all of its own, and the sums of the reservations are right. An ended hold may still have reservations.
 * @param set what the shop has set the stocks to before the first order; without it the stored stocks are not compared
 * @param now milliseconds since the epoch
 */
export async function assertStockMatches(
  queries: Queries,
  { set, now = Date.now() }: { set?: StoredStocks; now?: number } = {},
): Promise<void> {
  const checkouts = await queries.kysely.selectFrom('checkouts').selectAll().execute()
  const reservations = await queries.kysely.selectFrom('stock_reservations').selectAll().execute()
  assertReserved(checkouts, reservations, now)
  const orders = checkouts.filter(({ state }) => state === 'completed')
  const returns = await queries.kysely.selectFrom('checkout_returns').selectAll().execute()
  for (const order of orders) {
    const returned = returnedOf(returns.filter(({ reference }) => reference === order.reference))
    assert.deepEqual(takenBy(order), without(quantitiesOf(order), returned), `what ${order.reference} took`)
  }
  for (const { reference, state, taken } of checkouts) {
    if (state === 'held' || state === 'released') assert.equal(taken, null, `${state} ${reference} took something`)
  }
  const held = reservations.map(each => [itemOf(each), each.quantity] as const)
  const gone = returnedOf(returns.filter(({ restock }) => restock === 0))
  const sold = [...orders.flatMap(order => Object.entries(takenBy(order))), ...gone]
  for (const row of await selectItems(queries)) {
    const item = itemOf(row)
    assert.equal(Number(row.reserved), sumOf(held, item), `the reserved quantity of ${item}`)
    const before = set?.get(item)
    if (before === undefined) continue
    const left = decimal(before).minus(decimal(String(sumOf(sold, item))))
    assert.equal(decimal(row.stock).toFixed(), left.toFixed(), `the stock of ${item}`)
  }
}

/** Asserts that living holds reserve what they hold until they end, and that all other reservations are of ended holds. */
function assertReserved(checkouts: CheckoutTable[], reservations: StockReservationTable[], now: number): void {
  const rows = Map.groupBy(reservations, ({ reference }) => reference)
  for (const checkout of checkouts) {
    const { reference, state, expires_at } = checkout
    const own = rows.get(reference) ?? []
    rows.delete(reference)
    const reserved = Object.fromEntries(own.map(row => [itemOf(row), row.quantity]))
    if (state === 'held' && expires_at > now) assert.deepEqual(reserved, quantitiesOf(checkout), `held by ${reference}`)
    else if (state !== 'held') assert.deepEqual(reserved, {}, `${state} ${reference} has reservations`)
    for (const row of own) assert.equal(row.expires_at, expires_at, `the end of ${reference}`)
  }
  assert.deepEqual([...rows.keys()], [], 'reservations of no checkout')
}

type ItemRow = { product_id: number; variant_id: number; stock: string; reserved: number }

async function selectItems({ kysely }: Queries): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select id as product_id, 0 as variant_id, stock, reserved from products
    union all select product_id, id, stock, reserved from variants`.execute(kysely)
  return rows
}

function itemOf({ product_id, variant_id }: { product_id: number; variant_id: number }): string {
  return variant_id === 0 ? `${product_id}` : `${product_id}-${variant_id}`
}

function quantitiesOf({ document, quantities }: CheckoutTable): Record<string, number> {
  const held = heldQuantities({ cart: JSON.parse(document), quantities })
  return Object.fromEntries(
    held.map(({ productId, variantId, quantity }) => [
      itemOf({ product_id: productId, variant_id: variantId ?? 0 }),
      quantity,
    ]),
  )
}

function takenBy({ taken }: CheckoutTable): Record<string, number> {
  const items = JSON.parse(taken ?? '[]') as [number, number, number][]
  return Object.fromEntries(
    items.map(([product_id, variant_id, quantity]) => [itemOf({ product_id, variant_id }), quantity]),
  )
}

type ItemQuantities = (readonly [item: string, quantity: number])[]

/** The returned quantities of returns. */
function returnedOf(returns: Pick<CheckoutReturnTable, 'lines'>[]): ItemQuantities {
  const lines = returns.flatMap(each => JSON.parse(each.lines) as ReturnedLine[])
  return lines.map(({ productId, variantId, quantity }) => {
    return [itemOf({ product_id: productId, variant_id: variantId ?? 0 }), quantity] as const
  })
}

/** Quantities without those that were returned; an item of which nothing is left is missing. */
function without(held: Record<string, number>, returned: ItemQuantities): Record<string, number> {
  const left = Object.entries(held).map(([item, quantity]) => [item, quantity - sumOf(returned, item)] as const)
  return Object.fromEntries(left.filter(([, quantity]) => quantity > 0))
}

function sumOf(quantities: (readonly [item: string, quantity: number])[], item: string): number {
  return quantities.reduce((sum, [each, quantity]) => (each === item ? sum + quantity : sum), 0)
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
