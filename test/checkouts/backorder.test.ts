/** Items with backorder while the stock guard counts: they are reserved and subtracted, and refused to nobody, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { changed } from '../support/catalog/products.ts'
import { complete, dataOf, expire, hold, readCart, release } from '../support/checkouts/orders.ts'
import { createReferences } from '../support/checkouts/references.ts'
import { assertStockMatches, storedStocks } from '../support/checkouts/settled.ts'
import { guardedShop, shortItems, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const { plain, other, variants } = { plain: ids.plain, other: ids.soldOut, variants: ids.variants }
/** Variants: one with the backorder of its product, one without, one with its own. */
const [as, without, own] = [1, 2, 3]
const AT_ONCE = 20

for (const engine of engines) {
  describe(`items with backorder on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    const { next, releaseAll } = createReferences(engine)
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
      await guardedShop(service)
    })
    after(() => instances.stop())
    beforeEach(async () => {
      await releaseAll(service)
      await service.importShop({
        products: [
          product({ id: plain, name: 'Raftan', stock: 3 }),
          product({ id: other, name: 'Siparişle', stock: 2, backorder: true }),
          product({
            id: variants,
            backorder: true,
            variants: [
              { id: as, name: 'S', stock: 1 },
              { id: without, name: 'M', stock: 1, backorder: false },
              { id: own, name: 'L', stock: 1, backorder: true },
            ],
          }),
        ],
      })
    })
    type Want = [id: number, quantity: number, variantId?: number]
    const cartOf = async (...items: Want[]) => {
      const token = await service.token('guest')
      for (const [id, quantity, variantId] of items) await addItem(service, token, id, quantity, variantId)
      return token
    }
    const linesOf = async (token: string) =>
      (await readCart(service, token)).included.map(({ attributes, meta }) => [
        attributes.availableForSale,
        attributes.stock,
        meta?.available,
        meta?.backorder,
      ])

    it('are held beyond their stock; a refusal names the others alone', async () => {
      const token = await cartOf([other, 5], [plain, 4], [variants, 2, as], [variants, 2, without], [variants, 2, own])
      const refused = await hold(service, next(), token)
      assert.deepEqual(refusalsOf(refused), ['409 insufficient_stock'])
      assert.deepEqual(shortItems(refused), [
        { productId: plain, variantId: null, requested: 4, available: 3 },
        { productId: variants, variantId: without, requested: 2, available: 1 },
      ])
      assert.deepEqual(await stockOf(service, other), { stock: 2, reserved: 0 })
      const held = await cartOf([other, 5], [variants, 2, as], [variants, 2, own])
      assert.equal((await hold(service, next(), held)).status, 201)
      assert.deepEqual(await stockOf(service, other), { stock: 2, reserved: 5 })
      assert.deepEqual(await linesOf(await cartOf([other, 1], [variants, 1, as], [variants, 1, without])), [
        [true, 2, -3, true],
        [true, 1, -1, true],
        [true, 1, 1, undefined],
      ])
    })

    it('are sold below zero: their orders are not over the stock, and are given back', async () => {
      const reference = next()
      await hold(service, reference, await cartOf([other, 5], [variants, 3, as]))
      assert.equal(dataOf(await complete(service, reference)).overStock, false)
      assert.deepEqual(await stockOf(service, other), { stock: -3, reserved: 0 })
      assert.deepEqual(await stockOf(service, variants, as), { stock: -2, reserved: 0 })
      const token = await cartOf([other, 1])
      assert.deepEqual(await linesOf(token), [[true, -3, -3, true]])
      const second = next()
      assert.equal((await hold(service, second, token)).status, 201)
      assert.equal(dataOf(await complete(service, second)).overStock, false)
      for (const each of [reference, second]) await release(service, each)
      assert.deepEqual(await stockOf(service, other), { stock: 2, reserved: 0 })
    })

    it('leave an order over the stock for the others in it', async () => {
      const [late, quick] = [next(), next()]
      await hold(service, late, await cartOf([plain, 3], [other, 9]))
      await expire(service, late)
      await hold(service, quick, await cartOf([plain, 3]))
      assert.equal(dataOf(await complete(service, quick)).overStock, false)
      assert.equal(dataOf(await complete(service, late)).overStock, true)
    })

    it('are sold out once when nothing is left of them, as others are', async () => {
      const newEvents = await watchEvents(service)
      for (const quantity of [1, 4, 3]) await hold(service, next(), await cartOf([other, quantity]))
      const soldOut = (await newEvents()).filter(({ type }) => type === 'product.sold_out')
      assert.deepEqual(
        soldOut.map(({ subject }) => subject),
        [`product:${other}`],
      )
    })

    it('are refused again from the change on that takes their backorder, and a variant follows its product', async () => {
      const token = await cartOf([other, 5])
      const variant = await cartOf([variants, 5, as])
      assert.deepEqual(
        await changed(service, [
          { id: other, backorder: false },
          { id: variants, backorder: false },
        ]),
        [2, 0],
      )
      assert.deepEqual(await linesOf(token), [[true, 2, 2, undefined]])
      for (const cart of [token, variant]) {
        assert.deepEqual(refusalsOf(await hold(service, next(), cart)), ['409 insufficient_stock'])
      }
      assert.deepEqual(await changed(service, [{ id: variants, variants: [{ id: as, backorder: true }] }]), [1, 0])
      assert.equal((await hold(service, next(), variant)).status, 201)
    })

    it('are available on sale alone, also while the guard is off', async () => {
      await guardedShop(service, { stockGuard: false })
      await changed(service, [
        { id: other, stock: -1 },
        { id: variants, stock: 0, variants: [{ id: without, stock: 0 }] },
      ])
      const token = await cartOf([other, 1], [variants, 1, without])
      assert.deepEqual(await linesOf(token), [
        [true, -1, undefined, true],
        [false, 0, undefined, undefined],
      ])
      await changed(service, [{ id: other, onSale: false }])
      assert.deepEqual((await linesOf(token))[0], [false, -1, undefined, true])
      await changed(service, [{ id: other, onSale: true }])
      await guardedShop(service)
    })

    it(`give ${AT_ONCE} holds at once what they want, beside an item of which only 3 are left`, async () => {
      const set = await storedStocks(service.database)
      const carts = await times(AT_ONCE, async n => {
        // Half of the carts have the items in the other order.
        const wanted: Want[] = [[other, 1], [variants, 2, as], ...(n % 2 === 0 ? [[plain, 1] satisfies Want] : [])]
        return cartOf(...(n % 4 < 2 ? wanted : wanted.toReversed()))
      })
      const references = carts.map(() => next())
      const answers = await times(AT_ONCE, n =>
        whenFree(() => hold(instances.at(n), references[n] ?? '', carts[n] ?? '')),
      )
      const statusesOf = (rest: number) => answers.filter((_, n) => n % 2 === rest).map(({ status }) => status)
      assert.deepEqual(new Set(statusesOf(1)), new Set([201]))
      const held = statusesOf(0).filter(status => status === 201).length
      assert.equal(held, 3)
      const sold = AT_ONCE / 2 + held
      assert.deepEqual(await stockOf(service, other), { stock: 2, reserved: sold })
      await times(AT_ONCE, async n => {
        if (answers[n]?.status !== 201) return
        const completed = dataOf(await whenFree(() => complete(instances.at(n), references[n] ?? '')))
        assert.equal(completed.overStock, false)
      })
      assert.deepEqual(await stockOf(service, plain), { stock: 0, reserved: 0 })
      assert.deepEqual(await stockOf(service, other), { stock: 2 - sold, reserved: 0 })
      assert.deepEqual(await stockOf(service, variants, as), { stock: 1 - 2 * sold, reserved: 0 })
      await assertStockMatches(service.database, { set })
    })
  })
}
