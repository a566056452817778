/** `sepet campaigns explain` counts the uses of campaigns by checkouts, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold, release, subjectOf } from '../../support/checkouts/orders.ts'
import { engines } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { runSepet } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

for (const engine of engines) {
  describe(`sepet campaigns explain on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      const reward = { type: 'percent', value: '10' }
      await service.importShop({ campaigns: [{ id: 1, name: 'Yaz', reward, usageLimit: 3, usageCount: 1 }] })
    })
    after(() => service.stop())

    /** Holds the cart of a new guest who has chosen the campaign. @returns the subject of the guest */
    async function holdWithCampaign(reference: string): Promise<string> {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain)
      await service.call('POST', '/cart/campaign', { token, body: { campaignId: 1 } })
      assert.equal((await hold(service, reference, token)).status, 201)
      return subjectOf(token)
    }

    /** @returns the result of the condition on the uses */
    async function usage(shopper: string): Promise<string[]> {
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const { status, stdout } = await runSepet(['campaigns', 'explain', '--as', shopper], { DATA_DIR, DATABASE_URL })
      assert.equal(status, 0)
      return /(pass|FAIL) {2}usage +(.+)/.exec(stdout)?.slice(1) ?? []
    }

    it('has amounts with VAT, whether or not the prices include it', async () => {
      const conditions = { minimumTotal: '1000' }
      const reward = { type: 'percent', value: '10' }
      const other = await startService(engine)
      for (const [pricesIncludeVat, total] of [
        [false, '719.664'],
        [true, '599.72'],
      ] as const) {
        const shop = { settings: { pricesIncludeVat, campaignEngine: true } }
        await other.importShop(
          { shop, campaigns: [{ id: 1, name: 'Yaz', reward, conditions }] },
          { allowCurrencyChange: true },
        )
        const token = await other.token('guest')
        await addItem(other, token, ids.plain, 3)
        const { DATA_DIR, DATABASE_URL = '' } = other.config
        const { stdout } = await runSepet(['campaigns', 'explain', '--as', subjectOf(token)], {
          DATA_DIR,
          DATABASE_URL,
        })
        assert.match(stdout, new RegExp(`: 1 line, ${Number(total).toFixed(2)} TRY with VAT\\.`))
        assert.ok(stdout.includes(`${total} of 1000`), stdout)
      }
      await other.stop()
    })

    // Proves: counted-uses
    it('adds the uses of held and completed checkouts to the count of the shop file', async () => {
      assert.deepEqual(await usage('guest'), ['pass', '1 of 3 used'])
      const first = await holdWithCampaign('first')
      assert.deepEqual(await usage('guest'), ['pass', '2 of 3 used'])
      await complete(service, 'first')
      assert.deepEqual(await usage('guest'), ['pass', '2 of 3 used'])
      const second = await holdWithCampaign('second')
      assert.deepEqual(await usage('guest'), ['FAIL', '3 of 3 used'])
      assert.deepEqual(await usage(first), ['FAIL', '3 of 3 used'])
      assert.deepEqual(await usage(second), ['pass', '2 of 3 used'])
      await release(service, 'second')
      assert.deepEqual(await usage('guest'), ['pass', '2 of 3 used'])
      await release(service, 'first')
      assert.deepEqual(await usage('guest'), ['pass', '1 of 3 used'])
    })
  })
}
