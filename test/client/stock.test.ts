/** What the client tells about stock: `available` of each item while the stock guard counts, and the short items of a refused hold. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createClient } from 'sepet-client'
import { createAdminClient, SepetError } from 'sepet-client/admin'
import { hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { guardedShop, setStock } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`the stock in the client on ${engine}`, () => {
    let service: TestService
    let references: string[] = []
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    beforeEach(async () => {
      for (const reference of references) await release(service, reference)
      references = []
      await guardedShop(service)
      await setStock(service, ids.plain, 37.5)
    })

    const cartWith = async (quantity: number) => {
      const token = await service.token('guest')
      const { cart } = createClient({ baseUrl: service.url, token })
      return { token, cart, added: await cart.addItem({ productId: ids.plain, quantity }) }
    }
    const holdAll = async (token: string) => {
      references.push(`${engine}-${subjectOf(token).slice(6)}`)
      assert.equal((await hold(service, references.at(-1) ?? '', token)).status, 201)
    }

    it('is unknown where the shop reserves none: an item has no `available`', async () => {
      await guardedShop(service, { stockGuard: false })
      const { cart, added } = await cartWith(40)
      for (const { items } of [added, await cart.read()]) assert.ok(items[0] && !('available' in items[0]))
    })

    it('is below zero for an item of which others have reserved more than there is', async () => {
      const [ours, theirs] = [await cartWith(1), await cartWith(37)]
      await holdAll(theirs.token)
      await setStock(service, ids.plain, 30)
      const [item] = (await ours.cart.read()).items
      assert.deepEqual([item?.stock, item?.available, item?.availableForSale], [30, -7, false])
    })

    it('limits no item with backorder, which says so', async () => {
      await service.importShop({ products: [product({ id: 150, stock: 1, backorder: true })] })
      const { cart, token } = await cartWith(1)
      const [, item] = (await cart.addItem({ productId: 150, quantity: 4 })).items
      assert.deepEqual([item?.available, item?.availableForSale, item?.backorder], [1, true, true])
      await holdAll(token)
    })

    it('changes with what others hold, also in a cart that was read before, whose tag changes with it', async () => {
      const [ours, theirs] = [await cartWith(2), await cartWith(37)]
      const first = await ours.cart.read()
      assert.deepEqual([first.items[0]?.available, first.items[0]?.stock], [37.5, 37.5])
      await holdAll(theirs.token)
      const second = await ours.cart.read()
      assert.deepEqual([second.items[0]?.available, second.items[0]?.stock], [0.5, 37.5])
      assert.notEqual(second.etag, first.etag)
      assert.equal((await theirs.cart.read()).items[0]?.available, 37.5)
      await assert.rejects(
        ours.cart.clear({ ifMatch: first }),
        error => error instanceof SepetError && error.has('precondition_failed'),
      )
    })

    it('of a refused hold is in `meta.items` of the error', async () => {
      const { token, added } = await cartWith(50)
      const scope = 'checkouts:read checkouts:write'
      const { checkouts } = createAdminClient({ baseUrl: service.url, token: await service.token('admin', { scope }) })
      const expected = { grandTotal: added.grandTotal?.amount ?? '' }
      const error = await checkouts.hold(`${engine}-short`, { subject: subjectOf(token), expected }).catch(e => e)
      assert.ok(error instanceof SepetError)
      assert.deepEqual([error.status, error.codes], [409, ['insufficient_stock']])
      const items = [{ productId: ids.plain, variantId: null, requested: 50, available: 37.5 }]
      assert.deepEqual(error.errors[0]?.meta?.items, items)
    })
  })
}
