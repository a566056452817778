/** Consuming a handoff: the session that it creates, and the handoffs that are refused. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { HANDOFF } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  assertRefused,
  claimsOf,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

const [secret, olderSecret] = ['first-secret-of-handoffs-0123456789', 'older-secret-of-handoffs-0123456789']
const env = { HANDOFF_SECRET: `${secret},${olderSecret}` }
const settings = { SatinAlmaSureciUyeliksizBasla: 1, UyelikOlmadanDevamEtGoster: 1 }

function sign(claims: JWTPayload, { key = secret, alg = 'HS256' } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(key))
}

function memberClaims(changes: Record<string, unknown> = {}): JWTPayload {
  const iat = Date.now() / 1000
  const claims = { sub: `member:${ids.member}`, jti: randomUUID(), path: '/odeme', aud: 'checkout-handoff' }
  return { ...claims, iat, exp: iat + 60, ...changes }
}

function guestClaims(changes: Record<string, unknown> = {}): JWTPayload {
  const sub = `guest:${randomUUID()}`
  return memberClaims({ sub, cart: sub, ...changes })
}

for (const engine of engines) {
  describe(`consuming a handoff on ${engine}`, () => {
    let service: TestService
    let member: string
    before(async () => {
      service = await startService(engine, env)
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())

    it('signs a member in and redirects to the return path', async () => {
      await addItem(service, member, ids.plain, 2)
      const { token } = await issueHandoff(service, member, { returnPath: '/odeme/adim-2' })
      const answer = await consumeHandoff(service, token)
      assert.deepEqual([answer.status, answer.headers.get('location'), answer.text], [302, '/odeme/adim-2', ''])
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
      assert.match(answer.headers.get('set-cookie') ?? '', /^sepet_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      const { identity, customerId, cart } = await sessionOf(service, cookieOf(answer))
      assert.deepEqual([identity, customerId], ['member', ids.member])
      assert.deepEqual(cart, cartOf(await service.call('GET', '/cart', { token: member })))
    })

    it('gives a guest session its cart and no member identity', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 3)
      const { identity, cart, ...others } = await sessionOf(service, await signIn(service, guest))
      assert.deepEqual([identity, cart?.data.attributes.totalQuantity, others], ['guest', 3, {}])
    })

    it('ignores Content-Type and Content-Encoding of the request', async () => {
      for (const headers of [{ 'Content-Type': 'text/html; charset=iso-8859-9' }, { 'Content-Encoding': 'gzip' }]) {
        const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
        const answer = await consumeHandoff(service, token, headers as Record<string, string>)
        assert.deepEqual(
          [answer.headers.get('location'), answer.headers.get('referrer-policy')],
          ['/odeme', 'no-referrer'],
        )
        assert.ok(cookieOf(answer))
      }
    })

    // Proves: used-link
    it('succeeds once per handoff', async () => {
      const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
      const cookie = cookieOf(await consumeHandoff(service, token))
      assertRefused(await consumeHandoff(service, token))
      assertRefused(await consumeHandoff(service, token, { Cookie: cookie ?? '' }))
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
    })

    it('is refused after the first use, also with another encoding of the signature', async () => {
      const { token } = await issueHandoff(service, member)
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const last = alphabet.indexOf(token.slice(-1))
      const respelled = `${token.slice(0, -1)}${alphabet[last ^ 1]}`
      assert.ok(cookieOf(await consumeHandoff(service, token)))
      for (const spelling of [respelled, `${token}=`, `${token}%3D`, ` ${token}`]) {
        assertRefused(await consumeHandoff(service, spelling))
      }
    })

    it('accepts claims that are signed with any configured secret, and with no other secret', async () => {
      for (const key of [secret, olderSecret]) {
        assert.ok(cookieOf(await consumeHandoff(service, await sign(memberClaims(), { key }))))
      }
      assertRefused(
        await consumeHandoff(service, await sign(memberClaims(), { key: 'forged-secret-of-handoffs-012345678' })),
      )
      assertRefused(
        await consumeHandoff(service, await sign(memberClaims(), { key: service.config.ACCESS_TOKEN_SECRET ?? '' })),
      )
    })

    it('uses tokens that are issued with a signature of the first secret', async () => {
      const { token } = await issueHandoff(service, member)
      const [head = '', body = ''] = token.split('.')
      const key = await crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ])
      const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(`${head}.${body}`)))
      assert.equal(token.split('.')[2], signature.toString('base64url'))
      assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { alg: 'HS256', typ: 'JWT' })
    })

    it('refuses tokens with claims or algorithms that Sepet does not issue', async () => {
      const bad: JWTPayload[] = [
        memberClaims({ sub: undefined }),
        memberClaims({ sub: 'member:0' }),
        memberClaims({ sub: 'app:mobile' }),
        memberClaims({ sub: 'admin:root' }),
        memberClaims({ jti: undefined }),
        memberClaims({ jti: '' }),
        memberClaims({ jti: 'a\u0000b' }),
        memberClaims({ jti: 'x'.repeat(300) }),
        memberClaims({ path: undefined }),
        memberClaims({ path: 5 }),
        memberClaims({ aud: undefined }),
        memberClaims({ aud: 'web' }),
        memberClaims({ aud: ['checkout-handoff'] }),
        memberClaims({ iat: undefined }),
        memberClaims({ exp: undefined }),
        memberClaims({ exp: 1e300 }),
        memberClaims({ exp: Date.now() / 1000 - 0.01 }),
        memberClaims({ scope: 'storefront:account' }),
        memberClaims({ nbf: Date.now() / 1000 + 30 }),
        memberClaims({ cart: `member:${ids.member}` }),
        guestClaims({ cart: undefined }),
        guestClaims({ cart: '' }),
        guestClaims({ cart: `guest:${randomUUID()}` }),
        guestClaims({ cart: `member:${ids.member}` }),
      ]
      for (const claims of bad) assertRefused(await consumeHandoff(service, await sign(claims)))
      assertRefused(await consumeHandoff(service, await sign(memberClaims(), { alg: 'HS512', key: secret.repeat(2) })))
      assertRefused(await consumeHandoff(service, new UnsecuredJWT(memberClaims()).encode()))
      assertRefused(await consumeHandoff(service, member))
      assert.ok(cookieOf(await consumeHandoff(service, await sign(guestClaims()))))
    })

    it('refuses the handoff of a member who has become inactive, banned or deleted', async () => {
      for (const status of ['inactive', 'banned', undefined]) {
        const { token } = await issueHandoff(service, await service.token('member', { id: String(ids.otherMember) }))
        const customers = service.database.kysely
        if (status) await service.importShop({ customers: [{ id: ids.otherMember, email: 'm5@example.com', status }] })
        else await customers.deleteFrom('customers').where('id', '=', ids.otherMember).execute()
        assertRefused(await consumeHandoff(service, token))
        await service.importShop({ customers: [{ id: ids.otherMember, email: 'm5@example.com' }] })
      }
    })

    it('refuses the handoff of a guest who has been merged', async () => {
      const guest = await service.token('guest')
      const { token } = await issueHandoff(service, guest)
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      assertRefused(await consumeHandoff(service, token))
    })

    it('refuses guests while guest checkout is closed, without consuming the handoff', async () => {
      const { token } = await issueHandoff(service, await service.token('guest'), { returnPath: '/odeme' })
      for (const closed of ['SatinAlmaSureciUyeliksizBasla', 'UyelikOlmadanDevamEtGoster']) {
        await service.importShop({ shop: { settings: { ...settings, [closed]: 0 } } })
        assertRefused(await consumeHandoff(service, token))
        assert.ok(cookieOf(await consumeHandoff(service, await sign(memberClaims()))))
      }
      await service.importShop({ shop: { settings } })
      assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
    })

    // Proves: prefetched-link
    it('does not happen at HEAD, OPTIONS or a prefetch', async () => {
      const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
      const path = `${HANDOFF}?t=${token}`
      assertRefused(await service.call('HEAD', path))
      const options = await service.call('OPTIONS', path)
      assert.deepEqual([options.status, options.headers.get('allow'), options.text], [405, 'GET, HEAD', ''])
      for (const headers of [
        { 'Sec-Purpose': 'prefetch' },
        { 'Sec-Purpose': 'prefetch;prerender' },
        { Purpose: 'prefetch' },
        { 'X-Purpose': 'preview' },
        { 'X-Moz': 'prefetch' },
      ]) {
        assertRefused(await consumeHandoff(service, token, headers))
      }
      assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
    })

    // Proves: repeated-parameter
    it('redirects to the default path without a valid token', async () => {
      for (const query of [
        '',
        '?',
        '?t',
        '?t=',
        '?t=a.b.c',
        '?t=a&t=b',
        '?t[a]=b',
        '?t=%zz',
        '?t=%00',
        `?t=${'x'.repeat(8000)}`,
      ]) {
        assertRefused(await service.call('GET', `${HANDOFF}${query}`))
      }
      assertRefused(
        await service.call('GET', `${HANDOFF}?t=x`, {
          headers: { 'Content-Encoding': 'gzip', Accept: 'application/json' },
        }),
      )
    })

    it('answers other methods with 405 and no body', async () => {
      const { status, text, headers } = await service.call('POST', `${HANDOFF}?t=x`, { body: {} })
      assert.deepEqual([status, text, headers.get('allow')], [405, '', 'GET, HEAD'])
    })
  })
}

describe('a handoff', () => {
  // Proves: old-link
  it('expires after HANDOFF_TOKEN_TTL_SECONDS', async () => {
    const service = await startService('sqlite', { HANDOFF_TOKEN_TTL_SECONDS: '2' })
    const member = await service.token('member', { id: String(ids.member) })
    // On a busy machine, a handoff may expire before its use.
    while (!cookieOf(await consumeHandoff(service, (await issueHandoff(service, member)).token)));
    const late = await issueHandoff(service, member)
    await sleep(Date.parse(late.expiresAt) - Date.now() + 5)
    assertRefused(await consumeHandoff(service, late.token))
    await service.stop()
  })

  it('is accepted while its secret is configured in second place, and refused once the secret is removed', async () => {
    const service = await startService('sqlite', { HANDOFF_SECRET: olderSecret, HANDOFF_TOKEN_TTL_SECONDS: '3600' })
    const member = await service.token('member', { id: String(ids.member) })
    const [kept, dropped] = [await issueHandoff(service, member), await issueHandoff(service, member)]
    const rotated = await service.startPeer(env)
    const later = await service.startPeer({ HANDOFF_SECRET: secret })
    assertRefused(await consumeHandoff(later, dropped.token))
    assert.ok(cookieOf(await consumeHandoff(rotated, kept.token)))
    const fresh = await issueHandoff(rotated, member)
    assertRefused(await consumeHandoff(service, fresh.token))
    await Promise.all([rotated.stop(), later.stop()])
    await service.stop()
  })

  // Proves: confused-credentials
  it('is not accepted as an access token, nor an access token as a handoff, also with the same secret', async () => {
    const service = await startService('sqlite', { HANDOFF_SECRET: secret, ACCESS_TOKEN_SECRET: secret })
    const member = await service.token('member', { id: String(ids.member) })
    const { token } = await issueHandoff(service, member)
    assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['401 token_invalid'])
    const withScope = await sign({ ...claimsOf(token), scope: 'storefront:account' })
    assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: withScope })), ['401 token_invalid'])
    assertRefused(await consumeHandoff(service, member))
    await service.stop()
  })

  it('can be requested thirty times a minute per address, HEAD included; then 429 has a Retry-After', async () => {
    const service = await startService('sqlite', { HANDOFF_RATE_LIMIT: '', TRUST_PROXY: '1' })
    const { token } = await issueHandoff(service, await service.token('member', { id: String(ids.member) }))
    const open = (method: string, ip: string) =>
      service.call(method, `${HANDOFF}?t=${token}`, { headers: { 'X-Forwarded-For': ip } })
    const bodyHeaders = {
      'X-Forwarded-For': '192.0.2.1',
      'Content-Encoding': 'gzip',
      'Content-Type': 'a/b; charset=latin1',
    }
    const openWithBodyHeaders = () => consumeHandoff(service, 'x', bodyHeaders)
    for (let i = 0; i < 20; i++) assert.equal((await open('HEAD', '192.0.2.1')).status, 302)
    for (let i = 0; i < 10; i++) assert.equal((await openWithBodyHeaders()).status, 302)
    const { status, text, headers } = await open('GET', '192.0.2.1')
    assert.deepEqual([status, text, headers.get('location'), headers.get('set-cookie')], [429, '', null, null])
    assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.ok(cookieOf(await open('GET', '192.0.2.2')))
    await service.stop()
  })

  it('of a guest has the claims aud, cart, exp, iat, jti, path and sub', async () => {
    const service = await startService('sqlite')
    const { token } = await issueHandoff(service, await service.token('guest'))
    assert.deepEqual(Object.keys(claimsOf(token)).sort(), ['aud', 'cart', 'exp', 'iat', 'jti', 'path', 'sub'])
    await service.stop()
  })
})
