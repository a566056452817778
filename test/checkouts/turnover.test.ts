/** What customers pay, in the list and in the document of a checkout, and the turnover of periods, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CHECKOUTS, TURNOVER } from '../../src/api-paths.ts'
import { condenseCart } from '../../src/checkouts/condensed-cart.ts'
import { DAY_MS } from '../../src/units.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { listCheckouts } from '../support/checkouts/checkout-list.ts'
import { callCheckout, complete, dataOf, hold, release } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { between, type StoredOrder, storeOrders } from '../support/promotions/results.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Turnover {
  data: { orders: number; turnover: Amount; average: Amount | null; refunds: Amount; cancelled: number }[]
  meta: { from: string; to: string; unknownRefunds: number }
}
interface Amount {
  amount: string
  currencyCode: string
}

const TRY = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

/** A shop in which three pieces cost 299.70, less 10 % with the coupon, and 60.00 to be sent. */
const shopWith = (grandTotalIncludesCargo: boolean) =>
  shopFile({
    shop: {
      ...{ currencyCode: 'TRY', decimalPlaces: 2 },
      settings: { pricesIncludeVat: true, showCargoPriceInCart: true, grandTotalIncludesCargo },
    },
    products: [product({ id: ids.plain, price: '99.90', stock: 1_000 })],
    shippingCompanies: [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '60' }] }],
    coupons: [{ code: 'ON', discountType: 'percent', value: '10' }],
  })

