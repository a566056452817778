/** Pruning deletes expired rows and keeps rows that are still in use. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prune } from '../../src/jobs/prune.ts'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, insertable, release } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { assertRefused, consumeHandoff, issueHandoff, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const KEEP_CARTS = { guestCartTtlDays: 0, eventRetentionDays: 30 }

/** Imports a coupon without a limit. */
const importCoupon = (service: TestService) =>
  service.importShop({ coupons: [{ code: 'YAZ', discountType: 'percent', value: '10', usageLimit: 100 }] })

/** Holds the cart of a new guest who uses the coupon. */
async function holdWithCoupon(service: TestService, reference: string): Promise<void> {
  const token = await service.token('guest')
  await addItem(service, token, ids.plain)
  await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'YAZ' } })
  assert.equal((await hold(service, reference, token)).status, 201)
}

for (const engine of engines) {
  describe(`pruning on ${engine}`, () => {
    it('deletes used handoffs an hour after they expired, and sessions after two idle hours', async () => {
      const service = await startService(engine)
      const begunAt = Date.now()
      const member = await service.token('member', { id: String(ids.member) })
      const { token } = await issueHandoff(service, member)
      await consumeHandoff(service, token)
      const cookie = await signIn(service, member)
      const after = async (minutes: number, since = Date.now()) => {
        const { usedHandoffs, webSessions } = await prune(service.database, since + minutes * MINUTE_MS, KEEP_CARTS)
        return { usedHandoffs, webSessions }
      }
      assert.deepEqual(await after(60, begunAt), { usedHandoffs: 0, webSessions: 0 })
      assertRefused(await consumeHandoff(service, token))
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
      assert.deepEqual(await after(62), { usedHandoffs: 2, webSessions: 0 })
      assert.deepEqual(await after(119, begunAt), { usedHandoffs: 0, webSessions: 0 })
      assert.deepEqual(await after(121), { usedHandoffs: 0, webSessions: 2 })
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
      await service.stop()
    })

    it('deletes released and expired checkouts 90 days after the end of their holds, and keeps the others', async () => {
      const service = await startService(engine)
      await importCoupon(service)
      const begunAt = Date.now()
      for (const reference of ['released', 'expired', 'completed', 'cancelled'])
        await holdWithCoupon(service, reference)
      await release(service, 'released')
      for (const reference of ['completed', 'cancelled']) await complete(service, reference)
      await release(service, 'cancelled')
      const after = async (ms: number, since = Date.now()) =>
        (await prune(service.database, since + ms, KEEP_CARTS)).checkouts
      const statuses = async () => {
        const references = ['released', 'expired', 'completed', 'cancelled']
        const answers = await Promise.all(references.map(each => callCheckout(service, 'GET', each)))
        return answers.map(({ status }) => status)
      }
      assert.equal(await after(90 * DAY_MS + 29 * MINUTE_MS, begunAt), 0)
      assert.deepEqual(await statuses(), [200, 200, 200, 200])
      assert.equal(await after(90 * DAY_MS + 31 * MINUTE_MS), 2)
      assert.deepEqual(await statuses(), [404, 404, 200, 200])
      assert.equal(await after(4_000 * DAY_MS), 0)
      assert.deepEqual(await statuses(), [404, 404, 200, 200])
      await service.stop()
    })

    // Proves: repeated-holds
    it('deletes the uses of expired holds an hour later; the use of a completed one counts for ever', async () => {
      const service = await startService(engine)
      await importCoupon(service)
      const begunAt = Date.now()
      for (const reference of ['held', 'completed']) await holdWithCoupon(service, reference)
      await complete(service, 'completed')
      const used = async (ms: number, since = Date.now()) => {
        await prune(service.database, since + ms, KEEP_CARTS)
        const uses = service.database.kysely.selectFrom('promotion_uses').select('reference').orderBy('reference')
        return (await uses.execute()).map(({ reference }) => reference)
      }
      assert.deepEqual(await used(0), ['completed', 'held'])
      assert.deepEqual(await used(89 * MINUTE_MS, begunAt), ['completed', 'held'])
      assert.deepEqual(await used(91 * MINUTE_MS), ['completed'])
      assert.deepEqual(await used(4_000 * DAY_MS), ['completed'])
      await holdWithCoupon(service, 'late')
      await used(91 * MINUTE_MS)
      assert.equal(dataOf(await complete(service, 'late')).state, 'completed')
      assert.deepEqual(await used(4_000 * DAY_MS), ['completed', 'late'])
      await service.stop()
    })

    it('deletes 350 checkouts once when two processes prune at the same time', async () => {
      const service = await startService(engine)
      await importCoupon(service)
      await holdWithCoupon(service, 'living')
      const { kysely } = service.database
      const row = await kysely.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
      const rows = Array.from({ length: 350 }, (_, n) => ({
        ...insertable(row),
        state: 'released' as const,
        reference: `old-${n}`,
        expires_at: n,
      }))
      await kysely.insertInto('checkouts').values(rows).execute()
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const runs = await Promise.all([1, 2].map(() => runSepet(['prune'], { DATA_DIR, DATABASE_URL })))
      const deleted = runs.map(({ stdout }) => Number(/, (\d+) checkouts, 0 events\.\n$/.exec(stdout)?.[1]))
      assert.equal(
        deleted.reduce((sum, each) => sum + each),
        350,
      )
      const left = await kysely.selectFrom('checkouts').select('reference').execute()
      assert.deepEqual(
        left.map(({ reference }) => reference),
        ['living'],
      )
      await service.stop()
    })

    it('deletes 1234 rows once when two processes prune at the same time', async () => {
      const service = await startService(engine)
      const rows = Array.from({ length: 1234 }, (_, i) => ({ jti: `jti-${i}`, expires_at: i }))
      await service.database.kysely
        .insertInto('used_handoffs')
        .values([...rows, { jti: 'fresh', expires_at: Date.now() }])
        .execute()
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const runs = await Promise.all([1, 2].map(() => runSepet(['prune'], { DATA_DIR, DATABASE_URL })))
      assert.deepEqual(
        runs.map(({ status }) => status),
        [0, 0],
      )
      const deleted = runs.map(({ stdout }) =>
        Number(
          /^Deleted: (\d+) used handoffs, 0 web sessions, 0 guest carts, 0 checkouts, 0 events\.\n$/.exec(stdout)?.[1],
        ),
      )
      assert.equal(
        deleted.reduce((sum, each) => sum + each),
        1234,
      )
      const left = await service.database.kysely.selectFrom('used_handoffs').select('jti').execute()
      assert.deepEqual(
        left.map(({ jti }) => jti),
        ['fresh'],
      )
      await service.stop()
    })
  })
}
