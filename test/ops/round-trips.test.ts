/** Round trips between Sepet and PostgreSQL for each request. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { changed } from '../support/catalog/products.ts'
import { withoutDirectConnection, withoutPostgres } from '../support/database/engines.ts'
import { startWireProxy, type WireProxy } from '../support/database/wire-proxy.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

describe('round trips to PostgreSQL', { skip: withoutPostgres }, () => {
  let direct: TestService
  let service: TestService
  let proxy: WireProxy
  let token: string

  before(async () => {
    direct = await startService('postgres')
    proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
    service = await direct.startPeer({ DATABASE_URL: proxy.url })
    token = await service.token('guest')
    await addItem(service, token, ids.plain)
  })
  after(async () => {
    await service.stop()
    await proxy.close()
    await direct.stop()
  })

  /** @returns the round trips to PostgreSQL during `work` */
  async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
    proxy.takeRoundTrips()
    await work()
    return proxy.takeRoundTrips()
  }

  it('are one for reading a cart with 1, 10 or 100 lines', async () => {
    const products = Array.from({ length: 100 }, (_, n) => ({ id: 9000 + n, name: `Ürün ${n}`, price: '1.5' }))
    await direct.importShop({ products })
    await service.call('GET', '/cart', { token })
    const counts: number[] = []
    for (const lines of [1, 10, 100]) {
      for (const { id } of products.slice(0, lines)) await addItem(service, token, id)
      counts.push(await roundTripsOf(() => service.call('GET', '/cart', { token })))
    }
    assert.deepEqual(counts, [1, 1, 1])
  })

  it('are one for reading a cart with 50 campaigns and a coupon, and three for applying the coupon', async () => {
    const campaigns = Array.from({ length: 50 }, (_, n) => ({
      id: n + 1,
      name: `Kampanya ${n}`,
      logicalGroup: 1,
      priority: n,
      reward: { type: 'percent', value: '1' },
    }))
    await direct.importShop({ campaigns, coupons: [{ code: 'YAZ10', discountType: 'percent', value: '10' }] })
    const body = { couponCode: 'YAZ10' }
    const { appliedCoupon, campaigns: listed } = cartOf(await service.call('POST', '/cart/coupon', { token, body }))
      .data.attributes
    assert.deepEqual([appliedCoupon?.code, listed?.length], ['YAZ10', 50])
    assert.equal(await roundTripsOf(() => service.call('GET', '/cart', { token })), 1)
    assert.equal(await roundTripsOf(() => service.call('POST', '/cart/coupon', { token, body })), 3)
  })

  it('are two for reading a guest cart that was not used for a day: the second updates used_at, once', async () => {
    const { kysely } = direct.database
    const longAgo = Date.now() - 90_000_000
    await kysely.updateTable('carts').set({ used_at: longAgo }).execute()
    const isNoted = async () =>
      !(await kysely.selectFrom('carts').select('used_at').execute()).some(each => each.used_at === longAgo)
    const trips = await roundTripsOf(async () => {
      await service.call('GET', '/cart', { token })
      while (!(await isNoted())) await sleep(5)
    })
    assert.equal(trips, 2)
    assert.equal(await roundTripsOf(() => service.call('GET', '/cart', { token })), 1)
  })

  it('are one for adding an item, and two for other writes', async () => {
    const id = await addItem(service, token, ids.plain)
    const write = (method: string, path: string, body?: object) => () => service.call(method, path, { token, body })
    assert.equal(await roundTripsOf(write('POST', '/cart-items', { productId: ids.plain, quantity: 1 })), 1)
    assert.equal(await roundTripsOf(write('PATCH', `/cart-items/${id}`, { quantity: 4 })), 2)
    assert.equal(await roundTripsOf(write('PATCH', `/cart-items/${id}/notes`, { orderNote: 'x' })), 2)
    assert.equal(await roundTripsOf(write('DELETE', `/cart-items/${id}`)), 2)
    assert.equal(await roundTripsOf(write('DELETE', '/cart')), 2)
  })

  it('are one for an add with a new idempotency key, and few for a repeated one', async () => {
    await addItem(service, token, ids.plain)
    const body = { productId: ids.plain, quantity: 1 }
    const add = (key: string) => () =>
      service.call('POST', '/cart-items', { token, body, headers: { 'Idempotency-Key': key } })
    assert.deepEqual([await roundTripsOf(add('A')), await roundTripsOf(add('B'))], [1, 1])
    const repeated = await roundTripsOf(add('A'))
    assert.ok(repeated <= 7, `${repeated} round trips`)
  })

  it('end with 503 when PostgreSQL cancels the statement', { skip: withoutDirectConnection }, async () => {
    const failFast = await direct.startPeer({ DATABASE_URL: `${proxy.url}?options=-c%20statement_timeout%3D2000` })
    await direct.database.kysely.transaction().execute(async kysely => {
      await sql`lock table carts in exclusive mode`.execute(kysely)
      const body = { productId: ids.plain, quantity: 1 }
      assert.deepEqual(refusalsOf(await failFast.call('POST', '/cart-items', { token, body })), ['503 unavailable'])
    })
    await addItem(failFast, token, ids.plain)
    await failFast.stop()
  })

  it('are four for the first read after an import, two after a change of other products, and one for later reads', async () => {
    await addItem(service, token, ids.plain)
    const read = () => roundTripsOf(() => service.call('GET', '/cart', { token }))
    await direct.importShop({ shop: { name: 'Yeni' } })
    assert.deepEqual([await read(), await read()], [4, 1])
    for (const stock of [50, 51]) {
      await changed(direct, [{ id: ids.taxFree, stock }])
      // The import has no entry in the log of changes: the products are read again.
      assert.deepEqual([await read(), await read()], [stock === 50 ? 3 : 2, 1])
    }
    await changed(direct, [{ id: ids.plain, stock: 50 }])
    assert.deepEqual([await read(), await read()], [3, 1])
  })
})
