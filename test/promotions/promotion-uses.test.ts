/** The uses of coupons and campaigns that their lists tell, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CAMPAIGNS, COUPONS } from '../../src/api-paths.ts'
import { callCheckout, complete, release } from '../support/checkouts/orders.ts'
import { campaignOf, couponOf, expire, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { type CallPromotions, promotionCaller } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface UsesPage {
  data: { code?: string; id?: number }[]
  meta: { limit: number; uses: { completed: number; held: number }[] }
}

for (const engine of engines) {
  describe(`the uses in lists of promotions on ${engine}`, () => {
    let service: TestService
    let call: CallPromotions
    before(async () => {
      service = await startService(engine)
      call = await promotionCaller(service)
    })
    after(() => service.stop())
    const usesIn = async (path: string, key: string | number) => {
      const answer = await call('GET', `${path}?limit=200`)
      assert.equal(answer.status, 200, answer.text)
      const { data, meta } = answer.json as UsesPage
      assert.equal(meta.uses.length, data.length)
      return meta.uses[data.findIndex(({ code, id }) => (code ?? id) === key)]
    }

    for (const [path, promotionOf, key] of [
      [COUPONS, couponOf, 'KUPON60'],
      [CAMPAIGNS, campaignOf, 60],
    ] as const) {
      it(`of ${path.split('/').at(-1)} count living holds and completed orders, and no others`, async () => {
        const promotion = promotionOf(60)
        await promotion.limit(service, {})
        assert.deepEqual(await usesIn(path, key), { completed: 0, held: 0 })
        const name = `uses-${path.split('/').at(-1)}`
        for (const state of ['held', 'completed', 'released', 'expired', 'cancelled']) {
          await requireHold(service, `${name}-${state}`, await guestWith(service, promotion))
        }
        await complete(service, `${name}-completed`)
        await release(service, `${name}-released`)
        await expire(service, `${name}-expired`)
        await complete(service, `${name}-cancelled`)
        await callCheckout(service, 'DELETE', `${name}-cancelled`)
        assert.deepEqual(await usesIn(path, key), { completed: 1, held: 1 })
      })
    }
  })
}
