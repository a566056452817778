/** A clock that is far ahead deletes nothing, until the operator says that it is right. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pruneRegularly } from '../../src/jobs/prune.ts'
import { saveClock, saveConfirmedClock } from '../../src/jobs/prune-clock.store.ts'
import { addItem } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Interval of the regular runs. */
const RUN_MS = 5 * 60_000
const DELETED_ONE_CART = /^Deleted: 0 used handoffs, 0 web sessions, 1 guest carts, /

/** Number of stored carts. */
const countCarts = async ({ database }: TestService) =>
  (await database.kysely.selectFrom('carts').select('id').execute()).length

for (const engine of engines) {
  describe(`the clock of pruning on ${engine}`, () => {
    // Proves: clock-ahead
    it('stops `sepet prune` when it is days ahead of the last run, until --accept-clock', async () => {
      const service = await startService(engine)
      const now = Date.now()
      await addItem(service, await service.token('guest'), ids.plain)
      await service.database.kysely
        .updateTable('carts')
        .set({ used_at: now - 40 * DAY_MS })
        .execute()
      await saveClock(service.database, now - 40 * DAY_MS)
      const { DATA_DIR, DATABASE_URL } = service.config
      const env = { DATA_DIR, DATABASE_URL }
      const refused = await runSepet(['prune'], env)
      assert.deepEqual([refused.status, refused.stdout], [1, ''])
      assert.match(
        refused.stderr,
        /^sepet: Nothing was deleted: the clock says 20.*Z, (39|40) days after the last run\. If the clock is right, run `sepet prune --accept-clock` once\.\n$/,
      )
      assert.equal(await countCarts(service), 1)
      const accepted = await runSepet(['prune', '--accept-clock'], env)
      assert.match(accepted.stdout, DELETED_ONE_CART)
      assert.equal(await countCarts(service), 0)
      assert.equal((await runSepet(['prune'], env)).status, 0)
      await service.stop()
    })

    it('stops the regular runs of a server while it is ahead', async t => {
      const service = await startService(engine)
      const { kysely } = service.database
      const start = Date.now()
      await saveClock(service.database, start)
      await kysely.insertInto('used_handoffs').values({ jti: 'old', expires_at: 1 }).execute()
      t.mock.timers.enable({ apis: ['setInterval'] })
      let now = start + 100 * DAY_MS
      const ahead: number[] = []
      const stop = pruneRegularly(service.database, {
        ...{ guestCartTtlDays: 30, eventRetentionDays: 30, now: () => now },
        onError: error => assert.fail(String(error)),
        onClockAhead: step => ahead.push(step.now - step.seenAt),
      })
      const left = () => kysely.selectFrom('used_handoffs').where('jti', '=', 'old').select('jti').execute()
      t.mock.timers.tick(RUN_MS)
      while (ahead.length === 0) await sleep(10)
      assert.deepEqual([ahead, (await left()).length], [[100 * DAY_MS], 1])
      now = start
      t.mock.timers.tick(RUN_MS)
      while ((await left()).length > 0) await sleep(10)
      await stop()
      assert.equal(ahead.length, 1)
      await service.stop()
    })

    it('may step a day forward, is saved for no earlier time, and a wrong clock does not move that of the others', async () => {
      const service = await startService(engine)
      const start = Date.now()
      const run = async (ms: number) => (await saveClock(service.database, start + ms)) === undefined
      assert.equal(await run(0), true)
      assert.equal(await run(24.5 * HOUR_MS), true)
      assert.equal(await run(100 * DAY_MS), false)
      assert.equal(await run(25 * HOUR_MS), true)
      assert.equal(await run(100 * DAY_MS), false)
      assert.equal(await run(-400 * DAY_MS), true)
      assert.equal(await run(2 * HOUR_MS), true)
      assert.equal(await run(49 * HOUR_MS), true)
      assert.deepEqual(await saveClock(service.database, start + 4 * DAY_MS), {
        seenAt: start + 49 * HOUR_MS,
        now: start + 4 * DAY_MS,
      })
      await service.stop()
    })

    it('is set back by the operator, who had confirmed one that was far ahead', async () => {
      const service = await startService(engine)
      const start = Date.now()
      await saveClock(service.database, start)
      await saveConfirmedClock(service.database, start + 400 * DAY_MS)
      await saveConfirmedClock(service.database, start)
      assert.deepEqual(await saveClock(service.database, start + 400 * DAY_MS), {
        seenAt: start,
        now: start + 400 * DAY_MS,
      })
      assert.equal(await saveClock(service.database, start), undefined)
      await service.stop()
    })

    it('moves once when many instances begin at the same time', async () => {
      const service = await startService(engine)
      const peer = await service.startPeer()
      const now = Date.now()
      const runs = Array.from({ length: 20 }, (_, n) => saveClock((n % 2 ? service : peer).database, now + n))
      assert.deepEqual([...new Set(await Promise.all(runs))], [undefined])
      await Promise.all([peer.stop(), service.stop()])
    })
  })
}
