/** Coupons, campaigns, shipping and minimum order over HTTP, on both engines (specification 2.5–2.7, 4.1). */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { cartFor, refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids, product, shopFile } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** The shop of these tests: product 101 costs 100.00 and has 20 % VAT. */
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
      const cart = cartFor(service, token)
      await cart.addItem({ productId, quantity })
      return { token, cart }
    }
    const memberCart = async (id: number) => cartFor(service, await service.token('member', { id: String(id) }))
    const item = (productId: number, quantity = 1) => ({ productId, quantity })

    it('a cart shows shipping, minimum order, campaigns and grand total', async () => {
      const money = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })
      const { token } = await guestWith(ids.plain)
      assert.deepEqual(cartOf(await service.call('GET', '/cart', { token })).data.attributes, {
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

    it('a coupon is found in any spelling, shown in the spelling of the shop, and can be removed', async () => {
      const { cart } = await guestWith(ids.plain)
      for (const spelling of ['İNDİRİM', 'indirim', 'INDIRIM', 'ındırım', '  İndirim ']) {
        const { appliedCoupon, discountTotal, grandTotal } = await cart.applyCoupon(spelling)
        assert.deepEqual(appliedCoupon, {
          code: 'İNDİRİM',
          description: 'Yüzde beş',
          discountType: 'percent',
          discountAmount: { amount: '6.00', currencyCode: 'TRY', decimalPlaces: 2 },
        })
        assert.deepEqual([discountTotal?.amount, grandTotal?.amount], ['6.00', '114.00'])
      }
      const dropped = await cart.removeCoupon()
      assert.deepEqual([dropped.appliedCoupon, dropped.discountTotal], [undefined, undefined])
      await cart.removeCoupon()
    })

    it('an unknown or inapplicable code is not an error, and removes an earlier coupon', async () => {
      const { cart } = await guestWith(ids.plain)
      for (const code of ['YOK', '%', '*', '<script>', 'SONRA', 'ÜYEYE', 'x'.repeat(100)]) {
        assert.ok((await cart.applyCoupon('İNDİRİM')).appliedCoupon)
        const { appliedCoupon, discountTotal } = await cart.applyCoupon(code)
        assert.deepEqual([appliedCoupon, discountTotal], [undefined, undefined], code)
      }
    })

    it('a code that is empty, too long or not a text is answered with 422, and an earlier coupon stays', async () => {
      const { token, cart } = await guestWith(ids.plain)
      await cart.applyCoupon('İNDİRİM')
      for (const couponCode of ['', '   ', '\u200b', 'x'.repeat(101), 5, ['A'], null, 'a\u0000b']) {
        const answer = await service.call('POST', '/cart/coupon', { token, body: { couponCode } })
        assert.deepEqual(refusalsOf(answer), ['422 field_invalid /couponCode'])
      }
      assert.ok((await cart.read()).appliedCoupon)
    })

    it('a coupon bound to a campaign gives the reward of that campaign, which is not listed', async () => {
      const { cart } = await guestWith(ids.plain)
      const { appliedCoupon, campaigns } = await cart.applyCoupon('bağlı')
      assert.equal(appliedCoupon?.discountAmount.amount, '25.00')
      assert.deepEqual(
        campaigns?.map(({ id }) => id),
        [2, 1],
      )
    })

    it('a chosen campaign is applied and can be removed; a campaign that is not listed is answered with 422', async () => {
      const { cart } = await guestWith(ids.plain)
      const { appliedCampaign, discountTotal } = await cart.chooseCampaign(1)
      assert.deepEqual([appliedCampaign?.id, appliedCampaign?.discountAmount.amount], [1, '12.00'])
      assert.equal(discountTotal?.amount, '12.00')
      for (const campaignId of [3, 4, 5, 99]) {
        assert.deepEqual(await refusalsIn(cart.chooseCampaign(campaignId)), ['422 campaign_not_available /campaignId'])
      }
      assert.equal((await cart.read()).appliedCampaign?.id, 1)
      assert.equal((await cart.removeCampaign()).appliedCampaign, undefined)
    })

    it('a campaign with free shipping sets the shipping price to 0.00, without a discount', async () => {
      const { cart } = await guestWith(ids.plain)
      assert.equal((await cart.read()).cargoPrice?.amount, '49.90')
      const { cargoPrice, appliedCampaign, discountTotal } = await cart.chooseCampaign(2)
      assert.deepEqual(
        [cargoPrice?.amount, appliedCampaign?.discountAmount.amount, discountTotal],
        ['0.00', '0.00', undefined],
      )
    })

    it('a dealer sees the campaign for dealers, and a customer with free shipping has a shipping price of 0.00', async () => {
      const [dealer, exempt] = [await memberCart(ids.dealer), await memberCart(ids.otherMember)]
      await dealer.addItem(item(ids.plain))
      await exempt.addItem(item(ids.plain))
      assert.deepEqual(
        (await dealer.read()).campaigns?.map(({ id }) => id),
        [2, 1, 3],
      )
      assert.equal((await exempt.read()).cargoPrice?.amount, '0.00')
    })

    it('a coupon below its minimum and a campaign of an empty cart are kept, and apply again with enough items', async () => {
      const { cart } = await guestWith(ids.plain, 2)
      await cart.chooseCampaign(1)
      assert.equal((await cart.applyCoupon('büyük')).appliedCoupon?.discountAmount.amount, '50.00')
      const id = (await cart.read()).items[0]?.id ?? ''
      const fewer = await cart.setQuantity(id, 1)
      assert.deepEqual([fewer.appliedCoupon, fewer.appliedCampaign?.id], [undefined, 1])
      const emptied = await cart.removeItem(id)
      assert.deepEqual(Object.keys(emptied), ['totalQuantity', 'subtotal', 'unappliedCoupon', 'etag', 'items'])
      await cart.addItem(item(ids.plain, 2))
      const again = await cart.read()
      assert.deepEqual([again.appliedCoupon?.code, again.appliedCampaign?.id], ['BÜYÜK', 1])
    })

    it('a coupon can be applied before the first item, and is removed when the cart is emptied', async () => {
      const cart = cartFor(service, await service.token('guest'))
      const empty = await cart.applyCoupon('İNDİRİM')
      assert.deepEqual(Object.keys(empty), ['totalQuantity', 'subtotal', 'unappliedCoupon', 'etag', 'items'])
      await cart.addItem(item(ids.plain))
      assert.equal((await cart.read()).appliedCoupon?.code, 'İNDİRİM')
      await cart.clear()
      await cart.addItem(item(ids.plain))
      assert.equal((await cart.read()).appliedCoupon, undefined)
    })

    it('a coupon or campaign that an import ends is missing from the next response, until an import restores it', async () => {
      const { cart } = await guestWith(ids.plain)
      await cart.chooseCampaign(1)
      await cart.applyCoupon('İNDİRİM')
      const coupon = { code: 'İNDİRİM', discountType: 'percent', value: '5', usageLimit: 10 }
      const percent = { reward: { type: 'percent', value: '10' } }
      const applied = async () => {
        const { appliedCoupon, appliedCampaign } = await cart.read()
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
      assert.equal((await cart.read()).campaigns, undefined)
      await service.importShop({ shop: { settings: { campaignEngine: true } } })
      assert.deepEqual(await applied(), ['İNDİRİM', 1])
    })

    it('a merge uses the coupon and campaign of the guest where the member has none', async () => {
      const member = await memberCart(ids.member)
      await member.addItem(item(ids.plain))
      await member.chooseCampaign(2)
      const guest = await guestWith(ids.plain)
      await guest.cart.chooseCampaign(1)
      await guest.cart.applyCoupon('İNDİRİM')
      const merged = await member.merge(guest.token)
      assert.deepEqual([merged.appliedCoupon?.code, merged.appliedCampaign?.id], ['İNDİRİM', 2])
    })

    it('a banned member cannot change the coupon or the campaign', async () => {
      await service.importShop({ customers: [customer(77, { status: 'banned' })] })
      const cart = await memberCart(77)
      for (const choose of [
        () => cart.applyCoupon('İNDİRİM'),
        () => cart.removeCoupon(),
        () => cart.chooseCampaign(1),
        () => cart.removeCampaign(),
      ]) {
        assert.deepEqual(await refusalsIn(choose()), ['401 customer_not_active'])
      }
    })

    it('`sepet campaigns explain` prints the condition results of each campaign', async () => {
      const token = await service.token('member', { id: String(ids.dealer) })
      await service.call('DELETE', '/cart', { token })
      await addItem(service, token, ids.plain)
      const env = { DATA_DIR: service.config.DATA_DIR, DATABASE_URL: service.config.DATABASE_URL }
      const explain = (shopper: string) => runSepet(['campaigns', 'explain', '--as', shopper], env)
      const { status, stdout, stderr } = await explain(`member:${ids.dealer}`)
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(stdout, /^The cart of member:2: 1 line, 120\.00 TRY with VAT\.\n/)
      assert.match(stdout, /\n3 {2}Kampanya 3: applies\n/)
      assert.match(
        stdout,
        /\n4 {2}Kampanya 4: does not apply\n[\s\S]*?FAIL {2}coupon +needs a coupon that is bound to it\n/,
      )
      assert.match(
        stdout,
        /\n5 {2}Kampanya 5: does not apply\n {4}pass {2}campaignEngine .*\n {4}pass {2}active .*\n {4}FAIL {2}dates +\d{4}-/,
      )
      assert.match(
        (await explain('guest')).stdout,
        /a new guest: 0 lines[\s\S]*3 {2}Kampanya 3: does not apply\n[\s\S]*?FAIL {2}audience +a guest/,
      )
      const unknown = await explain('member:999')
      assert.deepEqual([unknown.status, unknown.stderr], [1, 'sepet: There is no customer 999.\n'])
      assert.equal((await explain('app:x')).status, 1)
    })
  })
}
