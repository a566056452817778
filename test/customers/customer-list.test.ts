/** The list of customers: refused parameters, pages, sort order, filters, and the number of database round trips. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines, withoutPostgres } from '../support/database/engines.ts'
import { startWireProxy } from '../support/database/wire-proxy.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

interface Page {
  data: { id: number; name: string | null; group?: { id: number; name: string } | null }[]
  meta: { page: number; limit: number; total: number; totalPages: number }
  links: Record<'self' | 'first' | 'prev' | 'next' | 'last', string | null>
}

const names = ['Çiğdem', 'Ahmet', null, 'Zeynep', 'ahmet', 'Ahmet', null, 'İpek', 'Bora', 'Ömer']
const people = names.map((name, n) =>
  customer(100 + n, {
    name,
    surname: n % 2 ? 'Kaya' : 'Ak',
    email: `${String.fromCharCode(106 - n)}${n}@example.com`,
    customerGroupId: n < 3 ? ids.group : null,
  }),
)

for (const engine of engines) {
  describe(`the list of customers on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      await service.importShop({ customers: people })
      token = await service.token('admin', { scope: 'customers:read' })
    })
    after(() => service.stop())
    const ask = (query: string): Promise<Answer> => service.call('GET', `${CUSTOMERS}${query}`, { token })
    const page = async (query: string): Promise<Page> => {
      const answer = await ask(query)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Page
    }
    const idsOf = async (query: string) => (await page(query)).data.map(({ id }) => id)
    const sorted = (sort: string) => idsOf(`?sort=${sort}&filter[id]=${names.map((_, n) => 100 + n)}`)

    // Proves: list-parameters
    it('answers 400 to invalid parameters, with an error for each of them', async () => {
      for (const [query, parameters] of [
        ['?page=0', ['page']],
        ['?page=-1&limit=101', ['page', 'limit']],
        ['?page=1.5', ['page']],
        ['?page=', ['page']],
        ['?page=%201', ['page']],
        ['?page=9223372036854775808', ['page']],
        ['?page=90071992547410', ['page']],
        ['?page=1&page=2', ['page']],
        ['?limit=0', ['limit']],
        ['?sort=nosuch', ['sort']],
        ['?sort=', ['sort']],
        ['?sort=id,', ['sort']],
        ['?sort=--id', ['sort']],
        ['?sort=name,-name', ['sort']],
        ['?sort=id,(select 1)', ['sort']],
        ['?sort=id;drop table customers', ['sort']],
        ["?sort=id'--", ['sort']],
        ['?sort=constructor', ['sort']],
        ['?filter[id]=x', ['filter[id]']],
        ['?filter[id]=1,', ['filter[id]']],
        ['?filter[id]=1 or 1=1', ['filter[id]']],
        ['?filter[customerGroupId]=null', ['filter[customerGroupId]']],
        ['?filter[email]=', ['filter[email]']],
        ['?filter[email]=%00', ['filter[email]']],
        ['?filter[name]=a', ['filter[name]']],
        ['?filter[id][$ne]=0', ['filter[id][$ne]']],
        ['?filterOperator=OR', ['filterOperator']],
        ['?include=passwords', ['include']],
        ['?include=group,group', ['include']],
        ['?toString=1&__proto__=2', ['toString', '__proto__']],
      ] as const) {
        const { status, json } = await ask(query)
        assert.equal(status, 400, query)
        const { errors } = json as { errors: { code: string; source: { parameter: string } }[] }
        assert.deepEqual([...new Set(errors.map(({ code }) => code))], ['parameter_invalid'])
        assert.deepEqual(
          errors.map(({ source }) => source.parameter),
          parameters,
        )
      }
      const { status } = await service.call('GET', `${CUSTOMERS}/100?include=orders`, { token })
      assert.equal(status, 400)
      for (const octets of ['%ff', '%zz', '%ED%A0%80', '%']) {
        assert.deepEqual(refusalsOf(await ask(`?filter[email]=${octets}`)), ['400 invalid_encoding'])
      }
    })

    it('reports the first twenty of two thousand unknown parameters', async () => {
      const unknown = Array.from({ length: 2_000 }, (_, index) => `x${index}`)
      const { errors } = (await ask(`?${unknown.join('&')}`)).json as { errors: { source: { parameter: string } }[] }
      assert.deepEqual(
        errors.map(({ source }) => source.parameter),
        unknown.slice(0, 20),
      )
    })

    it('has pages of 25 customers in the order of their ids, with links to the other pages', async () => {
      const { meta, links, data } = await page('')
      assert.deepEqual(meta, { page: 1, limit: 25, total: 15, totalPages: 1 })
      assert.deepEqual(
        data.map(({ id }) => id),
        [1, 2, 3, 4, 5, ...names.map((_, n) => 100 + n)],
      )
      assert.ok(data.every(each => !('group' in each)))
      const address = `http://shop.test${CUSTOMERS}?page=1&limit=25`
      assert.deepEqual(links, { self: address, first: address, prev: null, next: null, last: address })
    })

    it('can be read completely through its links', async () => {
      const seen: number[] = []
      let link: string | null = '?limit=2&sort=-surname,name&filter[customerGroupId]=7&include=group'
      for (let number = 1; link; number++) {
        const { data, links, meta }: Page = await page(link.replace(`http://shop.test${CUSTOMERS}`, ''))
        seen.push(...data.map(({ id }) => id))
        assert.deepEqual(meta, { page: number, limit: 2, total: 4, totalPages: 2 })
        assert.ok(data.every(({ group }) => group?.name === 'Bayi'))
        link = links.next
      }
      assert.deepEqual(
        seen,
        [101, 100, 102, 2].sort((a, b) => seen.indexOf(a) - seen.indexOf(b)),
      )
      const middle = await page('?limit=6&page=2')
      assert.deepEqual(middle.meta, { page: 2, limit: 6, total: 15, totalPages: 3 })
      const pageOf = (each: string | null) => new URL(each ?? '').searchParams.get('page')
      const { prev, next, first, last } = middle.links
      assert.deepEqual([prev, next, first, last].map(pageOf), ['1', '3', '1', '3'])
    })

    it('has links that can be requested, also with 2500 ids in a filter', async () => {
      const many = Array.from({ length: 2500 }, (_, n) => n + 1).join(',')
      const { links } = await page(`?limit=1&filter[id]=${many}`)
      assert.equal((await ask((links.next ?? '').replace(`http://shop.test${CUSTOMERS}`, ''))).status, 200)
    })

    it('is empty after the last page, with a link to the last page', async () => {
      const { data, meta, links } = await page('?page=90071992547409&limit=100')
      assert.deepEqual([data, meta.total, meta.totalPages, links.next], [[], 15, 1, null])
      assert.equal(new URL(links.prev ?? '').searchParams.get('page'), '1')
      const none = await page('?filter[email]=nobody@example.com')
      assert.deepEqual([none.data, none.meta], [[], { page: 1, limit: 25, total: 0, totalPages: 0 }])
    })

    it('is sorted by code point, with null first, and equal values by id', async () => {
      const byName = [102, 106, 101, 105, 108, 103, 104, 100, 109, 107]
      assert.deepEqual(await sorted('name'), byName)
      assert.deepEqual(await sorted('-name'), [107, 109, 100, 104, 103, 108, 101, 105, 102, 106])
      assert.deepEqual(
        await sorted('-id'),
        names.map((_, n) => 109 - n),
      )
      assert.deepEqual(
        await sorted('email'),
        names.map((_, n) => 109 - n),
      )
      assert.deepEqual(await sorted('surname,-name'), [100, 104, 108, 102, 106, 107, 109, 103, 101, 105])
      assert.deepEqual(
        await sorted('createdAt'),
        names.map((_, n) => 100 + n),
      )
    })

    it('is filtered by one or several values, and all filters apply together', async () => {
      assert.deepEqual(await idsOf('?filter[id]=103,1,999'), [1, 103])
      assert.deepEqual(await idsOf('?filter[email]=%20J0@Example.com,h2@example.com'), [100, 102])
      assert.deepEqual(await idsOf('?filter[customerGroupId]=7,9007199254740991'), [2, 100, 101, 102])
      assert.deepEqual(await idsOf('?filter[customerGroupId]=7&filter[id]=100,103'), [100])
      assert.deepEqual(await idsOf("?filter[email]=' or 1=1 --"), [])
    })

    it('contains the group, or null, with include=group', async () => {
      const { data } = await page('?include=group&filter[id]=100,103')
      assert.deepEqual(
        data.map(({ group }) => group),
        [{ id: ids.group, name: 'Bayi' }, null],
      )
    })

    it('has the current total on every instance, after writes by any instance', async () => {
      const peer = await service.startPeer()
      const admin = await service.token('admin')
      const totals = async () => {
        const answers = [service, peer].flatMap(each =>
          ['', '?filter[customerGroupId]=7'].map(query => each.call('GET', `${CUSTOMERS}${query}`, { token })),
        )
        return (await Promise.all(answers)).map(({ json }) => (json as Page).meta.total)
      }
      assert.deepEqual(await totals(), [15, 4, 15, 4])
      const created = await peer.call('POST', CUSTOMERS, { token: admin, body: { customerGroupId: 7 } })
      const { id } = (created.json as { data: { id: number } }).data
      assert.deepEqual(await totals(), [16, 5, 16, 5])
      await service.call('PUT', `${CUSTOMERS}/${id}`, { token: admin, body: { customerGroupId: null } })
      assert.deepEqual(await totals(), [16, 4, 16, 4])
      await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })
      assert.deepEqual(await totals(), [15, 4, 15, 4])
      await service.importShop({ customers: [customer(500, { customerGroupId: 7 })] })
      assert.deepEqual(await totals(), [16, 5, 16, 5])
      await peer.stop()
    })
  })
}

describe('the database round trips of the customer list', { skip: withoutPostgres }, () => {
  it('are at most three, and two once the total is known, for any page size', async () => {
    const direct = await startService('postgres')
    await direct.importShop({
      customers: Array.from({ length: 120 }, (_, n) => customer(1000 + n, { customerGroupId: 7 })),
    })
    const proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
    const service = await direct.startPeer({ DATABASE_URL: proxy.url })
    const token = await service.token('admin')
    const trips = async (query: string) => {
      const answer = await service.call('GET', `${CUSTOMERS}${query}`, { token })
      assert.equal(answer.status, 200)
      return proxy.takeRoundTrips()
    }
    await trips('')
    assert.deepEqual(await Promise.all([trips('?limit=100&include=group')]), [2])
    assert.equal(await trips('?limit=1&include=group'), 2)
    assert.equal(await trips('?limit=100&filter[customerGroupId]=7&include=group'), 3)
    assert.equal(await trips('?limit=100&filter[customerGroupId]=7&include=group&page=2'), 2)
    await service.stop()
    await direct.stop()
    await proxy.close()
  })
})
