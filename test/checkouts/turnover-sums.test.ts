/** The turnover of periods is the sum of the orders' list and of their documents: with refunds, cancellations, currencies and days of a shop. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CHECKOUTS, TURNOVER } from '../../src/api-paths.ts'
import { addItem } from '../support/cart/cart.ts'
import { listAllCheckouts } from '../support/checkouts/checkout-list.ts'
import { callCheckout, complete, dataOf, hold, release } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { between } from '../support/promotions/results.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Amount {
  amount: string
  currencyCode: string
  decimalPlaces: number
}
interface Order {
  reference: string
  state: string
  completedAt: string | null
  payable: Amount
  returns?: { at: string; refund: Amount }[]
}
interface Row {
  orders: number
  turnover: Amount
  refunds: Amount
  cancelled: number
}

const HOUR_MS = 3_600_000
/** In Berlin, 25 October 2026 has 25 hours and 29 March has 23: each day ends where the next one begins. */
const days = [
  Date.parse('2026-03-28T23:00:00Z'),
  Date.parse('2026-03-29T22:00:00Z'),
  Date.parse('2026-10-24T22:00:00Z'),
  Date.parse('2026-10-25T23:00:00Z'),
]
/** Times at both edges of these days and within them. */
const times = days.flatMap(day => [day - 1, day, day + 1, day + 12 * HOUR_MS, day + 23 * HOUR_MS, day + 24 * HOUR_MS])

const shopOf = (currencyCode: string, grandTotalIncludesCargo: boolean) =>
  shopFile({
    shop: {
      ...{ currencyCode, decimalPlaces: currencyCode === 'JPY' ? 0 : 2, timeZone: 'Europe/Berlin' },
      settings: { pricesIncludeVat: false, showCargoPriceInCart: true, grandTotalIncludesCargo },
    },
    products: [product({ id: ids.plain, price: currencyCode === 'JPY' ? '333' : '33.33', stock: 1_000 })],
    shippingCompanies: [{ id: 1, name: 'DHL', default: true, rates: [{ from: '0', price: '5' }] }],
    coupons: [{ code: 'ON', discountType: 'percent', value: '7' }],
  })

const isWithin = (time: string | null | undefined, from: number, to: number) =>
  typeof time === 'string' && Date.parse(time) >= from && Date.parse(time) < to

/** In thousandths, so that sums are exact. */
function sumOf(amounts: Amount[]): bigint {
  return amounts.reduce((sum, { amount }) => sum + BigInt(Math.round(Number(amount) * 1_000)), 0n)
}

/** The same of a row; nothing without one. */
function toldBy(row: Row | undefined) {
  const { orders = 0, cancelled = 0 } = row ?? {}
  return { orders, turnover: sumOf(row ? [row.turnover] : []), refunds: sumOf(row ? [row.refunds] : []), cancelled }
}

/** What orders of a currency add up to in a period. */
function expectedOf(orders: Order[], currencyCode: string, from: number, to: number) {
  const own = orders.filter(({ payable }) => payable.currencyCode === currencyCode)
  const completed = own.filter(({ completedAt }) => isWithin(completedAt, from, to))
  const paid = completed.filter(({ state }) => state === 'completed').map(({ payable }) => payable)
  const returns = own.filter(({ state }) => state === 'completed').flatMap(each => each.returns ?? [])
  return {
    orders: paid.length,
    turnover: sumOf(paid),
    refunds: sumOf(returns.filter(({ at }) => isWithin(at, from, to)).map(({ refund }) => refund)),
    cancelled: completed.filter(({ state }) => state === 'cancelled').length,
  }
}

for (const engine of engines) {
  describe(`the turnover and its orders on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', { scope: 'checkouts:read' })
      let number = 0
      for (const currency of ['EUR', 'JPY']) {
        for (const isIncluded of [false, true]) {
          await service.importShop(shopOf(currency, isIncluded), { allowCurrencyChange: true })
          for (const _ of times.slice(0, times.length / 2)) await order(number++)
        }
      }
    })
    after(() => service.stop())

    /** One of three orders has a return, one of four is cancelled after it, and one of six is held alone. */
    async function order(number: number): Promise<void> {
      const reference = `sum-${number}`
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 1 + (number % 3))
      if (number % 2 === 0) await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'ON' } })
      const held = await hold(service, reference, guest)
      assert.equal(held.status, 201, held.text)
      if (number % 6 === 5) return
      assert.equal((await complete(service, reference)).status, 200)
      const at = times[number % times.length] ?? 0
      const { kysely } = service.database
      await sql`update checkouts set held_at = ${at}, completed_at = ${at} where reference = ${reference}`.execute(
        kysely,
      )
      if (number % 3 === 0) {
        const lines = [{ itemId: dataOf(held).cart.included[0]?.id, quantity: 1 }]
        const returned = await callCheckout(service, 'POST', `${reference}/returns`, { lines })
        assert.equal(returned.status, 201, returned.text)
        const returnedAt = times[(number + 5) % times.length] ?? 0
        await sql`update checkout_returns set at = ${returnedAt} where reference = ${reference}`.execute(kysely)
      }
      if (number % 4 === 1) await release(service, reference)
    }

    const read = async <T>(path: string): Promise<T> => {
      const answer = await service.call('GET', path, { token })
      assert.equal(answer.status, 200, answer.text)
      return (answer.json as { data: T }).data
    }
    async function readOrders(): Promise<{ listed: Order[]; documents: Order[] }> {
      const pages = await listAllCheckouts(service, '?limit=7')
      const listed = pages.flatMap(({ data }) => data) as unknown as Order[]
      const documents = []
      for (const { reference } of listed) documents.push(await read<Order>(`${CHECKOUTS}/${reference}`))
      return { listed, documents }
    }

    it('have the same sums for each day of the shop, and for all days together', async () => {
      const { listed, documents } = await readOrders()
      assert.equal(listed.length, 48)
      const [first = 0, second = 0, third = 0, fourth = 0] = days
      let counted = 0
      for (const [from, to] of [
        ...[
          [first, second],
          [third, fourth],
          [first - 1, fourth + 25 * HOUR_MS],
        ],
        ...times.map(time => [time, time + 24 * HOUR_MS]),
      ] as [number, number][]) {
        const rows = await read<Row[]>(`${TURNOVER}${between(from, to)}`)
        const currencies = new Set(documents.map(({ payable }) => payable.currencyCode))
        for (const currencyCode of currencies) {
          const row = rows.find(({ turnover }) => turnover.currencyCode === currencyCode)
          const expected = expectedOf(documents, currencyCode, from, to)
          assert.deepEqual(toldBy(row), expected, `${currencyCode} from ${new Date(from).toISOString()}`)
          assert.equal(expectedOf(listed, currencyCode, from, to).turnover, expected.turnover)
          counted += row?.orders ?? 0
        }
      }
      assert.ok(counted > 40)
    })
  })
}
