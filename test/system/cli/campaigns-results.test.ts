/** `sepet campaigns results`: what each campaign, coupon and batch has sold, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { readResults, storeCodes, storeOrders } from '../../support/promotions/results.ts'
import { runSepet } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const FROM = '2026-01-01T00:00:00+03:00'
const TO = '2026-02-01T00:00:00+03:00'
const PERIOD = ['--from', FROM, '--to', TO]

for (const engine of engines) {
  describe(`sepet campaigns results on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      const reward = { type: 'percent', value: '10' }
      await service.importShop({
        campaigns: [{ id: 1, name: 'Yaz', reward, couponBound: true }],
        coupons: [{ code: 'İNDİRİM', description: 'Her sepette', discountType: 'percent', value: '10' }],
      })
      await storeCodes(service.database, { campaignId: 1, batch: 'bülten', codes: ['K7MQ'] })
      const completedAt = Date.UTC(2026, 0, 10)
      await storeOrders(service.database, [
        { completedAt, amount: '1250.00', coupon: 'k7mq', bound: 1 },
        ...['10.00', '20.50', '0.50'].map(amount => ({ completedAt, amount, coupon: 'indirim', campaigns: [22] })),
        { completedAt, amount: '100.00' },
        { completedAt: Date.UTC(2026, 1, 10), amount: '7.00', coupon: 'indirim' },
      ])
    })
    after(() => service.stop())

    const run = (...flags: string[]) => {
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      return runSepet(['campaigns', 'results', ...flags], { DATA_DIR, DATABASE_URL })
    }

    it('refuses times that are none or no period, and ids that are none', async () => {
      for (const [flags, message] of [
        [['--from', '2026-01-01'], /It must be a time such as/],
        [['--from', TO, '--to', FROM], /--to must be a time after --from\./],
        [['--from', '2020-01-01T00:00:00Z'], /--from must be at most 366 days before --to/],
        [['--campaign', '0'], /It must be an integer from 1 to/],
      ] as const) {
        const { status, stderr, stdout } = await run(...flags)
        assert.deepEqual([status, stdout], [2, ''])
        assert.match(stderr, message)
      }
    })

    it('prints a table of each kind that has sold something', async () => {
      const { status, stdout } = await run(...PERIOD)
      assert.equal(status, 0)
      assert.equal(
        stdout,
        `Orders completed from 2025-12-31T21:00:00.000Z to 2026-01-31T21:00:00.000Z: 5, 1381.00 TRY; with a promotion: 4, 1281.00 TRY.

Campaigns
  1   1 order   1250.00 TRY  Yaz
  22  3 orders    31.00 TRY  (deleted)

Coupons
  K7MQ     1 order   1250.00 TRY
  İNDİRİM  3 orders    31.00 TRY  Her sepette

Batches
  bülten  1 order   1250.00 TRY  1  Yaz
`,
      )
      const { stdout: nothing } = await run('--to', '2020-01-01T00:00:00Z')
      assert.match(nothing, /^Orders completed .*: 0, 0\.00 TRY; with a promotion: 0, 0\.00 TRY\.\n$/)
    })

    it('says how many rows are left out', async () => {
      const completedAt = Date.UTC(2025, 0, 10)
      const many = Array.from({ length: 103 }, (_, n) => ({ completedAt, amount: '1.00', coupon: `code-${n}` }))
      await storeOrders(service.database, many)
      const { stdout } = await run('--from', '2025-01-01T00:00:00Z', '--to', '2025-02-01T00:00:00Z')
      assert.match(stdout, /\n {2}and 3 more\n$/)
    })

    it('prints as JSON what the API answers, also of one campaign', async () => {
      for (const [flags, more] of [
        [[], ''],
        [['--campaign', '1'], '&filter[campaignId]=1'],
      ] as const) {
        const { stdout } = await run(...PERIOD, ...flags, '--json')
        const query = `?${new URLSearchParams({ from: FROM, to: TO })}${more}`
        assert.deepEqual(JSON.parse(stdout), await readResults(service, query))
      }
    })
  })
}
