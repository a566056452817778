/** The order and the pages of a search that finds more customers than one statement orders, wherever in the order these stand. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Page {
  data: { id: number }[]
  meta: { total: number }
}

/** Customers that a search finds at most. */
const MAX_FOUND = 2_000
const OTHERS = 2_200
const firstId = 10_000
const numbers = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n)
/** Those with the lower ids and the earlier names are not found. */
const others = numbers(OTHERS, firstId)
const found = numbers(MAX_FOUND + 100, firstId + OTHERS)
const nameOf = (id: number) => `Ad ${String(id).padStart(6, '0')}`

for (const engine of engines) {
  describe(`the order of a search for many customers on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      const rows = [...others, ...found].map(id =>
        customer(id, {
          name: nameOf(id),
          ...(id >= firstId + OTHERS && { company: 'Toplu', customerGroupId: ids.group }),
        }),
      )
      await service.importShop({ customers: rows })
      token = await service.token('admin', { scope: 'customers:read' })
    })
    after(() => service.stop())
    const page = async (query: string): Promise<Page> => {
      const answer = await service.call('GET', `${CUSTOMERS}?${query}`, { token })
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Page
    }
    const idsOf = async (query: string) => (await page(query)).data.map(({ id }) => id)

    it('is that of all customers found, ascending and descending, by every field', async () => {
      const [lowest, highest] = [found.slice(0, 3), found.toReversed().slice(0, 3)]
      for (const sort of ['id', 'name', 'email', 'surname', 'name,-id', 'createdAt,name']) {
        assert.deepEqual(await idsOf(`filter[search]=toplu&limit=3&sort=${sort}`), lowest, sort)
      }
      for (const sort of ['-id', '-name', '-email', '-surname,-name', '-name,id']) {
        assert.deepEqual(await idsOf(`filter[search]=toplu&limit=3&sort=${sort}`), highest, sort)
      }
    })

    it('goes on from page to page, up to the last customer that a search finds', async () => {
      for (const [sort, expected] of [
        ['name', found],
        ['-name', found.toReversed()],
      ] as const) {
        const pages = []
        for (let n = 1; n <= 21; n++) pages.push(await page(`filter[search]=toplu&limit=100&sort=${sort}&page=${n}`))
        assert.deepEqual(
          pages.flatMap(({ data }) => data.map(({ id }) => id)),
          expected.slice(0, MAX_FOUND),
        )
        assert.ok(pages.every(({ meta }) => meta.total === MAX_FOUND))
      }
    })

    it('is the same within a group of customers', async () => {
      const query = `filter[search]=toplu&filter[customerGroupId]=${ids.group}&limit=2`
      assert.deepEqual(await idsOf(`${query}&sort=-name`), found.toReversed().slice(0, 2))
      assert.deepEqual((await page(`filter[search]=ad&filter[id]=${found[0]},${others[0]}`)).meta.total, 2)
    })

    it('finds nobody whose text has the parts of a word, but not the word', async () => {
      assert.equal((await page('filter[search]=toplum')).meta.total, 0)
      assert.equal((await page('filter[search]=musteriexample.com')).meta.total, 0)
    })
  })
}
