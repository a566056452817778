/** The export of a customer: complete, of this customer alone, and harmless for other requests. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { hold, readCart } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { createPerson, insertMany, type Person } from '../support/privacy/person.ts'
import { columnsOf, columnsWith } from '../support/privacy/stored-data.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

interface Export {
  customer: Record<string, unknown>
  cart: { couponCode: string | null; refusedCoupon?: { code: string }; lines: Record<string, unknown>[] } | null
  idempotencyKeys: { key: string; productId: number; quantity: number }[]
  agentCarts: { subject: string; broughtAt: string; revision: number; items: object[]; couponCode: string | null }[]
  mergedGuests: { subject: string }[]
  webSessions: Record<string, unknown>[]
  events: { type: string; actor: string; subject: string | null; data: { n?: number } }[]
  changes: { at: string; actor: string; via: string; fields: string[] }[]
  checkouts: {
    reference: string
    state: string
    subject: string
    uses: { promotion: string }[]
    unpaidHolds: { promotion: string; minutes: number }[]
    condensed: { totals: object; items: object[] } | null
    cart: { included: unknown[] } | null
  }[]
  audiences: ({ coupon: string } | { campaign: number })[]
}

/** Where the export has each column about a person, or why it does not. */
const exported: Record<string, string> = {
  'customers.*': 'customer',
  'carts.id': 'customer, mergedGuests',
  'carts.coupon_code': 'cart, mergedGuests',
  'carts.entered_code': 'cart, mergedGuests',
  'carts.campaign_id': 'cart, mergedGuests',
  'carts.campaign_off': 'cart, mergedGuests',
  'carts.merged_into': 'mergedGuests',
  'carts.created_at': 'cart, mergedGuests',
  'carts.used_at': 'cart, mergedGuests',
  'carts.changed_at': 'cart, mergedGuests',
  'carts.tokens_end_at': 'not exported: tells when the marker of a merged guest can be deleted',
  'carts.refused_code': 'cart, mergedGuests',
  'carts.refused_reason': 'cart, mergedGuests',
  'carts.refused_at': 'cart, mergedGuests',
  'carts.revision': 'not exported: counts the writes of the row',
  'cart_lines.*': 'cart',
  'idempotency_keys.*': 'idempotencyKeys',
  'customer_search.customer_id': 'customer',
  'customer_search.folded_text': 'not exported: made of fields of `customer`',
  'customer_search.grams': 'not exported: made of fields of `customer`',
  'web_sessions.id_hash': 'not exported: names the credential of a browser',
  'web_sessions.customer_id': 'webSessions',
  'web_sessions.guest_id': 'not exported: the session of a merged guest is closed, and deleted within two hours',
  'web_sessions.network_hash': 'not exported: a hash that only the server can compare, by a key that no export has',
  'web_sessions.created_at': 'webSessions',
  'web_sessions.last_seen_at': 'webSessions',
  'events.*': 'events',
  'history.*': 'changes, of the customer’s record alone; the name of the member of staff is not exported',
  'checkouts.*': 'checkouts; the promotions in its cart and in uses',
  'checkout_returns.*': 'checkouts, without the keys of the shop',
  'unpaid_holds.*': 'checkouts',
  'ucp_brought.*': 'agentCarts',
  'promotion_uses.*': 'checkouts',
  'stock_reservations.*': 'checkouts, which have the quantities and the end of the hold',
  'campaigns.*': 'audiences, where the audience names the customer; the rest are settings of the shop',
  'coupons.*': 'audiences, where the audience names the customer; the rest are settings of the shop',
  'coupon_audiences.*': 'audiences, which are found by them',
}
/** Why tables are not about one person. */
const impersonal: Record<string, string> = {
  shop: 'settings',
  customer_groups: 'groups',
  customer_list: 'a counter',
  external_id_lock: 'a lock',
  import_lease: 'a lock',
  prune_clock: 'a time',
  webhooks: 'receivers of events',
  office_sessions: 'the staff, who are no customers',
  office_sign_ins: 'random values of sign-ins',
  webhook_lease: 'a lock',
  server_marks: 'random ids of processes',
  transfer_mark: 'the place of a database',
  products: 'the catalogue',
  product_changes: 'ids of products',
  product_names: 'the catalogue',
  product_terms: 'the catalogue',
  variants: 'the catalogue',
  shipping_companies: 'settings',
  payment_methods: 'settings',
  used_handoffs: 'random ids of links',
  promotion_counts: 'counts of all customers together',
  cart_links: 'items, of which nothing tells whose cart they were',
  code_requests: 'keys of the back office for codes in bulk',
  change_requests: 'keys of the staff’s programs for changes of products',
  event_counter: 'a counter',
  ucp_carts: 'carts that agents have filled, which name nobody',
  ucp_idempotency_keys: 'keys of agents, and answers about their carts',
}

