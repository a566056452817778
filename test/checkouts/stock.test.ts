/** Stock that is not sold twice: what holds reserve and orders take, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
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
import { guardedShop, setStock, shortItems, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { plain, other } = { plain: ids.plain, other: ids.taxFree }

for (const engine of engines) {
  describe(`the stock guard on ${engine}`, () => {
    let service: TestService
    const { next, releaseAll } = createReferences(engine)
    before(async () => {
      service = await startService(engine)
      await guardedShop(service)
    })
    after(() => service.stop())
    beforeEach(async () => {
      await releaseAll(service)
      await setStock(service, plain, 10)
      await setStock(service, other, 37.5)
    })
    const cartOf = async (...items: [id: number, quantity: number][]) => {
      const token = await service.token('guest')
      for (const [id, quantity] of items) await addItem(service, token, id, quantity)
      return token
    }
    const lineOf = async (token: string, id: number) => {
      const line = (await readCart(service, token)).included.find(({ attributes }) => attributes.productId === id)
      const { stock, availableForSale } = line?.attributes ?? assert.fail('no line')
      return { stock, available: line?.meta?.available, availableForSale }
    }

    it('shows every cart what others have not reserved, and lets its own hold count for nothing', async () => {
      const [ours, theirs] = [await cartOf([plain, 8]), await cartOf([plain, 1])]
      const reference = next()
      assert.equal((await hold(service, reference, ours)).status, 201)
      assert.deepEqual(await lineOf(ours, plain), { stock: 10, available: 10, availableForSale: true })
      assert.deepEqual(await lineOf(theirs, plain), { stock: 10, available: 2, availableForSale: true })
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 8 })
      await release(service, reference)
      assert.deepEqual(await lineOf(theirs, plain), { stock: 10, available: 10, availableForSale: true })
    })

    it('shows a change to a conditional read', async () => {
      const [ours, theirs] = [await cartOf([plain, 10]), await cartOf([plain, 1])]
      const first = await service.call('GET', '/cart', { token: theirs })
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
      assert.equal((await service.call('GET', '/cart', { token: theirs, headers })).status, 304)
      await hold(service, next(), ours)
      assert.equal((await service.call('GET', '/cart', { token: theirs, headers })).status, 200)
      assert.deepEqual(await lineOf(theirs, plain), { stock: 10, available: 0, availableForSale: false })
    })

    // Proves: scarce-stock
    it('refuses a hold of more than is left: every short item in line order, and nothing is held', async () => {
      await hold(service, next(), await cartOf([plain, 8], [other, 30]))
      const token = await cartOf([other, 50], [plain, 3])
      const reference = next()
      const refused = await hold(service, reference, token)
      assert.deepEqual(refusalsOf(refused), ['409 insufficient_stock'])
      assert.deepEqual(shortItems(refused), [
        { productId: other, variantId: null, requested: 50, available: 7.5 },
        { productId: plain, variantId: null, requested: 3, available: 2 },
      ])
      assert.deepEqual(refusalsOf(await callCheckout(service, 'GET', reference)), ['404 checkout_not_found'])
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 8 })
      assert.equal((await readCart(service, token)).included.length, 2)
    })

    it('keeps the earlier hold of a cart whose new one is refused', async () => {
      const token = await cartOf([plain, 4])
      const first = next()
      await hold(service, first, token)
      await addItem(service, token, plain, 7)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['409 insufficient_stock'])
      assert.equal(dataOf(await callCheckout(service, 'GET', first)).state, 'held')
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 4 })
    })

    it('replaces the reservation of the cart’s earlier hold: all of the stock can be held again', async () => {
      const token = await cartOf([plain, 6])
      await hold(service, next(), token)
      await addItem(service, token, plain, 4)
      assert.equal((await hold(service, next(), token)).status, 201)
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 10 })
    })

    it('repeats a hold without looking at the stock', async () => {
      const token = await cartOf([plain, 6])
      const reference = next()
      await hold(service, reference, token)
      await setStock(service, plain, 0)
      assert.equal((await hold(service, reference, token)).status, 200)
      assert.deepEqual(await lineOf(token, plain), { stock: 0, available: 0, availableForSale: false })
    })

    for (const [state, end] of [
      ['released', release],
      ['expired', expire],
    ] as const) {
      it(`looks at the stock where a reference that is ${state} is held again`, async () => {
        const token = await cartOf([plain, 6])
        const reference = next()
        await hold(service, reference, token)
        await end(service, reference)
        assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 0 })
        const theirs = next()
        await hold(service, theirs, await cartOf([plain, 5]))
        const refused = await hold(service, reference, token)
        assert.deepEqual(shortItems(refused), [{ productId: plain, variantId: null, requested: 6, available: 5 }])
        await end(service, theirs)
        assert.equal((await hold(service, reference, token)).status, 201)
        assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 6 })
      })
    }

    it('names a changed cart first', async () => {
      const token = await cartOf([plain, 60])
      assert.deepEqual(refusalsOf(await hold(service, next(), token, { grandTotal: '1' })), ['409 cart_changed'])
    })

    it('subtracts what an order has held, once, and adds exactly that back when it is cancelled', async () => {
      const token = await cartOf([plain, 3], [other, 37])
      const reference = next()
      await hold(service, reference, token)
      const completed = dataOf(await complete(service, reference))
      assert.deepEqual([completed.overStock, completed.overLimit], [false, false])
      assert.deepEqual(await stockOf(service, plain), { stock: 7, reserved: 0 })
      assert.deepEqual(await stockOf(service, other), { stock: 0.5, reserved: 0 })
      await complete(service, reference)
      assert.deepEqual(await stockOf(service, plain), { stock: 7, reserved: 0 })
      await setStock(service, plain, 100)
      await release(service, reference)
      await release(service, reference)
      assert.deepEqual(await stockOf(service, plain), { stock: 103, reserved: 0 })
      assert.deepEqual(await stockOf(service, other), { stock: 37.5, reserved: 0 })
      await complete(service, reference)
      assert.deepEqual(await stockOf(service, plain), { stock: 100, reserved: 0 })
    })

    it('completes a paid order whose stock is gone, and says so', async () => {
      const [late, quick] = [await cartOf([plain, 6]), await cartOf([plain, 5])]
      const [first, second] = [next(), next()]
      await hold(service, first, late)
      await expire(service, first)
      await hold(service, second, quick)
      const over = dataOf(await complete(service, first))
      assert.deepEqual([over.state, over.overStock], ['completed', true])
      // 10 − 6 are less than the 5 that the other cart has reserved.
      assert.deepEqual(await stockOf(service, plain), { stock: 4, reserved: 5 })
      assert.equal(dataOf(await complete(service, second)).overStock, true)
      assert.deepEqual(await stockOf(service, plain), { stock: -1, reserved: 0 })
      assert.equal(dataOf(await callCheckout(service, 'GET', first)).overStock, true)
      assert.deepEqual(await lineOf(await cartOf([plain, 1]), plain), {
        stock: -1,
        available: -1,
        availableForSale: false,
      })
    })

    it('records one event for each item that is sold out, by a hold or by an order', async () => {
      const newEvents = await watchEvents(service)
      const token = await cartOf([plain, 10], [other, 37])
      const reference = next()
      await hold(service, reference, token)
      await complete(service, reference)
      assert.deepEqual(await newEvents(), [
        {
          ...{ type: 'checkout.held', subject: subjectOf(token), actor: 'admin:web-shop' },
          data: { reference },
        },
        {
          ...{ type: 'product.sold_out', subject: `product:${plain}`, actor: 'admin:web-shop' },
          data: { productId: plain, variantId: null },
        },
        {
          ...{ type: 'checkout.completed', subject: subjectOf(token), actor: 'admin:web-shop' },
          data: { reference, overLimit: false, overStock: false },
        },
      ])
    })

    it('takes the stock of a variant from the variant', async () => {
      await setStock(service, ids.variants, 2, ids.smallBlue)
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 2, ids.smallBlue)
      const reference = next()
      assert.equal((await hold(service, reference, token)).status, 201)
      const theirs = await service.token('guest')
      await addItem(service, theirs, ids.variants, 1, ids.smallBlue)
      assert.deepEqual(shortItems(await hold(service, next(), theirs)), [
        { productId: ids.variants, variantId: ids.smallBlue, requested: 1, available: 0 },
      ])
      await complete(service, reference)
      assert.deepEqual(await stockOf(service, ids.variants, ids.smallBlue), { stock: 0, reserved: 0 })
    })

    it('makes the reservation of a guest that of the member whose cart it becomes', async () => {
      const guest = await cartOf([plain, 6])
      const reference = next()
      await hold(service, reference, guest)
      const member = await service.token('member', { id: String(ids.member) })
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      assert.deepEqual(await lineOf(member, plain), { stock: 10, available: 10, availableForSale: true })
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 6 })
      await complete(service, reference)
      assert.deepEqual(await stockOf(service, plain), { stock: 4, reserved: 0 })
    })

    it('ends the reservation of a guest whose hold a merge releases', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await service.call('DELETE', '/cart', { token: member })
      await addItem(service, member, plain, 2)
      await hold(service, next(), member)
      const guest = await cartOf([plain, 6])
      await hold(service, next(), guest)
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 2 })
    })

    it('neither reserves nor subtracts while it is off, or the shop sells at negative stock', async () => {
      for (const settings of [{ stockGuard: false }, { sellAtNegativeStock: true }]) {
        await guardedShop(service, settings)
        const token = await cartOf([plain, 60])
        const reference = next()
        assert.equal((await hold(service, reference, token)).status, 201)
        assert.equal((await lineOf(token, plain)).available, undefined)
        assert.equal(dataOf(await complete(service, reference)).overStock, false)
        assert.equal((await stockOf(service, plain)).stock, 10)
        await guardedShop(service)
        await release(service, reference)
        assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 0 })
      }
    })

    it('shows carts what a cancellation gives back while it is off', async () => {
      const [token, theirs] = [await cartOf([plain, 10]), await cartOf([plain, 1])]
      const reference = next()
      await hold(service, reference, token)
      await complete(service, reference)
      await guardedShop(service, { stockGuard: false })
      assert.deepEqual(await lineOf(theirs, plain), { stock: 0, available: undefined, availableForSale: false })
      await release(service, reference)
      assert.deepEqual(await lineOf(theirs, plain), { stock: 10, available: undefined, availableForSale: true })
      await guardedShop(service)
    })

    it('decides at the completion, and ends what was reserved before it was turned off', async () => {
      const [kept, taken] = [next(), next()]
      await hold(service, kept, await cartOf([plain, 4]))
      await guardedShop(service, { stockGuard: false })
      await hold(service, taken, await cartOf([plain, 5]))
      await complete(service, kept)
      await guardedShop(service)
      assert.deepEqual(await stockOf(service, plain), { stock: 10, reserved: 0 })
      await complete(service, taken)
      assert.deepEqual(await stockOf(service, plain), { stock: 5, reserved: 0 })
    })
  })
}
