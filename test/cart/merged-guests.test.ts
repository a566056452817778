/** Markers of merged guests: how long they keep the guest's tokens cancelled, and what keeps them longer. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { complete, hold, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { logIn, signIn } from '../support/web-checkout/checkout.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** Lifetime of the tokens that Sepet issues to guests. */
const TTL_MS = 2 * DAY_MS
const DAYS = 10

for (const engine of engines) {
  describe(`the marker of a merged guest on ${engine}`, () => {
    let service: TestService
    let member: string
    before(async () => {
      service = await startService(engine, { GUEST_TOKEN_TTL_SECONDS: String(TTL_MS / 1000) })
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())

    const newGuest = async (ttlSeconds = 600) => {
      const guest = await service.token('guest', { ttlSeconds })
      await addItem(service, guest, ids.plain)
      return guest
    }
    const merge = async (guest: string) => {
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: guest })), ['401 guest_cancelled'])
      return guest
    }
    const pruneAfter = (ms: number, { days = DAYS } = {}) =>
      prune(service.database, Date.now() + ms, { guestCartTtlDays: days, eventRetentionDays: 30 })
    const hasMarker = async (guest: string) => {
      const rows = service.database.kysely.selectFrom('carts').select('merged_into').where('id', '=', subjectOf(guest))
      return (await rows.execute()).length === 1
    }
    /** Asserts that the marker is there a minute before a time after now, and deleted a minute after it. */
    const assertKeptFor = async (guest: string, ms: number) => {
      await pruneAfter(ms - MINUTE_MS)
      assert.equal(await hasMarker(guest), true)
      const { guestCarts } = await pruneAfter(ms + MINUTE_MS)
      assert.deepEqual([await hasMarker(guest), guestCarts], [false, 1])
    }

    it('stays until the tokens that Sepet has issued have ended and cannot be renewed', async () => {
      await assertKeptFor(await merge(await newGuest()), TTL_MS + DAYS * DAY_MS)
    })

    it('stays until a presented token has ended that lives longer', async () => {
      await assertKeptFor(await merge(await newGuest((5 * TTL_MS) / 1000)), 5 * TTL_MS + DAYS * DAY_MS)
    })

    it('stays as long after a login on the web, and of a guest without a cart', async () => {
      const guest = await newGuest()
      assert.equal((await logIn(service, { customerId: ids.member }, await signIn(service, guest))).status, 200)
      await assertKeptFor(guest, TTL_MS + DAYS * DAY_MS)
      await assertKeptFor(await merge(await service.token('guest')), TTL_MS + DAYS * DAY_MS)
    })

    it('stays for ever where expired tokens can be renewed for ever', async () => {
      const guest = await merge(await newGuest())
      assert.equal((await pruneAfter(9_000 * DAY_MS, { days: 0 })).guestCarts, 0)
      assert.equal(await hasMarker(guest), true)
      await pruneAfter(9_000 * DAY_MS)
    })

    it('of an earlier version stays for the longest lifetime of a token from the first run on', async () => {
      const guest = await merge(await newGuest())
      await service.database.kysely
        .updateTable('carts')
        .set({ tokens_end_at: null })
        .where('id', '=', subjectOf(guest))
        .execute()
      assert.equal((await pruneAfter(0)).guestCarts, 0)
      await assertKeptFor(guest, (365 + DAYS) * DAY_MS)
    })

    it('of an issuer whose tokens never end stays, and can be stored', async () => {
      const guest = await merge(await newGuest(9_000_000_000_000_000))
      await pruneAfter(9_000 * DAY_MS)
      assert.equal(await hasMarker(guest), true)
    })

    it('stays while an order of the guest is found by it, for the export and the deletion of the customer', async () => {
      const id = 4_711
      await service.importShop(shopFile({ customers: [customer(ids.member), customer(id)] }))
      const guest = await newGuest()
      assert.equal((await hold(service, `order-${engine}`, guest)).status, 201)
      assert.equal((await complete(service, `order-${engine}`)).status, 200)
      const buyer = await service.token('member', { id: String(id) })
      cartOf(await service.call('POST', '/cart/merge', { token: buyer, body: { guestToken: guest } }))
      for (let run = 0; run < 2; run++) await pruneAfter(9_000 * DAY_MS)
      assert.equal(await hasMarker(guest), true)
      const token = await service.token('admin')
      const { text } = await service.call('GET', `${CUSTOMERS}/${id}/export`, { token })
      assert.ok(text.includes(`"order-${engine}"`))
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${id}`, { token })).status, 204)
      const orders = service.database.kysely.selectFrom('checkouts').select('subject')
      assert.deepEqual((await orders.where('reference', '=', `order-${engine}`).execute()).map(Object.values), [[null]])
    })

    it('is deleted once by two runs at the same time, among many', async () => {
      const { kysely } = service.database
      const row = { created_at: 0, used_at: 0, merged_into: ids.member, tokens_end_at: 1 }
      const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, id: `guest:ended-${n}` }))
      await kysely.insertInto('carts').values(rows).execute()
      await Promise.all([pruneAfter(0), pruneAfter(0)])
      await pruneAfter(0)
      const left = await kysely.selectFrom('carts').select('id').where('id', 'like', 'guest:ended-%').execute()
      assert.deepEqual(left, [])
    })
  })
}
