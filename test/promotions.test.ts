/** Coupons, campaigns, shipping and minimum order over HTTP, on both engines (specification 2.5–2.7, 4.1). */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, refusalsOf } from './support/cart.ts'
import { engines } from './support/engines.ts'
import { runSepet } from './support/process.ts'
import { startService, type TestService } from './support/service.ts'
import { customer, ids, product, shopFile } from './support/shop-file.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** The shop of these stories: product 101 costs 100.00 and has 20 % VAT. */
function promotedShop(): object {
  return shopFile({
    products: [product({ id: ids.plain, price: '100' }), product({ id: ids.taxFree, price: '10', vatRate: 0 })],
    customers: [
      customer(ids.member),
      customer(ids.dealer, { customerGroupId: ids.group, dealer: true }),
      customer(ids.otherMember, { freeCargo: true }),
    ],
    shippingCompanies: [
      { id: 1, name: 'Kargo', default: true, freeLimit: '300', rates: [{ from: '0', price: '49.90' }] },
    ],
    paymentMethods: [{ id: 1, name: 'Kredi kartı', active: true, minimumOrderAmount: '150' }],
    campaigns: [
      campaign(1, { reward: { type: 'percent', value: '10' }, description: 'Sepette yüzde on' }),
      campaign(2, { logicalGroup: 1, priority: 5, reward: { type: 'free_shipping' } }),
      campaign(3, { audience: { dealers: true }, reward: { type: 'fixed', value: '30' } }),
      campaign(4, { couponBound: true, reward: { type: 'fixed', value: '25' } }),
      campaign(5, { endsAt: inHours(-1) }),
    ],
    coupons: [
      { code: 'İNDİRİM', description: 'Yüzde beş', discountType: 'percent', value: '5' },
      { code: 'SONRA', discountType: 'fixed', value: '5', startsAt: inHours(1) },
      { code: 'BAĞLI', discountType: 'fixed', value: '25', campaignId: 4 },
      { code: 'BÜYÜK', discountType: 'fixed', value: '50', conditions: { minimumTotal: '240' } },
      { code: 'ÜYEYE', discountType: 'fixed', value: '5', usageLimitPerCustomer: 1 },
    ],
  })
}

function campaign(id: number, overrides: Record<string, unknown>): object {
  return {
    id,
    name: `Kampanya ${id}`,
    logicalGroup: 2,
    priority: 10,
    reward: { type: 'percent', value: '1' },
    ...overrides,
  }
}

