/** Rewards by sets and tiers in carts that change, over HTTP on both engines: what is earned now is discounted now, and nothing else. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CAMPAIGNS } from '../../src/api-paths.ts'
import { addItem, cartOf, linesOf, refusalsOf, type ShownCart } from '../support/cart/cart.ts'
import { cartFor } from '../support/cart/client.ts'
import { complete, dataOf, hold, readCart, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { campaign, campaignPath, promotionCaller, recordOf } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const SHIRT = 201
const TIE = 202
const SOCKS = 203
const CODE = 'KRAVAT'
const only = (...productIds: number[]) => ({ productIds })

/** Shirts of 100, ties of 40 and socks of 9.99, without VAT. */
const products = [
  product({ id: SHIRT, price: '100', vatRate: 0, brand: 'Gömlek' }),
  product({ id: TIE, price: '40', vatRate: 0, brand: 'Kravat' }),
  product({ id: SOCKS, price: '9.99', vatRate: 0, brand: 'Çorap' }),
]

for (const engine of engines) {
  describe(`rewards by sets and tiers on ${engine}`, () => {
    let service: TestService
    let number = 0
    const running: object[] = []
    before(async () => {
      service = await startService(engine)
      await service.importShop(
        shopFile({ products, shop: { settings: { sellAtNegativeStock: true, showOffers: true } } }),
      )
    })
    after(() => service.stop())

    /** Imports one campaign that applies by itself, in place of the one before. @returns its id */
    const run = async (fields: object, others: object = {}) => {
      const ended = running.splice(0).map(each => ({ ...each, active: false }))
      number++
      running.push({ id: number, name: `Kampanya ${number}`, automatic: true, ...fields })
      await service.importShop({ campaigns: [...ended, ...running], ...others })
      return number
    }
    const discountIn = ({ data }: Pick<ShownCart, 'data'>) => data.attributes.discountTotal?.amount ?? null
    const discountOf = async (token: string) => discountIn(await readCart(service, token))
    const setQuantity = async (token: string, itemId: string, quantity: number) =>
      cartOf(await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity } }))
    const remove = async (token: string, itemId: string) =>
      cartOf(await service.call('DELETE', `/cart-items/${itemId}`, { token }))
    const tieWithTwoShirts = {
      conditions: only(SHIRT),
      reward: { type: 'buy_x_get_y', buy: 2, get: 1, target: only(TIE) },
    }

    it('a set is discounted from the piece on that completes it, until one is taken out', async () => {
      await run(tieWithTwoShirts)
      const token = await service.token('guest')
      const shirts = await addItem(service, token, SHIRT, 1)
      const tie = await addItem(service, token, TIE, 1)
      assert.equal(await discountOf(token), null)
      assert.equal(discountIn(await setQuantity(token, shirts, 2)), '40.00')
      assert.equal(discountIn(await setQuantity(token, shirts, 1)), null)
      assert.equal(discountIn(await setQuantity(token, shirts, 3)), '40.00')
      assert.equal(discountIn(await remove(token, shirts)), null)
      await addItem(service, token, SHIRT, 2)
      assert.equal(await discountOf(token), '40.00')
      const left = await remove(token, tie)
      assert.equal(discountIn(left), null)
      assert.deepEqual(linesOf(left), [`${SHIRT}×2`])
    })

    it('a gift is a discount: no line is added, and none is taken away', async () => {
      await run(tieWithTwoShirts)
      const token = await service.token('guest')
      await addItem(service, token, SHIRT, 4)
      assert.deepEqual(linesOf(await readCart(service, token)), [`${SHIRT}×4`])
      await addItem(service, token, TIE, 3)
      const cart = await readCart(service, token)
      assert.deepEqual([linesOf(cart), discountIn(cart)], [[`${SHIRT}×4`, `${TIE}×3`], '80.00'])
    })

    it('pieces that are added at once are discounted like those that are added one by one', async () => {
      await run({ reward: { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50' } })
      const [atOnce, apart] = [await service.token('guest'), await service.token('guest')]
      for (let n = 1; n <= 5; n++) await addItem(service, apart, SOCKS)
      await addItem(service, atOnce, SOCKS, 5)
      assert.deepEqual([await discountOf(atOnce), await discountOf(apart)], ['9.99', '9.99'])
    })

    it('the lines may be added in any order', async () => {
      await run({
        conditions: { brands: ['Gömlek', 'Kravat', 'Çorap'] },
        reward: { type: 'buy_x_get_y', buy: 2, get: 1, target: { brands: ['KRAVAT'] } },
      })
      for (const order of [
        [TIE, SHIRT, SOCKS],
        [SHIRT, SOCKS, TIE],
        [SOCKS, TIE, SHIRT],
      ]) {
        const token = await service.token('guest')
        for (const id of order) await addItem(service, token, id)
        assert.equal(await discountOf(token), '40.00')
      }
    })

    it('a coupon of sets follows every change of what it discounts', async () => {
      const coupon = { code: CODE, discountType: 'percent', campaignId: number + 1 }
      await run({ ...tieWithTwoShirts, automatic: false, couponBound: true }, { coupons: [coupon] })
      const token = await service.token('guest')
      const ties = await addItem(service, token, TIE, 1)
      await addItem(service, token, SHIRT, 2)
      cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode: CODE } }))
      const shirts = await addItem(service, token, SHIRT, 3)
      assert.equal(await discountOf(token), '40.00')
      assert.equal(discountIn(await setQuantity(token, ties, 4)), '80.00')
      assert.equal(discountIn(await setQuantity(token, shirts, 8)), '160.00')
      assert.equal(discountIn(await setQuantity(token, ties, 1)), '40.00')
      const { data } = await remove(token, shirts)
      assert.equal(data.attributes.discountTotal, undefined)
    })

    it('a login counts the pieces of both carts together', async () => {
      await run(tieWithTwoShirts)
      const [guest, member] = [await service.token('guest'), await service.token('member', { id: String(ids.member) })]
      await cartFor(service, member).clear()
      await addItem(service, guest, SHIRT)
      await addItem(service, guest, TIE)
      await addItem(service, member, SHIRT)
      assert.deepEqual([await discountOf(guest), await discountOf(member)], [null, null])
      const merged = cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      assert.equal(discountIn(merged), '40.00')
    })

    it('an incomplete set takes no use of a campaign, a complete one takes one', async () => {
      const id = await run({ ...tieWithTwoShirts, usageLimit: 1 })
      const [few, enough, late] = await Promise.all([1, 2, 3].map(() => service.token('guest')))
      assert.ok(few && enough && late)
      await addItem(service, few, SHIRT, 2)
      const held = await hold(service, `EKSIK-${engine}`, few)
      assert.equal(held.status, 201, held.text)
      assert.equal(dataOf(held).cart.data.attributes.appliedCampaign, undefined)
      for (const token of [enough, late]) {
        await addItem(service, token, SHIRT, 2)
        await addItem(service, token, TIE)
        assert.equal(await discountOf(token), '40.00')
      }
      const sold = await hold(service, `TAM-${engine}`, enough)
      assert.equal(sold.status, 201, sold.text)
      assert.equal(dataOf(sold).cart.data.attributes.appliedCampaign?.id, id)
      assert.equal((await complete(service, `TAM-${engine}`)).status, 200)
      assert.equal(await discountOf(late), null)
    })

    it('an order is refused that has seen a set which is complete no more', async () => {
      await run(tieWithTwoShirts)
      const token = await service.token('guest')
      const shirts = await addItem(service, token, SHIRT, 2)
      await addItem(service, token, TIE)
      const { grandTotal } = (await readCart(service, token)).data.attributes
      await setQuantity(token, shirts, 1)
      const late = await hold(service, `GEC-${engine}`, token, { grandTotal: grandTotal?.amount })
      assert.deepEqual(refusalsOf(late), ['409 cart_changed'])
    })

    it('a tier is reached by the whole of what is covered, and falls back with it', async () => {
      const tiers = [
        { from: '300', value: '30' },
        { from: '500', value: '75.5' },
      ]
      await run({ conditions: only(SHIRT, TIE), reward: { type: 'fixed', by: 'total', tiers } })
      const token = await service.token('guest')
      const shirts = await addItem(service, token, SHIRT, 1)
      const ties = await addItem(service, token, TIE, 4)
      await addItem(service, token, SOCKS, 9)
      const cart = await readCart(service, token)
      assert.equal(discountIn(cart), null)
      assert.deepEqual(
        cart.data.meta?.offers?.map(({ missing }) => missing.total?.amount),
        ['40.00'],
      )
      assert.equal(discountIn(await setQuantity(token, ties, 5)), '30.00')
      assert.equal(discountIn(await setQuantity(token, shirts, 3)), '75.50')
      assert.equal(discountIn(await setQuantity(token, shirts, 2)), '30.00')
      assert.equal(discountIn(await remove(token, ties)), null)
    })

    it('a tier by pieces counts the pieces of all covered lines', async () => {
      const tiers = [
        { from: 3, value: '10' },
        { from: 6, value: '20' },
      ]
      await run({ reward: { type: 'percent', by: 'quantity', tiers } })
      const token = await service.token('guest')
      await addItem(service, token, SHIRT, 1)
      await addItem(service, token, TIE, 1)
      assert.equal(await discountOf(token), null)
      const socks = await addItem(service, token, SOCKS, 1)
      assert.equal(await discountOf(token), '15.00')
      assert.equal(discountIn(await setQuantity(token, socks, 4)), '35.99')
    })

    it('the order keeps what the shopper saw, with shares that add up', async () => {
      await run({ reward: { type: 'buy_x_get_y', buy: 1, get: 2, percent: '33.33' } })
      const token = await service.token('guest')
      await addItem(service, token, SOCKS, 7)
      await addItem(service, token, TIE, 3)
      await addItem(service, token, SHIRT, 1)
      const seen = await readCart(service, token)
      const held = await hold(service, `PAY-${engine}`, token)
      const { cart, subject } = dataOf(held)
      assert.equal(subject, subjectOf(token))
      assert.equal(cart.data.attributes.discountTotal?.amount, discountIn(seen))
      const minor = (amount = '0.00') => Number(amount.replace('.', ''))
      const shares = cart.included.map(({ meta }) => minor(meta?.vat.discount.campaign.amount))
      assert.equal(
        shares.reduce((total, each) => total + each, 0),
        minor(discountIn(seen) ?? undefined),
      )
    })

    it('sets of no pieces, tiers out of order and percents above 100 are refused', async () => {
      const call = await promotionCaller(service)
      const refused = async (reward: object) => refusalsOf(await call('PUT', campaignPath(9_000), campaign({ reward })))
      const set = { type: 'buy_x_get_y', buy: 1, get: 1 }
      assert.deepEqual(await refused({ ...set, buy: 0 }), ['422 field_invalid /reward/buy'])
      assert.deepEqual(await refused({ ...set, get: 0 }), ['422 field_invalid /reward/get'])
      assert.deepEqual(await refused({ ...set, times: 0 }), ['422 field_invalid /reward/times'])
      assert.deepEqual(await refused({ ...set, percent: '0' }), ['422 field_invalid /reward/percent'])
      assert.deepEqual(await refused({ ...set, percent: '100.01' }), ['422 field_invalid /reward/percent'])
      assert.deepEqual(await refused({ type: 'buy_x_get_y', buy: 1 }), ['422 field_required /reward/get'])
      const tiers = [20, 10].map(from => ({ from: String(from), value: '1' }))
      assert.deepEqual(await refused({ type: 'fixed', by: 'total', tiers }), ['422 field_invalid /reward/tiers/1/from'])
      const twice = [10, 10].map(from => ({ from, value: '1' }))
      assert.deepEqual(await refused({ type: 'percent', by: 'quantity', tiers: twice }), [
        '422 field_invalid /reward/tiers/1/from',
      ])
      const path = `${CAMPAIGNS}/9000`
      assert.equal((await call('GET', path)).status, 404)
      assert.equal(recordOf(await call('PUT', path, campaign({ reward: set })), 201).id, 9_000)
      await call('DELETE', path)
    })
  })
}
