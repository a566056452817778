/** The rows of the results of promotions: sums, currencies, batches, order and number, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { findResults } from '../../src/promotions/results/promotion-results.store.ts'
import { presentResults } from '../../src/promotions/results/results.document.ts'
import { DAY_MS } from '../../src/units.ts'
import { engines } from '../support/database/engines.ts'
import { shopFile } from '../support/import/shop-file.ts'
import { expectedResults } from '../support/promotions/expected-results.ts'
import { campaignPath, couponPath, promotionCaller } from '../support/promotions/promotions.ts'
import {
  askResults,
  between,
  readResults,
  type StoredOrder,
  shortly,
  storeCodes,
  storeOrders,
} from '../support/promotions/results.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed } from '../support/runner/seed.ts'
import { times } from '../support/service/instances.ts'
import { startService, type TestService } from '../support/service/service.ts'

const ROUNDS = rounds({ short: 15, long: 500 })
/** More orders than three statements read. */
const MANY = { sqlite: 6_500, postgres: 65_000 }

for (const engine of engines) {
  describe(`the rows of the results of promotions on ${engine}`, () => {
    let service: TestService
    /** The beginning of a day that no other test has orders in. */
    let day = Date.UTC(2020, 0, 1)
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => {
      day += 2 * DAY_MS
    })
    after(() => service.stop())

    const store = (...orders: Omit<StoredOrder, 'completedAt'>[]) =>
      storeOrders(
        service.database,
        orders.map((order, n) => ({ completedAt: day + n, ...order })),
      )
    const ofDay = (more = '') => readResults(service, `${between(day, day + DAY_MS)}${more}`)

    it('come in the order of the turnover, then of the orders, then of the keys', async () => {
      await store(
        ...[
          { amount: '9.00', coupon: 'c' },
          { amount: '10.00', coupon: 'b' },
          { amount: '10.00', coupon: 'a' },
        ],
        ...[
          { amount: '5.00', coupon: 'd' },
          { amount: '5.00', coupon: 'd' },
          { amount: '100.00', coupon: 'e' },
        ],
      )
      const rows = ['e 1 100.00 TRY', 'd 2 10.00 TRY', 'a 1 10.00 TRY', 'b 1 10.00 TRY', 'c 1 9.00 TRY']
      assert.deepEqual(shortly(await ofDay(), 'coupons'), rows)
    })

    it('are 100 of a kind at most, and the answer says how many are left out', async () => {
      const codes = Array.from({ length: 130 }, (_, n) => n + 1)
      await storeCodes(service.database, { campaignId: 5, batch: 'x', codes: ['X1'] })
      await store(...codes.map(n => ({ amount: `${n}.00`, coupon: `x${n}`, campaigns: [n, 1000 + n], bound: 5 })))
      const { data, meta } = await ofDay()
      assert.deepEqual(
        data.coupons.map(({ code }) => code),
        codes
          .slice(30)
          .map(n => `x${n}`)
          .reverse(),
      )
      assert.equal(data.campaigns.length, 100)
      assert.equal(data.campaigns[0]?.campaignId, 5)
      assert.deepEqual(meta.leftOut, { campaigns: 160, coupons: 30, batches: 0 })
      assert.deepEqual(shortly({ data, meta }, 'batches'), ['5/x 1 1.00 TRY'])
    })

    it('of a campaign are those of the coupons that were bound to it, and of their batches', async () => {
      await storeCodes(service.database, { campaignId: 21, batch: 'mart', codes: ['M1', 'M2'] })
      await storeCodes(service.database, { campaignId: 21, batch: 'nisan', codes: ['N1'] })
      await storeCodes(service.database, { campaignId: 22, batch: 'mart', codes: ['O1'] })
      await store(
        ...[
          { amount: '1.00', coupon: 'm1', bound: 21 },
          { amount: '2.00', coupon: 'm2', bound: 21, campaigns: [22] },
        ],
        ...[
          { amount: '4.00', coupon: 'n1', bound: 21 },
          { amount: '8.00', coupon: 'o1', bound: 22 },
        ],
        ...[
          { amount: '16.00', coupon: 'deleted', bound: 21 },
          { amount: '32.00', coupon: 'free', campaigns: [21] },
        ],
        ...[{ amount: '64.00', campaigns: [22, 21] }, { amount: '128.00' }],
      )
      const all = await ofDay()
      assert.deepEqual(shortly(all, 'batches'), ['22/mart 1 8.00 TRY', '21/nisan 1 4.00 TRY', '21/mart 2 3.00 TRY'])
      assert.deepEqual(shortly(all, 'campaigns'), ['21 6 119.00 TRY', '22 3 74.00 TRY'])
      const one = await ofDay('&filter[campaignId]=21')
      assert.deepEqual(shortly(one, 'campaigns'), ['21 6 119.00 TRY'])
      assert.deepEqual(shortly(one, 'batches'), ['21/nisan 1 4.00 TRY', '21/mart 2 3.00 TRY'])
      const coupons = ['deleted 1 16.00 TRY', 'N1 1 4.00 TRY', 'M2 1 2.00 TRY', 'M1 1 1.00 TRY']
      assert.deepEqual(shortly(one, 'coupons'), coupons)
      assert.deepEqual([one.meta.orders, one.meta.promotedOrders], [8, 7])
      assert.deepEqual(one.meta, { ...all.meta, leftOut: one.meta.leftOut })
    })

    it('count an order once for a campaign that applied and that the coupon was bound to', async () => {
      await store({ amount: '5.00', coupon: 'a', campaigns: [31, 32, 31], bound: 31 })
      assert.deepEqual(shortly(await ofDay(), 'campaigns'), ['31 1 5.00 TRY', '32 1 5.00 TRY'])
    })

    it('of a coupon have the orders of all campaigns that it was bound to, and its batch those of each', async () => {
      await storeCodes(service.database, { campaignId: 42, batch: 'b', codes: ['TWICE'] })
      const coupon = 'twice'
      await store(
        { amount: '1.00', coupon, bound: 41 },
        { amount: '2.00', coupon, bound: 42 },
        { amount: '4.00', coupon },
      )
      const results = await ofDay()
      assert.deepEqual(shortly(results, 'coupons'), ['TWICE 3 7.00 TRY'])
      assert.deepEqual(shortly(results, 'batches'), ['42/b 1 2.00 TRY', '41/b 1 1.00 TRY'])
    })

    it('have the names as they are now', async () => {
      const call = await promotionCaller(service)
      await store({ amount: '1.00', coupon: 'adli', campaigns: [51] })
      for (const name of ['Eski', 'Yeni “ad”']) {
        await call('PUT', couponPath('ADLI'), { discountType: 'fixed', value: '1', description: name })
        await call('PUT', campaignPath(51), { name, reward: { type: 'free_shipping' } })
      }
      const { data } = await ofDay()
      assert.deepEqual([data.coupons[0]?.code, data.coupons[0]?.description], ['ADLI', 'Yeni “ad”'])
      assert.equal(data.campaigns[0]?.name, 'Yeni “ad”')
    })

    it('are exact for amounts of any size, and for their sums', async () => {
      const amounts = ['9999999999.99', '99999999999.99', '999999999999999999999999.99', '0.01', '0.10', '0.20']
      await store(...amounts.map(amount => ({ amount, coupon: 'a' })), { amount: '0.00', coupon: 'a' })
      await store({ amount: '99999999999.99', coupon: 'a' })
      assert.deepEqual(shortly(await ofDay(), 'coupons'), ['a 8 1000000000000210000000000.27 TRY'])
    })

    it('never add amounts of two currencies, or of two numbers of decimal places', async () => {
      await store(
        ...[
          { amount: '5.00', coupon: 'a', campaigns: [1] },
          { amount: '7.00', coupon: 'a' },
        ],
        ...[
          { amount: '900', currencyCode: 'TRY', decimalPlaces: 0, coupon: 'a' },
          { amount: '1', currencyCode: 'JPY', decimalPlaces: 0, coupon: 'b' },
        ],
        ...[
          { amount: '1.250', currencyCode: 'KWD', decimalPlaces: 3, coupon: 'a' },
          { amount: '0.001', currencyCode: 'KWD', decimalPlaces: 3 },
        ],
      )
      const results = await ofDay()
      const rows = ['a 2 12.00 TRY', 'b 1 1 JPY', 'a 1 1.250 KWD', 'a 1 900 TRY']
      assert.deepEqual(shortly(results, 'coupons'), rows)
      assert.deepEqual(
        results.meta.turnover.map(({ amount, currencyCode, decimalPlaces }) => [amount, currencyCode, decimalPlaces]),
        [
          ['12.00', 'TRY', 2],
          ['1', 'JPY', 0],
          ['1.251', 'KWD', 3],
          ['900', 'TRY', 0],
        ],
      )
      assert.deepEqual([results.meta.orders, results.meta.promotedOrders], [6, 5])
    })

    it('of the shop’s currency come first, also after it has changed', async () => {
      await store(
        { amount: '5.00', coupon: 'a' },
        { amount: '1.250', currencyCode: 'KWD', decimalPlaces: 3, coupon: 'a' },
      )
      const { shop } = shopFile() as { shop: object }
      const change = (currency: object) =>
        service.importShop({ shop: { ...shop, ...currency } }, { allowCurrencyChange: true })
      await change({ currencyCode: 'KWD', decimalPlaces: 3 })
      const rows = shortly(await ofDay(), 'coupons')
      await change({})
      assert.deepEqual(rows, ['a 1 1.250 KWD', 'a 1 5.00 TRY'])
      assert.deepEqual(shortly(await ofDay(), 'coupons'), rows.toReversed())
    })

    it('count any number of orders, also of one millisecond', async () => {
      const many = MANY[engine]
      const document = JSON.stringify({
        data: { attributes: { grandTotal: { amount: '0.10', currencyCode: 'TRY', decimalPlaces: 2 } } },
      })
      // Half of them in 100 milliseconds, and the others in one.
      await sql`
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${many} - 1)
        insert into checkouts (reference, state, coupon_code, held_at, expires_at, completed_at, over_limit, document)
        select 'many-' || n, 'completed', 'c' || (n % 3), 0, 0,
          cast(${day} as bigint) + case when n % 2 = 0 then n % 100 else 200 end, 0, ${document}
        from numbers`.execute(service.database.kysely)
      const { data, meta } = await ofDay()
      assert.deepEqual([meta.orders, meta.turnover[0]?.amount], [many, (many / 10).toFixed(2)])
      assert.equal(
        data.coupons.reduce((sum, { orders }) => sum + orders, 0),
        many,
      )
      assert.equal(data.coupons.length, 3)
    })

    it('are those of a naive count, for random orders', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomOrder, { maxLength: 40 }), async orders => {
          day += 2 * DAY_MS
          await store(...orders)
          const { data, meta } = await ofDay()
          assert.deepEqual({ data, meta }, { data, meta: { ...meta, ...expectedResults(orders).meta } })
          assert.deepEqual(data, { ...expectedResults(orders).data, batches: [] })
        }),
        { seed, numRuns: ROUNDS },
      )
    })

    it('are the same where the codes are too many to be counted at once', async () => {
      const codes = Array.from({ length: 300 }, (_, n) => `part${n}`)
      await storeCodes(service.database, { campaignId: 61, batch: 'a', codes: codes.slice(0, 100) })
      await storeCodes(service.database, { campaignId: 61, batch: 'b', codes: codes.slice(100, 200) })
      const orders = codes.map((coupon, n) => ({ amount: `${n % 7}.50`, coupon, bound: n < 200 ? 61 : null }))
      await store(...orders, { amount: '1.500', currencyCode: 'KWD', decimalPlaces: 3, coupon: 'part1', bound: 61 })
      for (const campaignId of [undefined, 61]) {
        const query = { from: day, to: day + DAY_MS, campaignId }
        const [all, ...inParts] = await Promise.all(
          [undefined, 299, 100, 8, 1].map(async maxCodes =>
            presentResults(await findResults(service.database, query, Date.now(), maxCodes), query),
          ),
        )
        assert.equal(all?.data.batches.length, 3)
        for (const each of inParts) assert.deepEqual(each, all)
      }
    })

    it('are computed one period after the other; where too many wait, some are refused for a while', async () => {
      const answers = await times(30, () => askResults(service, ''))
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { status, text, headers } of refused) {
        assert.deepEqual([status, /database_busy/.test(text)], [503, true], text)
        assert.ok(Number(headers.get('retry-after')) > 0)
      }
      assert.ok(refused.length < 20, `${refused.length} refused`)
    })
  })
}

/** An order of few promotions, so that many have the same. */
const randomOrder = fc.record({
  amount: fc
    .integer({ min: 0, max: 10_000_000 })
    .map(units => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`),
  coupon: fc.option(fc.constantFrom('a', 'b', 'c')),
  campaigns: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  bound: fc.option(fc.constantFrom(1, 2, 9)),
  state: fc.constantFrom('completed', 'completed', 'completed', 'cancelled', 'released'),
})
