/** Agents' carts as staff see them, and when they are deleted. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { askCarts, listAllCarts, listCarts, readOwnerCart } from '../support/cart/cart-list.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, assertFailed, createAgent, linesOf } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const UNKNOWN = 'ucp:00000000-0000-8000-8000-000000000000'

for (const engine of engines) {
  describe(`agents’ carts and staff on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let agent: Agent
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
      agent = createAgent(service, platform.profile)
      await service.importShop({
        coupons: [
          { code: 'YAZ', discountType: 'percent', value: '10' },
          { code: 'COK', discountType: 'percent', value: '10', conditions: { minimumTotal: '1000' } },
        ],
      })
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })
    const subjectsOf = async (query: string) => (await listCarts(service, query)).data.map(({ subject }) => subject)

    it('are listed by their kind alone, while they live and have lines', async () => {
      await addItem(service, await service.token('guest'), ids.plain)
      const before = await subjectsOf('')
      const cart = await agent.created({ line_items: linesOf('101×2', '105×3') })
      await agent.created({ line_items: [] })
      const cancelled = await agent.created({ line_items: linesOf('101×1') })
      await agent.cancelled(cancelled.id)
      assert.deepEqual(await subjectsOf(''), before)
      assert.deepEqual(await subjectsOf('?filter[kind]=guest'), before)
      const [listed, ...others] = (await listCarts(service, '?filter[kind]=ucp')).data
      assert.deepEqual(others, [])
      assert.match(listed?.subject ?? '', /^ucp:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.deepEqual([listed?.customerId, listed?.lines, listed?.pieces], [null, 2, 5])
      assert.ok(!JSON.stringify(listed).includes(cart.id))
      const more = await Promise.all([1, 2, 3].map(n => agent.created({ line_items: linesOf(`101×${n}`) })))
      const pages = await listAllCarts(service, '?filter[kind]=ucp&limit=2')
      assert.deepEqual(
        pages.map(({ data }) => data.length),
        [2, 2],
      )
      for (const { id } of more) await agent.cancelled(id)
      assert.deepEqual(refusalsOf(await askCarts(service, '?filter[kind]=agent')), ['400 parameter_invalid'])
    })

    it('are read with the prices of a guest, and the coupon of the code that applies', async () => {
      const [listed] = await subjectsOf('?filter[kind]=ucp')
      assert.ok(listed)
      const cart = await agent.created({ line_items: linesOf('101×2'), discounts: { codes: ['YOK', 'COK', 'yaz'] } })
      const subject = (await subjectsOf('?filter[kind]=ucp')).find(each => each !== listed) ?? ''
      const read = await readOwnerCart(service, subject)
      assert.deepEqual(
        [read.subject, read.customerId, read.coupon?.code, read.coupon?.applies],
        [subject, null, 'YAZ', true],
      )
      assert.equal(read.cart.data.attributes.grandTotal?.amount, '431.79')
      assert.deepEqual(
        read.cart.included.map(({ attributes }) => attributes.quantity),
        [2],
      )
      await agent.updated(cart.id, { line_items: linesOf('101×2'), discounts: { codes: ['COK'] } })
      const refused = (await readOwnerCart(service, subject)).coupon
      assert.deepEqual(
        [refused?.code, refused?.applies, refused?.conditions.find(({ holds }) => !holds)?.name],
        ['COK', false, 'minimumTotal'],
      )
      assert.equal((await readOwnerCart(service, `ucp:${subject.slice(4).toUpperCase()}`)).subject, subject)
      await agent.cancelled(cart.id)
      for (const each of [subject, UNKNOWN]) {
        assert.deepEqual(refusalsOf(await askCarts(service, `/${each}`)), ['404 cart_not_found'])
      }
      for (const each of ['ucp:', 'ucp:1', `ucp:${cart.id}`]) {
        assert.deepEqual(refusalsOf(await askCarts(service, `/${each}`)), ['400 parameter_invalid'])
      }
    })

    it('are deleted once they have ended, with lines and what links remember; their keys a day after they came', async () => {
      const { kysely } = service.database
      const living = await agent.created({ line_items: linesOf('101×1') }, { idempotencyKey: 'living' })
      const gone = await agent.created({ line_items: linesOf('101×1') }, { idempotencyKey: 'gone' })
      await agent.cancelled(gone.id, { idempotencyKey: 'cancel' })
      const brought = await kysely.selectFrom('ucp_carts').select(['cart_id', 'cancelled_at']).execute()
      await kysely
        .insertInto('ucp_brought')
        .values(
          brought.map(({ cart_id }) => ({
            cart_id: 'member:1',
            ucp_cart_id: cart_id,
            revision: 1,
            quantities: '{}',
            brought_at: 1,
          })),
        )
        .execute()
      const after = async (ms: number) => {
        await prune(service.database, Date.now() + ms, { guestCartTtlDays: 30, eventRetentionDays: 30 })
        const count = async (table: 'ucp_carts' | 'ucp_brought' | 'ucp_idempotency_keys') =>
          (await kysely.selectFrom(table).selectAll().execute()).length
        const carts = await kysely.selectFrom('carts').select('id').where('id', 'like', 'ucp:%').execute()
        const lines = await kysely.selectFrom('cart_lines').select('id').where('cart_id', 'like', 'ucp:%').execute()
        return [
          carts.length,
          await count('ucp_carts'),
          await count('ucp_brought'),
          lines.length > 0,
          await count('ucp_idempotency_keys'),
        ]
      }
      const alive = brought.filter(each => each.cancelled_at === null).length
      assert.deepEqual(await after(2 * MINUTE_MS), [alive, alive, alive, true, 3])
      assert.equal((await agent.found(living.id)).id, living.id)
      assertFailed(await agent.read(gone.id), ['error not_found'])
      assert.equal((await agent.cancelled(gone.id, { idempotencyKey: 'cancel' })).id, gone.id)
      assert.deepEqual(await after(DAY_MS + MINUTE_MS), [alive, alive, alive, true, 0])
      assert.deepEqual(await after(7 * DAY_MS - MINUTE_MS), [alive, alive, alive, true, 0])
      assert.deepEqual(await after(7 * DAY_MS + 2 * MINUTE_MS), [0, 0, 0, false, 0])
    })
  })
}
