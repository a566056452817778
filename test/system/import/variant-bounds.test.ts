/** Bounds of variants and group prices: of one record, and of what repeated imports leave in a product. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, linesOf } from '../../support/cart/cart.ts'
import { pageOf } from '../../support/catalog/products.ts'
import { engines } from '../../support/database/engines.ts'
import { importOver, type Refused, type Report } from '../../support/import/http-imports.ts'
import { product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index)
const variantsOf = (count: number, first = 1) => numbers(count, first).map(id => ({ id, name: `V${id}`, stock: 1 }))

for (const engine of engines) {
  describe(`an import into a product on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    const refusedBy = async (file: object | string) => {
      const { status, json, text } = await importOver(service, file)
      assert.equal(status, 422, text)
      return (json as Refused).errors.map(({ code, detail, source, meta }) => [code, source?.pointer ?? meta, detail])
    }
    const importVariants = async (count: number, first: number) => {
      const answer = await importOver(service, { products: [product({ id: 900, variants: variantsOf(count, first) })] })
      assert.equal(answer.status, 200, answer.text)
      return (answer.json as Report).data.withdrawn.variants
    }

    it('with more than 5,000 variants or 1,000 group prices is refused at the list', async () => {
      const groupPrices = numbers(1_001).map(id => ({ customerGroupId: id, price: '1' }))
      const products = [
        product({ id: 900, variants: variantsOf(5_001) }),
        product({ id: 901, groupPrices }),
        product({ id: 902, variants: [{ ...variantsOf(1)[0], groupPrices }] }),
      ]
      const rule = 'must be a list of at most'
      assert.deepEqual(await refusedBy({ products }), [
        ['field_invalid', '/products/0/variants', `products/0/variants ${rule} 5000 variants.`],
        ['field_invalid', '/products/1/groupPrices', `products/1/groupPrices ${rule} 1000 group prices.`],
        [
          'field_invalid',
          '/products/2/variants/0/groupPrices',
          `products/2/variants/0/groupPrices ${rule} 1000 group prices.`,
        ],
      ])
    })

    it('with more than 100,000 group prices of all of its variants is refused', async () => {
      const groupPrices = numbers(501).map(id => ({ customerGroupId: id, price: '1' }))
      const variants = variantsOf(200).map(variant => ({ ...variant, groupPrices }))
      const customerGroups = numbers(501).map(id => ({ id, name: `G${id}` }))
      assert.deepEqual(await refusedBy({ customerGroups, products: [product({ id: 900, variants })] }), [
        ['field_invalid', '/products/0', 'products/0 has more than 100000 group prices, with those of its variants.'],
      ])
    })

    it('with more than 5,000 rows of variants in an export is refused at the product', async () => {
      const cause = 'has 5001 variants: a product has at most 5000'
      const message = `line 2 ${cause}.`
      const meta = { line: 2, message: cause, value: null, count: 1, places: ['line 2'] }
      const shopify = numbers(5_001).map(n => `tea,Çay,V${n},1`)
      assert.deepEqual(await refusedBy(`handle,title,option1 value,variant price\n${shopify.join('\n')}`), [
        ['field_invalid', meta, message],
      ])
      const woo = numbers(5_001, 2).map(id => `variation,${id},Çay,1,id:1`)
      assert.deepEqual(await refusedBy(`type,id,name,regular price,parent\nvariable,1,Çay,,\n${woo.join('\n')}`), [
        ['field_invalid', meta, message],
      ])
    })

    it('with new ids each time leaves 5,000 variants, of which carts keep the newest', async () => {
      assert.equal(await importVariants(3_000, 10_001), 0)
      const token = await service.token('guest')
      for (const id of [10_001, 13_000]) await addItem(service, token, 900, 1, id)
      assert.equal(await importVariants(3_000, 20_001), 3_000)
      const [listed] = (await pageOf(service, '?filter[id]=900')).data
      assert.equal(listed?.variants.length, 5_000)
      assert.deepEqual(
        listed?.variants.filter(({ onSale }) => onSale).map(({ id }) => id),
        numbers(3_000, 20_001),
      )
      const cart = cartOf(await service.call('GET', '/cart', { token }))
      assert.deepEqual(linesOf(cart), ['900-13000×1'])
      assert.equal(cart.included[0]?.attributes.availableForSale, false)
      assert.equal(await importVariants(5_000, 30_001), 3_000)
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [])
      assert.equal((await pageOf(service, '?filter[id]=900')).data[0]?.variants.length, 5_000)
    })

    it('keeps the variants that went off sale last, and imports what it has listed', async () => {
      const ids = async () => (await pageOf(service, '?filter[id]=900')).data[0]?.variants.map(({ id }) => id)
      await importVariants(5_000, 1)
      await importVariants(4_999, 40_001)
      assert.deepEqual(await ids(), [5_000, ...numbers(4_999, 40_001)])
      await importVariants(4_998, 1)
      assert.deepEqual(await ids(), [...numbers(4_998, 1), 44_998, 44_999])
      const [listed] = (await pageOf(service, '?filter[id]=900')).data
      assert.equal((await importOver(service, { products: [listed] })).status, 200)
      assert.deepEqual(await ids(), [...numbers(4_998, 1), 44_998, 44_999])
    })
  })
}
