/** Tests of the product cache on every engine. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../../test/support/database/engines.ts'
import { ids, product } from '../../test/support/import/shop-file.ts'
import { startService, type TestService } from '../../test/support/service/service.ts'
import { createProductCache, type LoadProducts } from './products.store.ts'

for (const engine of engines) {
  describe(`the product cache on ${engine}`, () => {
    let service: TestService
    let loadProducts: LoadProducts
    before(async () => {
      service = await startService(engine)
      loadProducts = createProductCache(service.database)
    })
    after(() => service.stop())

    const revision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const priceOf = async (id: number, at: number) => (await loadProducts([id], at))?.get(id)?.price?.toFixed()

    it('returns products with their variants, and undefined for unknown ids', async () => {
      const products = await loadProducts([ids.variants, ids.plain, 999], await revision())
      const shirt = products?.get(ids.plain)
      assert.deepEqual([shirt?.name, shirt?.price?.toFixed(), shirt?.vat.toFixed()], ['Keten gömlek', '199.905', '0.2'])
      assert.deepEqual([...(products?.get(ids.variants)?.variants.keys() ?? [])].sort(), [ids.smallBlue, ids.largeBlue])
      assert.equal(products?.get(999), undefined)
      assert.ok(await loadProducts([], await revision()))
    })

    it('returns products of the requested revision, and undefined for an earlier revision', async () => {
      const before = await revision()
      assert.equal(await priceOf(ids.plain, before), '199.905')
      await service.importShop({ products: [product({ id: ids.plain, price: '7' })] })
      assert.equal(await priceOf(ids.taxFree, before), undefined, 'the database has a newer revision')
      assert.equal(await priceOf(ids.plain, await revision()), '7')
      assert.equal(await priceOf(ids.plain, before), undefined, 'the cache has a newer revision')
    })
  })
}
