/** Which promotion sold what, as the admin API tells it, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CUSTOMERS, PROMOTION_RESULTS } from '../../src/api-paths.ts'
import { DAY_MS } from '../../src/units.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { newMember } from '../support/checkouts/baskets.ts'
import { createCampaignHolder } from '../support/checkouts/held-campaigns.ts'
import { callCheckout, complete, dataOf, release, subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import {
  campaignOf,
  couponOf,
  expire,
  fillWith,
  guestWith,
  kinds,
  type Promotion,
  requireHold,
} from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { campaignPath, couponPath, promotionCaller } from '../support/promotions/promotions.ts'
import {
  askResults,
  between,
  RESULTS_SCOPE,
  readResults,
  type StoredOrder,
  shortly,
  storeOrders,
} from '../support/promotions/results.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`the results of promotions on ${engine}`, () => {
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
        orders.map(order => ({ completedAt: day, ...order })),
      )
    const ofDay = (more = '') => readResults(service, `${between(day, day + DAY_MS)}${more}`)
    const refusal = async (query: string) => refusalsOf(await askResults(service, query))
    const refused = ['400 parameter_invalid']
    const TRY = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

    it('are refused to anybody without both scopes', async () => {
      assert.deepEqual(refusalsOf(await service.call('GET', PROMOTION_RESULTS)), ['401 token_missing'])
      const member = await service.token('member', { id: '1' })
      assert.deepEqual(refusalsOf(await service.call('GET', PROMOTION_RESULTS, { token: member })), [
        '401 wrong_token_kind',
      ])
      for (const scope of RESULTS_SCOPE.split(' ')) {
        assert.deepEqual(refusalsOf(await askResults(service, '', scope)), ['403 insufficient_scope'], scope)
      }
    })

    it('are refused for times that are none, that are repeated or in no order, and for unknown parameters', async () => {
      const queries = [
        ...['?from=2026-01-01', '?to=yesterday', '?from=', '?form=2026-01-01T00:00:00Z', '?limit=10'],
        '?from=2026-01-01T00:00:00Z&from=2026-01-01T00:00:00Z',
        '?from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z',
        '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
        '?from=9999-01-01T00:00:00Z',
        ...['?filter[campaignId]=0', '?filter[campaignId]=x', '?filter[campaignId]=', '?filter[code]=A'],
      ]
      for (const query of queries) assert.deepEqual(await refusal(query), refused, query)
      assert.deepEqual(await refusal('?from=%ff'), ['400 invalid_encoding'])
    })

    it('are refused for more than 366 days', async () => {
      assert.equal((await askResults(service, between(day, day + 366 * DAY_MS))).status, 200)
      assert.deepEqual(await refusal(between(day, day + 366 * DAY_MS + 1)), refused)
      const { text } = await askResults(service, '?from=2020-01-01T00:00:00Z')
      assert.match(text, /from must be at most 366 days before to, which is now where it is left out\./)
    })

    it('are none of the first and the last day of all times', async () => {
      for (const query of [
        '?from=0000-01-01T00:00:00%2B23:59&to=0000-01-02T00:00:00Z',
        '?from=9999-12-31T00:00:00Z&to=9999-12-31T23:59:59-23:59',
        '?to=9999-12-31T23:59:59.999-23:59',
      ]) {
        assert.equal((await readResults(service, query)).meta.orders, 0, query)
      }
    })

    it('are refused with POST', async () => {
      const token = await service.token('admin', { scope: RESULTS_SCOPE })
      assert.deepEqual(refusalsOf(await service.call('POST', PROMOTION_RESULTS, { token })), ['405 method_not_allowed'])
    })

    it('have no rows for a period without orders, and the turnover 0 in the shop’s currency', async () => {
      const { data, meta } = await ofDay()
      assert.deepEqual(data, { campaigns: [], coupons: [], batches: [] })
      assert.deepEqual(meta, {
        from: new Date(day).toISOString(),
        to: new Date(day + DAY_MS).toISOString(),
        ...{ orders: 0, turnover: [TRY('0.00')], promotedOrders: 0, promotedTurnover: [TRY('0.00')] },
        leftOut: { campaigns: 0, coupons: 0, batches: 0 },
      })
    })

    it('have no rows for a campaign that never was', async () => {
      await store({ amount: '10.00', campaigns: [1], coupon: 'a' })
      const { data, meta } = await ofDay('&filter[campaignId]=999')
      assert.deepEqual(data, { campaigns: [], coupons: [], batches: [] })
      assert.deepEqual([meta.orders, meta.promotedOrders], [1, 1])
    })

    it('are those of the last 30 days where no times are given, and of 30 days before `to`', async () => {
      const { meta } = await readResults(service, '')
      assert.equal(Date.parse(meta.to) - Date.parse(meta.from), 30 * DAY_MS)
      assert.ok(Math.abs(Date.parse(meta.to) - Date.now()) < DAY_MS)
      const before = await readResults(service, '?to=2026-03-31T00:00:00%2B03:00')
      assert.deepEqual([before.meta.from, before.meta.to], ['2026-02-28T21:00:00.000Z', '2026-03-30T21:00:00.000Z'])
    })

    it('begin with the first time that there is where `to` is less than 30 days behind it', async () => {
      const { status, json } = await askResults(service, '?to=0000-01-01T00:00:00Z')
      const { meta } = json as { meta: { from: string } }
      assert.deepEqual([status, meta.from], [200, '0000-01-01T00:00:00.000+23:59'])
      assert.equal(
        (await askResults(service, `?from=${encodeURIComponent(meta.from)}&to=0000-01-01T00:00:00Z`)).status,
        200,
      )
      assert.equal((await askResults(service, `?to=${encodeURIComponent(meta.from)}`)).status, 400)
    })

    it('count an order at the beginning of the period, and none at its end', async () => {
      const amounts = ['1.00', '2.00', '4.00', '8.00']
      const times = [day - 1, day, day + DAY_MS - 1, day + DAY_MS]
      await storeOrders(
        service.database,
        times.map((completedAt, n) => ({ completedAt, amount: amounts[n] ?? '', coupon: 'sınır' })),
      )
      assert.deepEqual(shortly(await ofDay(), 'coupons'), ['sınır 2 6.00 TRY'])
    })

    /** Holds the cart of a new guest that has chosen promotions. @returns its grand total */
    const holdWith = async (reference: string, ...promotions: Promotion[]) => {
      const token = await guestWith(service, ...promotions)
      const { grandTotal } = await totalsOf(service, token)
      await requireHold(service, reference, token)
      return grandTotal
    }
    /** The query of what is completed from now on. */
    const fromNow = () => between(Date.now(), Date.now() + DAY_MS)

    it('count completed orders for the coupon, each campaign, and the campaign that the coupon is bound to', async () => {
      const query = fromNow()
      const [coupon, campaign, bound] = [couponOf(70), campaignOf(71), kinds['a coupon bound to a campaign'](72)]
      for (const each of [coupon, campaign, bound]) await each.limit(service, {})
      const ofCoupon = await holdWith('R-coupon', coupon)
      const ofBoth = await holdWith('R-both', coupon, campaign)
      const ofBound = await holdWith('R-bound', bound)
      const ofNone = await holdWith('R-none')
      for (const reference of ['R-coupon', 'R-both', 'R-bound', 'R-none']) await complete(service, reference)
      const { data, meta } = await readResults(service, query)
      const known = { description: '', batch: null }
      assert.deepEqual(data.coupons, [
        { code: 'KUPON70', campaignId: null, ...known, orders: 2, turnover: sumOf(ofCoupon, ofBoth) },
        { code: 'BAGLI72', campaignId: 72, ...known, orders: 1, turnover: sumOf(ofBound) },
      ])
      assert.deepEqual(data.campaigns, [
        { campaignId: 72, name: 'Kampanya 72', orders: 1, turnover: sumOf(ofBound) },
        { campaignId: 71, name: 'Kampanya 71', orders: 1, turnover: sumOf(ofBoth) },
      ])
      assert.deepEqual([meta.orders, meta.turnover], [4, [sumOf(ofCoupon, ofBoth, ofBound, ofNone)]])
      assert.deepEqual([meta.promotedOrders, meta.promotedTurnover], [3, [sumOf(ofCoupon, ofBoth, ofBound)]])
    })

    it('count neither held nor released, expired or cancelled orders, but those that are completed late or again', async () => {
      const query = fromNow()
      const coupon = couponOf(73)
      await coupon.limit(service, {})
      const totals: string[] = []
      for (const name of ['held', 'released', 'expired', 'cancelled', 'late', 'again']) {
        const total = await holdWith(`S-${name}`, coupon)
        if (name === 'late' || name === 'again') totals.push(total)
      }
      for (const name of ['released', 'cancelled', 'again']) {
        if (name !== 'released') await complete(service, `S-${name}`)
        await release(service, `S-${name}`)
      }
      for (const name of ['expired', 'late']) await expire(service, `S-${name}`)
      for (const name of ['late', 'again']) assert.equal((await complete(service, `S-${name}`)).status, 200)
      const { data, meta } = await readResults(service, query)
      assert.deepEqual(
        data.coupons.map(({ code, orders, turnover }) => ({ code, orders, turnover })),
        [{ code: 'KUPON73', orders: 2, turnover: sumOf(...totals) }],
      )
      assert.equal(meta.orders, 2)
    })

    it('have the totals of orders whose carts were condensed', async () => {
      const query = fromNow()
      const coupon = couponOf(74)
      await coupon.limit(service, {})
      const token = await guestWith(service, coupon)
      const { grandTotal } = await totalsOf(service, token)
      for (const n of [1, 2, 3, 4]) await requireHold(service, `C-${n}`, token)
      assert.equal(dataOf(await callCheckout(service, 'GET', 'C-1')).cart, null)
      await complete(service, 'C-1')
      const { data } = await readResults(service, query)
      assert.deepEqual(data.coupons[0]?.turnover, sumOf(grandTotal))
    })

    it('count an order for each of several campaigns', async () => {
      const query = fromNow()
      for (const id of [75, 76]) await campaignOf(id).limit(service, {})
      const token = await guestWith(service)
      const { grandTotal } = await totalsOf(service, token)
      const held = await createCampaignHolder(service, 3)({ token, campaigns: [75, 76], reference: 'G-1' })
      assert.ok(typeof held === 'object', String(held))
      await complete(service, 'G-1')
      const { data, meta } = await readResults(service, query)
      assert.deepEqual(
        data.campaigns,
        [75, 76].map(id => ({ campaignId: id, name: `Kampanya ${id}`, orders: 1, turnover: sumOf(grandTotal) })),
      )
      assert.deepEqual([meta.promotedOrders, meta.promotedTurnover], [1, [sumOf(grandTotal)]])
    })

    it('count the orders of customers who were deleted', async () => {
      const query = fromNow()
      const coupon = couponOf(77)
      await coupon.limit(service, {})
      const token = await newMember(service)
      await fillWith(service, token, coupon)
      const { grandTotal } = await totalsOf(service, token)
      await requireHold(service, 'D-1', token)
      await complete(service, 'D-1')
      const admin = await service.token('admin', { scope: 'customers:delete' })
      const customer = subjectOf(token).slice('member:'.length)
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${customer}`, { token: admin })).status, 204)
      assert.equal(dataOf(await callCheckout(service, 'GET', 'D-1')).subject, null)
      assert.deepEqual((await readResults(service, query)).data.coupons[0]?.turnover, sumOf(grandTotal))
    })

    it('count deleted promotions, without their names', async () => {
      const query = fromNow()
      const [coupon, campaign] = [couponOf(78), campaignOf(79)]
      for (const each of [coupon, campaign]) await each.limit(service, {})
      await holdWith('N-1', coupon, campaign)
      await complete(service, 'N-1')
      const call = await promotionCaller(service)
      for (const path of [couponPath('KUPON78'), campaignPath(79)])
        assert.equal((await call('DELETE', path)).status, 204)
      const { data } = await readResults(service, query)
      const [{ turnover: _, ...ofCoupon } = {}] = data.coupons
      assert.deepEqual(ofCoupon, { code: 'kupon78', description: null, campaignId: null, batch: null, orders: 1 })
      assert.deepEqual([data.campaigns[0]?.campaignId, data.campaigns[0]?.name], [79, null])
    })
  })
}

/** The sum of amounts with two decimals. */
function sumOf(...amounts: string[]) {
  const units = String(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n))
  return { amount: `${units.slice(0, -2)}.${units.slice(-2)}`, currencyCode: 'TRY', decimalPlaces: 2 }
}
