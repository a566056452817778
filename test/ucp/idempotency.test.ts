/** Idempotency keys of agents: a repeated write has the answer of the first, whatever has become of the cart. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OperationName } from '../../src/ucp/operation.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { ask, TRANSPORTS, type Transport } from '../support/ucp/ask.ts'
import { type Agent, assertFailed, createAgent, linesOf } from '../support/ucp/carts.ts'
import { type AgentPlatform, awaitProfile, listing, startPlatform } from '../support/ucp/platform.ts'

const REPLAYED = 'idempotency-replayed'

for (const engine of engines) {
  describe(`an idempotency key of an agent on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let another: AgentPlatform
    let agent: Agent
    before(async () => {
      platform = await startPlatform()
      another = await startPlatform()
      service = await startService(engine, listing(platform, another))
      agent = createAgent(service, platform.profile)
      await awaitProfile(service, platform.profile)
    })
    after(async () => {
      await service.stop()
      for (const each of [platform, another]) await each.stop()
    })
    const countCarts = async () => (await service.database.kysely.selectFrom('ucp_carts').selectAll().execute()).length
    const keysOf = async () =>
      (await service.database.kysely.selectFrom('ucp_idempotency_keys').select('key').execute()).length

    it('of another form is refused', async () => {
      for (const idempotencyKey of ['a b', 'x'.repeat(256), 'é', '']) {
        const told = await agent.create({ line_items: [] }, { idempotencyKey })
        assert.deepEqual([told.status, told.code], [400, 'invalid_request'], idempotencyKey)
      }
      assert.equal(await countCarts(), 0)
    })

    it('gives the first answer again over either transport, with members in any order, also after the cart is gone', async () => {
      const body = { line_items: linesOf('101×1', '105×2'), buyer: { first_name: 'A', last_name: 'B' } }
      const reordered = {
        buyer: { last_name: 'B', first_name: 'A' },
        line_items: linesOf('101×1', '105×2').map(({ item, quantity }) => ({ quantity, item })),
      }
      const first = await agent.create(body, { idempotencyKey: 'create' })
      assert.deepEqual([first.status, first.headers.get(REPLAYED)], [201, null])
      const id = String(first.json.id)
      const again = (transport: Transport, operation: OperationName, idempotencyKey: string, more: object) =>
        ask(service, transport, operation, { profile: platform.profile, idempotencyKey, ...more })
      const update = { line_items: linesOf('101×5') }
      const updated = await agent.update(id, { ...update, id }, { idempotencyKey: 'update' })
      const cancelled = await agent.cancel(id, { idempotencyKey: 'cancel', body: {} })
      assert.deepEqual([updated.status, cancelled.status, cancelled.json.ucp], [200, 200, first.json.ucp])
      for (const transport of TRANSPORTS) {
        const repeated = [
          [first, await again(transport, 'create_cart', 'create', { body: reordered })],
          [updated, await again(transport, 'update_cart', 'update', { id, body: update })],
          [cancelled, await again(transport, 'cancel_cart', 'cancel', { id })],
        ] as const
        for (const [earlier, told] of repeated) {
          assert.deepEqual(told.json, earlier.json)
          assert.equal(told.headers.get(REPLAYED), 'true')
          assert.equal(told.status, transport === 'REST' ? earlier.status : 200)
        }
      }
      assert.equal(await countCarts(), 1)
    })

    it('is refused with other parameters: another body, cart or operation', async () => {
      const body = { line_items: linesOf('101×1') }
      const cart = await agent.created(body, { idempotencyKey: 'taken' })
      const other = await agent.created(body)
      const refused = [
        await agent.create({ line_items: linesOf('101×2') }, { idempotencyKey: 'taken' }),
        await agent.create({ ...body, context: {} }, { idempotencyKey: 'taken' }),
        await agent.update(cart.id, body, { idempotencyKey: 'taken' }),
        await agent.cancel(cart.id, { idempotencyKey: 'taken' }),
      ]
      await agent.updated(cart.id, body, { idempotencyKey: 'updated' })
      refused.push(await agent.update(other.id, body, { idempotencyKey: 'updated' }))
      for (const told of refused) assert.deepEqual([told.status, told.code], [409, 'idempotency_key_reused'])
      assert.equal((await agent.found(cart.id)).line_items[0]?.quantity, 1)
    })

    it('is another platform’s own', async () => {
      const one = await agent.created({ line_items: [] }, { idempotencyKey: 'same' })
      const two = await createAgent(service, another.profile).created(
        { line_items: linesOf('101×1') },
        { idempotencyKey: 'same' },
      )
      assert.notEqual(one.id, two.id)
    })

    // Proves: agent-repeats-another
    it('is of one profile, also where another has the same origin', async () => {
      const body = { line_items: linesOf('101×1') }
      const [one, two] = [agent, createAgent(service, `${platform.profile}?other`)]
      await awaitProfile(service, `${platform.profile}?other`)
      const own = await one.created(body, { idempotencyKey: 'shared-origin' })
      const told = await two.create(body, { idempotencyKey: 'shared-origin' })
      assert.deepEqual([told.status, told.headers.get(REPLAYED)], [201, null])
      assert.notEqual(told.json.id, own.id)
      // Other parameters tell nothing of the key either.
      assert.equal((await two.create({ line_items: [] }, { idempotencyKey: 'shared-origin-2' })).status, 201)
      await one.created(body, { idempotencyKey: 'shared-origin-2' })
      const long = `${platform.origin}/${'x'.repeat(2_000)}`
      await awaitProfile(service, long)
      const { created } = createAgent(service, long)
      const first = await created(body, { idempotencyKey: 'x'.repeat(255) })
      assert.deepEqual(await created(body, { idempotencyKey: 'x'.repeat(255) }), first)
    })

    it('is spent by no answer with status error and no refusal', async () => {
      const cart = await agent.created({ line_items: linesOf('101×1') })
      const before = await keysOf()
      const nothing = { line_items: linesOf('104×1') }
      assertFailed(await agent.create(nothing, { idempotencyKey: 'later' }), [
        'error out_of_stock $.line_items[0].item.id',
      ])
      assertFailed(await agent.update(cart.id, nothing, { idempotencyKey: 'later' }), [
        'error out_of_stock $.line_items[0].item.id',
      ])
      assertFailed(await agent.update('A'.repeat(32), { line_items: [] }, { idempotencyKey: 'later' }), [
        'error not_found',
      ])
      assertFailed(await agent.cancel('A'.repeat(32), { idempotencyKey: 'later' }), ['error not_found'])
      assert.equal((await agent.create({}, { idempotencyKey: 'later' })).status, 400)
      assert.equal(await keysOf(), before)
      await agent.created({ line_items: linesOf('101×1') }, { idempotencyKey: 'later' })
    })

    it('stands for a new request after 24 hours', async () => {
      let ahead = 0
      const peer = await service.startPeer({}, () => Date.now() + ahead)
      const later = createAgent(peer, platform.profile)
      const body = { line_items: linesOf('101×1') }
      const first = await later.created(body, { idempotencyKey: 'day' })
      ahead = 86_400_000 - 60_000
      assert.equal((await later.created(body, { idempotencyKey: 'day' })).id, first.id)
      ahead = 86_400_000 + 60_000
      const second = await later.created({ line_items: linesOf('101×2') }, { idempotencyKey: 'day' })
      assert.notEqual(second.id, first.id)
      assert.equal((await later.created({ line_items: linesOf('101×2') }, { idempotencyKey: 'day' })).id, second.id)
      await peer.stop()
    })

    it('takes a body that is nested as deeply as a body can be', async () => {
      const deep = `{"line_items":[],"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
      const told = await agent.create(deep, { idempotencyKey: 'deep' })
      assert.equal(told.status, 201)
      assert.deepEqual((await agent.create(deep, { idempotencyKey: 'deep' })).json, told.json)
      const other = await agent.create(deep.replace('[]', '[ ]').replaceAll('[[]]', '[[0]]'), {
        idempotencyKey: 'deep',
      })
      assert.deepEqual([other.status, other.code], [409, 'idempotency_key_reused'])
    })
  })
}
