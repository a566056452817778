/** A shop that goes from the embedded database to PostgreSQL and back: every answer and every row is as before. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { saveOutdatedTexts } from '../../src/customers/outdated-texts.store.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Tables } from '../../src/db/tables.ts'
import { quantityOf } from '../support/cart/cart.ts'
import { changed } from '../support/catalog/products.ts'
import { callCheckout, dataOf } from '../support/checkouts/orders.ts'
import { returnItems } from '../support/checkouts/returns.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../support/database/engines.ts'
import { takeSnapshot } from '../support/database/snapshot.ts'
import { ids } from '../support/import/shop-file.ts'
import type { TestService } from '../support/service/service.ts'
import { runTransfer } from '../support/transfer/run-transfer.ts'
import { ask } from '../support/ucp/ask.ts'
import { type AgentPlatform, startPlatform } from '../support/ucp/platform.ts'
import { fillShop, guests, recordedShop, repeatedAdd } from '../support/upgrade/fill-shop.ts'
import { RECORDED_AT, type RecordedRequest, sendRecorded, startRecorded } from '../support/upgrade/recorded-shop.ts'
import { createCustomer, saveWebhook } from '../support/webhooks/webhooks.ts'

/** Tables that belong to one database. */
const OWN = ['server_marks', 'transfer_mark']

/** Rows of tables that the API fills only for moments. */
const momentary: Partial<Record<keyof Tables, object>> = {
  import_lease: { id: 1, owner: 'killed', expires_at: RECORDED_AT },
  webhook_lease: { id: 1, owner: 'killed', expires_at: RECORDED_AT },
  prune_clock: { id: 1, seen_at: RECORDED_AT },
  office_sign_ins: { id_hash: 'a', begun_at: RECORDED_AT },
  cart_links: {
    id: 'l',
    lines: '[[101,0,1]]',
    entered_code: 'YAZ10',
    created_at: RECORDED_AT,
    expires_at: RECORDED_AT,
    uses: 1,
  },
  code_requests: {
    ...{ campaign_id: 1, idempotency_key: 'k', request_hash: 'h' },
    ...{ batch: 'b', count: 5, created_at: RECORDED_AT },
  },
  change_requests: {
    ...{ subject: 'admin:stok', idempotency_key: 'k', request_hash: 'h' },
    ...{ result: '{}', created_at: RECORDED_AT },
  },
}

/** The answer to a request. */
interface Answered {
  title: string
  text: string
  status?: number
  tag?: string | null
  location?: string | null
}

/** The rows of a database that a transfer copies, as texts in no order. */
async function stored(testDatabase: TestDatabase): Promise<Record<string, string[]>> {
  const database = openDatabase({ DATABASE_URL: undefined, ...testDatabase.env })
  const { rows } = await takeSnapshot(database)
  await database.close()
  const tables = [...rows].filter(([table]) => !OWN.includes(table))
  return Object.fromEntries(tables.map(([table, each]) => [table, each.map(textOf).sort()]))
}

/** Stores the rows of `momentary`, which a server that runs would change. */
async function storeMomentary(testDatabase: TestDatabase): Promise<void> {
  const database = openDatabase({ DATABASE_URL: undefined, ...testDatabase.env })
  for (const [table, row] of Object.entries(momentary) as [keyof Tables, object][]) {
    await database.kysely.deleteFrom(table).execute()
    await database.kysely
      .insertInto(table)
      .values(row as never)
      .execute()
  }
  await database.close()
}

/** A cart without the time of its change counts as changed at its last use. */
function textOf(row: Record<string, unknown>): string {
  const changed = 'used_at' in row ? { changed_at: row.changed_at ?? row.used_at } : {}
  return JSON.stringify(Object.entries({ ...row, ...changed }).sort())
}

