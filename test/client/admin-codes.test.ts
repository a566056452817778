/** The client’s calls of codes: make, list, switch off, export and import, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AdminClient, createAdminClient } from 'sepet-client/admin'
import { refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`codes by the client on ${engine}`, () => {
    let service: TestService
    let token: string
    let admin: AdminClient
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', { scope: 'promotions:read promotions:write catalogue:write' })
      admin = createAdminClient({ baseUrl: service.url, token })
      for (const id of [61, 62]) {
        await admin.campaigns.save(id, { name: 'K', couponBound: true, reward: { type: 'percent', value: '10' } })
      }
    })
    after(() => service.stop())

    it('make them, list them by pages and filters, and switch a batch off', async () => {
      const { campaigns } = admin
      assert.deepEqual(await campaigns.createCodes(61, { count: 5, prefix: 'A-', batch: 'a' }), {
        batch: 'a',
        count: 5,
      })
      await campaigns.createCodes(61, { count: 2, prefix: 'B-', batch: 'b' })
      const first = await campaigns.codes(61, { limit: 3, filter: { batch: 'a', used: false, code: 'a-' } })
      assert.equal(first.data.length, 3)
      assert.ok(first.next)
      const all = await Array.fromAsync(campaigns.allCodes(61, { limit: 2, filter: { batch: 'a' } }))
      assert.deepEqual(all.slice(0, 3), first.data)
      assert.equal(all.length, 5)
      assert.deepEqual(await campaigns.switchOffCodes(61, 'a'), { batch: 'a', count: 5 })
      const { data, next } = await campaigns.batches(61)
      assert.equal(next, null)
      assert.deepEqual(data, [
        { batch: 'a', count: 5, used: 0, active: 0 },
        { batch: 'b', count: 2, used: 0, active: 2 },
      ])
      assert.deepEqual(await refusalsIn(campaigns.switchOffCodes(61, 'c')), ['404 batch_not_found'])
      assert.deepEqual(await refusalsIn(campaigns.codes(63)), ['404 campaign_not_found'])
    })

    it('make them once where a response is lost, and where a program repeats its key', async () => {
      let lost = 0
      const losing = createAdminClient({
        baseUrl: service.url,
        token,
        fetch: async request => {
          const response = await fetch(request)
          if (request.method !== 'POST' || lost > 0) return response
          lost++
          throw new TypeError('fetch failed')
        },
      })
      const made = await losing.campaigns.createCodes(62, { count: 3 })
      assert.deepEqual([made.count, lost], [3, 1])
      const options = { idempotencyKey: 'newsletter-2026' }
      const [one, two] = [
        await admin.campaigns.createCodes(62, { count: 4 }, options),
        await admin.campaigns.createCodes(62, { count: 4 }, options),
      ]
      assert.deepEqual(one, two)
      assert.equal((await Array.fromAsync(admin.campaigns.allCodes(62))).length, 7)
    })

    it('export those of a batch, and import those of another system', async () => {
      const csv = 'Code,Usage Limit\nESKİ-1,1\nESKİ-2,1\n'
      const report = await admin.imports.csv(csv, { campaignId: 62, batch: 'eski' })
      assert.equal(report.files[0]?.sections[0]?.created, 2)
      const text = await new Response(await admin.exports.coupons({ campaignId: 62, batch: 'eski' })).text()
      assert.deepEqual(text.match(/^ESKİ-\d/gm), ['ESKİ-1', 'ESKİ-2'])
      assert.deepEqual(await refusalsIn(admin.exports.coupons({ batch: 'eski' })), ['400 parameter_invalid'])
      assert.deepEqual(await refusalsIn(admin.imports.csv(csv, { batch: 'eski' })), ['400 parameter_invalid'])
    })
  })
}
