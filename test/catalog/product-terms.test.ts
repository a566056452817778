/** Brand, categories and tags over HTTP: the list and its filters, changes, and the terms in use, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CATALOGUE_TERMS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { allPages, change, changed, list, pageOf, revisionOf } from '../support/catalog/products.ts'
import { indexOfTerms, termsOfColumns } from '../support/catalog/terms.ts'
import { engines } from '../support/database/engines.ts'
import { product } from '../support/import/shop-file.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** The terms that a list shows of a product. */
interface Shown {
  id: number
  brand: string | null
  categories: string[]
  tags: string[]
}

interface TermPage {
  data: { term: string; count: number }[]
  meta: { limit: number }
  links: { next: string | null }
}

const PRODUCTS = [
  product({ id: 1, sku: 'A', name: 'Keten gömlek', brand: 'Kuzey', categories: ['Giyim > Gömlek'], tags: ['Yaz'] }),
  product({
    id: 2,
    name: 'Keten elbise',
    brand: 'KUZEY',
    categories: ['giyim > Elbise', 'Yeni'],
    tags: ['yaz', 'Keten'],
  }),
  product({ id: 3, name: 'Çanta', brand: 'Güney', categories: ['Aksesuar'], onSale: false, stock: 1 }),
  product({ id: 4, name: 'Kemer', categories: ['Giyimlik'], tags: ['a, b'] }),
  product({ id: 5, sku: 'V', name: 'Takım', variants: [{ id: 1, sku: 'V-1', name: 'S' }] }),
]