for (const engine of engines) {
  describe(`the export of a customer on ${engine}`, () => {
    let service: TestService
    let person: Person
    let other: Person
    let reader: string
    before(async () => {
      service = await startService(engine)
      person = await createPerson(service, 987_654_321)
      other = await createPerson(service, 876_543_210)
      reader = await service.token('admin', { scope: 'customers:read' })
    })
    after(() => service.stop())
    const read = (id: number | string) => service.call('GET', `${CUSTOMERS}/${id}/export`, { token: reader })

    it('contains the customer, the cart, the guests, the sessions, the events and the orders', async () => {
      const answer = await read(person.id)
      const { customer, cart, idempotencyKeys, agentCarts, mergedGuests, ...others } = dataOf(answer)
      const { webSessions, events, changes, checkouts } = others
      assert.deepEqual(
        changes.map(({ actor, via, fields }) => [actor, via, fields]),
        [['admin:back-office', 'api', ['name', 'surname']]],
      )
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.deepEqual([customer.id, customer.group], [person.id, { id: 7, name: 'Bayi' }])
      assert.equal(cart?.couponCode, 'birkez')
      assert.equal(cart.refusedCoupon?.code, 'BİTMİŞ')
      assert.deepEqual(
        cart.lines.map(({ giftNote, giftPackage, quantity }) => [giftNote, giftPackage, quantity]),
        [[`hediye hediye-${person.id}-x`, true, 1]],
      )
      assert.deepEqual(
        idempotencyKeys.map(({ key, quantity }) => [key, quantity]),
        [
          [`anahtar-${person.id}-x`, 1],
          [`misafir-anahtari-${person.id}-x`, 1],
        ],
      )
      const [{ subject, broughtAt, ...brought } = assert.fail(), ...further] = agentCarts
      assert.match(subject, /^ucp:[0-9a-f-]{36}$/)
      assert.ok(Date.parse(broughtAt) <= Date.now())
      const items = [
        { productId: ids.plain, variantId: null, quantity: 3 },
        { productId: ids.variants, variantId: ids.smallBlue, quantity: 1 },
      ]
      assert.deepEqual([brought, further], [{ revision: 2, items, couponCode: 'birkez' }, []])
      assert.deepEqual(mergedGuests.map(({ subject }) => subject).sort(), person.guests.toSorted())
      assert.deepEqual(webSessions.map(Object.keys), [['createdAt', 'lastSeenAt']])
      const recorded = events.filter(({ actor }) => actor === 'admin:back-office' || actor === `member:${person.id}`)
      assert.ok(recorded.length >= 2)
      assert.deepEqual(
        events.filter(({ subject }) => subject?.startsWith('guest:')).map(({ type, subject }) => [type, subject]),
        ['checkout.held', 'checkout.completed'].map(type => [type, person.guests[0]]),
      )
      const { asGuest, completed, held } = person.orders
      assert.deepEqual(
        checkouts.map(({ reference, state, subject, uses }) => [reference, state, subject, uses.length]).sort(),
        [
          [asGuest, 'completed', person.guests[0], 0],
          [held, 'held', `member:${person.id}`, 1],
          [completed, 'completed', `member:${person.id}`, 1],
        ],
      )
      assert.deepEqual(
        checkouts.filter(({ unpaidHolds }) => unpaidHolds.length > 0).map(({ reference }) => reference),
        [held],
      )
      for (const mark of person.marks) assert.ok(answer.text.includes(mark), mark)
    })

    it('contains totals and quantities of an old attempt, and the holds that count without an order', async () => {
      const id = 4_322
      await service.importShop({ customers: [customer(id, {})] })
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.plain, 2)
      await addItem(service, token, ids.variants, 3, ids.smallBlue)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'BIRKEZ' } })
      const references = ['old', 'b', 'c', 'd'].map(name => `${engine}-${name}`)
      for (const reference of references) assert.equal((await hold(service, reference, token)).status, 201)
      const { checkouts } = dataOf(await read(id))
      const [old, ...others] = references.map(each => checkouts.find(({ reference }) => reference === each))
      assert.deepEqual(
        others.map(each => [each?.condensed, each?.cart?.included.length]),
        Array(3).fill([null, 2]),
      )
      const { grandTotal, discountTotal } = (await readCart(service, token)).data.attributes
      assert.equal(old?.cart, null)
      assert.ok(grandTotal && discountTotal)
      assert.deepEqual({ ...old?.condensed?.totals, grandTotal, discountTotal }, old?.condensed?.totals)
      assert.deepEqual(old?.condensed?.items, [
        { productId: ids.plain, variantId: null, quantity: 2 },
        { productId: ids.variants, variantId: ids.smallBlue, quantity: 3 },
      ])
      assert.deepEqual(
        old.unpaidHolds.map(({ promotion, minutes }) => [promotion, minutes]),
        [['coupon:birkez', 30]],
      )
    })

    it('contains nothing of other customers, and no hash or credential', async () => {
      const { text } = await read(person.id)
      const sessions = await service.database.kysely.selectFrom('web_sessions').selectAll().execute()
      const hashes = sessions.flatMap(({ id_hash, network_hash }) => [id_hash, network_hash ?? []].flat())
      assert.ok(hashes.length > sessions.length)
      const foreign = [...other.marks, ...other.guests, String(other.id), ...hashes]
      for (const each of [...foreign, person.cookie.split('=')[1] ?? '']) assert.ok(!text.includes(each), each)
    })

    it('has an empty list where there is nothing, and 404 for a customer who does not exist', async () => {
      const { customer: _, cart, ...lists } = dataOf(await read(5))
      assert.equal(cart, null)
      assert.deepEqual(Object.keys(lists).toSorted(), [
        'agentCarts',
        'audiences',
        'changes',
        'checkouts',
        'events',
        'idempotencyKeys',
        'mergedGuests',
        'webSessions',
      ])
      for (const list of Object.values(lists)) assert.deepEqual(list, [])
      for (const id of ['999', '0', '-1', '1e3', 'x', '9'.repeat(30), '1%2f2', '%00']) {
        assert.deepEqual(refusalsOf(await read(id)), ['404 customer_not_found'], id)
      }
      const head = await service.call('HEAD', `${CUSTOMERS}/5/export`, { token: reader })
      assert.deepEqual([head.status, head.text], [200, ''])
      const writer = await service.token('admin', { scope: 'customers:write customers:delete' })
      const refused = await service.call('GET', `${CUSTOMERS}/5/export`, { token: writer })
      assert.deepEqual(refusalsOf(refused), ['403 insufficient_scope'])
    })

    it('names the coupons and campaigns whose audience lists the customer or leaves the customer out, and no others', async () => {
      const id = 4_321
      const listing = (customerIds: number[]) => ({ audience: { customerIds } })
      const percent = { discountType: 'percent', value: '10' }
      const reward = { type: 'percent', value: '10' }
      // The digits of the id occur in each of these: in its code, in the ids of products, and within other ids.
      const decoys = { audience: { customerGroupIds: [ids.group], customerIds: [14_321, 43_210] } }
      const conditions = { productIds: [id] }
      const others = Array.from({ length: 250 }, (_, n) => ({ code: `X${id}-${n}`, ...percent, ...decoys }))
      await service.importShop({
        customers: [customer(id, {})],
        coupons: [
          { code: 'İlk10', ...percent, ...listing([1, id]) },
          ...others,
          { code: 'Zeynep', ...percent, ...listing([id]) },
        ],
        campaigns: [
          { id: 901, name: 'Yakın dostlar', reward, ...listing([id, 2]) },
          { id: 902, name: 'Ürün', reward, conditions, ...decoys },
          { id: 903, name: 'Herkes', reward, conditions, audience: null },
          { id: 904, name: 'Ötekiler', reward, audience: { members: true, exclude: { customerIds: [3, id] } } },
          { id: 905, name: 'Başkaları', reward, audience: { members: true, exclude: { customerIds: [14_321] } } },
        ],
      })
      const { audiences } = dataOf(await read(id))
      assert.deepEqual(audiences, [{ coupon: 'İlk10' }, { coupon: 'Zeynep' }, { campaign: 901 }, { campaign: 904 }])
    })

    it('knows every column of every table', async () => {
      const columns = await columnsOf(service.database)
      const isListed = (column: string) => column in exported || `${tableOf(column)}.*` in exported
      const unknown = columns.filter(column => !isListed(column) && !(tableOf(column) in impersonal))
      assert.deepEqual(unknown, [], 'say in this test where the export has them, or why it does not')
      const tables = new Set(columns.map(tableOf))
      const listed = [...Object.keys(exported).map(tableOf), ...Object.keys(impersonal)]
      assert.deepEqual(new Set(listed), tables)
      const named = await columnsWith(service.database, [String(person.id), ...person.guests, ...person.marks])
      assert.deepEqual(
        named.filter(column => !isListed(column)),
        [],
      )
    })

    it('is complete for a customer with more records than a page', async () => {
      const id = 765_432_109
      await insertMany(service.database, await createPerson(service, id), 450)
      const { mergedGuests, webSessions, events, checkouts } = dataOf(await read(id))
      const unique = [
        new Set(mergedGuests.map(({ subject }) => subject)),
        new Set(checkouts.map(({ reference }) => reference)),
        new Set(checkouts.filter(({ subject }) => subject.startsWith('guest:')).map(({ reference }) => reference)),
      ]
      assert.deepEqual(
        unique.map(({ size }) => size),
        [452, 453, 226],
      )
      assert.ok(checkouts.length === 453 && webSessions.length === 451)
      assert.equal(events.filter(({ type, subject }) => type === 'x' && subject === null).length, 450)
      const ofGuests = events.filter(({ type, subject }) => type === 'x' && subject !== null)
      assert.deepEqual(
        [ofGuests.length, new Set(ofGuests.map(({ subject, data }) => `${subject} ${data.n}`)).size],
        [900, 900],
      )
    })
  })
}

