/** Lookups of products by shopping agents, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../support/cart/cart.ts'
import { changed } from '../support/catalog/products.ts'
import { hold } from '../support/checkouts/orders.ts'
import { guardedShop } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type AgentsShop, type CatalogueAnswer, startAgentsShop } from '../support/ucp/catalogue.ts'

/** Each product with its variants, and how they were found: `102: 102-1021 exact 102-1021, featured 102`. */
const found = ({ products }: CatalogueAnswer) =>
  products.map(({ id, variants }) => {
    const inputs = variants.map(
      each => `${each.id} ${each.inputs?.map(({ id, match }) => `${match} ${id}`).join(', ')}`,
    )
    return `${id}: ${inputs.join('; ')}`
  })
const notFound = ({ messages = [] }: CatalogueAnswer) =>
  messages.filter(({ code }) => code === 'not_found').map(({ content }) => content)

for (const engine of engines) {
  describe(`the catalogue for agents on ${engine}`, () => {
    let shop: AgentsShop
    before(async () => {
      shop = await startAgentsShop(engine)
    })
    after(() => shop.stop())
    const prices = async (...items: string[]) => {
      const { products } = await shop.lookUp({ ids: items })
      return products.flatMap(({ variants }) =>
        variants.map(({ price, list_price }) => [price.amount, list_price?.amount]),
      )
    }

    it('refuses bodies of another form, with their place', async () => {
      const cases: [operation: 'lookup' | 'product' | 'search', body: unknown, place: string][] = [
        ['lookup', {}, '$.ids'],
        ['lookup', { ids: [] }, '$.ids'],
        ['lookup', { ids: ['101', 102] }, '$.ids[1]'],
        ['lookup', { ids: [''] }, '$.ids[0]'],
        ['lookup', { ids: ['101'], filters: [] }, '$.filters'],
        ['product', { id: 101 }, '$.id'],
        ['product', { id: 'a\u0000' }, '$.id'],
        ['product', [], '$'],
        ['search', {}, '$.query'],
        ['search', { filters: { categories: ['x'] } }, '$.query'],
        ['search', { query: '' }, '$.query'],
        ['search', { query: ' \u00a0 ' }, '$.query'],
        ['search', { query: 'x'.repeat(201) }, '$.query'],
        ['search', { query: 5 }, '$.query'],
        ['search', { filters: { price: { min: -1 } } }, '$.filters.price.min'],
        ['search', { filters: { price: { max: 1.5 } } }, '$.filters.price.max'],
        ['search', { query: 'x', pagination: { limit: 0 } }, '$.pagination.limit'],
        ['search', { query: 'x', pagination: { limit: '5' } }, '$.pagination.limit'],
        ['search', { query: 'x', pagination: { cursor: 'x' } }, '$.pagination.cursor'],
        ['search', { query: 'x', pagination: { cursor: btoa('[1e99]') } }, '$.pagination.cursor'],
        ['search', { query: 'x', context: { currency: 1 } }, '$.context.currency'],
      ]
      for (const [operation, body, place] of cases) {
        const [status, code, content] = await shop.refused(operation, body)
        assert.deepEqual([status, code], [400, 'invalid_request'], JSON.stringify(body))
        assert.ok(content.startsWith(`${place} `), `${JSON.stringify(body)}: ${content}`)
      }
      const many = Array.from({ length: 51 }, (_, n) => `${n}`)
      assert.deepEqual((await shop.refused('lookup', { ids: many })).slice(0, 2), [400, 'request_too_large'])
      assert.equal(notFound(await shop.lookUp({ ids: many.slice(1) })).length, 50)
    })

    it('finds products and variants on sale by their ids, each product once, and names the ids of none', async () => {
      const unknown = ['103', '101-1', '102-9', '999', '0101', '9007199254740992', 'x'.repeat(300), "'; --"]
      const answer = await shop.lookUp({ ids: ['102', '101', '102-1022', ...unknown, '102', '102-1021'] })
      assert.deepEqual(found(answer), [
        '102: 102-1021 featured 102, exact 102-1021; 102-1022 exact 102-1022',
        '101: 101 exact 101',
      ])
      assert.deepEqual(notFound(answer), unknown)
      assert.equal(answer.ucp.status, 'success')
      assert.equal((await shop.lookUp({ ids: ['101'] })).messages, undefined)
    })

    it('represents a product by its first available variant, else by its first', async () => {
      const stockOf = (small: number, large: number) => [
        {
          id: ids.variants,
          variants: [
            { id: ids.smallBlue, stock: small },
            { id: ids.largeBlue, stock: large },
          ],
        },
      ]
      const featured = async (small: number, large: number) => {
        await changed(shop.service, stockOf(small, large))
        const { products } = await shop.lookUp({ ids: ['102'] })
        const { product } = await shop.getProduct({ id: '102' })
        assert.equal(products[0]?.variants[0]?.id, product?.variants[0]?.id)
        return product?.variants.map(({ id, availability }) => [id, availability.status])
      }
      assert.deepEqual(await featured(0, 0), [
        ['102-1021', 'out_of_stock'],
        ['102-1022', 'out_of_stock'],
      ])
      assert.deepEqual(await featured(0, 1), [
        ['102-1022', 'in_stock'],
        ['102-1021', 'out_of_stock'],
      ])
      assert.deepEqual(await featured(3, 0), [
        ['102-1021', 'in_stock'],
        ['102-1022', 'out_of_stock'],
      ])
    })

    it('shows the picture that a variant has of its own', async () => {
      const blue = { id: 1, name: 'Mavi', image: '/p/blue.jpg', stock: 1 }
      const [id, image] = [601, '/p/tee.jpg']
      await shop.service.importShop({
        products: [product({ id, name: 'Tişört', image, variants: [blue, { id: 2, name: 'Sarı', stock: 1 }] })],
      })
      const { product: tee } = await shop.getProduct({ id: '601' })
      const urlsOf = (shown: { media?: { url: string }[] } | undefined) => shown?.media?.map(({ url }) => url)
      assert.deepEqual(urlsOf(tee), ['https://cdn.example.com/shop/p/tee.jpg'])
      assert.deepEqual(tee?.variants.map(urlsOf), [['https://cdn.example.com/shop/p/blue.jpg'], undefined])
    })

    it('shows one product with the asked variant first, and an error for an unknown one', async () => {
      const { product } = await shop.getProduct({ id: '102-1022', selected: [{ name: 'Renk', label: 'Mavi' }] })
      assert.deepEqual(product, {
        id: '102',
        title: 'Yün kazak',
        description: { plain: 'Yün kazak' },
        price_range: { min: { amount: 10000, currency: 'TRY' }, max: { amount: 12000, currency: 'TRY' } },
        media: [{ type: 'image', url: 'https://cdn.example.com/shop/p/1.jpg', alt_text: 'Yün kazak' }],
        variants: [
          {
            id: '102-1022',
            title: 'Mavi / L',
            description: { plain: 'Mavi / L' },
            price: { amount: 12000, currency: 'TRY' },
            availability: { available: false, status: 'out_of_stock' },
          },
          {
            id: '102-1021',
            title: 'Mavi / S',
            description: { plain: 'Mavi / S' },
            price: { amount: 10000, currency: 'TRY' },
            availability: { available: true, status: 'in_stock' },
          },
        ],
      })
      assert.equal((await shop.getProduct({ id: '104' })).product?.media, undefined)
      for (const id of ['103', '102-1', 'x']) {
        const { ucp, messages } = await shop.getProduct({ id })
        assert.deepEqual(
          [ucp.status, messages?.map(({ type, code, severity }) => [type, code, severity])],
          ['error', [['error', 'not_found', 'unrecoverable']]],
        )
      }
    })

    it('shows prices of a guest: with discounts that are active, without those of groups', async () => {
      assert.deepEqual(await prices('101', '105'), [
        [19991, undefined],
        [1, undefined],
      ])
      const off = (more: object) => ({ type: 'percent', value: '10', startsAt: null, endsAt: null, ...more })
      await changed(shop.service, [{ id: ids.plain, discount: off({}) }])
      assert.deepEqual(await prices('101'), [[17991, 19991]])
      await changed(shop.service, [{ id: ids.plain, discount: off({ endsAt: '2020-01-01T00:00:00Z' }) }])
      assert.deepEqual(await prices('101'), [[19991, undefined]])
      await changed(shop.service, [{ id: ids.plain, discount: null }])
    })

    it('leaves out variants whose price is not in a range, and products without others', async () => {
      const within = (min: number, max?: number) => ({ filters: { price: { min, ...(max !== undefined && { max }) } } })
      const both = ['102', '102-1022', '101']
      assert.deepEqual(found(await shop.lookUp({ ids: both, ...within(12000, 12000) })), [
        '102: 102-1022 featured 102, exact 102-1022',
      ])
      assert.deepEqual(found(await shop.lookUp({ ids: both, ...within(12001) })), ['101: 101 exact 101'])
      assert.deepEqual(notFound(await shop.lookUp({ ids: both, ...within(20000) })), [])
      const { product } = await shop.getProduct({ id: '102-1021', ...within(11000) })
      assert.deepEqual(
        product?.variants.map(({ id }) => id),
        ['102-1022'],
      )
      assert.deepEqual([product?.price_range.min.amount, product?.price_range.max.amount], [10000, 12000])
      assert.equal((await shop.getProduct({ id: '102', ...within(12001) })).ucp.status, 'error')
    })

    it('counts what holds reserve while the stock guard does, and sells at negative stock where the shop does', async () => {
      const status = async (id: string) => (await shop.getProduct({ id })).product?.variants[0]?.availability.status
      const token = await shop.service.token('guest')
      await addItem(shop.service, token, ids.plain, 5)
      await guardedShop(shop.service)
      assert.equal((await hold(shop.service, 'all', token)).status, 201)
      assert.equal(await status('101'), 'out_of_stock')
      await guardedShop(shop.service, { stockGuard: false })
      assert.deepEqual([await status('101'), await status('104')], ['in_stock', 'out_of_stock'])
      await guardedShop(shop.service, { sellAtNegativeStock: true })
      assert.deepEqual([await status('104'), await status('103')], ['in_stock', undefined])
      await guardedShop(shop.service, { stockGuard: false })
    })

    it('has items with backorder at any stock, and says so where nothing of them is left', async () => {
      const availability = async (id: string) =>
        (await shop.getProduct({ id })).product?.variants.map(each => [each.id, each.availability])
      await changed(shop.service, [
        { id: ids.soldOut, backorder: true },
        { id: ids.variants, stock: 0, backorder: true, variants: [{ id: ids.largeBlue, stock: 0, backorder: false }] },
      ])
      assert.deepEqual(await availability('104'), [['104', { available: true, status: 'backorder' }]])
      await changed(shop.service, [{ id: ids.variants, variants: [{ id: ids.smallBlue, stock: 2 }] }])
      assert.deepEqual(await availability('102'), [
        ['102-1021', { available: true, status: 'in_stock' }],
        ['102-1022', { available: false, status: 'out_of_stock' }],
      ])
      await changed(shop.service, [{ id: ids.variants, variants: [{ id: ids.smallBlue, stock: -2 }] }])
      assert.deepEqual((await availability('102'))?.[0], ['102-1021', { available: true, status: 'backorder' }])
    })

    it('shows prices in minor units of the currency, with VAT where the shop has them with it', async () => {
      const relabel = (shopSection: object) =>
        shop.service.importShop({ shop: shopSection }, { allowCurrencyChange: true })
      await relabel({ settings: { pricesIncludeVat: true } })
      assert.deepEqual(await prices('101'), [[19991, undefined]])
      await relabel({ currencyCode: 'JPY', decimalPlaces: 2, settings: { pricesIncludeVat: false } })
      assert.deepEqual(await prices('101', '105'), [
        [200, undefined],
        [0, undefined],
      ])
      await relabel({ currencyCode: 'KWD', decimalPlaces: 3 })
      assert.deepEqual(await prices('101', '105'), [
        [199905, undefined],
        [5, undefined],
      ])
      const { products } = await shop.search({ filters: { price: { min: 199905, max: 199905 } } })
      assert.deepEqual(
        products.map(({ id, price_range }) => [id, price_range.max.currency]),
        [['101', 'KWD']],
      )
      await relabel({ currencyCode: 'TRY', decimalPlaces: 2 })
    })
  })

  describe(`SKUs as item ids on ${engine}`, () => {
    let shop: AgentsShop
    before(async () => {
      shop = await startAgentsShop(engine, { UCP_ITEM_ID: 'sku' })
      const variant = (id: number, sku?: string) => ({ id, name: `Beden ${id}`, stock: 1, ...(sku && { sku }) })
      await shop.service.importShop({
        products: [
          product({ id: 201, sku: 'ADI', variants: [variant(1, 'ADI-S'), variant(2, 'SAME'), variant(3)] }),
          product({ id: 202, variants: [variant(1), variant(2, 'PARENTLESS'), variant(3, 'ÖTEKİ')] }),
          product({ id: 203, sku: 'SAME' }),
          product({ id: 204, sku: '101', name: 'Keten gömlek' }),
          product({ id: 205, sku: 'NO-ITEM', variants: [variant(1), variant(2)] }),
        ],
      })
    })
    after(() => shop.stop())

    it('name products and variants, and nothing where several have them', async () => {
      const answer = await shop.lookUp({ ids: ['ADI', 'ADI-S', 'SAME', 'PARENTLESS', '101', '202', 'NO-ITEM', 'adi'] })
      assert.deepEqual(found(answer), [
        'ADI: ADI-S featured ADI, exact ADI-S',
        'PARENTLESS: PARENTLESS exact PARENTLESS',
        '101: 101 exact 101',
      ])
      assert.deepEqual(notFound(answer), ['SAME', '202', 'NO-ITEM', 'adi'])
    })

    it('are the ids of what is shown: items without one of their own are not', async () => {
      const { product: shown } = await shop.getProduct({ id: 'ÖTEKİ' })
      assert.deepEqual([shown?.id, shown?.variants.map(({ id }) => id)], ['PARENTLESS', ['ÖTEKİ', 'PARENTLESS']])
      const { products } = await shop.search({ filters: { price: {} } })
      assert.deepEqual(
        products.map(({ id, variants }) => [id, ...variants.map(each => each.id)]),
        [
          ['TAX-FREE', 'TAX-FREE'],
          ['ADI', 'ADI-S'],
          ['PARENTLESS', 'PARENTLESS', 'ÖTEKİ'],
          ['101', '101'],
        ],
      )
      const found = await shop.search({ query: 'keten' })
      assert.deepEqual(
        found.products.map(({ id }) => id),
        ['101'],
        'the product 101 has no SKU',
      )
    })
  })
}
