/**
 * kill -9 of the server while agents create, update and cancel carts: each cart is that of one request, nothing acknowledged is lost, and a
 * request that is repeated with its key is done once.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { killWhileWriting, type Writer } from '../../support/resilience/crash.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { callAt, startService, type TestService } from '../../support/service/service.ts'
import { assertFailed, createAgent, linesOf, type ToldCart } from '../../support/ucp/carts.ts'
import { listing, startPlatform } from '../../support/ucp/platform.ts'

const ROUNDS = rounds({ short: 2, long: 100 })
const WRITERS = 4

/** Keys of creates, with the ids of the carts that were acknowledged, and how those have ended. */
interface Journal {
  created: Map<string, string | undefined>
  updated: Map<string, number>
  cancelled: Set<string>
}

/** A content whose quantities and code are the same number. */
const contentOf = (n: number) => ({ line_items: linesOf(`101×${n}`, `105×${n}`), discounts: { codes: [String(n)] } })

for (const engine of engines) {
  describe(`kill -9 during writes of agents on ${engine}`, () => {
    it(`${ROUNDS} times leaves every cart whole, and no request done twice`, async () => {
      const platform = await startPlatform()
      const witness = await startService(engine, listing(platform))
      const journal: Journal = { created: new Map(), updated: new Map(), cancelled: new Set() }
      const writers = Array.from({ length: WRITERS }, (_, n) => cartWriter(`${n}`, platform.profile, journal))
      await killWhileWriting(witness, ROUNDS, writers, () => randomInt(150))
      const agent = createAgent(witness, platform.profile)
      for (const [key, id] of journal.created) {
        const again = await agent.created(contentOf(1), { idempotencyKey: key })
        if (id !== undefined) assert.equal(again.id, id)
        journal.created.set(key, again.id)
      }
      const ids = [...journal.created.values()].map(String)
      assert.equal(new Set(ids).size, ids.length)
      await assertWhole(witness, ids.length)
      for (const id of journal.cancelled) assertFailed(await agent.read(id), ['error not_found'])
      for (const [id, n] of journal.updated) {
        const { json } = await agent.read(id)
        if (!('id' in json)) continue
        // A later update may have been written without an answer.
        const [line] = (json as unknown as ToldCart).line_items
        assert.ok(line && line.quantity >= n, `${line?.quantity} < ${n}`)
      }
      assert.ok(journal.created.size >= ROUNDS)
      record(
        `kill -9 during writes of agents on ${engine}`,
        `${ROUNDS} times; ${ids.length} carts, each whole and made once`,
      )
      await witness.stop()
      await platform.stop()
    })
  })
}

/** Asserts that there are so many carts, each with both rows, and with the lines and the code of one request. */
async function assertWhole({ database }: TestService, count: number): Promise<void> {
  const { kysely } = database
  const carts = await kysely.selectFrom('carts').select('id').where('id', 'like', 'ucp:%').execute()
  const records = await kysely.selectFrom('ucp_carts').select(['cart_id', 'codes']).execute()
  const lines = await kysely
    .selectFrom('cart_lines')
    .select(['cart_id', 'quantity'])
    .where('cart_id', 'like', 'ucp:%')
    .execute()
  assert.equal(carts.length, count)
  assert.deepEqual(carts.map(({ id }) => id).sort(), records.map(({ cart_id }) => cart_id).sort())
  for (const { cart_id: id, codes } of records) {
    const own = lines.filter(line => line.cart_id === id).map(({ quantity }) => String(quantity))
    const [code] = JSON.parse(codes) as string[]
    assert.deepEqual(own, [code, code])
  }
}

/** Creates a cart, updates it a few times, and sometimes cancels it; each request has a key of its own. */
function cartWriter(name: string, profile: string, journal: Journal): Writer {
  let [carts, done] = [0, 0]
  return {
    acknowledged: () => done,
    write: async url => {
      const agent = createAgent({ call: callAt(url) }, profile)
      const key = `${name}-${carts++}`
      journal.created.set(key, undefined)
      const created = await agent.create(contentOf(1), { idempotencyKey: key }).catch(() => undefined)
      if (created?.status !== 201) return
      const id = String(created.json.id)
      journal.created.set(key, id)
      done++
      for (let n = 2; n < 5; n++) {
        const updated = await agent.update(id, contentOf(n), { idempotencyKey: `${key}-${n}` }).catch(() => undefined)
        if (updated?.status !== 200) return
        journal.updated.set(id, n)
      }
      const cancelled = carts % 3 === 0 ? await agent.cancel(id).catch(() => undefined) : undefined
      if (cancelled?.status === 200) journal.cancelled.add(id)
    },
  }
}
