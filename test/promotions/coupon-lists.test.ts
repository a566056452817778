/** The list of coupons without the codes of batches, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { COUPONS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { createBindable, makeCodes, readPage } from '../support/promotions/codes.ts'
import { type CallPromotions, coupon, couponPath, promotionCaller, recordOf } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const CAMPAIGN = 3_000
const CODES = 3_000
/** In the order of their folded codes; the codes of the batch are between the second and the third. */
const OWN = ['AÇILIŞ', 'BAĞLI', 'ZİNCİR', 'ZİYARET']

for (const engine of engines) {
  describe(`the list of coupons on ${engine}`, () => {
    let service: TestService
    let call: CallPromotions
    before(async () => {
      service = await startService(engine)
      call = await promotionCaller(service)
      await createBindable(call, CAMPAIGN)
      for (const code of OWN) {
        const bound = code === 'BAĞLI' ? { campaignId: CAMPAIGN, value: null } : {}
        recordOf(await call('PUT', couponPath(code), coupon(bound)), 201)
      }
      await makeCodes(call, CAMPAIGN, { count: CODES, prefix: 'M', batch: 'liste' })
    })
    after(() => service.stop())

    async function listed(filters: Record<string, string>): Promise<string[][]> {
      const pages: string[][] = []
      for (let path: string | null = `${COUPONS}?${new URLSearchParams(filters)}`; path !== null; ) {
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(call, path)
        pages.push(page.data.map(({ code }) => code))
        path = page.links.next?.replace('http://shop.test', '') ?? null
      }
      return pages
    }

    it('leaves out the codes of batches, over pages and beside a beginning', async () => {
      assert.deepEqual(await listed({ 'filter[batch]': 'none' }), [OWN])
      assert.deepEqual(await listed({ 'filter[batch]': 'none', limit: '2' }), [OWN.slice(0, 2), OWN.slice(2)])
      assert.deepEqual(await listed({ 'filter[batch]': 'none', 'filter[code]': 'zi', limit: '1' }), [
        ['ZİNCİR'],
        ['ZİYARET'],
      ])
      assert.deepEqual(await listed({ 'filter[batch]': 'none', 'filter[code]': 'm' }), [[]])
      const all = (await listed({ limit: '200' })).flat()
      assert.equal(all.length, CODES + OWN.length)
      assert.deepEqual([all[1], all.at(-2)], ['BAĞLI', 'ZİNCİR'])
    })

    it('refuses another batch than none, and the filter beside campaigns', async () => {
      for (const value of ['liste', 'None', '', 'none&filter[batch]=none']) {
        const answer = await call('GET', `${COUPONS}?filter[batch]=${value}`)
        assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], value)
      }
      const campaigns = await call('GET', `${COUPONS.replace('coupons', 'campaigns')}?filter[batch]=none`)
      assert.deepEqual(refusalsOf(campaigns), ['400 parameter_invalid'])
    })

    it('reads the others by an index of their own, not past the codes of batches', async () => {
      const { kysely } = service.database
      if (engine === 'postgres') await sql`analyze coupons`.execute(kysely)
      const explain = engine === 'postgres' ? sql`explain` : sql`explain query plan`
      const key = engine === 'postgres' ? sql`folded_code collate "C"` : sql`folded_code`
      const { rows } = await sql`
        ${explain} select document from coupons where ${key} > ${'B'} and batch is null order by ${key} limit 51`.execute(
        kysely,
      )
      assert.match(JSON.stringify(rows), /coupons_single/)
    })
  })
}
