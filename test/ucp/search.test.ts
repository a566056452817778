/** Search of products by shopping agents: words of names, ranges of prices and pages, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { foldName, wordsOf } from '../../src/catalog/names/folded-name.ts'
import { changed } from '../support/catalog/products.ts'
import { engines } from '../support/database/engines.ts'
import { importOver } from '../support/import/http-imports.ts'
import { product } from '../support/import/shop-file.ts'
import { seededRandom } from '../support/runner/seed.ts'
import { type AgentsShop, idsOnAllPages, startAgentsShop } from '../support/ucp/catalogue.ts'

/** Names with characters that languages of queries and patterns read in another way. */
const NAMES = [
  'Keten gömlek',
  'KETEN GÖMLEK uzun kollu',
  'İpek eşarp IŞILTI',
  'Kazaklar, %50 pamuk_triko',
  '"Özel" seri \\ d\'Artagnan & Söhne | (XL) : * !',
  "O'Neill's T-shirt",
  'Straße Κόσμος ΟΔΟΣ',
  '衬衫 男士长袖 👕👖👗',
  'and or not near',
  'TV',
  'Ünlü\u00a0 markanın\tçantası',
  '{"json": [1, 2]}',
]

for (const engine of engines) {
  describe(`the search for agents on ${engine}`, () => {
    let shop: AgentsShop
    before(async () => {
      shop = await startAgentsShop(engine)
      await shop.service.importShop({
        products: NAMES.map((name, n) => product({ id: 1001 + n, name, price: `${n + 1}.00` })),
      })
    })
    after(() => shop.stop())
    const found = async (query: string, more: object = {}) =>
      (await shop.search({ query, ...more })).products.map(({ id }) => Number(id))

    it('finds names that contain every word, also within their words, whatever case, accents and letter i', async () => {
      const cases: [query: string, ids: number[]][] = [
        ['GÖMLEK keten', [101, 1001, 1002]],
        ['keten kollu GÖMLEK', [1002]],
        ['ıpek ISILTI'.replace('S', 'Ş'), [1003]],
        ['kazak', [102, 1004]],
        ['%50', [1004]],
        ['k_t', [1004]],
        ['\\', [1005]],
        ["'", [1005, 1006]],
        ['"özel" d\'artagnan', [1005]],
        ['STRASSE οδοσ', [1007]],
        ['长袖', [1008]],
        ['👖👗 衬', [1008]],
        ['and not', [1009]],
        ['tv', [1010]],
        ['  ünlü   çanta\t', [1011]],
        ['{"json":', [1012]],
        ['gomlek', [101, 1001, 1002]],
        ['ozel soehne', []],
        ['ketengömlek', []],
        ['gömlek kazak', []],
        ["') or 1=1 --", []],
        ['xq', []],
      ]
      for (const [query, ids] of cases) assert.deepEqual(await found(query), ids, query)
    })

    it('finds what a comparison of all names finds, for parts of names in any order', async () => {
      const random = seededRandom(50)
      const below = (n: number) => Math.floor(random() * n)
      for (let n = 0; n < 60; n++) {
        const parts = Array.from({ length: 1 + below(3) }, () => {
          const name = NAMES[below(NAMES.length)] ?? ''
          const from = below(name.length)
          return name.slice(from, from + 1 + below(7)).toWellFormed()
        })
        const query = parts.join(' ')
        if (wordsOf(query).length === 0) continue
        const expected = NAMES.flatMap((name, at) =>
          wordsOf(query).every(word => foldName(name).includes(word)) ? [1001 + at] : [],
        )
        const ids = (await found(query, { pagination: { limit: 50 } })).filter(id => id > 1000)
        assert.deepEqual(ids, expected, JSON.stringify(query))
      }
    })

    it('finds products by a range of prices that a guest pays, of any variant, ends included', async () => {
      const within = async (min?: number, max?: number) => {
        const price = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
        return (await shop.search({ filters: { price } })).products.map(({ id, variants }) => [
          Number(id),
          ...variants.map(each => each.price.amount),
        ])
      }
      assert.deepEqual(await within(10000, 12000), [[102, 10000, 12000]])
      assert.deepEqual(await within(10001, 12000), [[102, 12000]])
      assert.deepEqual(await within(19991, 19991), [[101, 19991]])
      assert.deepEqual(await within(undefined, 1), [[105, 1]])
      assert.deepEqual(await within(400, 300), [])
      assert.deepEqual(await within(1e15), [])
      await changed(shop.service, [
        { id: 1001, discount: { type: 'price', value: '0.5', startsAt: null, endsAt: null } },
        { id: 1002, discount: { type: 'amount', value: '9', startsAt: null, endsAt: null } },
        { id: 1003, discount: { type: 'percent', value: '50', startsAt: '2100-01-01T00:00:00Z', endsAt: null } },
      ])
      assert.deepEqual(await within(0, 100), [
        [105, 1],
        [1001, 50],
        [1002, 0],
      ])
      assert.deepEqual(await found('keten', { filters: { price: { max: 100 } } }), [1001, 1002])
      await changed(
        shop.service,
        [1001, 1002, 1003].map(id => ({ id, discount: null })),
      )
    })

    it('ignores other filters, and a range of prices in another currency, and says so', async () => {
      const ignored = async (body: object) => {
        const { products, messages = [] } = await shop.search(body)
        assert.ok(messages.every(({ type, code }) => type === 'info' && code === 'filter_ignored'))
        return [products.length, ...messages.map(({ path }) => path)]
      }
      const price = { max: 1 }
      assert.deepEqual(await ignored({ query: 'tv', filters: { price, categories: ['x'], 'a b': {} } }), [
        0,
        '$.filters.categories',
        '$.filters["a b"]',
      ])
      assert.deepEqual(await ignored({ query: 'tv', filters: { price }, context: { currency: 'EUR' } }), [
        1,
        '$.filters.price',
      ])
      assert.deepEqual(await ignored({ query: 'tv', filters: { price }, context: { currency: 'try' } }), [0])
      const names = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, []]))
      assert.equal((await ignored({ query: 'tv', filters: names })).length, 21)
    })

    it('has pages with every product once, in the order of the ids, also while products come and go', async () => {
      const all = (await idsOnAllPages(shop, { filters: { price: {} } })).flat()
      assert.equal(all.length, 4 + NAMES.length)
      assert.deepEqual(
        all,
        all
          .map(Number)
          .sort((a, b) => a - b)
          .map(String),
      )
      const pages = await idsOnAllPages(shop, { filters: { price: {} } }, 3)
      assert.deepEqual(pages.flat(), all)
      assert.deepEqual(new Set(pages.slice(0, -1).map(({ length }) => length)), new Set([3]))
      assert.equal((await shop.search({ filters: { price: {} } })).products.length, 10)
      const first = await shop.search({ query: 'e', pagination: { limit: 1 } })
      const cursor = first.pagination?.cursor
      await changed(shop.service, [{ id: Number(first.products[0]?.id), onSale: false }])
      const next = await shop.search({ query: 'e', pagination: { limit: 1, cursor } })
      assert.deepEqual([first.products[0]?.id, next.products[0]?.id], ['101', '1001'])
      await changed(shop.service, [{ id: 101, onSale: true }])
    })

    it('finds what an import has named, and what is on sale, at once', async () => {
      const bodies = { id: 1100, price: '5.00' }
      await shop.service.importShop({ products: [product({ ...bodies, name: 'Zümrüt kolye' })] })
      assert.deepEqual(await found('zümrüt'), [1100])
      await shop.service.importShop({ products: [product({ ...bodies, name: 'Yakut kolye' })] })
      assert.deepEqual([await found('zümrüt'), await found('yakut')], [[], [1100]])
      await changed(shop.service, [{ id: 1100, onSale: false }])
      assert.deepEqual(await found('yakut'), [])
      await changed(shop.service, [{ id: 1100, onSale: true }])
      assert.deepEqual(await found('yakut'), [1100])
      const refused = await importOver(shop.service, {
        products: [product({ ...bodies, name: 'Safir kolye' }), product({ id: 1101, price: 'x' })],
      })
      assert.equal(refused.status, 422)
      assert.deepEqual([await found('safir'), await found('yakut')], [[], [1100]])
      const others = { products: NAMES.map((name, n) => product({ id: 1001 + n, name })) }
      const withdrawn = await importOver(shop.service, others, { query: '?withdrawMissing=products' })
      assert.equal(withdrawn.status, 200)
      assert.deepEqual([await found('yakut'), await found('tv')], [[], [1010]])
    })

    it('finds a product again that an instance of an earlier version has named, after the next import of it', async () => {
      const { kysely } = shop.service.database
      await sql`delete from product_names where product_id = 1010`.execute(kysely)
      if (engine === 'sqlite') await sql`delete from product_name_grams where rowid = 1010`.execute(kysely)
      assert.deepEqual(await found('tv'), [])
      await shop.service.importShop({ products: [product({ id: 1010, name: 'TV' })] })
      assert.deepEqual(await found('tv'), [1010])
    })
  })

  describe(`the search of a large catalogue on ${engine}`, () => {
    const PRODUCTS = 12_000
    let shop: AgentsShop
    before(async () => {
      shop = await startAgentsShop(engine)
      const { kysely } = shop.service.database
      const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(PRODUCTS)})`
      const name = sql`case when n = ${sql.lit(PRODUCTS)} then 'özel zımba xq' else 'mavi model ' || n end`
      await sql`
        insert into products (id, name, on_sale, price, vat_rate, stock, stock_unit, stock_increment, free_cargo)
        ${numbers} select 10000 + n, ${name}, case when n % 2 = 0 then 1 else 0 end,
          case when n = ${sql.lit(PRODUCTS)} then '77.5' else '5' end, '20', '1', '', '1', 0 from numbers`.execute(
        kysely,
      )
      for (const table of engine === 'sqlite' ? ['product_names', 'product_name_grams'] : ['product_names']) {
        const id = sql.ref(table === 'product_names' ? 'product_id' : 'rowid')
        await sql`
          insert into ${sql.table(table)} (${id}, folded_name)
          select id, replace(replace(name, 'ı', 'i'), 'ö', 'o') from products where id > 10000`.execute(kysely)
      }
    })
    after(() => shop.stop())

    it('finds a word of the last name on the first page, by the index or without it', async () => {
      for (const query of ['zımba', 'xq', 'ÖZEL zımba', `${PRODUCTS - 2}`]) {
        const { products, pagination } = await shop.search({ query })
        assert.equal(products.length, 1, query)
        assert.equal(pagination?.has_next_page, false)
      }
      const pages = await idsOnAllPages(shop, { query: `model ${PRODUCTS - 1}`.slice(0, -2) })
      assert.deepEqual(
        pages.flat(),
        Array.from({ length: PRODUCTS / 2 - 1 }, (_, n) => 2 * n + 2)
          .filter(n => `${n}`.includes(`${PRODUCTS - 1}`.slice(0, -2)))
          .map(n => `${10_000 + n}`),
      )
    })

    it('ends a page after 10,000 prices, and finds the others on the next ones', async () => {
      const filters = { price: { min: 7750, max: 7750 } }
      const { products, pagination } = await shop.search({ filters })
      assert.deepEqual([products, pagination?.has_next_page], [[], true])
      assert.deepEqual((await idsOnAllPages(shop, { filters })).flat(), [`${10_000 + PRODUCTS}`])
    })

    it('shows products with many variants on several pages', async () => {
      const variants = Array.from({ length: 600 }, (_, n) => ({ id: n + 1, name: `Beden ${n}`, stock: 1 }))
      await shop.service.importShop({
        products: [1, 2, 3].map(id => product({ id, name: `Perde ${id}`, variants })),
      })
      assert.deepEqual(await idsOnAllPages(shop, { query: 'perde' }), [['1'], ['2'], ['3']])
      const { products } = await shop.lookUp({ ids: ['1', '2', '3', '3-600'] })
      assert.deepEqual(
        products.map(each => each.variants.map(({ id }) => id)),
        [['1-1'], ['2-1'], ['3-1', '3-600']],
      )
      assert.equal((await shop.getProduct({ id: '2-600' })).product?.variants.length, 600)
    })
  })
}