for (const engine of engines) {
  describe(`what customers pay on ${engine}`, () => {
    let service: TestService
    /** The beginning of a day that no other test has orders in. */
    let day = Date.UTC(2020, 0, 1)
    let number = 0
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => {
      day += 2 * DAY_MS
    })
    after(() => service.stop())

    const ask = async (query: string, scope = 'checkouts:read') =>
      service.call('GET', `${TURNOVER}${query}`, { token: await service.token('admin', { scope }) })
    const read = async (from = day, to = day + DAY_MS) => {
      const answer = await ask(between(from, to))
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Turnover
    }
    const store = (...orders: Omit<StoredOrder, 'completedAt'>[]) =>
      storeOrders(
        service.database,
        orders.map(order => ({ completedAt: day, ...order })),
      )
    const shortly = ({ data }: Turnover) =>
      data.map(row =>
        [row.orders, row.turnover.amount, row.average?.amount ?? null, row.refunds.amount, row.cancelled].join(' '),
      )
    /** Holds three pieces with the coupon: 269.73, and 60.00. */
    const holdCart = async (isIncluded = false) => {
      const reference = `turnover-${++number}`
      await service.importShop(shopWith(isIncluded), { allowCurrencyChange: true })
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'ON' } })
      const answer = await hold(service, reference, token)
      assert.equal(answer.status, 201, answer.text)
      return reference
    }
    /** What the document and the list say. */
    const payableOf = async (reference: string) => {
      const token = await service.token('admin', { scope: 'checkouts:read' })
      const { json } = await service.call('GET', `${CHECKOUTS}/${reference}`, { token })
      const { data } = await listCheckouts(service, '?limit=200')
      const row = data.find(each => each.reference === reference) as unknown as { payable: Amount }
      return [(json as { data: { payable: Amount } }).data.payable.amount, row.payable.amount]
    }

    it('is the grand total with the shipping, in the list and in the document, also once the cart is condensed', async () => {
      const reference = await holdCart()
      assert.deepEqual(await payableOf(reference), ['329.73', '329.73'])
      const { cart } = dataOf(await callCheckout(service, 'GET', reference))
      const condensed = service.database.kysely.updateTable('checkouts').set(condenseCart(cart))
      await condensed.where('reference', '=', reference).execute()
      assert.deepEqual(await payableOf(reference), ['329.73', '329.73'])
      assert.equal(dataOf(await callCheckout(service, 'GET', reference)).cart, null)
    })

    it('is the same where the grand total includes the shipping, also after that has changed', async () => {
      const reference = await holdCart(true)
      await service.importShop(shopWith(false))
      const { cart } = dataOf(await callCheckout(service, 'GET', reference))
      assert.equal(cart.data.attributes.grandTotal?.amount, '329.73')
      assert.deepEqual(await payableOf(reference), ['329.73', '329.73'])
      const condensed = service.database.kysely.updateTable('checkouts').set(condenseCart(cart))
      await condensed.where('reference', '=', reference).execute()
      assert.deepEqual(await payableOf(reference), ['329.73', '329.73'])
    })

    it('is added up for the orders that were completed in the period, with their average, cancellations and refunds', async () => {
      assert.deepEqual(shortly(await read()), ['0 0.00  0.00 0'])
      const [paid, cancelled, held] = [await holdCart(), await holdCart(), await holdCart()]
      for (const reference of [paid, cancelled]) await complete(service, reference)
      await release(service, cancelled)
      const { cart } = dataOf(await callCheckout(service, 'GET', paid))
      const lines = [{ itemId: cart.included[0]?.id, quantity: 1 }]
      assert.equal((await callCheckout(service, 'POST', `${paid}/returns`, { lines })).status, 201)
      for (const reference of [paid, cancelled, held]) {
        await sql`update checkouts set completed_at = ${day} where reference = ${reference} and completed_at is not null`.execute(
          service.database.kysely,
        )
      }
      await sql`update checkout_returns set at = ${day + 1} where reference = ${paid}`.execute(service.database.kysely)
      await store({ amount: '0.61' })
      const turnover = await read()
      assert.deepEqual(shortly(turnover), ['2 330.34 165.17 89.91 1'])
      assert.deepEqual(turnover.meta, {
        from: new Date(day).toISOString(),
        to: new Date(day + DAY_MS).toISOString(),
        unknownRefunds: 0,
      })
      assert.deepEqual(shortly(await read(day + 1)), ['0 0.00  89.91 0'])
      assert.deepEqual(shortly(await read(day - DAY_MS, day)), ['0 0.00  0.00 0'])
      await release(service, paid)
      assert.deepEqual(shortly(await read()), ['1 0.61 0.61 0.00 2'])
    })

    it('is exact for amounts of any length, and apart for each currency', async () => {
      await store(
        ...Array.from({ length: 3 }, () => ({ amount: '99079191802150924.19' })),
        { amount: '0.01' },
        { amount: '12.345', currencyCode: 'BHD', decimalPlaces: 3 },
        { amount: '1.00', state: 'released' },
      )
      const { data } = await read()
      assert.deepEqual(
        data.map(({ orders, turnover, average }) => ({ orders, turnover, average })),
        [
          { orders: 4, turnover: TRY('297237575406452772.58'), average: TRY('74309393851613193.15') },
          {
            orders: 1,
            turnover: { amount: '12.345', currencyCode: 'BHD', decimalPlaces: 3 },
            average: { amount: '12.345', currencyCode: 'BHD', decimalPlaces: 3 },
          },
        ],
      )
    })

    it('is read in steps', async () => {
      await store(...Array.from({ length: 4_500 }, () => ({ amount: '1.10' })))
      await storeOrders(service.database, [{ completedAt: day + 1, amount: '0.10' }])
      assert.deepEqual(shortly(await read()), ['4501 4950.10 1.10 0.00 0'])
    })

    it('is refused without the scope, and for periods that are none', async () => {
      assert.deepEqual(refusalsOf(await service.call('GET', TURNOVER)), ['401 token_missing'])
      assert.deepEqual(refusalsOf(await ask('', 'promotions:read')), ['403 insufficient_scope'])
      for (const query of [
        '?from=2026-01-01',
        '?day=1',
        '?to=2026-01-01T00:00:00Z&from=2026-01-01T00:00:00Z',
        between(day, day + 366 * DAY_MS + 1),
      ]) {
        assert.deepEqual(refusalsOf(await ask(query)), ['400 parameter_invalid'], query)
      }
      assert.deepEqual(refusalsOf(await ask('?from=%ff')), ['400 invalid_encoding'])
      assert.equal((await ask(between(day, day + 366 * DAY_MS))).status, 200)
    })
  })
}
