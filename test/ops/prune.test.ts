/** Pruning deletes expired rows and keeps rows that are still in use. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prune } from '../../src/jobs/prune.ts'
import { assertRefused, consumeHandoff, issueHandoff, sessionOf, signIn } from '../support/checkout/checkout.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService } from '../support/service/service.ts'

const MINUTE_MS = 60_000
const KEEP_CARTS = { guestCartTtlDays: 0 }

for (const engine of engines) {
  describe(`pruning on ${engine}`, () => {
    it('deletes used handoffs an hour after they expired, and sessions after two idle hours', async () => {
      const service = await startService(engine)
      const member = await service.token('member', { id: String(ids.member) })
      const { token } = await issueHandoff(service, member)
      await consumeHandoff(service, token)
      const cookie = await signIn(service, member)
      const after = async (minutes: number) => {
        const { usedHandoffs, webSessions } = await prune(
          service.database,
          Date.now() + minutes * MINUTE_MS,
          KEEP_CARTS,
        )
        return { usedHandoffs, webSessions }
      }
      assert.deepEqual(await after(60), { usedHandoffs: 0, webSessions: 0 })
      assertRefused(await consumeHandoff(service, token))
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
      assert.deepEqual(await after(62), { usedHandoffs: 2, webSessions: 0 })
      assert.deepEqual(await after(119), { usedHandoffs: 0, webSessions: 0 })
      assert.deepEqual(await after(121), { usedHandoffs: 0, webSessions: 2 })
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
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
        Number(/^Deleted: (\d+) used handoffs, 0 web sessions, 0 guest carts\.\n$/.exec(stdout)?.[1]),
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
