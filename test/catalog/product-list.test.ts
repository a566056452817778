/** The product list: pages, filters, and what is read can be imported, on both engines. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { allPages, changed, list, pageOf } from '../support/catalog/products.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const SAMPLE = join(import.meta.dirname, '../../sample/shop.json')
const variants = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `Çeşit ${n}`, sku: 'ORTAK' }))

for (const engine of engines) {
  describe(`the product list on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    const idsOf = async (query: string) => (await allPages(service, query)).map(({ data }) => data.map(({ id }) => id))

    it('returns every product once, in the order of ids, in pages', async () => {
      assert.deepEqual(await idsOf('?limit=2'), [[101, 102], [103, 104], [105]])
      assert.deepEqual(await idsOf('?limit=5'), [[101, 102, 103, 104, 105]])
      assert.equal((await pageOf(service)).meta.limit, 50)
      const [first] = await allPages(service, '?limit=1&filter[id]=105,101,999,101')
      assert.match(first?.links.next ?? '', /^http:\/\/shop\.test\/api\/v3\/admin\/products\?/)
      assert.deepEqual(await idsOf('?limit=1&filter[id]=105,101,999,101'), [[101], [105]])
    })

    it('tells what one piece costs a guest now, of a product and of each variant', async () => {
      const discount = (value: string, endsAt: string | null) => ({ type: 'percent', value, startsAt: null, endsAt })
      const own = [
        { id: 1, name: 'a' },
        { id: 2, name: 'b', price: '80', discount: discount('50', null) },
      ]
      const over = discount('10', '2020-01-01T00:00:00Z')
      await service.importShop({
        products: [
          product({ id: 251, price: '99.90', discount: discount('10', null), variants: own }),
          product({ id: 252, price: '99.90', discount: over }),
        ],
      })
      const { data } = JSON.parse(JSON.stringify(await pageOf(service, '?filter[id]=251,252')))
      assert.deepEqual([data[0].currentPrice, data[1].currentPrice], ['89.91', '99.9'])
      assert.deepEqual(
        data[0].variants.map(({ currentPrice }: { currentPrice: string }) => currentPrice),
        ['89.91', '40'],
      )
    })

    it('finds the products with a SKU, and those with a variant that has it', async () => {
      const sku = 'A,1 %&ş'
      await service.importShop({
        products: [
          product({ id: 201, sku }),
          product({
            id: 202,
            variants: [
              { id: 1, name: 'a', sku },
              { id: 2, name: 'b', sku },
            ],
          }),
          product({ id: 203, sku, variants: [{ id: 1, name: 'a', sku }] }),
        ],
      })
      const filter = `filter[sku]=${encodeURIComponent(sku)}`
      assert.deepEqual(await idsOf(`?${filter}`), [[201, 202, 203]])
      assert.deepEqual(await idsOf(`?limit=1&${filter}`), [[201], [202], [203]])
      assert.deepEqual(await idsOf(`?filter[id]=202,101&${filter}`), [[202]])
      assert.deepEqual(await idsOf('?filter[sku]=a'), [[]])
    })

    it('finds the products that have a variant, on sale or not, by the variant’s id', async () => {
      await service.importShop({
        products: [
          product({ id: 601, variants: [{ id: 71, name: 'a' }] }),
          product({ id: 602, onSale: false, variants: [{ id: 72, name: 'a', onSale: false }] }),
          product({ id: 603, variants: [{ id: 73, name: 'a' }] }),
        ],
      })
      assert.deepEqual(await idsOf('?filter[variantId]=72,73,999'), [[602, 603]])
      assert.deepEqual(await idsOf('?limit=1&filter[variantId]=72,73'), [[602], [603]])
      assert.deepEqual(await idsOf('?filter[id]=601,603&filter[variantId]=72,73'), [[603]])
      assert.deepEqual(await idsOf('?filter[variantId]=73&filter[onSale]=false'), [[]])
    })

    it('finds the products whose names contain every word, on sale or not, in pages', async () => {
      await service.importShop({
        products: [
          product({ id: 501, name: 'Şile bezi GÖMLEK' }),
          product({ id: 502, name: 'Gömlek, şile bezi', onSale: false }),
          product({ id: 503, name: 'Şile bezi örtü' }),
          product({ id: 504, name: 'gömlekŞİLE %_\\"' }),
        ],
      })
      const named = (name: string) => `filter[name]=${encodeURIComponent(name)}`
      assert.deepEqual(await idsOf(`?${named('şile gömlek')}`), [[501, 502, 504]])
      assert.deepEqual((await idsOf(`?limit=1&${named('ŞİLE  gömlek')}`)).flat(), [501, 502, 504])
      assert.deepEqual(await idsOf(`?filter[id]=503,502&${named('şile')}`), [[502, 503]])
      assert.deepEqual((await idsOf(`?${named('%_\\"')}`)).flat(), [504])
      assert.deepEqual((await idsOf(`?${named("' or 1=1 --")}`)).flat(), [])
      assert.deepEqual((await idsOf(`?${named('ö')}&filter[sku]=none`)).flat(), [])
    })

    it('ends a page early after 1,000 variants, and gives a product with more a page of its own', async () => {
      await service.importShop({
        products: [
          product({ id: 301, variants: variants(600) }),
          product({ id: 302, variants: variants(400) }),
          product({ id: 303, variants: variants(1) }),
          product({ id: 304, variants: variants(1_001) }),
          product({ id: 305 }),
        ],
      })
      const pages = await allPages(service, '?limit=4&filter[id]=301,302,303,304,305')
      assert.deepEqual(
        pages.map(({ data }) => data.map(each => [each.id, each.variants.length])),
        [
          [
            [301, 600],
            [302, 400],
          ],
          [[303, 1]],
          [[304, 1_001]],
          [[305, 0]],
        ],
      )
      assert.deepEqual(
        pages.map(({ meta }) => meta.limit),
        [4, 4, 4, 4],
      )
      assert.deepEqual(await idsOf('?filter[sku]=ORTAK&limit=2'), [[301, 302], [303], [304]])
    })

    it('refuses unknown and invalid parameters', async () => {
      for (const [query, parameters] of [
        ['limit=0', ['limit']],
        ['limit=201&after=x', ['limit', 'after']],
        ['filter[id]=a', ['filter[id]']],
        ['filter[id]=', ['filter[id]']],
        ['filter[sku]=', ['filter[sku]']],
        ['filter[variantId]=a', ['filter[variantId]']],
        ['filter[variantId]=1&sort=stock', ['filter[variantId]']],
        [`filter[sku]=${'x'.repeat(256)}`, ['filter[sku]']],
        ['filter[sku]=%00', ['filter[sku]']],
        ['filter[sku]=a&filter[sku]=b', ['filter[sku]']],
        ['filter[name]=', ['filter[name]']],
        ['filter[name]=%20%20', ['filter[name]']],
        [`filter[name]=${'x'.repeat(101)}`, ['filter[name]']],
        ['filter[name]=%00', ['filter[name]']],
        ['page=1', ['page']],
        ['sort=id', ['sort']],
        ['sort=-stock', ['sort']],
        ['filter[onSale]=yes', ['filter[onSale]']],
        ['filter[stockAtMost]=3', ['filter[stockAtMost]']],
        ['filter[stockAtMost]=few&sort=stock', ['filter[stockAtMost]']],
        ['filter[backorder]=false', ['filter[backorder]']],
        ['filter[backorder]=1&sort=stock', ['filter[backorder]']],
        [`sort=stock&after=${Buffer.from('[3]').toString('base64url')}`, ['after']],
        [`sort=stock&after=${Buffer.from('["x",3]').toString('base64url')}`, ['after']],
        [`after=${Buffer.from('["x"]').toString('base64url')}`, ['after']],
      ] as const) {
        const { status, json } = await list(service, `?${query}`)
        const { errors } = json as { errors: { code: string; source: { parameter: string } }[] }
        assert.deepEqual([status, errors.map(each => each.source.parameter)], [400, parameters], query)
      }
      assert.equal((await list(service, '?filter[sku]=%ff')).status, 400)
    })

    it('has the shape of the shop file: importing what was read changes nothing', async () => {
      await service.importShop(JSON.parse(readFileSync(SAMPLE, 'utf8')))
      await service.importShop({
        products: [
          product({ id: 400, stock: 1e-7, vatRate: 0.5, stockUnit: null, stockIncrement: 0.25, image: '/çay.jpg' }),
          product({
            id: 402,
            backorder: true,
            variants: [null, true, false].map((backorder, n) => ({ id: n + 1, name: `${backorder}`, backorder })),
          }),
          product({
            id: 401,
            discount: {
              type: 'price',
              value: '1',
              startsAt: '0000-01-01T00:00:00+03:00',
              endsAt: '9999-12-31T23:59:59-03:00',
            },
          }),
        ],
      })
      await changed(service, [{ id: ids.variants, variants: [{ sku: 'TS-102-M', onSale: false, price: '0.010' }] }])
      const rows = async () => [
        await service.database.kysely.selectFrom('products').selectAll().orderBy('id').execute(),
        await service.database.kysely.selectFrom('variants').selectAll().orderBy('product_id').orderBy('id').execute(),
      ]
      const before = await rows()
      const read = (await allPages(service, '?limit=200')).flatMap(({ data }) => data)
      assert.ok(read.length > 30)
      const { backorder, variants } = read.find(({ id }) => id === 402) ?? assert.fail()
      assert.deepEqual([backorder, variants.map(each => each.backorder)], [true, [null, true, false]])
      await service.importShop({ products: read })
      assert.deepEqual(await rows(), before)
    })
  })
}
