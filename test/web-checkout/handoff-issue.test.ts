/** Issuing handoffs: responses, claims, refusals and return paths, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF } from '../../src/api-paths.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { claimsOf, issueHandoff } from '../support/web-checkout/checkout.ts'

const MEMBER_ISSUE = '/checkout-session'
const GUEST_ISSUE = '/checkout-guest-session'
const guestId = '0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'

for (const engine of engines) {
  describe(`issuing a handoff on ${engine}`, () => {
    let service: TestService
    let member: string
    let guest: string
    before(async () => {
      service = await startService(engine)
      member = await service.token('member', { id: String(ids.member) })
      guest = await service.token('guest', { id: guestId })
    })
    after(() => service.stop())
    const ask = (path: string, token: string, body?: unknown) =>
      service.call('POST', path, { token, ...(body !== undefined && { body }) })

    it('returns the URL and the expiry time to a member', async () => {
      const before = Date.now()
      const answer = await ask(MEMBER_ISSUE, member, { returnPath: '/odeme/adim-2' })
      const after = Date.now()
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const { url, expiresAt, ...others } = answer.json as { url: string; expiresAt: string }
      assert.deepEqual(others, {})
      assert.ok(url.startsWith(`http://shop.test${HANDOFF}?t=`))
      assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const issued = Date.parse(expiresAt) - 60_000
      assert.ok(issued >= before && issued <= after, expiresAt)
    })

    it('signs the subject, the return path and a new id', async () => {
      const [first, second] = [
        await issueHandoff(service, member, { returnPath: '/odeme' }),
        await issueHandoff(service, member),
      ]
      const { jti, iat, exp, ...claims } = claimsOf(first.token)
      assert.deepEqual(claims, { sub: `member:${ids.member}`, path: '/odeme', aud: 'checkout-handoff' })
      assert.ok(jti && jti !== claimsOf(second.token).jti)
      assert.equal(Math.round((Number(exp) - Number(iat)) * 1000), 60_000)
      assert.equal(Math.round(Number(exp) * 1000), Date.parse(first.expiresAt))
      assert.equal(claimsOf(second.token).path, '/sepet')
    })

    it('signs a cart reference for a guest, also before the first item', async () => {
      const { token } = await issueHandoff(service, guest)
      assert.deepEqual([claimsOf(token).sub, claimsOf(token).cart], [`guest:${guestId}`, `guest:${guestId}`])
      const carts = await service.database.kysely.selectFrom('carts').select('id').execute()
      assert.deepEqual(
        carts.map(({ id }) => id),
        [`guest:${guestId}`],
      )
    })

    it('uses the default path for any JSON body without an allowed path', async () => {
      for (const body of [
        '[]',
        '5',
        '"/odeme"',
        'null',
        '{"returnPath":null}',
        '{"returnPath":["/odeme"]}',
        '{"__proto__":{"returnPath":"/odeme"}}',
      ]) {
        const { token } = await issueHandoff(service, member, body)
        assert.equal(claimsOf(token).path, '/sepet', body)
      }
      assert.deepEqual(refusalsOf(await ask(MEMBER_ISSUE, member, '{"returnPath":')), ['400 malformed_json'])
    })

    it('refuses tokens of the wrong kind with 401', async () => {
      const app = await service.token('app')
      const admin = await service.token('admin')
      for (const [path, token] of [
        [MEMBER_ISSUE, guest],
        [GUEST_ISSUE, member],
        [MEMBER_ISSUE, app],
        [GUEST_ISSUE, app],
        [MEMBER_ISSUE, admin],
      ] as const) {
        const answer = await ask(path, token)
        assert.deepEqual(refusalsOf(answer), ['401 wrong_token_kind'])
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
      }
      assert.deepEqual(refusalsOf(await service.call('POST', MEMBER_ISSUE)), ['401 token_missing'])
      const { token: handoff } = await issueHandoff(service, member)
      assert.deepEqual(refusalsOf(await ask(MEMBER_ISSUE, handoff)), ['401 token_invalid'])
    })

    it('refuses tokens without the scope with 403', async () => {
      const weakMember = await service.token('member', { id: String(ids.member), scope: 'storefront:cart' })
      const weakGuest = await service.token('guest', { scope: 'storefront:account' })
      assert.deepEqual(refusalsOf(await ask(MEMBER_ISSUE, weakMember)), ['403 insufficient_scope'])
      assert.deepEqual(refusalsOf(await ask(GUEST_ISSUE, weakGuest)), ['403 insufficient_scope'])
    })

    it('refuses members who are inactive, banned or unknown, with any body', async () => {
      for (const id of [ids.inactive, ids.banned, 999_999]) {
        const token = await service.token('member', { id: String(id) })
        assert.deepEqual(refusalsOf(await ask(MEMBER_ISSUE, token)), ['401 customer_not_active'])
        assert.deepEqual(refusalsOf(await ask(MEMBER_ISSUE, token, '{')), ['401 customer_not_active'])
      }
    })

    it('refuses a guest who has been merged', async () => {
      const merged = await service.token('guest')
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: merged } }))
      assert.deepEqual(refusalsOf(await ask(GUEST_ISSUE, merged)), ['401 guest_cancelled'])
    })

    it('refuses guests unless both settings of the shop are 1, with immediate effect on every instance', async () => {
      const peer = await service.startPeer()
      for (const [start, offered, status] of [
        [0, 1, 403],
        [1, 0, 403],
        [0, 0, 403],
        [1, 1, 200],
      ] as const) {
        const settings = { SatinAlmaSureciUyeliksizBasla: start, UyelikOlmadanDevamEtGoster: offered }
        await service.importShop({ shop: { settings } })
        for (const each of [service, peer]) {
          const answer = await each.call('POST', GUEST_ISSUE, { token: guest })
          assert.equal(answer.status, status)
          if (status === 403) assert.deepEqual(refusalsOf(answer), ['403 guest_checkout_closed'])
        }
        assert.equal((await ask(MEMBER_ISSUE, member)).status, 200)
      }
      await peer.stop()
    })
  })
}