for (const engine of engines) {
  describe(`terms of products on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => service.importShop({ products: PRODUCTS }))
    after(() => service.stop())
    const query = (filters: Record<string, string>) =>
      `?${new URLSearchParams({ 'filter[id]': '1,2,3,4,5', ...filters })}`
    const idsOf = async (filters: Record<string, string>) =>
      (await allPages(service, query(filters))).flatMap(({ data }) => data.map(({ id }) => id))
    const shownOf = async (id: number) => (await pageOf(service, `?filter[id]=${id}`)).data[0] as unknown as Shown
    const terms = async (parameters: Record<string, string> | string) => {
      const token = await service.token('admin', { scope: 'catalogue:read' })
      const path =
        typeof parameters === 'string'
          ? parameters.replace('http://shop.test', '')
          : `${CATALOGUE_TERMS}?${new URLSearchParams(parameters)}`
      return service.call('GET', path, { token })
    }
    const pageOfTerms = async (parameters: Record<string, string> | string) => {
      const { status, json, text } = await terms(parameters)
      assert.equal(status, 200, text)
      return json as TermPage
    }
    const counts = async (parameters: Record<string, string>) =>
      (await pageOfTerms(parameters)).data.map(({ term, count }) => `${term} ${count}`)
    const checkIndex = async () =>
      assert.deepEqual(await indexOfTerms(service.database), await termsOfColumns(service.database))

    it('refuse filters and terms that are not asked for in their form', async () => {
      for (const [text, parameter] of [
        ['filter[brand]=', 'filter[brand]'],
        ['filter[brand]=%20', 'filter[brand]'],
        ['filter[category]=%E2%80%8B', 'filter[category]'],
        [`filter[tag]=${'x'.repeat(256)}`, 'filter[tag]'],
        ['filter[tag]=%00', 'filter[tag]'],
        ['filter[tag]=a&filter[tag]=b', 'filter[tag]'],
        ['filter[tags]=a', 'filter[tags]'],
      ] as const) {
        const { status, json } = await list(service, `?${text}`)
        const { errors } = json as { errors: { source: { parameter: string } }[] }
        assert.deepEqual([status, errors.map(each => each.source.parameter)], [400, [parameter]], text)
      }
      for (const [parameters, parameter] of [
        [{}, 'kind'],
        [{ kind: 'colour' }, 'kind'],
        [{ kind: 'tag', q: ' ' }, 'q'],
        [{ kind: 'tag', q: 'x'.repeat(256) }, 'q'],
        [{ kind: 'tag', limit: '201' }, 'limit'],
        [{ kind: 'tag', after: 'x' }, 'after'],
        [{ kind: 'tag', page: '2' }, 'page'],
      ] as [Record<string, string>, string][]) {
        const { status, json } = await terms(parameters)
        const { errors } = json as { errors: { source: { parameter: string } }[] }
        assert.deepEqual([status, errors.map(each => each.source.parameter)], [400, [parameter]])
      }
      const token = await service.token('admin', { scope: 'catalogue:write' })
      assert.equal((await service.call('GET', `${CATALOGUE_TERMS}?kind=tag`, { token })).status, 403)
    })

    it('refuse changes that are none, each by its pointer, and change nothing', async () => {
      const before = await revisionOf(service)
      const refused = async (body: object[]) => refusalsOf(await change(service, body))
      assert.deepEqual(
        await refused([
          { id: 1, brand: '' },
          { id: 2, brand: 5, categories: null, tags: ['a', '\u200b'] },
          { id: 3, categories: Array.from({ length: 21 }, (_, n) => `k${n}`) },
          { id: 4, tags: 'a' },
          { id: 999, brand: 'A' },
        ]),
        [
          ...['422 field_invalid /0/brand', '422 field_invalid /1/brand', '422 field_invalid /1/categories'],
          ...[
            '422 field_invalid /1/tags/1',
            '422 field_invalid /2/categories',
            '422 field_invalid /3/tags',
            '422 product_unknown /4/id',
          ],
        ],
      )
      assert.deepEqual(await refused([{ sku: 'V-1', brand: 'A', categories: [], tags: [] }]), [
        ...['422 field_invalid /0/brand', '422 field_invalid /0/categories', '422 field_invalid /0/tags'],
      ])
      assert.equal(await revisionOf(service), before)
      await checkIndex()
    })

    it('are shown of every product, changed by PATCH, and kept where a change does not say them', async () => {
      assert.deepEqual(await shownOf(5), { ...(await shownOf(5)), brand: null, categories: [], tags: [] })
      const body = [
        { id: 1, brand: null, tags: [' Kış ', 'KIŞ', 'kıs'] },
        { id: 4, categories: ['Giyim > Kemer', 'giyim  >  kemer'] },
        { sku: 'V', brand: ' Doğu ', price: '12' },
      ]
      assert.deepEqual(await changed(service, body), [3, 0])
      assert.deepEqual(await changed(service, body), [0, 3])
      assert.deepEqual(await shownOf(1), {
        ...(await shownOf(1)),
        brand: null,
        categories: ['Giyim > Gömlek'],
        tags: ['Kış', 'kıs'],
      })
      assert.deepEqual(await shownOf(4), {
        ...(await shownOf(4)),
        brand: null,
        categories: ['Giyim > Kemer'],
        tags: ['a, b'],
      })
      assert.deepEqual((await shownOf(5)).brand, 'Doğu')
      await checkIndex()
      assert.deepEqual(await idsOf({ 'filter[category]': 'GİYİM' }), [1, 2, 4])
      assert.deepEqual(await changed(service, [{ id: 1, stock: 9 }]), [1, 0])
      assert.deepEqual((await shownOf(1)).tags, ['Kış', 'kıs'])
      const meta = await change(service, [{ id: 5, variants: [{ id: 1, brand: 'X' }] }])
      assert.deepEqual(
        (meta.json as { meta: { warnings: { pointer: string }[] } }).meta.warnings[0]?.pointer,
        '/0/variants/0/brand',
      )
    })

    it('filter the list alone and beside the other filters, whatever the spelling', async () => {
      assert.deepEqual(await idsOf({ 'filter[brand]': 'kuzey' }), [1, 2])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'Kuz' }), [])
      assert.deepEqual(await idsOf({ 'filter[category]': 'giyim' }), [1, 2])
      assert.deepEqual(await idsOf({ 'filter[category]': ' Giyim  >  gömlek ' }), [1])
      assert.deepEqual(await idsOf({ 'filter[category]': 'Gömlek' }), [])
      assert.deepEqual(await idsOf({ 'filter[tag]': 'YAZ' }), [1, 2])
      assert.deepEqual(await idsOf({ 'filter[tag]': 'a, b' }), [4])
      assert.deepEqual(await idsOf({ 'filter[tag]': 'yaz', 'filter[category]': 'yeni', 'filter[brand]': 'KUZEY' }), [2])
      assert.deepEqual(await idsOf({ 'filter[tag]': 'yaz', 'filter[category]': 'aksesuar' }), [])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'kuzey', limit: '1' }), [1, 2])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'kuzey', 'filter[id]': '2,3' }), [2])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'kuzey', 'filter[sku]': 'A' }), [1])
      assert.deepEqual(await idsOf({ 'filter[category]': 'aksesuar', 'filter[onSale]': 'true' }), [])
      assert.deepEqual(await idsOf({ 'filter[category]': 'aksesuar', 'filter[onSale]': 'false' }), [3])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'kuzey', 'filter[name]': 'ELBİSE' }), [2])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'güney', 'filter[name]': 'keten' }), [])
      assert.deepEqual(await idsOf({ 'filter[brand]': 'güney', sort: 'stock', 'filter[stockAtMost]': '1' }), [3])
      assert.deepEqual(
        await idsOf({ 'filter[tag]': 'yaz', sort: 'stock', 'filter[name]': 'keten', limit: '1' }),
        [1, 2],
      )
    })

    it('in use are listed with the numbers of their products, categories above others, too', async () => {
      const own = { brand: ['Güney 1', 'Kuzey 2'], tag: ['a, b 1', 'Keten 1', 'Yaz 2'] }
      assert.deepEqual(await counts({ kind: 'brand' }), own.brand)
      assert.deepEqual(await counts({ kind: 'tag' }), own.tag)
      assert.deepEqual(await counts({ kind: 'category' }), [
        ...['Aksesuar 1', 'Giyim 2', 'giyim > Elbise 1', 'Giyim > Gömlek 1', 'Giyimlik 1', 'Yeni 1'],
      ])
      assert.deepEqual(await counts({ kind: 'category', q: 'İYİM > ' }), ['giyim > Elbise 1', 'Giyim > Gömlek 1'])
      assert.deepEqual(await counts({ kind: 'tag', q: '%' }), [])
      assert.deepEqual(await counts({ kind: 'tag', q: 'ZZ' }), [])
      const first = await pageOfTerms({ kind: 'category', q: 'giyim', limit: '2' })
      assert.deepEqual([first.data.length, first.meta.limit], [2, 2])
      const second = await pageOfTerms(first.links.next ?? '')
      assert.deepEqual(
        second.data.map(({ term }) => term),
        ['Giyim > Gömlek', 'Giyimlik'],
      )
      assert.equal(second.links.next, null)
    })

    it('are found in a shop with more terms and products than one step compares', async () => {
      const many = Array.from({ length: 1_300 }, (_, n) =>
        product({
          id: 10_000 + n,
          brand: 'Çok',
          tags: [`t${n}`, n % 2 ? 'tek' : 'çift'],
          name: n === 900 ? 'İğne' : 'Saman',
        }),
      )
      await service.importShop({ products: many })
      assert.deepEqual(await counts({ kind: 'tag', q: 't1299' }), ['t1299 1'])
      assert.deepEqual(await counts({ kind: 'tag', q: 'çift' }), ['çift 650'])
      assert.deepEqual(await counts({ kind: 'brand', q: 'ço' }), ['Çok 1300'])
      const found = async (filters: Record<string, string>) =>
        (await allPages(service, `?${new URLSearchParams({ limit: '200', ...filters })}`)).flatMap(({ data }) =>
          data.map(({ id }) => id),
        )
      assert.equal((await found({ 'filter[brand]': 'çok' })).length, 1_300)
      assert.equal((await found({ 'filter[brand]': 'çok', 'filter[tag]': 'tek' })).length, 650)
      assert.deepEqual(await found({ 'filter[brand]': 'çok', 'filter[name]': 'iğne' }), [10_900])
      assert.deepEqual(await found({ 'filter[tag]': 't7', 'filter[brand]': 'çok' }), [10_007])
      assert.equal((await found({ 'filter[tag]': 'tek', sort: 'stock' })).length, 650)
      assert.deepEqual(await found({ 'filter[tag]': 'tek', sort: 'stock', 'filter[name]': 'iğne' }), [])
      await service.importShop({ products: many.map(each => ({ ...each, brand: null, tags: [] })) })
      assert.deepEqual(await counts({ kind: 'brand', q: 'ço' }), [])
    })

    it('are found as a search without an index finds them, after random changes', async () => {
      const random = seededRandom(seed)
      const some = <T>(all: readonly T[]) => all.filter(() => random() < 0.3)
      const brands = [null, 'Kuzey', 'KUZEY', 'Güney']
      const categories = ['Giyim', 'Giyim > Gömlek', 'giyim > gömlek > Keten', 'Ev', 'EV > Banyo']
      const tags = ['Yaz', 'YAZ', 'kış', 'Kıs']
      const one = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
      const newTerms = () => ({ brand: one(brands), categories: some(categories), tags: some(tags) })
      const fold = (text: string) => text.toLocaleLowerCase('tr').replaceAll('ı', 'i')
      for (let round = 0; round < 5; round++) {
        const ids = [1, 2, 3, 4, 5].filter(() => random() < 0.7)
        const body = ids.map(id => ({ id, ...Object.fromEntries(some(Object.entries(newTerms()))) }))
        if (round % 2 === 0) await service.importShop({ products: PRODUCTS.map(each => ({ ...each, ...newTerms() })) })
        else if (body.length > 0) await changed(service, body)
        await checkIndex()
        const shown = (await pageOf(service, '?filter[id]=1,2,3,4,5')).data as unknown as Shown[]
        const isIn = (category: string) => (path: string) =>
          fold(path) === fold(category) || fold(path).startsWith(`${fold(category)} > `)
        for (const brand of ['kuzey', 'güney'])
          assert.deepEqual(
            await idsOf({ 'filter[brand]': brand }),
            shown.filter(each => each.brand && fold(each.brand) === brand).map(({ id }) => id),
          )
        for (const category of categories)
          assert.deepEqual(
            await idsOf({ 'filter[category]': category, 'filter[tag]': 'yaz' }),
            shown
              .filter(each => each.categories.some(isIn(category)) && each.tags.some(tag => fold(tag) === 'yaz'))
              .map(({ id }) => id),
          )
      }
    })
  })
}
