/** Changes of stock by staff: what they refuse, what they add, and what they leave to orders, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { change, changed, list, revisionOf } from '../support/catalog/products.ts'
import { hold, readCart, release } from '../support/checkouts/orders.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { plain, variants, smallBlue, largeBlue } = ids
/** A product without a sale, whose SKU is `OFF`. */
const named = ids.offSale

for (const engine of engines) {
  describe(`a change of stock by staff on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop({
        products: [
          product({
            id: variants,
            variants: [
              { id: smallBlue, sku: 'SMALL', name: 'Mavi / S' },
              { id: largeBlue, sku: 'LARGE', name: 'Mavi / L' },
            ],
          }),
        ],
      })
    })
    beforeEach(async () => {
      await guardedShop(service)
      for (const id of [plain, named]) await setStock(service, id, 10)
      for (const id of [smallBlue, largeBlue]) await setStock(service, variants, 3, id)
    })
    after(() => service.stop())
    const refused = async (...body: object[]) => refusalsOf(await change(service, body))
    const storedStock = async (id: number) => {
      const { kysely } = service.database
      return (await kysely.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
    }

    // Proves: half-valid-changes
    it('below zero is refused by its place, and nothing of the list is applied', async () => {
      const before = [await revisionOf(service), (await list(service)).text]
      const ok = [
        { id: named, stockChange: '+5' },
        { id: ids.soldOut, stock: 99 },
        { sku: 'LARGE', price: '7' },
      ]
      assert.deepEqual(await refused(...ok, { id: plain, stockChange: '-10.5' }), [
        '422 insufficient_stock /3/stockChange',
      ])
      assert.deepEqual(await refused(...ok, { sku: 'SMALL', stockChange: '-4' }), [
        '422 insufficient_stock /3/stockChange',
      ])
      assert.deepEqual(await refused(...ok, { id: variants, variants: [{ id: smallBlue, stockChange: '-3.1' }] }), [
        '422 insufficient_stock /3/variants/0/stockChange',
      ])
      assert.deepEqual([await revisionOf(service), (await list(service)).text], before)
    })

    it('is refused beside a stock and in another form, together with what else is wrong', async () => {
      const before = [await revisionOf(service), (await list(service)).text]
      assert.deepEqual(
        await refused(
          { id: plain, stockChange: '-11' },
          { id: 999, stockChange: '1' },
          { id: variants, variants: [{ sku: 'SMALL', stock: 5, stockChange: '1' }, { sku: 'NONE' }] },
          { id: ids.soldOut, stockChange: -2 },
          { id: named, stockChange: '1e3', price: 5 },
        ),
        [
          '422 field_invalid /2/variants/0/stockChange',
          '422 field_invalid /3/stockChange',
          '422 field_invalid /4/price',
          '422 field_invalid /4/stockChange',
          '422 insufficient_stock /0/stockChange',
          '422 product_unknown /1/id',
          '422 variant_unknown /2/variants/1/sku',
        ],
      )
      assert.deepEqual([await revisionOf(service), (await list(service)).text], before)
    })

    it('is refused where the stock could not be imported after it', async () => {
      await setStock(service, plain, 999_999_999_999_999)
      assert.deepEqual(await refused({ id: plain, stockChange: '+1' }), ['422 field_invalid /0/stockChange'])
      assert.deepEqual(await changed(service, [{ id: plain, stockChange: '-0.000000000001' }]), [1, 0])
      assert.equal(await storedStock(plain), '999999999999998.999999999999')
    })

    it('adds to products and variants, named by id or SKU, exactly', async () => {
      assert.deepEqual(
        await changed(service, [
          { id: plain, stockChange: '-9.9' },
          { sku: 'OFF', stockChange: '+3.50' },
          { sku: 'LARGE', stockChange: '2', price: '80' },
          { id: variants, stockChange: '-5', variants: [{ id: smallBlue, stockChange: '-3' }] },
        ]),
        [4, 0],
      )
      await changed(service, [{ id: plain, stockChange: '0.2' }])
      assert.deepEqual([await storedStock(plain), await storedStock(named)], ['0.3', '13.5'])
      assert.equal((await stockOf(service, variants, largeBlue)).stock, 5)
      assert.equal((await stockOf(service, variants, smallBlue)).stock, 0)
      assert.equal((await stockOf(service, variants)).stock, 0)
      await setStock(service, variants, 5)
    })

    it('by nothing leaves the revision as it is', async () => {
      const before = await revisionOf(service)
      const nothing = ['0', '+0', '-0.0']
      assert.deepEqual(
        await changed(service, [
          ...[plain, named].map((id, n) => ({ id, stockChange: nothing[n] })),
          { id: variants, variants: [{ id: smallBlue, stockChange: nothing[2] }] },
        ]),
        [0, 3],
      )
      assert.equal(await revisionOf(service), before)
    })

    it('may go below zero where the stock is below already, or the shop sells at negative stock', async () => {
      await setStock(service, plain, -1)
      await changed(service, [{ id: plain, stockChange: '-2' }])
      await changed(service, [{ id: plain, stockChange: '+0.5' }])
      assert.equal((await stockOf(service, plain)).stock, -2.5)
      await guardedShop(service, { sellAtNegativeStock: true })
      await changed(service, [{ sku: 'OFF', stockChange: '-10.25' }])
      assert.equal((await stockOf(service, named)).stock, -0.25)
    })

    it('works in a shop without the stock guard, by the same rules', async () => {
      await guardedShop(service, { stockGuard: false })
      assert.deepEqual(await refused({ id: plain, stockChange: '-11' }), ['422 insufficient_stock /0/stockChange'])
      await changed(service, [{ id: plain, stockChange: '-10' }])
      assert.equal((await stockOf(service, plain)).stock, 0)
    })

    it('takes what is reserved for carts, keeps the reservation, and is seen by the next read of every cart', async () => {
      const [ours, theirs] = [await service.token('guest'), await service.token('guest')]
      await addItem(service, ours, plain, 8)
      await addItem(service, theirs, plain, 1)
      const reference = `${engine}-broken`
      assert.equal((await hold(service, reference, ours)).status, 201)
      const headers = {
        'if-none-match': (await service.call('GET', '/cart', { token: theirs })).headers.get('etag') ?? '',
      }
      const newEvents = await watchEvents(service)
      assert.deepEqual(await changed(service, [{ id: plain, stockChange: '-10' }]), [1, 0])
      assert.deepEqual(await stockOf(service, plain), { stock: 0, reserved: 8 })
      assert.equal((await service.call('GET', '/cart', { token: theirs, headers })).status, 200)
      const availableTo = async (token: string) => (await readCart(service, token)).included[0]?.meta?.available
      assert.deepEqual([await availableTo(ours), await availableTo(theirs)], [0, -8])
      await changed(service, [{ id: plain, stockChange: '+9' }])
      assert.deepEqual([await availableTo(ours), await availableTo(theirs)], [9, 1])
      assert.deepEqual(await newEvents(), [])
      await release(service, reference)
      assert.deepEqual(await stockOf(service, plain), { stock: 9, reserved: 0 })
    })
  })
}
