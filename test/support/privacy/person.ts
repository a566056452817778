/** A customer of whom everything is stored that can be: cart, notes, orders, guests, sessions, uses and events. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Queries, transaction } from '../../../src/db/database.ts'
import { recordEvents } from '../../../src/events/record-events.sql.ts'
import { recordChanges } from '../../../src/history/record-changes.sql.ts'
import { cartOf } from '../cart/cart.ts'
import { complete, hold, insertable, subjectOf } from '../checkouts/orders.ts'
import { customer, ids, shopFile } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { signIn } from '../web-checkout/checkout.ts'

/** A customer, and the texts that name the customer or that the customer has written. */
export interface Person {
  id: number
  token: string
  /** Guests that were merged into the customer. */
  guests: string[]
  /** Tokens of these guests. */
  guestTokens: string[]
  cookie: string
  /** The order that the customer completed, one that the customer still holds, and one completed as a guest. */
  orders: { completed: string; held: string; asGuest: string }
  /** Texts that no other row of the database contains. */
  marks: string[]
}

/** A coupon with limits that no test reaches. */
const LIMITS = { usageLimit: 1_000_000, usageLimitPerCustomer: 5 }
const COUPON = { code: 'BIRKEZ', discountType: 'percent', value: '10', ...LIMITS }

let people = 0

/** Creates the customer. @param id a number that occurs nowhere else */
export async function createPerson(service: TestService, id: number): Promise<Person> {
  const mark = (name: string) => `${name}-${id}-x`
  const fields = { name: mark('ad'), surname: mark('soyad'), address: mark('adres'), externalId: mark('external') }
  const details = { ...fields, email: `kisi${id}@example.com`, mobilePhone: mark('tel'), customerGroupId: ids.group }
  await service.importShop(shopFile({ customers: [customer(id, details)], coupons: [COUPON] }))
  const token = await service.token('member', { id: String(id) })
  people++
  const orders = { completed: `T-${people}`, held: `H-${people}`, asGuest: `G-${people}` }

  const [buyer, browser] = [await service.token('guest'), await service.token('guest')]
  await addNoted(service, buyer, mark('misafir'))
  await order(service, orders.asGuest, buyer)
  await addNoted(service, browser, mark('not'), mark('misafir-anahtari'))
  for (const guestToken of [buyer, browser]) {
    const { status, text } = await service.call('POST', '/cart/merge', { token, body: { guestToken } })
    assert.equal(status, 200, text)
  }
  await service.call('POST', '/cart/coupon', { token, body: { couponCode: COUPON.code } })
  await order(service, orders.completed, token)
  await addNoted(service, token, mark('hediye'), mark('anahtar'))
  await service.call('POST', '/cart/coupon', { token, body: { couponCode: COUPON.code } })
  assert.equal((await hold(service, orders.held, token)).status, 201)
  await record(service, id)
  await bring(service, id)
  await refuseCode(service, id)
  const guests = [buyer, browser].map(subjectOf)
  return {
    id,
    token,
    guests,
    guestTokens: [buyer, browser],
    cookie: await signIn(service, token),
    orders,
    marks: [
      ...Object.values(fields),
      details.email,
      details.mobilePhone,
      ...['misafir', 'not', 'hediye', 'anahtar', 'misafir-anahtari'].map(mark),
    ],
  }
}

async function addNoted(service: TestService, token: string, note: string, key?: string): Promise<void> {
  const item = { productId: ids.plain, quantity: 1 }
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  const added = cartOf(await service.call('POST', '/cart-items', { token, body: item, headers }), 201)
  const line = added.meta?.affectedItemId
  const body = { orderNote: `sipariş ${note}`, giftNote: `hediye ${note}`, giftPackage: true }
  assert.equal((await service.call('PATCH', `/cart-items/${line}/notes`, { token, body })).status, 200)
}

async function order(service: TestService, reference: string, token: string): Promise<void> {
  assert.equal((await hold(service, reference, token)).status, 201)
  assert.equal((await complete(service, reference)).status, 200)
}

