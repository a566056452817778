/** Carts after an import: prices, withdrawn products and variants, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`an import on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    it('is visible to the next request of every instance', async () => {
      const peer = await service.startPeer()
      const token = await service.token('guest')
      const id = await addItem(service, token, ids.plain, 2)
      await peer.call('GET', '/cart', { token })
      const file = {
        shop: { decimalPlaces: 0, currencyCode: 'JPY', settings: { orderNoteMaxLength: 3 } },
        products: [product({ id: ids.plain, price: '1234.5', stock: -2 })],
      }
      await service.importShop(file, { allowCurrencyChange: true })
      for (const instance of [peer, service]) {
        const note = await instance.call('PATCH', `/cart-items/${id}/notes`, { token, body: { orderNote: 'four' } })
        assert.deepEqual(refusalsOf(note), ['422 note_too_long /orderNote'])
        const { data, included } = cartOf(await instance.call('GET', '/cart', { token }))
        assert.deepEqual(data.attributes.subtotal, { amount: '2469', currencyCode: 'JPY', decimalPlaces: 0 })
        assert.deepEqual([included[0]?.attributes.stock, included[0]?.attributes.availableForSale], [-2, false])
      }
      const empty = cartOf(await peer.call('GET', '/cart', { token: await service.token('guest') }))
      assert.equal(empty.data.attributes.subtotal.amount, '0')
      await peer.stop()
    })

    it('keeps withdrawn items in the cart, with a price, removable and not for sale', async () => {
      await service.importShop(shopFile(), { allowCurrencyChange: true })
      const token = await service.token('guest')
      const id = await addItem(service, token, ids.plain)
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      await service.importShop({
        products: [
          product({ id: ids.plain, price: '5', onSale: false }),
          product({ id: ids.variants, price: '100', variants: [{ id: ids.largeBlue, name: 'Mavi / L', stock: 1 }] }),
        ],
      })
      const forSale = async () =>
        cartOf(await service.call('GET', '/cart', { token })).included.map(({ attributes }) => [
          attributes.lineTotal.amount,
          attributes.availableForSale,
        ])
      assert.deepEqual(await forSale(), [
        ['5.00', false],
        ['100.00', false],
      ])
      await service.importShop({ shop: { settings: { sellAtNegativeStock: true } } })
      assert.deepEqual(await forSale(), [
        ['5.00', true],
        ['100.00', true],
      ])
      assert.equal(cartOf(await service.call('DELETE', `/cart-items/${id}`, { token })).included.length, 1)
    })

    it('makes a line without variant unavailable while its product has variants on sale', async () => {
      await service.importShop(shopFile({ shop: { settings: { sellAtNegativeStock: false } } }))
      const token = await service.token('guest')
      await addItem(service, token, ids.plain)
      const variantsOf = (...variants: object[]) =>
        service.importShop({ products: [product({ id: ids.plain, price: '5', variants })] })
      const line = async () => {
        const { attributes } = cartOf(await service.call('GET', '/cart', { token })).included[0] ?? assert.fail()
        return [attributes.variantId, attributes.unitPrice.amount, attributes.stock, attributes.availableForSale]
      }
      const again = async () =>
        (await service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity: 1 } })).status
      await variantsOf({ id: 1, name: 'S', stock: 5 })
      assert.deepEqual([await line(), await again()], [[null, '5.00', 5, false], 422])
      await service.importShop({ shop: { settings: { sellAtNegativeStock: true } } })
      assert.deepEqual([await line(), await again()], [[null, '5.00', 5, true], 422])
      await service.importShop({ shop: { settings: { sellAtNegativeStock: false } } })
      // The variant that is left out goes off sale, and is kept for carts.
      await variantsOf()
      assert.deepEqual([await line(), await again()], [[null, '5.00', 5, true], 201])
    })
  })
}