for (const engine of engines) {
  describe(`promotions on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop(promotedShop())
    })
    after(() => service.stop())

    const guestWith = async (productId: number, quantity = 1) => {
      const token = await service.token('guest')
      await addItem(service, token, productId, quantity)
      return token
    }
    const attributes = async (token: string, method = 'GET', path = '/cart', body?: object) =>
      cartOf(await service.call(method, path, { token, body })).data.attributes
    const apply = (token: string, couponCode: string) => attributes(token, 'POST', '/cart/coupon', { couponCode })

    it('a cart shows shipping, minimum order, campaigns and grand total', async () => {
      const money = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })
      assert.deepEqual(await attributes(await guestWith(ids.plain)), {
        totalQuantity: 1,
        subtotal: money('100.00'),
        cargoPrice: money('49.90'),
        freeCargoThreshold: money('300.00'),
        minimumOrderAmount: money('150.00'),
        belowMinimumOrder: true,
        campaigns: [
          { id: 2, name: 'Kampanya 2', description: '', logicalGroup: 1 },
          { id: 1, name: 'Kampanya 1', description: 'Sepette yüzde on', logicalGroup: 2 },
        ],
        grandTotal: money('120.00'),
      })
    })

    it('a coupon is found however it is typed, shown as the shop wrote it, and dropped', async () => {
      const token = await guestWith(ids.plain)
      for (const spelling of ['İNDİRİM', 'indirim', 'INDIRIM', 'ındırım', '  İndirim ']) {
        const { appliedCoupon, discountTotal, grandTotal } = await apply(token, spelling)
        assert.deepEqual(appliedCoupon, {
          code: 'İNDİRİM',
          description: 'Yüzde beş',
          discountType: 'percent',
          discountAmount: { amount: '6.00', currencyCode: 'TRY', decimalPlaces: 2 },
        })
        assert.deepEqual([discountTotal?.amount, grandTotal?.amount], ['6.00', '114.00'])
      }
      const dropped = await attributes(token, 'DELETE', '/cart/coupon')
      assert.deepEqual([dropped.appliedCoupon, dropped.discountTotal], [undefined, undefined])
      await attributes(token, 'DELETE', '/cart/coupon')
    })

    it('an invalid code is no error; it drops an earlier coupon', async () => {
      const token = await guestWith(ids.plain)
      for (const code of ['YOK', '%', '*', '   ', '<script>', 'SONRA', 'ÜYEYE', 'x'.repeat(100)]) {
        assert.ok((await apply(token, 'İNDİRİM')).appliedCoupon)
        const { appliedCoupon, discountTotal } = await apply(token, code)
        assert.deepEqual([appliedCoupon, discountTotal], [undefined, undefined], code)
      }
    })

    it('a code that is empty, too long or no text is 422, and the earlier one stays', async () => {
      const token = await guestWith(ids.plain)
      await apply(token, 'İNDİRİM')
      for (const couponCode of ['', 'x'.repeat(101), 5, ['A'], null, 'a\u0000b']) {
        const answer = await service.call('POST', '/cart/coupon', { token, body: { couponCode } })
        assert.deepEqual(refusalsOf(answer), ['422 member_invalid /couponCode'])
      }
      assert.ok((await attributes(token, 'GET', '/cart')).appliedCoupon)
    })

    it('a coupon bound to a campaign gives that campaign’s reward, which is never listed', async () => {
      const { appliedCoupon, campaigns } = await apply(await guestWith(ids.plain), 'bağlı')
      assert.equal(appliedCoupon?.discountAmount.amount, '25.00')
      assert.deepEqual(
        campaigns?.map(({ id }) => id),
        [2, 1],
      )
    })

    it('a chosen campaign is applied and may be dropped; one that is not listed is 422 and changes nothing', async () => {
      const token = await guestWith(ids.plain)
      const { appliedCampaign, discountTotal } = await attributes(token, 'POST', '/cart/campaign', { campaignId: 1 })
      assert.deepEqual([appliedCampaign?.id, appliedCampaign?.discountAmount.amount], [1, '12.00'])
      assert.equal(discountTotal?.amount, '12.00')
      for (const campaignId of [3, 4, 5, 99]) {
        const answer = await service.call('POST', '/cart/campaign', { token, body: { campaignId } })
        assert.deepEqual(refusalsOf(answer), ['422 campaign_not_listed /campaignId'])
      }
      assert.equal((await attributes(token)).appliedCampaign?.id, 1)
      assert.equal((await attributes(token, 'DELETE', '/cart/campaign')).appliedCampaign, undefined)
    })

    it('free shipping by a campaign shows as a price of nothing, without a discount', async () => {
      const shown = await attributes(await guestWith(ids.plain), 'GET')
      assert.equal(shown.cargoPrice?.amount, '49.90')
      const token = await guestWith(ids.plain)
      const { cargoPrice, appliedCampaign, discountTotal } = await attributes(token, 'POST', '/cart/campaign', {
        campaignId: 2,
      })
      assert.deepEqual(
        [cargoPrice?.amount, appliedCampaign?.discountAmount.amount, discountTotal],
        ['0.00', '0.00', undefined],
      )
    })

    it('dealers see their campaign, and customers with free shipping pay none', async () => {
      const member = (id: number) => service.token('member', { id: String(id) })
      const [dealer, exempt] = [await member(ids.dealer), await member(ids.otherMember)]
      await addItem(service, dealer, ids.plain)
      await addItem(service, exempt, ids.plain)
      assert.deepEqual(
        (await attributes(dealer)).campaigns?.map(({ id }) => id),
        [2, 1, 3],
      )
      assert.equal((await attributes(exempt)).cargoPrice?.amount, '0.00')
    })

    it('choices wait for a cart that meets them: below the minimum, empty, and back again', async () => {
      const token = await guestWith(ids.plain, 2)
      await attributes(token, 'POST', '/cart/campaign', { campaignId: 1 })
      assert.equal((await apply(token, 'büyük')).appliedCoupon?.discountAmount.amount, '50.00')
      const [line] = cartOf(await service.call('GET', '/cart', { token })).included
      const fewer = await attributes(token, 'PATCH', `/cart-items/${line?.id}`, { quantity: 1 })
      assert.deepEqual([fewer.appliedCoupon, fewer.appliedCampaign?.id], [undefined, 1])
      const empty = await attributes(token, 'DELETE', `/cart-items/${line?.id}`)
      assert.deepEqual(Object.keys(empty), ['totalQuantity', 'subtotal'])
      await addItem(service, token, ids.plain, 2)
      const again = await attributes(token)
      assert.deepEqual([again.appliedCoupon?.code, again.appliedCampaign?.id], ['BÜYÜK', 1])
    })

    it('a coupon may be chosen before the first item; emptying the cart drops it', async () => {
      const token = await service.token('guest')
      assert.deepEqual(Object.keys(await apply(token, 'İNDİRİM')), ['totalQuantity', 'subtotal'])
      await addItem(service, token, ids.plain)
      assert.equal((await attributes(token)).appliedCoupon?.code, 'İNDİRİM')
      await attributes(token, 'DELETE')
      await addItem(service, token, ids.plain)
      assert.equal((await attributes(token)).appliedCoupon, undefined)
    })

    it('what an import ends disappears from the very next read, and returns with it', async () => {
      const token = await guestWith(ids.plain)
      await attributes(token, 'POST', '/cart/campaign', { campaignId: 1 })
      await apply(token, 'İNDİRİM')
      const coupon = { code: 'İNDİRİM', discountType: 'percent', value: '5', usageLimit: 10 }
      const percent = { reward: { type: 'percent', value: '10' } }
      const applied = async () => {
        const { appliedCoupon, appliedCampaign } = await attributes(token)
        return [appliedCoupon?.code, appliedCampaign?.id]
      }
      await service.importShop({
        coupons: [{ ...coupon, usageCount: 10 }],
        campaigns: [campaign(1, { ...percent, active: false })],
      })
      assert.deepEqual(await applied(), [undefined, undefined])
      await service.importShop({ coupons: [{ ...coupon, usageCount: 9 }], campaigns: [campaign(1, percent)] })
      assert.deepEqual(await applied(), ['İNDİRİM', 1])
      await service.importShop({ shop: { settings: { campaignEngine: false } } })
      assert.deepEqual(await applied(), ['İNDİRİM', undefined])
      assert.equal((await attributes(token)).campaigns, undefined)
      await service.importShop({ shop: { settings: { campaignEngine: true } } })
      assert.deepEqual(await applied(), ['İNDİRİM', 1])
    })

    it('at login the guest’s choices are taken where the member has none', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.plain)
      await attributes(member, 'POST', '/cart/campaign', { campaignId: 2 })
      const guest = await guestWith(ids.plain)
      await attributes(guest, 'POST', '/cart/campaign', { campaignId: 1 })
      await apply(guest, 'İNDİRİM')
      const merged = await attributes(member, 'POST', '/cart/merge', { guestToken: guest })
      assert.deepEqual([merged.appliedCoupon?.code, merged.appliedCampaign?.id], ['İNDİRİM', 2])
    })

    it('a banned member chooses nothing', async () => {
      await service.importShop({ customers: [customer(77, { status: 'banned' })] })
      const token = await service.token('member', { id: '77' })
      for (const [method, path, body] of [
        ['POST', '/cart/coupon', { couponCode: 'İNDİRİM' }],
        ['DELETE', '/cart/coupon', undefined],
        ['POST', '/cart/campaign', { campaignId: 1 }],
        ['DELETE', '/cart/campaign', undefined],
      ] as const) {
        assert.deepEqual(refusalsOf(await service.call(method, path, { token, body })), ['401 customer_not_active'])
      }
    })

    it('sepet campaigns explain says for each campaign which condition fails and on what', async () => {
      const token = await service.token('member', { id: String(ids.dealer) })
      await service.call('DELETE', '/cart', { token })
      await addItem(service, token, ids.plain)
      const env = { DATA_DIR: service.config.DATA_DIR, DATABASE_URL: service.config.DATABASE_URL }
      const explain = (shopper: string) => runSepet(['campaigns', 'explain', '--as', shopper], env)
      const { status, stdout, stderr } = await explain(`member:${ids.dealer}`)
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(stdout, /^The cart of member:2: 1 line, 120\.00 TRY with VAT\.\n/)
      assert.match(stdout, /\n3 {2}Kampanya 3: applies\n/)
      assert.match(stdout, /\n4 {2}Kampanya 4: applies, through a coupon only\n/)
      assert.match(stdout, /\n5 {2}Kampanya 5: does not apply\n {4}pass {2}active .*\n {4}FAIL {2}dates +\d{4}-/)
      assert.match(
        (await explain('guest')).stdout,
        /a new guest: 0 lines[\s\S]*3 {2}Kampanya 3: does not apply\n[\s\S]*?FAIL {2}audience +a guest/,
      )
      const unknown = await explain('member:999')
      assert.deepEqual([unknown.status, unknown.stderr], [1, 'sepet: There is no such customer.\n'])
      assert.equal((await explain('app:x')).status, 1)
    })
  })
}

describe('guessing coupon codes', () => {
  it('is throttled per token, apart from the rest of the cart', async () => {
    const service = await startService('sqlite', { COUPON_RATE_LIMIT: '3' })
    const token = await service.token('guest')
    const guess = () => service.call('POST', '/cart/coupon', { token, body: { couponCode: 'YOK' } })
    for (let n = 0; n < 3; n++) assert.equal((await guess()).status, 200)
    const refused = await guess()
    assert.deepEqual(refusalsOf(refused), ['429 rate_limited'])
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
    assert.equal((await service.call('DELETE', '/cart/coupon', { token })).status, 200)
    assert.equal((await service.call('GET', '/cart', { token })).status, 200)
    await service.stop()
  })
})
