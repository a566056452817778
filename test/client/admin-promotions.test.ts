/** What promotions give, prices by quantity and the results of promotions by the client of administrators, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from 'sepet-client'
import { type AdminClient, createAdminClient, type NewCampaign } from 'sepet-client/admin'
import { addItem } from '../support/cart/cart.ts'
import { refusalsIn } from '../support/cart/client.ts'
import { complete, hold } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const rewards: NewCampaign['reward'][] = [
  {
    type: 'fixed',
    by: 'total',
    tiers: [
      { from: '500', value: '50' },
      { from: '1000', value: '120' },
    ],
  },
  { type: 'percent', by: 'quantity', tiers: [{ from: 3, value: '10' }], maximum: '150' },
  { type: 'buy_x_pay_y', buy: 3, pay: 2 },
  { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50' },
  { type: 'buy_x_get_y', buy: 2, get: 1, times: 1, target: { productIds: [ids.taxFree] } },
  { type: 'free_shipping' },
]

for (const engine of engines) {
  describe(`promotions by the client of administrators on ${engine}`, () => {
    let service: TestService
    let admin: AdminClient
    const clientOf = async (scope: string) =>
      createAdminClient({ baseUrl: service.url, token: await service.token('admin', { scope }) })
    before(async () => {
      service = await startService(engine)
      admin = await clientOf('promotions:read promotions:write catalogue:read catalogue:write checkouts:read')
    })
    after(() => service.stop())

    it('have every reward, also those of coupons', async () => {
      for (const [index, reward] of rewards.entries()) {
        const { record, warnings } = await admin.campaigns.save(70 + index, { name: 'K', reward })
        assert.partialDeepStrictEqual(record.reward, reward)
        assert.deepEqual(warnings, [])
      }
      const tiers = [{ from: 3, value: '10' }]
      const { record } = await admin.coupons.save('ÇOKALANA', {
        ...{ discountType: 'percent', by: 'quantity', tiers, maximum: '40' },
        conditions: { productIds: [ids.plain] },
      })
      assert.deepEqual([record.value, record.by, record.tiers, record.maximum], [null, 'quantity', tiers, '40'])
      const descending = [
        { from: 3, value: '10' },
        { from: 3, value: '5' },
      ]
      const refused = admin.coupons.save('X', { discountType: 'percent', by: 'quantity', tiers: descending })
      assert.deepEqual(await refusalsIn(refused), ['422 field_invalid /tiers/1/from'])
    })

    it('are not the prices by quantity of a product, which its cart has', async () => {
      const tierPrices = [{ from: 5, price: '1.00' }]
      await admin.products.change([{ id: ids.plain, tierPrices }])
      const [product] = (await admin.products.list({ filter: { id: ids.plain } })).data
      assert.deepEqual(product?.tierPrices, tierPrices)
      const { cart } = createClient({ baseUrl: service.url, token: await service.token('guest') })
      const prices = []
      for (const quantity of [4, 1]) {
        prices.push((await cart.addItem({ productId: ids.plain, quantity })).items[0]?.unitPrice.amount)
      }
      assert.equal(prices[1], '1.00')
      assert.notEqual(prices[0], '1.00')
      await admin.products.change([{ id: ids.plain, tierPrices: [] }])
    })

    it('have the results of the orders', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      const { cart } = createClient({ baseUrl: service.url, token })
      const { appliedCoupon, grandTotal } = await cart.applyCoupon('çokalana')
      assert.ok(appliedCoupon && grandTotal)
      assert.equal((await hold(service, 'R-1', token)).status, 201)
      const none = await admin.promotionResults()
      assert.deepEqual([none.data.coupons, none.meta.orders], [[], 0])
      assert.equal((await complete(service, 'R-1')).status, 200)
      const { data, meta } = await admin.promotionResults()
      assert.deepEqual(
        data.coupons.map(({ code, orders, turnover }) => [code, orders, turnover.amount]),
        [['ÇOKALANA', 1, grandTotal.amount]],
      )
      assert.deepEqual([meta.orders, meta.promotedOrders], [1, 1])
      const other = await admin.promotionResults({ campaignId: 70 })
      assert.deepEqual([other.data.coupons, other.meta.orders], [[], 1])
      assert.deepEqual(await refusalsIn(admin.promotionResults({ from: '2026-01-01T00:00:00Z', to: new Date(0) })), [
        '400 parameter_invalid',
      ])
      const unable = await clientOf('promotions:read')
      assert.deepEqual(await refusalsIn(unable.promotionResults()), ['403 insufficient_scope'])
    })
  })
}
