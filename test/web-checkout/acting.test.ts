/** Web shops that act for a session: POST and DELETE of the session endpoints on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SESSION, STOREFRONT } from '../../src/api-paths.ts'
import { guestToken } from '../support/auth/guest-token.ts'
import { addItem, quantityOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  actFor,
  claimsOf,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  logIn,
  requestActing,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

for (const engine of engines) {
  describe(`a token that acts for a session on ${engine}`, () => {
    let service: TestService
    let member: string
    before(async () => {
      service = await startService(engine)
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())

    it('is the session owner’s for five minutes, and names the web shop', async () => {
      const cookie = await signIn(service, member)
      const { json } = await requestActing(service, cookie)
      const { accessToken, expiresAt, subject, ...rest } = json as Record<string, string>
      assert.deepEqual(rest, {})
      assert.equal(subject, `member:${ids.member}`)
      const { sub, scope, act, exp = 0, iat = 0 } = claimsOf(accessToken ?? '') as Record<string, never>
      assert.deepEqual(
        { sub, scope, act },
        { sub: subject, scope: 'storefront:account', act: { sub: 'admin:web-shop' } },
      )
      assert.equal(exp - iat, 300)
      assert.equal(expiresAt, new Date(exp * 1000).toISOString())
    })

    it('works on every cart endpoint, for a member and for a guest', async () => {
      for (const owner of [member, await guestToken(service), await service.token('guest')]) {
        const token = await actFor(service, await signIn(service, owner))
        await service.call('DELETE', '/cart', { token })
        const itemId = await addItem(service, token, ids.plain, 1)
        for (const [method, path, body] of [
          ['PATCH', `/cart-items/${itemId}`, { quantity: 4 }],
          ['PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'web' }],
          ['POST', '/cart/coupon', { couponCode: 'X' }],
          ['DELETE', '/cart/coupon', undefined],
          ['DELETE', '/cart/campaign', undefined],
        ] as const) {
          assert.equal((await service.call(method, path, { token, body })).status, 200, `${method} ${path}`)
        }
        assert.equal(await quantityOf(service, owner), 4)
        assert.equal((await service.call('DELETE', `/cart-items/${itemId}`, { token })).status, 200)
      }
    })

    it('merges carts, as the member’s token and as the guest’s', async () => {
      const guest = await service.token('guest')
      await service.call('DELETE', '/cart', { token: member })
      await addItem(service, guest, ids.plain, 3)
      const token = await actFor(service, await signIn(service, member))
      const guestCookie = await signIn(service, guest)
      const body = { guestToken: await actFor(service, guestCookie) }
      const merged = await service.call('POST', '/cart/merge', { token, body })
      assert.equal(merged.status, 200, merged.text)
      assert.equal(await quantityOf(service, member), 3)
      assert.deepEqual(refusalsOf(await requestActing(service, guestCookie)), ['404 session_not_found'])
    })

    // Proves: acting-after-end
    it('creates no checkout links', async () => {
      for (const [owner, path] of [
        [member, '/checkout-session'],
        [await service.token('guest'), '/checkout-guest-session'],
      ] as const) {
        const token = await actFor(service, await signIn(service, owner))
        assert.deepEqual(refusalsOf(await service.call('POST', path, { token })), ['401 wrong_token_kind'])
      }
    })

    // Proves: acting-after-end
    it('ends with the session: at a logout, a login, another handoff, or when the customer is deleted', async () => {
      const { token: admin } = { token: await service.token('admin') }
      const created = await service.call('POST', '/api/v3/admin/customers', { token: admin, body: {} })
      const { id } = (created.json as { data: { id: number } }).data
      const deleted = await service.token('member', { id: String(id) })
      const endings: [string, (cookie: string) => Promise<unknown>, string][] = [
        ['logout', cookie => service.call('DELETE', SESSION, { headers: { Cookie: cookie } }), member],
        ['login', cookie => logIn(service, { customerId: ids.member }, cookie), await service.token('guest')],
        [
          'handoff',
          async cookie => {
            const { token } = await issueHandoff(service, await service.token('guest'))
            return consumeHandoff(service, token, { Cookie: cookie })
          },
          member,
        ],
        ['deletion', () => service.call('DELETE', `/api/v3/admin/customers/${id}`, { token: admin }), deleted],
      ]
      for (const [name, end, owner] of endings) {
        const cookie = await signIn(service, owner)
        const token = await actFor(service, cookie)
        assert.equal((await service.call('GET', '/cart', { token })).status, 200, name)
        await end(cookie)
        assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['401 token_invalid'], name)
        const body = { guestToken: token }
        const merge = await service.call('POST', '/cart/merge', { token: member, body })
        assert.deepEqual(refusalsOf(merge), ['422 guest_token_invalid /guestToken'], name)
      }
    })

    it('is refused while the customer is inactive, and no new one is issued', async () => {
      const admin = await service.token('admin')
      const created = await service.call('POST', '/api/v3/admin/customers', { token: admin, body: {} })
      const { id } = (created.json as { data: { id: number } }).data
      const cookie = await signIn(service, await service.token('member', { id: String(id) }))
      const token = await actFor(service, cookie)
      await service.call('PUT', `/api/v3/admin/customers/${id}`, { token: admin, body: { status: 'banned' } })
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['401 customer_not_active'])
      assert.deepEqual(refusalsOf(await requestActing(service, cookie)), ['404 session_not_found'])
    })

    it('is not issued without a living session', async () => {
      for (const cookie of [
        undefined,
        'sepet_session=',
        `sepet_session=${'A'.repeat(43)}`,
        `sepet_session=${member}`,
      ]) {
        assert.deepEqual(refusalsOf(await requestActing(service, cookie)), ['404 session_not_found'])
      }
    })

    // Proves: page-token
    it('is not issued to a page, which has the cookie and at most its user’s token', async () => {
      const cookie = await signIn(service, member)
      const path = `${SESSION}/token`
      const answerOf = (headers: Record<string, string>) => service.call('POST', path, { headers })
      assert.deepEqual(refusalsOf(await answerOf({ Cookie: cookie })), ['401 token_missing'])
      const acting = await actFor(service, cookie)
      for (const token of [member, acting, await service.token('app', { scope: 'sessions:act' })]) {
        const answer = await answerOf({ Cookie: cookie, Authorization: `Bearer ${token}` })
        assert.deepEqual(refusalsOf(answer), ['401 wrong_token_kind'])
      }
      const narrow = await requestActing(service, cookie, 'customers:read customers:write customers:delete')
      assert.deepEqual(refusalsOf(narrow), ['403 insufficient_scope'])
    })

    // Proves: page-cookie
    it('never makes the cookie a credential of the API', async () => {
      const cookie = await signIn(service, member)
      const answer = await fetch(`${service.url}${STOREFRONT}/cart`, { headers: { Cookie: cookie } })
      assert.equal(answer.status, 401)
    })

    it('is limited after its session has ended, too', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: '2' })
      const cookie = await signIn(limited, await limited.token('guest'))
      const token = await actFor(limited, cookie)
      await limited.call('DELETE', SESSION, { headers: { Cookie: cookie } })
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await limited.call('GET', '/cart', { token })).status)
      assert.deepEqual(statuses, [401, 401, 429, 429])
      await limited.stop()
    })

    it('is counted by its owner, over all tokens of the session', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: '2', SESSION_RATE_LIMIT: '3' })
      const cookie = await signIn(limited, await limited.token('guest'))
      const tokens = [await actFor(limited, cookie), await actFor(limited, cookie), await actFor(limited, cookie)]
      const statuses: number[] = []
      for (const token of tokens) statuses.push((await limited.call('GET', '/cart', { token })).status)
      assert.deepEqual(statuses, [200, 200, 429])
      assert.deepEqual(refusalsOf(await requestActing(limited, cookie)), ['429 rate_limited'])
      const another = await signIn(limited, await limited.token('guest'))
      assert.equal((await requestActing(limited, another)).status, 200)
      await limited.stop()
    })
  })

  describe(`the end of a session on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    it('clears the cookie, keeps the cart, and is the same without a session', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      const cookie = await signIn(service, guest)
      const end = (headers: Record<string, string>) => service.call('DELETE', SESSION, { headers })
      for (const headers of [{ Cookie: cookie }, { Cookie: cookie }, {} as Record<string, string>]) {
        const answer = await end(headers)
        assert.equal(answer.status, 204)
        assert.equal(cookieOf(answer), 'sepet_session=')
        assert.match(answer.headers.get('set-cookie') ?? '', /Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
      }
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      assert.equal(await quantityOf(service, guest), 2)
    })

    it('is never refused by a limit', async () => {
      const limited = await service.startPeer({ SESSION_RATE_LIMIT: '2' })
      const cookie = await signIn(limited, await limited.token('guest'))
      for (let n = 0; n < 3; n++) await limited.call('GET', SESSION, { headers: { Cookie: cookie } })
      for (const headers of [{ Cookie: cookie }, { Cookie: cookie }, {}, {}]) {
        assert.equal((await limited.call('DELETE', SESSION, { headers })).status, 204)
      }
      await limited.stop()
    })

    it('ends no other session', async () => {
      const cookies = [
        await signIn(service, await service.token('guest')),
        await signIn(service, await service.token('guest')),
      ]
      await service.call('DELETE', SESSION, { headers: { Cookie: cookies[0] ?? '' } })
      assert.equal((await sessionOf(service, cookies[1])).identity, 'guest')
    })
  })
}
