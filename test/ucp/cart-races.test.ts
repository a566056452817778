/** Writes to agents' carts at the same time, over several instances: each cart is one that some order of the requests gives. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../support/database/engines.ts'
import { rounds } from '../support/runner/rounds.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, assertFailed, createAgent, linesOf, type ToldCart } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

const ROUNDS = rounds({ short: 4, long: 100 })
const quantities = (cart: ToldCart) => cart.line_items.map(({ item, quantity }) => `${item.id}×${quantity}`)

for (const engine of engines) {
  describe(`simultaneous writes to an agent’s cart on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let platform: AgentPlatform
    let agents: Agent[]
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
      peer = await service.startPeer()
      agents = [service, peer].map(each => createAgent(each, platform.profile))
    })
    after(async () => {
      await peer.stop()
      await service.stop()
      await platform.stop()
    })
    const [one, two] = [() => agents[0] as Agent, () => agents[1] as Agent]
    const each = (n: number) => agents[n % 2] as Agent

    it('make one cart of many creates with one key, and give each the same answer', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const before = await countRows()
        const body = { line_items: linesOf('101×1', '105×2'), discounts: { codes: ['YOK'] } }
        const told = await Promise.all(
          Array.from({ length: 12 }, (_, n) => each(n).create(body, { idempotencyKey: `create-${round}` })),
        )
        assert.deepEqual(
          told.map(({ status }) => status),
          told.map(() => 201),
        )
        for (const { json } of told) assert.deepEqual(json, told[0]?.json)
        assert.equal(told.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
        assert.deepEqual(await countRows(), { carts: before.carts + 1, lines: before.lines + 2, keys: before.keys + 1 })
      }
    })

    it('refuse a key that stands for another request, of which one has written', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const told = await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            each(n).create({ line_items: linesOf(`101×${n + 1}`) }, { idempotencyKey: `other-${round}` }),
          ),
        )
        assert.deepEqual(told.map(({ status }) => status).sort(), [201, ...told.slice(1).map(() => 409)])
      }
    })

    it('leave one of two updates whole, with its codes', async () => {
      const contents = [
        { line_items: linesOf('101×1', '105×1'), discounts: { codes: ['BİR'] } },
        { line_items: linesOf('105×2', '102-1021×2'), discounts: { codes: ['İKİ'] } },
        { line_items: linesOf('102-1021×3'), discounts: { codes: ['ÜÇ', 'BİR'] } },
        { line_items: [] },
      ]
      const cart = await one().created({ line_items: linesOf('101×1') })
      for (let round = 0; round < ROUNDS; round++) {
        const updated = await Promise.all(contents.map((body, n) => each(n).updated(cart.id, body)))
        const left = await one().found(cart.id)
        const { expires_at: _end, ...content } = left
        assert.ok(
          updated.some(({ expires_at: _other, ...other }) => JSON.stringify(other) === JSON.stringify(content)),
          JSON.stringify(left),
        )
        assert.deepEqual(await two().found(cart.id), left)
      }
      const { revision } = await service.database.kysely
        .selectFrom('ucp_carts')
        .select('revision')
        .orderBy('revision', 'desc')
        .executeTakeFirstOrThrow()
      assert.equal(revision, 1 + ROUNDS * contents.length)
    })

    it('cancel a cart once, and answer it as it was', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const cart = await one().created({ line_items: linesOf('101×1') })
        const [updated, ...cancelled] = await Promise.all([
          one().update(cart.id, { line_items: linesOf('101×2', '105×1') }),
          ...Array.from({ length: 4 }, (_, n) => each(n).cancel(cart.id)),
        ])
        const [done, ...others] = cancelled.toSorted((a, b) => Number('id' in b.json) - Number('id' in a.json))
        for (const told of others) assertFailed(told, ['error not_found'])
        const wasUpdated = 'id' in updated.json
        if (!wasUpdated) assertFailed(updated, ['error not_found'])
        const shown = quantities(done?.json as unknown as ToldCart)
        assert.deepEqual(shown, wasUpdated ? ['101×2', '105×1'] : ['101×1'])
        assertFailed(await two().read(cart.id), ['error not_found'])
      }
    })

    it('give each of many cancels and updates with one key the answer of the one that has written', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const cart = await one().created({ line_items: linesOf('101×1') })
        const body = { line_items: linesOf('101×7') }
        const updated = await Promise.all(
          Array.from({ length: 6 }, (_, n) => each(n).update(cart.id, body, { idempotencyKey: `update-${round}` })),
        )
        const cancelled = await Promise.all(
          Array.from({ length: 6 }, (_, n) => each(n).cancel(cart.id, { idempotencyKey: `cancel-${round}` })),
        )
        for (const told of [updated, cancelled]) {
          assert.ok(told.every(({ json }) => json.id === cart.id))
          for (const { json } of told) assert.deepEqual(json, told[0]?.json)
          assert.equal(told.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
        }
      }
    })

    async function countRows() {
      const { kysely } = service.database
      const [carts, lines, keys] = await Promise.all([
        kysely.selectFrom('ucp_carts').select('cart_id').execute(),
        kysely.selectFrom('cart_lines').select('id').execute(),
        kysely.selectFrom('ucp_idempotency_keys').select('key').execute(),
      ])
      return { carts: carts.length, lines: lines.length, keys: keys.length }
    }
  })
}
