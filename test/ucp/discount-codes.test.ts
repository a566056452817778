/** Coupon codes of agents' carts: the first that applies counts, judged anew at each read, and each other has a warning. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { hold, release } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, createAgent, entriesOf, linesOf, messagesOf, type ToldCart } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

const percent = { discountType: 'percent', value: '10' }
const past = '2020-01-01T00:00:00Z'
const future = '2120-01-01T00:00:00Z'
const reward = { type: 'percent', value: '50' }

const campaigns = [
  { id: 1, name: 'Serbest', reward },
  { id: 2, name: 'Bağlı', reward, couponBound: true, conditions: { minimumQuantity: 2 } },
  { id: 3, name: 'Bitti', reward, couponBound: true, endsAt: past, conditions: { minimumQuantity: 2 } },
  { id: 4, name: 'Üyelere', reward, couponBound: true, audience: { members: true } },
  { id: 5, name: 'Bir kez', reward, couponBound: true, usageLimitPerCustomer: 1 },
]
const coupons = [
  { code: 'YAZİNDİRİMİ', description: 'Yaz indirimi', ...percent },
  { code: 'BES', discountType: 'fixed', value: '5' },
  { code: 'KARGO', discountType: 'free_shipping', value: null },
  { code: 'ESKI', ...percent, endsAt: past },
  { code: 'YENI', ...percent, startsAt: future },
  { code: 'KAPALI', ...percent, active: false },
  { code: 'UYE', ...percent, audience: { members: true } },
  { code: 'BAYI', ...percent, audience: { dealers: true } },
  { code: 'UYEBIR', ...percent, audience: { members: true }, usageLimitPerCustomer: 1 },
  { code: 'HERKESEBIR', ...percent, usageLimitPerCustomer: 1 },
  { code: 'IKIADET', ...percent, conditions: { minimumQuantity: 2 } },
  { code: 'BINLIRA', ...percent, conditions: { minimumTotal: '1000' } },
  { code: 'BASKAURUN', ...percent, conditions: { productIds: [ids.taxFree] } },
  { code: 'TEK', ...percent, usageLimit: 1 },
  { code: 'KAMPANYA', ...percent, campaignId: 2 },
  { code: 'KAMPANYABITTI', ...percent, campaignId: 3 },
  { code: 'KAMPANYAUYE', ...percent, campaignId: 4 },
  { code: 'KAMPANYABIR', ...percent, campaignId: 5 },
]

for (const engine of engines) {
  describe(`codes of an agent’s cart on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let agent: Agent
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
      agent = createAgent(service, platform.profile)
      await service.importShop({ campaigns, coupons })
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })

    const withCodes = (...codes: string[]) => ({ line_items: linesOf('101×1'), discounts: { codes } })
    const appliedOf = ({ discounts }: ToldCart) => discounts?.applied.map(({ code, amount }) => `${code} ${amount}`)

    // Proves: agent-guesses-codes
    it('are refused with the reason of each, in the words of the protocol', async () => {
      const reasons = {
        YOK: 'discount_code_invalid',
        ' ': 'discount_code_invalid',
        KAPALI: 'discount_code_invalid',
        YENI: 'discount_code_invalid',
        ESKI: 'discount_code_expired',
        UYE: 'discount_code_invalid',
        BAYI: 'discount_code_invalid',
        UYEBIR: 'discount_code_invalid',
        HERKESEBIR: 'discount_code_user_not_logged_in',
        KAMPANYABIR: 'discount_code_user_not_logged_in',
        KAMPANYAUYE: 'discount_code_invalid',
        IKIADET: 'discount_code_user_ineligible',
        BINLIRA: 'discount_code_user_ineligible',
        BASKAURUN: 'discount_code_user_ineligible',
        KAMPANYA: 'discount_code_user_ineligible',
        KAMPANYABITTI: 'discount_code_invalid',
      }
      for (const [code, reason] of Object.entries(reasons)) {
        const cart = await agent.created(withCodes(code))
        assert.deepEqual(messagesOf(cart), [`warning ${reason} $.discounts.codes[0]`], code)
        assert.deepEqual(cart.discounts, { codes: [code], applied: [] })
        assert.deepEqual(entriesOf(cart.totals), ['subtotal 19991', 'tax 3998', 'total 23989'])
      }
      const empty = await agent.created({ line_items: [], discounts: { codes: ['BES'] } })
      assert.deepEqual(messagesOf(empty), ['warning discount_code_user_ineligible $.discounts.codes[0]'])
    })

    it('apply in any case and with any Turkish i, and are shown as the shop wrote them', async () => {
      const cart = await agent.created(withCodes(' yazindırımi '))
      assert.deepEqual(cart.discounts, {
        codes: [' yazindırımi '],
        applied: [{ code: 'YAZİNDİRİMİ', title: 'Yaz indirimi', amount: 2399 }],
      })
      assert.deepEqual(entriesOf(cart.totals), ['subtotal 19991', 'discount -2399', 'tax 3998', 'total 21590'])
      assert.deepEqual(entriesOf(cart.line_items[0]?.totals ?? []), ['subtotal 19991', 'total 19991'])
      const fixed = await agent.created(withCodes('bes'))
      assert.deepEqual(fixed.discounts?.applied, [{ code: 'BES', title: 'BES', amount: 500 }])
      const shipping = await agent.created(withCodes('kargo'))
      assert.deepEqual(shipping.discounts?.applied, [{ code: 'KARGO', title: 'KARGO', amount: 0 }])
      assert.deepEqual(entriesOf(shipping.totals), ['subtotal 19991', 'tax 3998', 'total 23989'])
    })

    it('apply the first in their order; each other says why it does not', async () => {
      const codes = ['ESKI', 'yok', 'BES', 'YAZINDIRIMI', 'bes', 'YOK', 'UYE', 'IKIADET']
      const cart = await agent.created(withCodes(...codes))
      assert.deepEqual(appliedOf(cart), ['BES 500'])
      assert.deepEqual(messagesOf(cart), [
        'warning discount_code_expired $.discounts.codes[0]',
        'warning discount_code_invalid $.discounts.codes[1]',
        'warning discount_code_combination_disallowed $.discounts.codes[3]',
        'warning discount_code_already_applied $.discounts.codes[4]',
        'warning discount_code_already_applied $.discounts.codes[5]',
        'warning discount_code_invalid $.discounts.codes[6]',
        'warning discount_code_user_ineligible $.discounts.codes[7]',
      ])
      assert.deepEqual(cart.discounts?.codes, codes)
      const next = await agent.updated(cart.id, {
        line_items: linesOf('101×2'),
        discounts: { codes: ['IKIADET', 'BES'] },
      })
      assert.deepEqual(appliedOf(next), ['IKIADET 4798'])
      assert.deepEqual(messagesOf(next), ['warning discount_code_combination_disallowed $.discounts.codes[1]'])
      assert.deepEqual(appliedOf(await agent.found(cart.id)), ['IKIADET 4798'])
    })

    it('count as the coupon of a guest with the same lines does, without a campaign that nobody has chosen', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 2)
      for (const code of ['KAMPANYA', 'YAZINDIRIMI', 'BES']) {
        const read = cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode: code } }))
        const { grandTotal, discountTotal } = read.data.attributes
        const cart = await agent.created({ line_items: linesOf('101×2'), discounts: { codes: [code] } })
        const [total, discount] = [grandTotal, discountTotal].map(money => Number(money?.amount.replace('.', '')))
        assert.deepEqual(
          cart.totals.filter(({ type }) => type === 'total' || type === 'discount').map(({ amount }) => amount),
          [-(discount ?? 0), total],
          code,
        )
      }
    })

    it('are judged anew at each read: by time, by other codes, by the shop’s changes and by uses of others', async () => {
      const cart = await agent.created(withCodes('TEK', 'BES'))
      assert.deepEqual(appliedOf(cart), ['TEK 2399'])
      const other = await service.token('guest')
      await addItem(service, other, ids.plain)
      await service.call('POST', '/cart/coupon', { token: other, body: { couponCode: 'TEK' } })
      await hold(service, 'last-use', other)
      const usedUp = await agent.found(cart.id)
      assert.deepEqual(appliedOf(usedUp), ['BES 500'])
      assert.deepEqual(messagesOf(usedUp), ['warning discount_code_invalid $.discounts.codes[0]'])
      await release(service, 'last-use')
      assert.deepEqual(appliedOf(await agent.found(cart.id)), ['TEK 2399'])
      await service.importShop({ coupons: [{ code: 'TEK', ...percent, usageLimit: 1, active: false }] })
      assert.deepEqual(appliedOf(await agent.found(cart.id)), ['BES 500'])
    })
  })
}
