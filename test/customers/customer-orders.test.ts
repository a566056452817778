/** The orders of customers: those elsewhere, which administrators and imports say, and those here, which are counted. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { completedOrders } from '../../src/customers/completed-orders.sql.ts'
import { complete, release } from '../support/checkouts/orders.ts'
import { fillWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { csv, loaderOf } from '../support/import/tables.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

interface Orders {
  id: number
  orderCount: number
  completedOrders: number
}

const dataOf = <T>(answer: Answer, status = 200) => {
  assert.equal(answer.status, status, answer.text)
  return (answer.json as { data: T }).data
}
const countsOf = ({ orderCount, completedOrders }: Orders) => [orderCount, completedOrders]

for (const engine of engines) {
  describe(`orders of a customer on ${engine}`, () => {
    let service: TestService
    let admin: string
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin')
    })
    after(() => service.stop())
    const call = (method: string, path = '', body?: unknown) =>
      service.call(method, `${CUSTOMERS}${path}`, { token: admin, ...(body !== undefined && { body }) })
    const create = async (body: object = {}) => dataOf<Orders>(await call('POST', '', body), 201)
    const read = async (id: number) => dataOf<Orders>(await call('GET', `/${id}`))
    const order = async (reference: string, id: number) => {
      const token = await service.token('member', { id: String(id) })
      await fillWith(service, token)
      await requireHold(service, reference, token)
      assert.equal((await complete(service, reference)).status, 200)
    }

    it('elsewhere are an integer of at least 0, and 0 where nothing is said', async () => {
      const { id } = await create()
      for (const orderCount of [-1, 1.5, '3', null, true, 2 ** 53, []]) {
        for (const answer of [await call('POST', '', { orderCount }), await call('PUT', `/${id}`, { orderCount })]) {
          const { errors } = answer.json as { errors: { detail: string; source: { pointer: string } }[] }
          assert.equal(answer.status, 422)
          assert.deepEqual(
            errors.map(({ source, detail }) => [source.pointer, detail]),
            [['/orderCount', 'orderCount must be an integer of at least 0.']],
          )
        }
      }
      assert.deepEqual(countsOf(await read(id)), [0, 0])
      const given = Number.MAX_SAFE_INTEGER
      assert.deepEqual(countsOf(await create({ orderCount: given })), [given, 0])
      assert.deepEqual(countsOf(dataOf(await call('PUT', `/${id}`, { orderCount: 3 }))), [3, 0])
      assert.deepEqual(countsOf(dataOf(await call('PUT', `/${id}`, { name: 'A' }))), [3, 0])
    })

    it('here are counted while they are completed and not cancelled, and no body changes their number', async () => {
      const [{ id }, { id: other }] = [await create({ orderCount: 2, completedOrders: 9 }), await create()]
      for (const n of [1, 2, 3]) await order(`ORD-${n}`, id)
      await order('ORD-4', other)
      const token = await service.token('member', { id: String(id) })
      await fillWith(service, token)
      await requireHold(service, 'ORD-5', token)
      assert.deepEqual(countsOf(await read(id)), [2, 3])
      await release(service, 'ORD-2')
      assert.deepEqual(countsOf(await read(id)), [2, 2])
      const changed = dataOf<Orders>(await call('PUT', `/${id}`, { completedOrders: 7, externalId: 'x-1' }))
      assert.deepEqual(countsOf(changed), [2, 2])
      const byExternalId = await call('PUT', '/by-external-id/x-1', { name: 'B', completedOrders: 5 })
      assert.deepEqual(countsOf(dataOf(byExternalId)), [2, 2])
      assert.deepEqual(countsOf(dataOf(await call('GET', '/by-external-id/x-1'))), [2, 2])
      const { customer } = dataOf<{ customer: Orders }>(await call('GET', `/${id}/export`))
      assert.deepEqual(countsOf(customer), [2, 2])
    })

    it('here are in a page of customers, and are counted by an index', async () => {
      const page = dataOf<Orders[]>(await call('GET', '?limit=100&include=group'))
      const withOrders = page.filter(({ completedOrders }) => completedOrders > 0)
      assert.deepEqual(withOrders.map(countsOf), [
        [2, 2],
        [0, 1],
      ])
      const explain = engine === 'postgres' ? sql`explain` : sql`explain query plan`
      const plan = await service.database.kysely.connection().execute(async connection => {
        if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
        const { rows } = await sql`
          ${explain} select id, ${completedOrders(sql.ref('c.id'))} from customers c where id = 1`.execute(connection)
        if (engine === 'postgres') await sql`reset enable_seqscan`.execute(connection)
        return JSON.stringify(rows)
      })
      assert.match(plan, /checkouts_\w*of_customer/)
    })
  })
}

onEachEngine('the orders of an imported customer', shop => {
  const load = loaderOf(shop)
  const counts = async () => (await shop.rows('customers')).map(({ email, order_count }) => [email, order_count])

  it('are refused where they are no number', async () => {
    for (const orderCount of [-1, '3', 0.5]) {
      assert.deepEqual(await shop.refusal({ customers: [{ id: 1, orderCount }] }), [
        'shop.json /customers/0/orderCount: must be an integer of at least 0',
      ])
    }
    assert.deepEqual(await shop.refusal(csv('email,orderCount', 'a@example.com,-1')), [
      'in.csv line 2 /orderCount: must be an integer of at least 0',
    ])
  })

  it('come from a shop file, and from the lists of Shopify and WooCommerce; a blank cell and an unknown column keep them', async () => {
    await shop.import({ customers: [{ id: 1, email: 'a@example.com', orderCount: 4 }] })
    await load({}, csv('Customer ID,Email,Accepts Email Marketing,Total Orders', '7,a@example.com,yes,5'))
    assert.deepEqual(await counts(), [['a@example.com', 5]])
    await load({}, csv('Name,Username,Email,Orders,Total spend,AOV', 'A,a,a@example.com,6,60,10'))
    assert.deepEqual(await counts(), [['a@example.com', 6]])
    await load({}, csv('user_email,order_count', 'a@example.com,7', 'b@example.com,'))
    const report = await load({}, csv('email,completedOrders,orderCount', 'a@example.com,99,'))
    assert.deepEqual(report.told, [])
    await load({}, csv('e-posta,sipariş sayısı', 'b@example.com,2'))
    assert.deepEqual(await counts(), [
      ['a@example.com', 7],
      ['b@example.com', 2],
    ])
  })
})
