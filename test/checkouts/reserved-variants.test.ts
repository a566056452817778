/** Reservations of variants that leave the catalogue: they are neither lost nor counted twice when the variant returns. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { MAX_VARIANTS } from '../../src/catalog/product.ts'
import { reserveStock } from '../../src/checkouts/checkout-stock.sql.ts'
import { transaction } from '../../src/db/database.ts'
import { addItem } from '../support/cart/cart.ts'
import { hold, release } from '../support/checkouts/orders.ts'
import { assertStockMatches } from '../support/checkouts/settled.ts'
import { guardedShop, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`reserved variants on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await guardedShop(service)
    })
    afterEach(() => assertStockMatches(service.database))
    after(() => service.stop())

    const importVariants = (variants: object[]) =>
      service.importShop({ products: [product({ id: ids.variants, price: '100', variants })] })
    const small = { id: ids.smallBlue, name: 'Mavi / S', stock: 3 }
    const others = Array.from({ length: MAX_VARIANTS }, (_, n) => ({ id: 5_000 + n, name: `Renk ${n}`, stock: 1 }))

    it('stay while a hold reserves them, also where the product has too many others', async () => {
      await importVariants([small])
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 2, ids.smallBlue)
      assert.equal((await hold(service, 'reserved', token)).status, 201)
      await importVariants(others)
      assert.deepEqual(await stockOf(service, ids.variants, ids.smallBlue), { stock: 3, reserved: 2 })
      await importVariants([small])
      await release(service, 'reserved')
      assert.deepEqual(await stockOf(service, ids.variants, ids.smallBlue), { stock: 3, reserved: 0 })
    })

    it('are reserved only while they exist: one that an import deletes meanwhile returns without a reservation', async () => {
      const items = [{ productId: ids.variants, variantId: 99_999, quantity: 1 }]
      const cause = { at: Date.now(), actor: 'admin:web-shop' }
      const held = { reference: 'gone', expiresAt: Date.now() + 60_000, items, replaced: [], ...cause }
      await transaction(service.database, queries => reserveStock(queries, held))
      assert.deepEqual(await service.database.kysely.selectFrom('stock_reservations').selectAll().execute(), [])
    })
  })
}
