/** Storing a consumed handoff: every condition of the write is checked by the statement itself, and the write is atomic. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { guestWithId, memberWithId, type Owner } from '../../src/auth/identity.ts'
import { newSessionId } from '../../src/auth/session-id.crypto.ts'
import { createHandoffStore } from '../../src/web-checkout/handoff/handoff.store.ts'
import { cartOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  assertRefused,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

const guestId = randomUUID()
const guest = guestWithId(guestId)
const member = memberWithId

for (const engine of engines) {
  describe(`storing a consumed handoff on ${engine}`, () => {
    let service: TestService
    let revision: number
    before(async () => {
      service = await startService(engine)
      const shop = service.database.kysely.selectFrom('shop').select('revision')
      revision = (await shop.executeTakeFirstOrThrow()).revision
    })
    after(() => service.stop())
    const now = Date.now()
    const handoffOf = (owner: Owner) => ({
      jti: randomUUID(),
      owner,
      path: '/sepet',
      issuedAt: now,
      expiresAt: now + 60_000,
    })
    const save = (owner: Owner, shopRevision = revision, handoff = handoffOf(owner)) =>
      createHandoffStore(service.database).saveSession(handoff, shopRevision, {
        newId: newSessionId(),
        oldId: undefined,
        networkHash: 'network',
        now,
      })
    const rows = async () => {
      const count = (table: 'used_handoffs' | 'web_sessions') =>
        service.database.kysely.selectFrom(table).selectAll().execute()
      return [(await count('used_handoffs')).length, (await count('web_sessions')).length]
    }

    it('writes nothing for another revision of the shop, a customer who is not active, or a merged guest', async () => {
      const before = await rows()
      assert.equal(await save(member(ids.member), revision - 1), false)
      for (const id of [ids.inactive, ids.banned, 999_999]) assert.equal(await save(member(id)), false)
      const tokens = [await service.token('member'), await service.token('guest', { id: guestId })]
      const [token = '', guestToken] = tokens
      cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken } }))
      assert.equal(await save(guest), false)
      assert.deepEqual(await rows(), before)
    })

    // Proves: used-link
    it('writes nothing the second time', async () => {
      const handoff = handoffOf(member(ids.member))
      assert.equal(await save(handoff.owner, revision, handoff), true)
      const before = await rows()
      assert.equal(await save(handoff.owner, revision, handoff), false)
      assert.deepEqual(await rows(), before)
    })

    // Proves: atomic-link
    it('keeps the handoff and the old session unchanged when the new session cannot be inserted', async () => {
      const token = await service.token('member', { id: String(ids.member) })
      const cookie = await signIn(service, token)
      const link = await issueHandoff(service, token, { returnPath: '/odeme' })
      const before = await rows()
      const { kysely } = service.database
      const allow = await forbidSessions(service)
      assertRefused(await consumeHandoff(service, link.token, { Cookie: cookie }))
      assert.deepEqual(await rows(), before)
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
      await allow.execute(kysely)
      const answer = await consumeHandoff(service, link.token, { Cookie: cookie })
      assert.equal((await sessionOf(service, cookieOf(answer))).identity, 'member')
    })

    it('does not deadlock with the deletion of its customer', async () => {
      for (let round = 0; round < 20; round++) {
        const id = 1000 + round
        await service.importShop({ customers: [customer(id)] })
        const token = await service.token('member', { id: String(id) })
        const cookie = await signIn(service, token)
        const link = await issueHandoff(service, token)
        const deletion = service.database.kysely.deleteFrom('customers').where('id', '=', id).execute()
        const [answer] = await Promise.all([consumeHandoff(service, link.token, { Cookie: cookie }), deletion])
        assert.equal((await sessionOf(service, cookieOf(answer))).identity, 'none')
      }
      const failures = service.log.filter(line => line.includes('40P01'))
      assert.deepEqual(failures, [])
    })
  })
}

/** Makes inserts of sessions fail. @returns the statement that allows them again */
async function forbidSessions({ database: { engine, kysely } }: TestService) {
  if (engine === 'sqlite') {
    await sql`create trigger no_sessions before insert on web_sessions begin select raise(abort, 'no'); end`.execute(
      kysely,
    )
    return sql`drop trigger no_sessions`
  }
  await sql`alter table web_sessions add constraint no_sessions check (created_at < 0) not valid`.execute(kysely)
  return sql`alter table web_sessions drop constraint no_sessions`
}
