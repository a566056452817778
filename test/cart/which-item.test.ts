/** Which item a line is: SKU, name and picture of its variant, in carts, in orders as they were held, and in the lists of products. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { EXPORTS, PRODUCTS } from '../../src/api-paths.ts'
import type { HeldCartDocument } from '../../src/cart/pricing/cart.document.ts'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, readCart } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const CDN = 'https://cdn.example.com/shop'
const PLACEHOLDER = 'http://shop.test/images/placeholder.png'
const SHIRT = 501
const CAP = 502
const MUG = 503

const shirt = {
  ...{ id: SHIRT, sku: 'KG', name: 'Keten gömlek', image: '/p/kg.jpg' },
  variants: [
    { id: 1, sku: 'KG-S', name: 'S / Mavi', image: '/p/kg-s.jpg', stock: 9 },
    { id: 2, name: 'M / Mavi', image: 'https://img.example.com/çay.jpg', stock: 9 },
    { id: 3, sku: 'KG-L', name: 'L / Mavi', stock: 9 },
  ],
}
const products = [
  product(shirt),
  product({ id: CAP, sku: 'ŞAPKA-1', name: 'Şapka', image: '/p/cap.jpg' }),
  product({ id: MUG, name: 'Fincan', image: null, variants: [{ id: 1, name: 'Beyaz', image: null, stock: 9 }] }),
]

/** What tells the items of a cart from each other. */
function itemsOf({ included }: Pick<HeldCartDocument, 'included'>) {
  return included.map(({ attributes, meta }) => [meta?.sku, meta?.variantName, attributes.image])
}

/** What a line of the shop's items shows, in the order in which `fill` adds them. */
const shown = [
  ['KG-S', 'S / Mavi', `${CDN}/p/kg-s.jpg`],
  ['KG', 'M / Mavi', 'https://img.example.com/%C3%A7ay.jpg'],
  ['KG-L', 'L / Mavi', `${CDN}/p/kg.jpg`],
  ['ŞAPKA-1', null, `${CDN}/p/cap.jpg`],
  [null, 'Beyaz', PLACEHOLDER],
]

for (const engine of engines) {
  describe(`which item a line is on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    /** A guest with a line of each item. */
    async function fill(): Promise<string> {
      await service.importShop({ products })
      const token = await service.token('guest')
      for (const variantId of [1, 2, 3]) await addItem(service, token, SHIRT, 1, variantId)
      await addItem(service, token, CAP)
      await addItem(service, token, MUG, 1, 1)
      return token
    }

    it('is told by the SKU and the name of its variant, and by the picture that the variant has', async () => {
      const cart = await readCart(service, await fill())
      assert.deepEqual(itemsOf(cart), shown)
      assert.deepEqual(Object.keys(cart.included[3]?.meta ?? {}).slice(0, 3), ['sku', 'variantName', 'vat'])
    })

    it('follows an import, which clears what it leaves out', async () => {
      const token = await fill()
      const [small, medium, large] = shirt.variants
      const changed = { ...shirt, variants: [{ id: 1, name: 'S', stock: 9 }, { ...medium, sku: 'KG-M' }, large] }
      await service.importShop({ products: [product(changed), product({ id: CAP, name: 'Şapka', image: null })] })
      assert.deepEqual(itemsOf(await readCart(service, token)).slice(0, 4), [
        ['KG', 'S', `${CDN}/p/kg.jpg`],
        ['KG-M', 'M / Mavi', 'https://img.example.com/%C3%A7ay.jpg'],
        ['KG-L', 'L / Mavi', `${CDN}/p/kg.jpg`],
        [null, null, PLACEHOLDER],
      ])
      await service.importShop({ products: [product({ ...shirt, variants: [small, medium, large] })] })
      assert.deepEqual(itemsOf(await readCart(service, token)).slice(0, 3), shown.slice(0, 3))
    })

    it('stays in an order what it was when it was held', async () => {
      const token = await fill()
      const held = dataOf(await hold(service, `W-${engine}-1`, token))
      assert.deepEqual(itemsOf(held.cart), shown)
      await complete(service, held.reference)
      await service.importShop({ products: [product({ id: SHIRT, name: 'Gömlek', variants: [{ id: 1, name: 'X' }] })] })
      assert.deepEqual(dataOf(await callCheckout(service, 'GET', held.reference)).cart, held.cart)
      assert.deepEqual(
        (await orderRows(held.reference)).map(row => row.slice(0, 2)),
        [
          ['KG-S', 'S / Mavi'],
          ['KG', 'M / Mavi'],
          ['KG-L', 'L / Mavi'],
          ['ŞAPKA-1', ''],
          ['', 'Beyaz'],
        ],
      )
    })

    it('stays unsaid in an order that an earlier version has held', async () => {
      const held = dataOf(await hold(service, `W-${engine}-2`, await fill()))
      const earlier = (withMeta: boolean): HeldCartDocument => ({
        ...held.cart,
        included: held.cart.included.map(({ meta: { sku: _, variantName: __, ...meta }, ...line }) =>
          withMeta ? { ...line, meta } : line,
        ),
      })
      for (const cart of [earlier(true), earlier(false)]) {
        await service.database.kysely
          .updateTable('checkouts')
          .set({ document: JSON.stringify(cart) })
          .where('reference', '=', held.reference)
          .execute()
        const read = await callCheckout(service, 'GET', held.reference)
        assert.equal(read.status, 200, read.text)
        assert.deepEqual(dataOf(read).cart, cart)
        assert.deepEqual([...new Set((await orderRows(held.reference)).map(row => row.join()))], [','])
      }
      assert.equal((await complete(service, held.reference)).status, 200)
    })

    it('is told by the lists of products, with the pictures of variants', async () => {
      await service.importShop({ products })
      const token = await service.token('admin', { scope: 'catalogue:read' })
      const { json } = await service.call('GET', `${PRODUCTS}?filter[id]=${SHIRT}`, { token })
      const [found] = (json as { data: { image: string; variants: { sku: string; image: string }[] }[] }).data
      assert.deepEqual(
        found?.variants.map(({ sku, image }) => [sku, image]),
        [
          ['KG-S', '/p/kg-s.jpg'],
          [null, 'https://img.example.com/%C3%A7ay.jpg'],
          ['KG-L', null],
        ],
      )
    })

    /** SKU and variant of the rows of an order in its table. */
    async function orderRows(reference: string): Promise<string[][]> {
      const token = await service.token('admin', { scope: 'checkouts:read' })
      const { text } = await service.call('GET', `${EXPORTS}/orders`, { token })
      const [header = '', ...rows] = text.replace('\ufeff', '').trim().split('\n')
      const columns = header.split(',')
      const found = rows.map(row => row.split(',')).filter(([first]) => first === reference)
      return found.map(row => ['sku', 'variant'].map(name => row[columns.indexOf(name)] ?? ''))
    }
  })
}
