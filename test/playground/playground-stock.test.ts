/** Stock of the playground's products while the stock guard counts: what is left for the shopper, as of now. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CatalogueDocument } from '../../src/playground/catalogue.document.ts'
import { fromPage, startPlayground } from '../support/browser/playground.ts'
import { addItem } from '../support/cart/cart.ts'
import { complete, hold, release } from '../support/checkouts/orders.ts'
import { guardedShop, setStock } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import type { TestService } from '../support/service/service.ts'

const { plain, variants, smallBlue } = ids

for (const engine of engines) {
  describe(`the stock of the playground’s products on ${engine}`, () => {
    let service: TestService
    let order = 0
    before(async () => {
      service = await startPlayground(engine)
    })
    after(() => service.stop())
    beforeEach(async () => {
      await guardedShop(service)
      await setStock(service, plain, 5)
      await setStock(service, variants, 4, smallBlue)
    })

    const productsFor = async (customerId?: number) => {
      const path = `/playground/products${customerId === undefined ? '' : `?customerId=${customerId}`}`
      const { status, body } = await sendRaw(service.url, { method: 'GET', path, headers: fromPage(service) })
      assert.equal(status, 200, body)
      const { products } = JSON.parse(body) as CatalogueDocument
      const product = products.find(({ id }) => id === plain)
      const variant = products.find(({ id }) => id === variants)?.variants.find(({ id }) => id === smallBlue)
      return [product, variant].map(each => [each?.stock, each?.availableForSale])
    }
    /** Holds both items for a guest, or a member. */
    const holdBoth = async (token: string) => {
      await addItem(service, token, plain, 5)
      await addItem(service, token, variants, 3, smallBlue)
      const reference = `${engine}-${++order}`
      assert.equal((await hold(service, reference, token)).status, 201)
      return reference
    }

    it('is without what others have reserved, and not available where nothing is left', async () => {
      const reference = await holdBoth(await service.token('guest'))
      assert.deepEqual(await productsFor(), [
        [0, false],
        [1, true],
      ])
      await release(service, reference)
      assert.deepEqual(await productsFor(), [
        [5, true],
        [4, true],
      ])
    })

    it('is without what orders took, also before the next import', async () => {
      const reference = await holdBoth(await service.token('guest'))
      await complete(service, reference)
      assert.deepEqual(await productsFor(), [
        [0, false],
        [1, true],
      ])
    })

    it('is the member’s own as well, whose reservation does not count for the member', async () => {
      const reference = await holdBoth(await service.token('member', { id: String(ids.member) }))
      assert.deepEqual(await productsFor(ids.member), [
        [5, true],
        [4, true],
      ])
      assert.deepEqual((await productsFor())[0], [0, false])
      await release(service, reference)
    })

    it('is the stored stock while the guard is off, whatever was reserved', async () => {
      const reference = await holdBoth(await service.token('guest'))
      await guardedShop(service, { stockGuard: false })
      assert.deepEqual(await productsFor(), [
        [5, true],
        [4, true],
      ])
      await release(service, reference)
    })
  })
}