/** Records events that the customer has caused and that are about the customer. */
function record({ database }: TestService, id: number): Promise<void> {
  const at = Date.now()
  const author = { actor: 'admin:back-office', actorName: 'Nazan', via: 'api' } as const
  const changes = [{ field: 'name' }, { field: 'surname' }]
  return transaction(database, async queries => {
    await recordEvents(queries, [
      { type: 'handoff.consumed', at, actor: `member:${id}`, subject: `member:${id}`, data: { path: '/sepet' } },
      { type: 'customer.updated', at, actor: 'admin:back-office', subject: `member:${id}`, data: {} },
    ])
    await recordChanges(queries, [{ target: `customer:${id}`, at, author, changes }])
  })
}

/** Stores that an agent's cart was brought into the customer's. */
async function bring({ database }: TestService, id: number): Promise<void> {
  const record = { revision: 2, quantities: `{"${ids.plain}-0":3,"${ids.variants}-${ids.smallBlue}":1}` }
  const names = { cart_id: `member:${id}`, ucp_cart_id: `ucp:${randomUUID()}` }
  const values = { ...names, ...record, coupon_code: COUPON.code.toLowerCase(), brought_at: Date.now() }
  await database.kysely.insertInto('ucp_brought').values(values).execute()
}

/** Stores the code that the cart has refused last. */
async function refuseCode({ database }: TestService, id: number): Promise<void> {
  const refused = { refused_code: 'BİTMİŞ', refused_reason: 'expired', refused_at: Date.now() }
  await database.kysely.updateTable('carts').set(refused).where('id', '=', `member:${id}`).execute()
}

/** Inserts guests, orders of which every other is a guest's, sessions, and events of the customer and of guests. @param note a note in each order */
export async function insertMany({ kysely }: Queries, { id, guests, orders }: Person, count: number, note?: string) {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const first = <T>(row: T | undefined): T => {
    assert.ok(row)
    return row
  }
  const [guest] = await kysely
    .selectFrom('carts')
    .selectAll()
    .where('id', '=', guests[0] ?? '')
    .execute()
  const more = numbers.map(() => `guest:${randomUUID()}`)
  const guestAt = (n: number) => first(more[n])
  await insertAll(
    numbers.map(n => ({ ...first(guest), id: guestAt(n) })),
    rows => kysely.insertInto('carts').values(rows),
  )
  const [order] = await kysely.selectFrom('checkouts').selectAll().where('reference', '=', orders.completed).execute()
  const document = note && first(order).document.replace(/"orderNote":"[^"]*"/, `"orderNote":"${note}"`)
  const checkouts = numbers.map(n => ({
    ...insertable(first(order)),
    ...(document && { document }),
    reference: `${orders.completed}-${n}`,
    ...(n % 2 === 0 && { subject: guestAt(n), customer_id: null }),
  }))
  await insertAll(checkouts, rows => kysely.insertInto('checkouts').values(rows))
  const times = { created_at: Date.now(), last_seen_at: Date.now() }
  const sessions = numbers.map(n => ({ id_hash: `hash-${id}-${n}`, customer_id: id, guest_id: null, ...times }))
  await insertAll(sessions, rows => kysely.insertInto('web_sessions').values(rows))
  const event = { type: 'x', at: 1, actor: null, subject: null, customer_id: id, data: '{}' }
  // Two events for each guest: those of one are on two pages.
  const ofGuests = [...numbers, ...numbers].map((n, index) => ({
    ...event,
    subject: guestAt(n),
    customer_id: null,
    data: JSON.stringify({ n: index }),
  }))
  await insertAll([...numbers.map(() => event), ...ofGuests], rows => kysely.insertInto('events').values(rows))
}

async function insertAll<R>(rows: R[], insert: (rows: R[]) => { execute: () => Promise<unknown> }): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) await insert(rows.slice(start, start + 100)).execute()
}
