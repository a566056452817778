/** The filters of lists by which the office searches: ends of references, beginnings of codes, words of names, SKUs and brands. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CAMPAIGNS, CHECKOUTS, COUPONS, PRODUCTS } from '../../src/api-paths.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

type Data = Record<string, unknown>[]

for (const engine of engines) {
  describe(`the lists of the search on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', {
        scope: 'checkouts:read promotions:read promotions:write catalogue:read',
      })
      const document = JSON.stringify({
        data: { attributes: { grandTotal: { amount: '10.00', currencyCode: 'TRY', decimalPlaces: 2 } } },
        included: [],
      })
      for (const [n, reference] of ['WEB-10417', 'WEB-20417', 'web-30418', 'A~B_0417'].entries()) {
        await service.database.kysely
          .insertInto('checkouts')
          .values({
            reference,
            state: n === 1 ? 'completed' : 'released',
            subject: 'guest:x',
            held_at: n + 1,
            expires_at: n + 2,
            completed_at: n === 1 ? 2 : null,
            over_limit: 0,
            document,
          } as never)
          .execute()
      }
      for (const [code, discountType] of [
        ['YAZ10', 'percent'],
        ['yaz%20', 'percent'],
        ['KIŞ', 'percent'],
      ] as const) {
        const body = { code, discountType, value: '10' }
        const saved = await service.call('PUT', `${COUPONS}/${encodeURIComponent(code)}`, { token, body })
        assert.equal(saved.status, 201, saved.text)
      }
      for (const [id, name] of [
        [901, 'Gömlek şöleni'],
        [902, 'Bahar gömlekleri'],
      ] as const) {
        const body = { name, reward: { type: 'percent', value: '5' } }
        const saved = await service.call('PUT', `${CAMPAIGNS}/${id}`, { token, body })
        assert.equal(saved.status, 201, saved.text)
      }
      const product = { vatRate: 20, price: '10.00', stock: 5 }
      await service.importShop({
        products: [
          { ...product, id: 7001, name: 'Keten gömlek', sku: 'GML-1', brand: 'Çınar' },
          { ...product, id: 7002, name: 'Pantolon', sku: 'gml-2', brand: 'Çınar' },
          { ...product, id: 7003, name: 'Çınar ağacı', sku: 'X_%' },
        ],
      })
    })
    after(() => service.stop())
    const get = async (path: string): Promise<{ data: Data; links: { next: string | null } }> => {
      const answer = await service.call('GET', path, { token })
      assert.equal(answer.status, 200, answer.text)
      return answer.json as { data: Data; links: { next: string | null } }
    }
    const found = async (path: string, filter: string, text: string, member: string) =>
      (await get(`${path}?filter[${filter}]=${encodeURIComponent(text)}`)).data.map(each => each[member])

    it('finds orders by the end of their references, newest first, with their states and pages', async () => {
      const orders = (text: string) => found(CHECKOUTS, 'reference', text, 'reference')
      assert.deepEqual(await orders('0417'), ['A~B_0417', 'WEB-20417', 'WEB-10417'])
      assert.deepEqual(await orders('417'), ['A~B_0417', 'WEB-20417', 'WEB-10417'])
      assert.deepEqual(await orders('Web-10417'), ['WEB-10417'])
      assert.deepEqual(await orders('WEB-30418'), ['web-30418'])
      assert.deepEqual(await orders('WEB'), [])
      const query = `${CHECKOUTS}?filter[reference]=0417`
      assert.deepEqual(
        (await get(`${query}&filter[state]=completed,held`)).data.map(each => each.reference),
        ['WEB-20417'],
      )
      const seen: unknown[] = []
      for (let path: string | null = `${query}&limit=1`; path !== null; ) {
        const page: Awaited<ReturnType<typeof get>> = await get(path)
        seen.push(...page.data.map(each => each.reference))
        path = page.links.next?.replace(/^.*(?=\/api)/, '') ?? null
      }
      assert.deepEqual(seen, ['A~B_0417', 'WEB-20417', 'WEB-10417'])
      for (const text of ['17', 'a b c', '%17', "'17x", 'é417', 'x'.repeat(129), '4\u000017']) {
        const path = `${CHECKOUTS}?filter[reference]=${encodeURIComponent(text)}`
        assert.equal((await service.call('GET', path, { token })).status, 400, text)
      }
    })

    it('finds coupons by the beginning of their codes, and campaigns by words of their names', async () => {
      const codes = (text: string) => found(COUPONS, 'code', text, 'code')
      assert.deepEqual(await codes('yaz'), ['yaz%20', 'YAZ10'])
      assert.deepEqual(await codes('YAZ1'), ['YAZ10'])
      assert.deepEqual(await codes('kış'), ['KIŞ'])
      assert.deepEqual(await codes('%'), [])
      const first = await get(`${COUPONS}?filter[code]=yaz&limit=1`)
      assert.equal((await get(String(first.links.next).replace(/^.*(?=\/api)/, ''))).data[0]?.code, 'YAZ10')
      const campaigns = (text: string) => found(CAMPAIGNS, 'name', text, 'id')
      assert.deepEqual(await campaigns('gomlek'), [901, 902])
      assert.deepEqual(await campaigns('GÖMLEK bahar'), [902])
      assert.deepEqual(await campaigns("'; drop"), [])
      const next = await get(`${CAMPAIGNS}?filter[name]=gomlek&limit=1`)
      assert.equal((await get(String(next.links.next).replace(/^.*(?=\/api)/, ''))).data[0]?.id, 902)
    })

    it('finds products by a part of the name without accents, the beginning of a SKU, and a part of the brand', async () => {
      const products = (text: string) => found(PRODUCTS, 'search', text, 'id')
      assert.deepEqual(await products('gomlek'), [101, 7001])
      assert.deepEqual(await found(PRODUCTS, 'name', 'GOMLEK', 'id'), [101, 7001])
      assert.deepEqual(await products('GML-'), [7001, 7002])
      assert.deepEqual(await products('gml-2'), [7002])
      for (const text of ['çın', 'cin', 'CINAR']) assert.deepEqual(await products(text), [7001, 7002, 7003], text)
      assert.deepEqual(await products('x_'), [7003])
      assert.deepEqual(await products('%'), [])
      const seen: unknown[] = []
      for (
        let path: string | null = `${PRODUCTS}?filter[search]=${encodeURIComponent('çınar')}&limit=1`;
        path !== null;
      ) {
        const page: Awaited<ReturnType<typeof get>> = await get(path)
        seen.push(...page.data.map(each => each.id))
        path = page.links.next?.replace(/^.*(?=\/api)/, '') ?? null
      }
      assert.deepEqual(seen, [7001, 7002, 7003])
      for (const text of ['', ' ', 'a'.repeat(101)]) {
        const path = `${PRODUCTS}?filter[search]=${encodeURIComponent(text)}`
        assert.equal((await service.call('GET', path, { token })).status, 400)
      }
      const path = `${PRODUCTS}?filter[search]=x&sort=stock`
      assert.match((await service.call('GET', path, { token })).text, /left out with sort=stock/)
    })
  })
}
