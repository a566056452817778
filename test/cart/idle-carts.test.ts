/** Deletion of idle guest carts: the carts that are deleted, the carts that stay, and the response to their guests. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, cartOf, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { ownTimeOf } from '../support/runner/process-clock.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { issueHandoff, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const DAY_MS = 86_400_000

for (const engine of engines) {
  describe(`idle carts on ${engine}`, () => {
    let service: TestService
    let guest: string
    let lineId: string
    before(async () => {
      service = await startService(engine)
      const campaign = { id: 1, name: 'Kampanya', logicalGroup: 1, priority: 1 }
      await service.importShop({
        campaigns: [{ ...campaign, reward: { type: 'percent', value: '1' } }],
        coupons: [{ code: 'YAZ10', discountType: 'percent', value: '10' }],
      })
    })
    after(() => service.stop())
    beforeEach(async () => {
      guest = await service.token('guest')
      lineId = await addItem(service, guest, ids.plain, 2)
      await addItem(service, guest, ids.taxFree, 3)
    })

    /** Sets the last use of a cart to `days` days ago. */
    async function age(token: string, days: number): Promise<void> {
      const { kysely } = service.database
      const id = decodeJwt(token).sub ?? ''
      await kysely
        .updateTable('carts')
        .set({ used_at: Date.now() - days * DAY_MS })
        .where('id', '=', id)
        .execute()
    }
    async function lastUse(token: string): Promise<number> {
      const id = decodeJwt(token).sub ?? ''
      const query = service.database.kysely.selectFrom('carts').select('used_at').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).used_at
    }
    const pruneCarts = async (guestCartTtlDays = 30) =>
      (await prune(service.database, Date.now(), { guestCartTtlDays, eventRetentionDays: 30 })).guestCarts
    const lines = async (token: string) => linesOf(cartOf(await service.call('GET', '/cart', { token })))
    const whole = [`${ids.plain}×2`, `${ids.taxFree}×3`]

    it('are deleted with their lines; the guest reads an empty cart, and can add items again', async () => {
      await age(guest, 31.1)
      assert.equal(await pruneCarts(), 1)
      const { kysely } = service.database
      const id = decodeJwt(guest).sub ?? ''
      assert.deepEqual(await kysely.selectFrom('cart_lines').select('id').where('cart_id', '=', id).execute(), [])
      assert.deepEqual(await lines(guest), [])
      await addItem(service, guest, ids.plain)
      assert.equal(await pruneCarts(), 0)
      assert.deepEqual(await lines(guest), [`${ids.plain}×1`])
    })

    it('stay until they have been idle for GUEST_CART_TTL_DAYS, and for ever when it is 0', async () => {
      // The stored time of the last use can be a day older than the use.
      await age(guest, 30.9)
      assert.equal(await pruneCarts(), 0)
      await age(guest, 4000)
      assert.equal(await pruneCarts(0), 0)
      assert.deepEqual(await lines(guest), whole)
    })

    it('that belong to members stay', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.plain)
      await age(member, 4000)
      assert.equal(await pruneCarts(), 0)
      assert.deepEqual(await lines(member), [`${ids.plain}×1`])
    })

    it('of merged guests stay, so that the guest is cancelled for ever', async () => {
      const member = await service.token('member', { id: String(ids.otherMember) })
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      await age(guest, 4000)
      assert.equal(await pruneCarts(), 0)
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: guest })), ['401 guest_cancelled'])
    })

    const call = (method: string, path: string, body?: object) => async () => {
      const answer = await service.call(method, path.replace('ITEM', lineId), { token: guest, ...(body && { body }) })
      assert.ok(answer.status < 300, answer.text)
    }
    const uses: Record<string, () => Promise<unknown>> = {
      'reading it': call('GET', '/cart'),
      'adding to it': call('POST', '/cart-items', { productId: ids.plain, quantity: 1 }),
      'changing a quantity': call('PATCH', '/cart-items/ITEM', { quantity: 9 }),
      'writing a note': call('PATCH', '/cart-items/ITEM/notes', { orderNote: 'x' }),
      'deleting a line': call('DELETE', '/cart-items/ITEM'),
      'trying a coupon': call('POST', '/cart/coupon', { couponCode: 'YAZ10' }),
      'choosing a campaign': call('POST', '/cart/campaign', { campaignId: 1 }),
      'issuing a handoff': () => issueHandoff(service, guest),
    }
    for (const [use, happen] of Object.entries(uses)) {
      it(`are no longer idle after ${use}`, async () => {
        await age(guest, 400)
        await happen()
        assert.equal(await pruneCarts(), 0)
        assert.ok((await lines(guest)).includes(`${ids.taxFree}×3`))
      })
    }

    it('are read without delay while writes are blocked, and touched as soon as writes are possible', async () => {
      await age(guest, 2)
      const release = await holdWrites(service)
      // The blocked write times out after five seconds.
      try {
        const took = await ownTimeOf(async () => assert.deepEqual(await lines(guest), whole))
        assert.ok(took < 3_000, 'the answer waited for the write')
      } finally {
        await release()
      }
      while ((await lastUse(guest)) < Date.now() - DAY_MS) await lines(guest)
    })

    it('are no longer idle after a request of their web session', async () => {
      const cookie = await signIn(service, guest)
      await age(guest, 400)
      assert.equal((await sessionOf(service, cookie)).cart?.data.attributes.totalQuantity, 5)
      assert.equal(await pruneCarts(), 0)
      assert.deepEqual(await lines(guest), whole)
    })

    it('stay for the next run when the server stops during a run', async () => {
      const { kysely } = service.database
      const carts = Array.from({ length: 400 }, (_, n) => ({ id: `guest:idle-${n}`, created_at: 0, used_at: 0 }))
      await kysely.insertInto('carts').values(carts).execute()
      const stopping = new AbortController()
      const run = prune(service.database, Date.now(), {
        guestCartTtlDays: 30,
        eventRetentionDays: 30,
        signal: stopping.signal,
      })
      stopping.abort()
      const { guestCarts } = await run
      assert.ok(guestCarts < 400)
      assert.equal(guestCarts + (await pruneCarts()), 400)
    })

    it('are deleted by `sepet prune`, which prints their number and reads GUEST_CART_TTL_DAYS', async () => {
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      await age(guest, 10)
      const run = (days: string) => runSepet(['prune'], { DATA_DIR, DATABASE_URL, GUEST_CART_TTL_DAYS: days })
      assert.match((await run('')).stdout, / 0 guest carts, 0 checkouts, 0 events\.\n$/)
      assert.match((await run('8')).stdout, / 1 guest carts, 0 checkouts, 0 events\.\n$/)
      assert.deepEqual(await lines(guest), [])
    })
  })
}

/** Blocks writes to carts, as another process or a table lock does. @returns ends the block */
async function holdWrites({ config, database }: TestService): Promise<() => Promise<void>> {
  const other = openDatabase(config)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = transaction(other, async ({ kysely }) => {
    if (database.engine === 'postgres') await sql`lock table carts in exclusive mode`.execute(kysely)
    lock()
    await released
  })
  await locked
  return async () => {
    release()
    await holding
    await other.close()
  }
}
