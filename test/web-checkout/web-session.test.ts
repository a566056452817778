/** The web session of a consumed handoff: its content, its end, and the requests that it does not authorize. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  assertRefused,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

for (const engine of engines) {
  describe(`the web session on ${engine}`, () => {
    let service: TestService
    let member: string
    before(async () => {
      service = await startService(engine)
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())

    // Proves: planted-session
    it('never uses a session id that the client sends', async () => {
      const planted = `sepet_session=${'A'.repeat(43)}`
      const { token } = await issueHandoff(service, member)
      const cookie = cookieOf(await consumeHandoff(service, token, { Cookie: planted }))
      assert.notEqual(cookie, planted)
      assert.equal((await sessionOf(service, planted)).identity, 'none')
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
    })

    // Proves: planted-session
    it('ends when the browser consumes another handoff', async () => {
      const guestCookie = await signIn(service, await service.token('guest'))
      const { token } = await issueHandoff(service, member)
      const memberCookie = cookieOf(await consumeHandoff(service, token, { Cookie: guestCookie }))
      assert.equal((await sessionOf(service, guestCookie)).identity, 'none')
      assert.equal((await sessionOf(service, memberCookie)).identity, 'member')
      const guestAgain = await issueHandoff(service, await service.token('guest'))
      const lastCookie = cookieOf(await consumeHandoff(service, guestAgain.token, { Cookie: memberCookie ?? '' }))
      assert.equal((await sessionOf(service, memberCookie)).identity, 'none')
      assert.equal((await sessionOf(service, lastCookie)).identity, 'guest')
    })

    it('continues after a failed handoff', async () => {
      const cookie = await signIn(service, member)
      assertRefused(await consumeHandoff(service, 'nonsense', { Cookie: cookie }))
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
    })

    // Proves: stolen-database
    it('is stored only as a hash', async () => {
      const cookie = await signIn(service, member)
      const id = cookie.split('=')[1]
      const rows = await service.database.kysely.selectFrom('web_sessions').selectAll().execute()
      assert.ok(rows.length > 0)
      assert.ok(!JSON.stringify(rows).includes(id ?? ''))
      assert.equal((await sessionOf(service, `sepet_session=${rows[0]?.id_hash}`)).identity, 'none')
    })

    it('has no identity without a cookie, or with an unknown cookie', async () => {
      for (const cookie of [
        undefined,
        'sepet_session=',
        'sepet_session=x',
        'sepet_session=%00',
        'other=1',
        '=;;=',
        `sepet_session=${'x'.repeat(4000)}`,
      ]) {
        assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      }
    })

    it('shows the current cart', async () => {
      const cookie = await signIn(service, member)
      await service.call('DELETE', '/cart', { token: member })
      assert.equal((await sessionOf(service, cookie)).cart?.data.attributes.totalQuantity, 0)
      await addItem(service, member, ids.plain, 4)
      assert.equal((await sessionOf(service, cookie)).cart?.data.attributes.totalQuantity, 4)
    })

    // Proves: banned-owner
    it('has no identity while its customer is inactive or banned, and ends when the customer is deleted', async () => {
      const importCustomer = (status: string) =>
        service.importShop({ customers: [{ id: ids.otherMember, email: 'm5@example.com', status }] })
      const cookie = await signIn(service, await service.token('member', { id: String(ids.otherMember) }))
      for (const status of ['inactive', 'banned']) {
        await importCustomer(status)
        assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      }
      await importCustomer('active')
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
      await service.database.kysely.deleteFrom('customers').where('id', '=', ids.otherMember).execute()
      await importCustomer('active')
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
    })

    it('ends at once when its guest is merged', async () => {
      const guest = await service.token('guest')
      const cookie = await signIn(service, guest)
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
    })

    it('continues after the cart is emptied', async () => {
      const guest = await service.token('guest')
      const cookie = await signIn(service, guest)
      await service.call('DELETE', '/cart', { token: guest })
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
    })

    // Proves: stolen-cookie
    it('ends after two idle hours, and one day after its start at the latest', async () => {
      const sessions = () => service.database.kysely.updateTable('web_sessions')
      const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
      const cookie = await signIn(service, member)
      await sessions()
        .set({ last_seen_at: minutesAgo(119), created_at: minutesAgo(1439) })
        .execute()
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
      await sessions()
        .set({ created_at: minutesAgo(1441) })
        .execute()
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
      await sessions()
        .set({ last_seen_at: minutesAgo(121), created_at: minutesAgo(130) })
        .execute()
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
    })

    it('stores the time of each request as its last use', async () => {
      const cookie = await signIn(service, member)
      const age = Date.now() - 119 * 60_000
      await service.database.kysely.updateTable('web_sessions').set({ last_seen_at: age }).execute()
      await sessionOf(service, cookie)
      const rows = await service.database.kysely.selectFrom('web_sessions').select('last_seen_at').execute()
      assert.ok(rows.some(({ last_seen_at }) => last_seen_at > Date.now() - 60_000))
    })

    it('does not authorize API requests', async () => {
      const cookie = await signIn(service, member)
      for (const [method, path] of [
        ['GET', '/cart'],
        ['POST', '/cart-items'],
        ['POST', '/checkout-session'],
      ] as const) {
        const answer = await service.call(method, path, { headers: { Cookie: cookie } })
        assert.deepEqual(refusalsOf(answer), ['401 token_missing'])
      }
    })
  })
}

describe('the web session', () => {
  // Proves: foreign-page
  it('has a Secure cookie with the __Host- prefix when PUBLIC_URL is https', async () => {
    const service = await startService('sqlite', { PUBLIC_URL: 'https://magaza.example' })
    const { url, token } = await issueHandoff(service, await service.token('member', { id: String(ids.member) }))
    assert.ok(url.startsWith(`https://magaza.example${HANDOFF}?t=`))
    const answer = await consumeHandoff(service, token)
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^__Host-sepet_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal((await sessionOf(service, cookieOf(answer))).identity, 'member')
    await service.stop()
  })
})
