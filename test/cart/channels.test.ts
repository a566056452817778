/** Promotions of some channels: what the app, the web session, staff and holds see of them. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CARTS } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { askCarts } from '../support/cart/cart-list.ts'
import { couponOf } from '../support/cart/coupons.ts'
import { callCheckout, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, signIn } from '../support/web-checkout/checkout.ts'

const reward = { type: 'fixed', value: '10' }
const campaigns = [
  { id: 1, name: 'Uygulamada', reward, automatic: true, audience: { channels: ['app'] } },
  { id: 2, name: 'Webde', reward: { type: 'fixed', value: '20' }, automatic: true, audience: { channels: ['web'] } },
]
const coupons = [
  { code: 'UYGULAMA', discountType: 'percent', value: '10', audience: { channels: ['app', 'agent'] } },
  { code: 'WEB', discountType: 'percent', value: '10', audience: { channels: ['web'] } },
]

for (const engine of engines) {
  describe(`promotions of some channels on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      await service.importShop({ campaigns, coupons })
    })
    after(() => service.stop())
    beforeEach(async () => {
      token = await service.token('guest')
      await addItem(service, token, ids.plain)
    })

    const read = async (as: string) => cartOf(await service.call('GET', '/cart', { token: as })).data
    const campaignOf = ({ attributes }: Awaited<ReturnType<typeof read>>) => attributes.appliedCampaign?.id
    const enter = (couponCode: string, as = token) =>
      service.call('POST', '/cart/coupon', { token: as, body: { couponCode } })
    const onWeb = async () => actFor(service, await signIn(service, token))

    it('apply on their channels alone', async () => {
      const web = await onWeb()
      assert.deepEqual([campaignOf(await read(token)), campaignOf(await read(web))], [1, 2])
      const { campaigns: listed } = (await read(web)).attributes
      assert.deepEqual(
        listed?.map(({ id }) => id),
        [2],
      )
    })

    it('that a coupon has say so where it leaves at the handoff', async () => {
      assert.equal(couponOf(cartOf(await enter('uygulama'))), 'applied UYGULAMA')
      const { attributes, meta } = await read(await onWeb())
      assert.equal(attributes.appliedCoupon, undefined)
      assert.partialDeepStrictEqual(meta, { coupon: { code: 'UYGULAMA', applied: false, reason: 'channel' } })
      assert.equal(couponOf(cartOf(await service.call('GET', '/cart', { token }))), 'applied UYGULAMA')
    })

    it('refuse a code on another channel, and do not store it', async () => {
      const refused = cartOf(await enter('WEB')).data.meta?.coupon
      assert.equal(refused?.reason, 'channel')
      assert.equal((await read(await onWeb())).attributes.appliedCoupon, undefined)
      assert.equal(couponOf(cartOf(await enter('WEB', await onWeb()))), 'applied WEB')
    })

    it('are judged in a hold on the channel that it names, on the web without one', async () => {
      const totalOf = async (as: string) => (await read(as)).attributes.grandTotal?.amount
      const [app, web] = [await totalOf(token), await totalOf(await onWeb())]
      const holdOn = async (grandTotal: unknown, more: object, reference: string) =>
        callCheckout(service, 'PUT', reference, { subject: subjectOf(token), expected: { grandTotal }, ...more })
      assert.deepEqual(refusalsOf(await holdOn(app, {}, 'h1')), ['409 cart_changed'])
      assert.deepEqual(refusalsOf(await holdOn(web, { channel: 'app' }, 'h1')), ['409 cart_changed'])
      assert.equal((await holdOn(app, { channel: 'app' }, 'h1')).status, 201)
      assert.equal((await holdOn(web, { channel: 'web' }, 'h2')).status, 201)
      for (const channel of ['agent', 'App', '', 1, null]) {
        const { json } = await holdOn(web, { channel }, 'h3')
        const { errors } = json as { errors: { code: string; source: { pointer: string } }[] }
        assert.deepEqual(
          errors.map(({ code, source }) => `${code} ${source.pointer}`),
          ['field_invalid /channel'],
        )
      }
    })

    it('are judged for staff on the app’s channel, or on one that they name', async () => {
      const path = `/${subjectOf(token)}`
      const seen = async (query: string) => {
        const { json } = await askCarts(service, `${path}${query}`)
        const { data } = json as { data: { cart: { data: Awaited<ReturnType<typeof read>> } } }
        return campaignOf(data.cart.data)
      }
      assert.deepEqual(
        [await seen(''), await seen('?channel=app'), await seen('?channel=web'), await seen('?channel=agent')],
        [1, 1, 2, undefined],
      )
      for (const channel of ['', 'WEB', 'web&channel=app', 'tv']) {
        assert.deepEqual(refusalsOf(await askCarts(service, `${path}?channel=${channel}`)), ['400 parameter_invalid'])
      }
      assert.equal((await askCarts(service, `${path}?other=1`)).status, 200)
    })

    it('are explained with the channel, and the campaign that won with what it saves', async () => {
      await service.importShop({
        campaigns: [{ id: 3, name: 'Beş', reward: { type: 'fixed', value: '5' }, automatic: true }],
      })
      const { json } = await askCarts(service, `/${subjectOf(token)}`)
      const { data } = json as {
        data: { campaigns: { id: number; contest?: object; conditions: { name: string; detail: string }[] }[] }
      }
      const money = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })
      assert.deepEqual(
        data.campaigns.map(({ id, contest }) => [id, contest]),
        [
          [1, { winnerId: 1, isChosen: false, saving: money('10.00'), heldTooOften: false }],
          [2, undefined],
          [3, { winnerId: 1, isChosen: false, saving: money('5.00'), heldTooOften: false }],
        ],
      )
      assert.deepEqual(
        data.campaigns.map(({ conditions }) => conditions.find(({ name }) => name === 'channel')?.detail),
        ['app in app', 'app in web', undefined],
      )
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const explain = (...more: string[]) =>
        runSepet(['campaigns', 'explain', '--as', subjectOf(token), ...more], { DATA_DIR, DATABASE_URL })
      const { stdout } = await explain()
      assert.match(stdout, /1 {2}Uygulamada: applies[\s\S]*picked: it saves 10\.00/)
      assert.match(stdout, /3 {2}Beş: can be chosen[\s\S]*campaign 1 saves 10\.00, and this one 5\.00/)
      assert.match((await explain('--channel', 'web')).stdout, /2 {2}Webde: applies/)
      const wrong = await explain('--channel', 'tv')
      assert.notEqual(wrong.status, 0)
      assert.match(wrong.stderr, /--channel takes app, web, agent/)
    })

    it('need no further scope', async () => {
      const admin = await service.token('admin', { scope: 'customers:read' })
      const answer = await service.call('GET', `${CARTS}/${subjectOf(token)}?channel=web`, { token: admin })
      assert.deepEqual(refusalsOf(answer), ['403 insufficient_scope'])
    })
  })
}