describe('a large export', () => {
  let service: TestService
  let admin: string
  const id = 654_321_098
  // Each test has a server of its own: a client may have connected to another one without a request, which ends with 408.
  beforeEach(async () => {
    service = await startService('sqlite')
    admin = await service.token('admin')
    const person = await createPerson(service, id)
    await insertMany(service.database, person, 40, 'x'.repeat(1_000_000))
  })
  afterEach(() => service.stop())

  const path = `${CUSTOMERS}/${id}/export`
  /** Begins an export, and reads no more of it than its head. */
  async function begin() {
    const leaving = new AbortController()
    const response = await fetch(`${service.url}${path}`, {
      headers: { Authorization: `Bearer ${admin}` },
      signal: leaving.signal,
    })
    return { response, leave: () => leaving.abort() }
  }

  // Proves: unread-export
  it('is one of four that a process sends at once; others are refused, and the rest of the API is served', async () => {
    const begun = await Promise.all(Array.from({ length: 4 }, begin))
    assert.deepEqual(
      begun.map(({ response }) => response.status),
      [200, 200, 200, 200],
    )
    const refused = await service.call('GET', path, { token: admin })
    assert.deepEqual(refusalsOf(refused), ['503 overloaded'])
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal((await service.call('GET', CUSTOMERS, { token: admin })).status, 200)
    for (const { leave } of begun) leave()
    let again = refused
    while (again.status === 503) {
      await sleep(20)
      again = await service.call('GET', path, { token: admin })
    }
    assert.equal(dataOf(again).checkouts.length, 43)
  })

  it('is cut off before its end when the database fails, and the log names the request', async () => {
    // Read with the checkouts, which come last.
    await service.database.kysely.schema.dropTable('promotion_uses').execute()
    const { response } = await begin()
    assert.equal(response.status, 200)
    await assert.rejects(response.text())
    const requestId = response.headers.get('x-request-id')
    const faults = service.log.filter(line => line.includes('"level":"error"')).map(line => JSON.parse(line))
    assert.deepEqual(
      faults.map(each => [each.requestId, each.err.code]),
      [[requestId, 'ERR_SQLITE_ERROR']],
    )
  })
})

function dataOf(answer: Answer): Export {
  assert.equal(answer.status, 200, answer.text)
  return (answer.json as { data: Export }).data
}

function tableOf(column: string): string {
  return column.split('.')[0] ?? ''
}