describe('a transfer to PostgreSQL and back', { skip: withoutPostgres }, () => {
  let platform: AgentPlatform
  let first: TestDatabase
  let postgres: TestDatabase
  let second: TestDatabase
  let requests: RecordedRequest[]
  let answers: Answered[]
  let deletedId: number

  before(async () => {
    platform = await startPlatform()
    first = await createDatabase('sqlite')
    postgres = await createDatabase('postgres')
    second = await createDatabase('sqlite')
    await serving(first, async service => {
      await service.importShop({
        ...recordedShop(),
        shippingCompanies: [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '49.90' }] }],
        paymentMethods: [{ id: 1, name: 'Kart', minimumOrderAmount: '1' }],
      })
      const audience = { customerIds: [ids.member], exclude: { customerIds: [ids.dealer] } }
      await service.importShop({ coupons: [{ code: 'ÖZEL', discountType: 'fixed', value: '5', audience }] })
      requests = await fillShop(service, platform)
      // Deliveries would go on between the reads.
      await saveWebhook(service, 'erp', { url: 'https://erp.example.com/sepet', types: ['checkout.*'], active: false })
      const lines = [{ item: { id: String(ids.plain) }, quantity: 1 }]
      const question = { profile: platform.profile, idempotencyKey: 'a-key-of-an-agent', body: { line_items: lines } }
      assert.equal((await ask(service, 'REST', 'create_cart', question)).status, 201)
      await changed(service, [{ id: ids.plain, price: '11.90', brand: 'Keten', tags: ['yaz'] }])
      await returnOne(service, 'S-1')
      await storeCampaigns(service)
      await createCustomer(service, { email: 'gokce@example.com', name: 'Gökçe', surname: 'Işık' })
      deletedId = await createCustomer(service, { email: 'silinen@example.com' })
      const token = await service.token('admin', { id: 'back-office' })
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${deletedId}`, { token })).status, 204)
      // Events get their ids when they are read.
      await readAll(service)
      answers = await readAll(service)
    })
    await storeMomentary(first)
  })
  after(async () => {
    for (const each of [first, postgres, second]) await each.drop()
    await platform.stop()
  })

  /** Stores what carts, checkouts and customers have of automatic campaigns and of first orders. */
  async function storeCampaigns({ database: { kysely } }: TestService): Promise<void> {
    await kysely.updateTable('carts').set({ campaign_off: 1 }).where('id', 'like', 'member:%').execute()
    await kysely.updateTable('checkouts').set({ further_campaigns: '[7,8]' }).where('state', '=', 'completed').execute()
    await kysely.updateTable('customers').set({ order_count: 3 }).where('id', '=', ids.member).execute()
  }

  /** Returns a piece of an order, with a key. */
  async function returnOne(service: TestService, reference: string): Promise<void> {
    const { cart } = dataOf(await callCheckout(service, 'GET', reference))
    const body = { lines: [{ itemId: cart.included[0]?.id, quantity: 1 }] }
    const returned = await returnItems(service, reference, body, { key: 'a-key-of-a-warehouse' })
    assert.equal(returned.status, 201, returned.text)
  }

  /** Starts a service on a database, which is kept. */
  async function serving<T>(testDatabase: TestDatabase, work: (service: TestService) => Promise<T>): Promise<T> {
    const service = await startRecorded({ ...testDatabase, drop: async () => {} }, platform)
    try {
      return await work(service)
    } finally {
      await service.stop()
    }
  }

  async function readAll(service: TestService): Promise<Answered[]> {
    const all: Answered[] = []
    for (const request of requests) {
      const { status, text, headers } = await sendRecorded(service, platform, request)
      const [tag, location] = [headers.get('etag'), headers.get('location')]
      all.push({ title: request.title, status, text, tag, location })
    }
    const { json } = await ask(service, 'REST', 'search_catalog', {
      profile: platform.profile,
      body: { query: 'ömle' },
    })
    return [...all, { title: 'a search by a part of a name', text: JSON.stringify(json) }]
  }

  /** The customers that the parts of a name find, before and after a run of what repairs texts. */
  async function findByName(service: TestService): Promise<(string | null)[][]> {
    const token = await service.token('admin', { id: 'back-office' })
    const find = async (text: string) => {
      const { json } = await service.call('GET', `${CUSTOMERS}?filter[search]=${encodeURIComponent(text)}`, { token })
      return (json as { data: { name: string | null }[] }).data.map(({ name }) => name)
    }
    const found = [await find('okc'), await find('isik gok'), await find('gi')]
    await saveOutdatedTexts(service.database, Date.now(), undefined)
    return [...found, await find('gokce')]
  }
  const foundByName = [['Gökçe'], ['Gökçe'], [], ['Gökçe']]

  it('has in every table something to transfer', async () => {
    const tables = await stored(first)
    const empty = Object.keys(tables).filter(table => tables[table]?.length === 0)
    assert.deepEqual(empty, [], 'fill the table in this test, and see that it is transferred')
  })

  it('prints the rows of every table, and leaves every row and answer as it was', async () => {
    const before = await stored(first)
    const printed = await runTransfer('--to', first, postgres)
    for (const [table, rows] of Object.entries(before)) {
      assert.match(printed, new RegExp(`^  ${table} +${rows.length}  [0-9a-f]{32}$`, 'm'))
    }
    assert.match(printed, /^Transferred to PostgreSQL at 127\.0\.0\.1.*\nStart the server with DATABASE_URL\.\n$/m)
    assert.deepEqual(await stored(postgres), before)
    assert.deepEqual(await serving(postgres, readAll), answers)
  })

  it('finds a customer by parts of a name on either engine, also after texts are repaired', async () => {
    for (const each of [first, postgres]) assert.deepEqual(await serving(each, findByName), foundByName)
  })

  it('leaves the source as it was, which says where its data is', async () => {
    await serving(first, async service => {
      assert.deepEqual(await readAll(service), answers)
      const warnings = service.log.filter(line => /this database was transferred to PostgreSQL at 127/.test(line))
      assert.equal(warnings.length, 1)
    })
  })

  it('keeps idempotency keys, and gives the id of a deleted customer to nobody', async () => {
    await serving(postgres, async service => {
      const token = await service.token('guest', { id: guests[0] })
      const quantity = await quantityOf(service, token)
      await service.call('POST', '/cart-items', { token, ...repeatedAdd })
      assert.equal(await quantityOf(service, token), quantity)
      assert.ok((await createCustomer(service, { email: 'yeni@example.com' })) > deletedId)
    })
  })

  it('goes back into an empty folder, with carts that an earlier version has left without the time of their change', async () => {
    const database = openDatabase({ DATABASE_URL: undefined, ...postgres.env })
    await sql`update carts set changed_at = null where id = ${`guest:${guests[0]}`}`.execute(database.kysely)
    await database.close()
    const before = await serving(postgres, async service => {
      await readAll(service)
      return readAll(service)
    })
    await runTransfer('--from', second, postgres)
    assert.deepEqual(await stored(second), await stored(postgres))
    await serving(second, async service => {
      assert.deepEqual(await readAll(service), before)
      assert.deepEqual(await findByName(service), foundByName)
      assert.ok((await createCustomer(service, { email: 'daha-yeni@example.com' })) > deletedId + 1)
    })
  })
})
