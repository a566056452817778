/** `sepet checkouts`: the list of checkouts for operators, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, insertable, release, subjectOf } from '../../support/checkouts/orders.ts'
import { engines } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { runSepet } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const HOUR_MS = 3_600_000

for (const engine of engines) {
  describe(`sepet checkouts on ${engine}`, () => {
    let service: TestService
    const subjects: Record<string, string> = {}
    /** Runs the command beside the server. @returns the lines that it prints */
    async function list(...args: string[]): Promise<string[]> {
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const { status, stdout, stderr } = await runSepet(['checkouts', ...args], { DATA_DIR, DATABASE_URL })
      assert.deepEqual([status, stderr], [0, ''])
      return stdout.split('\n').slice(0, -1)
    }
    const referencesIn = (lines: string[]) => lines.map(line => line.split('  ')[0])

    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    it('prints nothing without checkouts', async () => {
      assert.deepEqual(await list(), [])
      assert.deepEqual(await list('--json'), [])
    })

    it('prints reference, state, age, owner and total, the last held first', async () => {
      const ends: Record<string, (reference: string) => Promise<unknown>> = {
        held: async () => {},
        completed: reference => complete(service, reference),
        released: reference => release(service, reference),
        expired: reference =>
          service.database.kysely
            .updateTable('checkouts')
            .set({ held_at: Date.now() - 26 * HOUR_MS, expires_at: Date.now() - 25 * HOUR_MS })
            .where('reference', '=', reference)
            .execute(),
        cancelled: async reference => {
          await complete(service, reference)
          await release(service, reference)
        },
      }
      for (const [n, [state, end]] of Object.entries(ends).entries()) {
        const token = await service.token('guest')
        subjects[state] = subjectOf(token)
        await addItem(service, token, ids.variants, n + 1, ids.smallBlue)
        assert.equal((await hold(service, state, token)).status, 201)
        await end(state)
      }
      await service.database.kysely
        .updateTable('checkouts')
        .set({ over_limit: 1, over_stock: 1 })
        .where('reference', '=', 'completed')
        .execute()
      const total = (n: number) => `${n * 110}.00 TRY`
      assert.deepEqual(await list(), [
        `cancelled  cancelled  0 minutes  ${subjects.cancelled}  ${total(5)}`,
        `released  released  0 minutes  ${subjects.released}  ${total(3)}`,
        `completed  completed  0 minutes  ${subjects.completed}  ${total(2)}  (over a limit)  (over the stock)`,
        `held  held  0 minutes  ${subjects.held}  ${total(1)}`,
        `expired  expired  1 day  ${subjects.expired}  ${total(4)}`,
      ])
    })

    it('prints only the checkouts with a state', async () => {
      for (const state of ['held', 'completed', 'released', 'expired', 'cancelled']) {
        assert.deepEqual(referencesIn(await list('--state', state)), [state])
      }
    })

    it('prints one JSON object a line, with the total in place of the cart', async () => {
      const [line = '', ...others] = await list('--json', '--state', 'completed')
      assert.deepEqual(others, [])
      const { cart, ...checkout } = dataOf(await callCheckout(service, 'GET', 'completed'))
      assert.deepEqual(JSON.parse(line), { ...checkout, grandTotal: cart.data.attributes.grandTotal })
    })

    it('prints the total of an old attempt that has no cart any more', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      for (const reference of ['old', 'a', 'b', 'c']) assert.equal((await hold(service, reference, token)).status, 201)
      assert.equal(dataOf(await callCheckout(service, 'GET', 'old')).cart, null)
      const lines = await list('--state', 'released')
      assert.ok(lines.includes(`old  released  0 minutes  ${subjectOf(token)}  110.00 TRY`))
      for (const reference of ['old', 'a', 'b', 'c']) {
        await service.database.kysely.deleteFrom('checkouts').where('reference', '=', reference).execute()
      }
    })

    it('prints a checkout of a deleted customer without an owner', async () => {
      const admin = await service.token('admin')
      const created = await service.call('POST', '/api/v3/admin/customers', { token: admin, body: {} })
      const { id } = (created.json as { data: { id: number } }).data
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      await hold(service, 'forgotten', token)
      await service.call('DELETE', `/api/v3/admin/customers/${id}`, { token: admin })
      assert.equal((await list())[0], 'forgotten  held  0 minutes  deleted customer  110.00 TRY')
      const [line = ''] = await list('--json')
      assert.deepEqual([JSON.parse(line).subject, JSON.parse(line).customerId], [null, null])
    })

    it('prints 2,345 checkouts once each, of which many were held in the same millisecond', async () => {
      const { kysely } = service.database
      const row = await kysely
        .selectFrom('checkouts')
        .selectAll()
        .where('reference', '=', 'completed')
        .executeTakeFirst()
      assert.ok(row)
      await kysely.deleteFrom('checkouts').execute()
      const rows = Array.from({ length: 2_345 }, (_, n) => ({
        ...insertable(row),
        reference: `bulk-${String(n).padStart(4, '0')}`,
        held_at: row.held_at - Math.floor(n / 700),
      }))
      for (let n = 0; n < rows.length; n += 500) {
        await kysely
          .insertInto('checkouts')
          .values(rows.slice(n, n + 500))
          .execute()
      }
      const newestFirst = rows.toSorted((a, b) => b.held_at - a.held_at || (a.reference < b.reference ? 1 : -1))
      assert.deepEqual(
        referencesIn(await list()),
        newestFirst.map(({ reference }) => reference),
      )
    })
  })
}

describe('sepet checkouts', () => {
  it('exits 2 for a state that does not exist', async () => {
    const { status, stdout, stderr } = await runSepet(['checkouts', '--state', 'paid'], {})
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, /held, completed, released, expired, cancelled/)
  })
})
