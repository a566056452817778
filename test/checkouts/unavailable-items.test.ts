/** Holds of carts with lines that nobody may buy: refused whatever the stock settings, and nothing is held, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import {
  callCheckout,
  complete,
  dataOf,
  expire,
  hold,
  readCart,
  release,
  subjectOf,
} from '../support/checkouts/orders.ts'
import { createReferences } from '../support/checkouts/references.ts'
import { assertStockMatches, assertUsesMatch } from '../support/checkouts/settled.ts'
import { callProducts, guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { couponOf, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { untilOneWaits, whileCartLocked } from '../support/database/locks.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const { plain, taxFree: other, variants, smallBlue, largeBlue } = ids

/** The stock settings: without the guard, with it, and where the shop sells at negative stock. */
const settings = {
  'without the stock guard': { stockGuard: false },
  'with the stock guard': {},
  'at negative stock': { stockGuard: false, sellAtNegativeStock: true },
  'with both': { sellAtNegativeStock: true },
}

for (const engine of engines) {
  describe(`items that nobody may buy on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let number = 0
    const { next, releaseAll } = createReferences(engine)
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    beforeEach(async () => {
      await releaseAll(service)
      await guardedShop(service)
      await sell(plain, true)
      await sell(variants, true)
      for (const id of [smallBlue, largeBlue]) await sellVariant(id, true)
      await setStock(service, plain, 10)
    })

    const change = async (...changes: object[]) => {
      const answer = await callProducts(service, 'PATCH', '', changes)
      assert.equal(answer.status, 200, answer.text)
    }
    const sell = (id: number, onSale: boolean) => change({ id, onSale })
    const sellVariant = (id: number, onSale: boolean) => change({ id: variants, variants: [{ id, onSale }] })
    const cartOf = async (...items: [id: number, quantity: number, variantId?: number][]) => {
      const token = await service.token('guest')
      for (const [id, quantity, variantId] of items) await addItem(service, token, id, quantity, variantId)
      return token
    }
    const lineIds = async (token: string) => (await readCart(service, token)).included.map(({ id }) => id)
    const assertRefused = (answer: Answer, items: object[]) => {
      assert.deepEqual(refusalsOf(answer), ['409 items_unavailable'])
      const { errors } = answer.json as { errors: { meta: { items: object[] } }[] }
      assert.deepEqual(errors[0]?.meta.items, items)
    }

    for (const [name, values] of Object.entries(settings)) {
      it(`are refused ${name}: every line in the order of the cart, and nothing is held`, async () => {
        await guardedShop(service, values)
        await service.importShop({ products: [product({ id: 301 }), product({ id: 302 })] })
        const token = await cartOf([302, 1], [plain, 2], [variants, 1, smallBlue], [other, 1], [301, 1])
        const lines = await lineIds(token)
        await sell(302, false)
        await sellVariant(smallBlue, false)
        await service.importShop({
          products: [product({ id: 301, variants: [{ id: 3011, name: 'Mavi', stock: 5 }] })],
        })
        const newEvents = await watchEvents(service)
        const reference = next()
        for (const instance of [service, peer]) {
          assertRefused(await hold(instance, reference, token), [
            { itemId: lines[0], productId: 302, variantId: null, reason: 'withdrawn' },
            { itemId: lines[2], productId: variants, variantId: smallBlue, reason: 'withdrawn' },
            { itemId: lines[4], productId: 301, variantId: null, reason: 'variant_required' },
          ])
        }
        assert.deepEqual(await newEvents(), [])
        assert.equal((await callCheckout(service, 'GET', reference)).status, 404)
        assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 0 })
        for (const place of [0, 2, 4]) await service.call('DELETE', `/cart-items/${lines[place]}`, { token })
        assert.equal((await hold(service, reference, token)).status, 201)
        await sell(302, true)
      })
    }

    it('are the variants of a withdrawn product, too, and none of a product whose variants are all off sale', async () => {
      const token = await cartOf([variants, 1, largeBlue])
      const [itemId] = await lineIds(token)
      await sell(variants, false)
      const item = { itemId, productId: variants, variantId: largeBlue, reason: 'withdrawn' }
      assertRefused(await hold(service, next(), token), [item])
      await sell(variants, true)
      for (const id of [smallBlue, largeBlue]) await sellVariant(id, false)
      const whole = await cartOf([variants, 1])
      assert.notEqual((await hold(service, next(), whole)).status, 409)
    })

    it('come after a changed cart, and before a used-up coupon and too little stock', async () => {
      const promotion = couponOf(700 + ++number)
      await promotion.limit(service, { usageLimit: 1 })
      const token = await cartOf([plain, 60], [other, 1])
      await promotion.choose(service, token)
      const [itemId] = await lineIds(token)
      await sell(plain, false)
      assert.deepEqual(refusalsOf(await hold(service, next(), token, { grandTotal: '1' })), ['409 cart_changed'])
      const item = { itemId, productId: plain, variantId: null, reason: 'withdrawn' }
      assertRefused(await hold(service, next(), token), [item])
      await sell(plain, true)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['409 insufficient_stock'])
      await assertUsesMatch(service.database)
    })

    it('come after an empty cart, and after a reference of another cart', async () => {
      const taken = next()
      await requireHold(service, taken, await cartOf([other, 1]))
      const token = await cartOf([plain, 1])
      await sell(plain, false)
      assert.deepEqual(refusalsOf(await hold(service, taken, token)), ['409 reference_taken'])
      await service.call('DELETE', '/cart', { token })
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['422 cart_empty /subject'])
    })

    it('leave the cart’s earlier hold as it is', async () => {
      const token = await cartOf([plain, 4])
      const first = next()
      await requireHold(service, first, token)
      await sell(plain, false)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['409 items_unavailable'])
      assert.equal(dataOf(await callCheckout(service, 'GET', first)).state, 'held')
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 4 })
      await assertStockMatches(service.database)
    })

    it('are no matter for a hold that is repeated, and for an order', async () => {
      const token = await cartOf([plain, 4])
      const reference = next()
      await requireHold(service, reference, token)
      const totals = {
        grandTotal: dataOf(await callCheckout(service, 'GET', reference)).cart.data.attributes.grandTotal?.amount,
      }
      await sell(plain, false)
      assert.equal((await hold(peer, reference, token, totals)).status, 200)
      assert.equal((await complete(service, reference)).status, 200)
      assert.equal((await hold(peer, reference, token, totals)).status, 200)
    })

    for (const [state, end] of [
      ['released', release],
      ['expired', expire],
    ] as const) {
      it(`are refused where a reference that is ${state} is held again`, async () => {
        const token = await cartOf([plain, 4])
        const reference = next()
        await requireHold(service, reference, token)
        await end(service, reference)
        await sell(plain, false)
        assert.deepEqual(refusalsOf(await hold(service, reference, token)), ['409 items_unavailable'])
        assert.equal(dataOf(await callCheckout(service, 'GET', reference)).state, state)
        await sell(plain, true)
        assert.equal((await hold(service, reference, token)).status, 201)
      })
    }

    it('count in no limit of holds', async () => {
      const token = await cartOf([plain, 1])
      await sell(plain, false)
      for (let n = 0; n < 12; n++) {
        assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['409 items_unavailable'])
      }
      await sell(plain, true)
      assert.equal((await hold(service, next(), token)).status, 201)
    })

    if (engine === 'postgres') {
      it('are found where the shop withdraws them while the hold waits for its cart', async () => {
        const token = await cartOf([plain, 1])
        const [itemId] = await lineIds(token)
        const url = service.config.DATABASE_URL ?? ''
        const holdMeanwhile = async () => {
          await sell(plain, true)
          const { asked } = await whileCartLocked(url, subjectOf(token), async () => {
            const asked = hold(service, next(), token)
            await untilOneWaits(service.database)
            await sell(plain, false)
            return { asked }
          })
          return asked
        }
        assertRefused(await whenFree(holdMeanwhile), [
          { itemId, productId: plain, variantId: null, reason: 'withdrawn' },
        ])
      })
    }
  })
}
