/** The numbers of events by hour, over HTTP on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

const COUNTS = '/api/v3/admin/events/counts'
const HOUR = 3_600_000
/** Ahead to the second minute of an hour, which no test outlasts. */
const AHEAD = HOUR - (Date.now() % HOUR) + 60_000
const now = () => Date.now() + AHEAD

interface Counts {
  data: { hour: string; type: string; count: number }[]
  meta: { completeSince: string }
}

for (const engine of engines) {
  describe(`the numbers of events on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine, {}, now)
      token = await service.token('admin', { scope: 'events:read', ttlSeconds: 7_200 })
    })
    after(() => service.stop())
    const ask = (query = '') => service.call('GET', COUNTS + query, { token })
    const countsOf = async (query = '') => {
      const answer = await ask(query)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Counts
    }
    const record = (type: string, times: number[]) =>
      service.database.kysely
        .insertInto('events')
        .values(times.map(at => ({ type, at, actor: 'admin:x', subject: null, customer_id: null, data: '{}' })))
        .execute()

    it('are by hour and type, and begin with the first of the hours that are asked for', async () => {
      const present = now() - (now() % HOUR)
      await service.database.kysely.deleteFrom('events').execute()
      await record('checkout.held', [present, present + 1, present - 1, present - 2 * HOUR])
      await record('checkout.completed', [present - HOUR])
      const rows = (await countsOf('?hours=2')).data.map(({ hour, type, count }) => [Date.parse(hour), type, count])
      assert.deepEqual(rows, [
        [present - HOUR, 'checkout.completed', 1],
        [present - HOUR, 'checkout.held', 1],
        [present, 'checkout.held', 2],
      ])
      assert.equal((await countsOf()).data.length, 4)
    })

    it('tell from when on they are complete, where there are too many events', async () => {
      await service.database.kysely.deleteFrom('events').execute()
      const last = now()
      const { meta } = await countsOf('?hours=1')
      assert.equal(Date.parse(meta.completeSince) % HOUR, 0)
      for (let batch = 0; batch < 51; batch++) {
        await record(
          'checkout.held',
          Array.from({ length: 1_000 }, () => last - 51_000 + batch * 1_000),
        )
      }
      const { data, meta: cut } = await countsOf('?hours=2')
      assert.equal(
        data.reduce((sum, { count }) => sum + count, 0),
        50_000,
      )
      assert.equal(Date.parse(cut.completeSince), last - 51_000 + 1)
    })

    it('refuse unknown and invalid parameters', async () => {
      for (const query of ['?hours=0', '?hours=745', '?hours=x', '?hours=1&hours=2', '?since=1']) {
        assert.deepEqual(refusalsOf(await ask(query)), ['400 parameter_invalid'], query)
      }
      const other = await service.token('admin', { scope: 'carts:read', ttlSeconds: 7_200 })
      const refused = await service.call('GET', COUNTS, { token: other })
      assert.deepEqual(refusalsOf(refused), ['403 insufficient_scope'])
    })
  })
}
