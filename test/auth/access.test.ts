/** Access tokens signed with the secret: which ones are accepted, and access of members over time. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JWTPayload, SignJWT } from 'jose'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const GUEST = 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'
const claims = { sub: GUEST, scope: 'storefront:cart' }
const endpoints = [
  ['GET', '/cart'],
  ['DELETE', '/cart'],
  ['POST', '/cart-items'],
  ['PATCH', '/cart-items/1'],
  ['PATCH', '/cart-items/1/notes'],
  ['DELETE', '/cart-items/1'],
  ['POST', '/cart/merge'],
  ['GET', '/coupons'],
] as const

describe('an access token signed with the secret', () => {
  let service: TestService
  const secret = 'a secret of at least thirty-two bytes'
  before(async () => {
    service = await startService('sqlite', { ACCESS_TOKEN_SECRET: secret })
  })
  after(() => service.stop())

  const sign = (payload: JWTPayload, { alg = 'HS256', key = secret, exp = '5m' as string | number } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg }).setExpirationTime(exp).sign(new TextEncoder().encode(key))
  const get = (token: string): Promise<Answer> => service.call('GET', '/cart', { token })

  async function assertChallenge(answer: Answer, code: string): Promise<void> {
    assert.deepEqual(refusalsOf(answer), [code])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="sepet"/)
  }

  it('is required on every cart endpoint', async () => {
    for (const [method, path] of endpoints) {
      await assertChallenge(await service.call(method, path), '401 token_missing')
    }
  })

  it('is asked for without an error in the challenge where no bearer token came (RFC 6750 section 3.1)', async () => {
    const schemes = [
      'Basic eDp5',
      'DPoP a.b.c',
      'a.b.c',
      'Bearer',
      'bearer',
      'Bearer ',
      'Bearers a.b.c',
      'Bearer,a',
      '',
    ]
    for (const path of ['/cart', '/api/v3/admin/customers']) {
      for (const Authorization of [undefined, ...schemes]) {
        const answer = await service.call('GET', path, {
          headers: Authorization === undefined ? {} : { Authorization },
        })
        assert.deepEqual(refusalsOf(answer), ['401 token_missing'], Authorization ?? 'none')
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="sepet"')
      }
    }
  })

  it('is refused with the error of the challenge where a bearer token came that is malformed or expired', async () => {
    const expired = await sign(claims, { exp: Math.floor(Date.now() / 1000) - 1 })
    for (const credentials of ['x', 'a.b.c', 'a b', 'a,b', '"a.b.c"', expired, `${expired}, Bearer ${expired}`]) {
      const answer = await service.call('GET', '/cart', { headers: { Authorization: `Bearer ${credentials}` } })
      assert.deepEqual(refusalsOf(answer), ['401 token_invalid'], credentials)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="sepet", error="invalid_token"')
    }
  })

  // Proves: app-token
  it('is refused on every cart endpoint when it belongs to an application or an administrator', async () => {
    for (const kind of ['app', 'admin'] as const) {
      const token = await service.token(kind, { scope: 'storefront:cart storefront:account' })
      for (const [method, path] of endpoints) {
        await assertChallenge(await service.call(method, path, { token }), '401 wrong_token_kind')
      }
    }
  })

  // Proves: missing-scope
  it('is refused with 403 without the scope of its identity', async () => {
    const guest = await service.token('guest', { scope: 'storefront:account' })
    const member = await service.token('member', { scope: 'storefront:cart customers:read' })
    for (const token of [guest, member, await service.token('guest', { scope: '' })]) {
      await assertChallenge(await get(token), '403 insufficient_scope')
    }
    cartOf(await get(await service.token('guest', { scope: 'other storefront:cart' })))
  })

  it('is rejected when its signature, algorithm, lifetime, audience or subject is not valid', async () => {
    const good = await sign(claims)
    cartOf(await get(good))
    const [header, payload, signature] = good.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [
      'undefined',
      `${good}x`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'member:1' })).toString('base64url')}.${signature}`,
      await sign(claims, { key: 'another secret of thirty-two bytes or more' }),
      await sign(claims, { alg: 'HS384', key: secret.repeat(2) }),
      await sign(claims, { exp: Math.floor(Date.now() / 1000) - 1 }),
      await sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 }),
      await sign({ ...claims, aud: 'checkout-handoff' }),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret)),
    ]) {
      await assertChallenge(await get(token), '401 token_invalid')
    }
    for (const sub of [
      '',
      'member:',
      'member:0',
      'member:01',
      'member:9007199254740992',
      'guest:1',
      'user:1',
      'member:1 ',
    ]) {
      await assertChallenge(await get(await sign({ ...claims, sub })), '401 token_invalid')
    }
  })

  it('is read from the Authorization header only', async () => {
    const token = await sign(claims)
    for (const Authorization of [`Token ${token}`, 'Bearer ', 'Bearer', `Bearer ${token}, Bearer ${token}`, '']) {
      const answer = await service.call('GET', '/cart', { headers: { Authorization } })
      assert.equal(answer.status, 401)
    }
    assert.equal((await service.call('GET', `/cart?access_token=${token}`)).status, 401)
    cartOf(await service.call('GET', '/cart', { headers: { Authorization: `bearer ${token}` } }))
  })

  it('is rejected after its expiry, also when it was verified before', async () => {
    // The lifetime doubles with each attempt: on a busy machine, a token may expire before its first use.
    for (let seconds = 1; seconds < 100; seconds *= 2) {
      const exp = Math.floor(Date.now() / 1000) + 1 + seconds
      const token = await sign(claims, { exp })
      const wasAccepted = (await get(token)).status === 200
      await sleep(exp * 1_000 - Date.now() + 5)
      await assertChallenge(await get(token), '401 token_invalid')
      if (wasAccepted) return
    }
    assert.fail('no token was used in its lifetime')
  })
})

describe('the issuer and the audience of a token', () => {
  // Proves: configured-claims
  it('must match the configured ones', async () => {
    const env = { ACCESS_TOKEN_ISSUER: 'https://id.example.com', ACCESS_TOKEN_AUDIENCE: 'sepet' }
    const service = await startService('sqlite', env)
    const key = new TextEncoder().encode(service.config.ACCESS_TOKEN_SECRET)
    const status = async (payload: JWTPayload) => {
      const token = await new SignJWT({ ...claims, ...payload })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1m')
        .sign(key)
      return (await service.call('GET', '/cart', { token })).status
    }
    assert.equal(await status({ iss: 'https://id.example.com', aud: ['other', 'sepet'] }), 200)
    assert.equal(await status({ iss: 'https://id.example.com' }), 401)
    assert.equal(await status({ iss: 'https://evil.example.com', aud: 'sepet' }), 401)
    assert.equal((await service.call('GET', '/cart', { token: await service.token('guest') })).status, 200)
    await service.stop()
  })
})

describe('a token minted for development', () => {
  it('is accepted with every setting of claims and scopes', async () => {
    const service = await startService('sqlite', {
      ACCESS_TOKEN_ISSUER: 'https://id.example.com',
      ACCESS_TOKEN_AUDIENCE: 'sepet,other',
      ACCESS_TOKEN_CLIENT_ID: 'app,server',
      ACCESS_TOKEN_SCOPE_CLAIMS: 'scp,roles',
      ACCESS_TOKEN_SCOPE_MAP: 'account=storefront:account',
    })
    cartOf(await service.call('GET', '/cart', { token: await service.token('guest') }))
    cartOf(await service.call('GET', '/cart', { token: await service.token('member', { id: String(ids.member) }) }))
    const peer = await service.startPeer({ ACCESS_TOKEN_MEMBER_CLAIM: 'customer' })
    const token = await peer.token('admin')
    assert.equal((await peer.call('GET', '/api/v3/admin/customers', { token })).status, 200)
    await assert.rejects(peer.token('member', { id: String(ids.member) }), /only tokens of administrators/)
    await peer.stop()
    await service.stop()
  })
})

describe('a token signed with the secret where a claim names the customer', () => {
  it('is refused with 403 without a scope of Sepet, and with 401 without the claim, each time that it is sent', async () => {
    const service = await startService('sqlite', { ACCESS_TOKEN_MEMBER_CLAIM: 'https://shop.example/id' })
    const key = new TextEncoder().encode(service.config.ACCESS_TOKEN_SECRET)
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('5m').sign(key)
    for (const [payload, refusal] of [
      [claims, '403 insufficient_scope'],
      [{ sub: 'member:1', 'https://shop.example/id': '1', scope: 'openid' }, '403 insufficient_scope'],
      [{ sub: 'member:1', scope: 'storefront:account' }, '401 token_invalid'],
      [{ sub: 'member:1', 'https://shop.example/id': ['1'], scope: 'storefront:account' }, '401 token_invalid'],
    ] as const) {
      const token = await sign(payload)
      for (const path of ['/cart', '/cart', '/api/v3/admin/customers']) {
        assert.deepEqual(refusalsOf(await service.call('GET', path, { token })), [refusal])
      }
    }
    await service.stop()
  })
})

for (const engine of engines) {
  describe(`a member’s access on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    it('is refused on every cart endpoint while the customer is not active or not known, and nothing is written', async () => {
      for (const id of [ids.inactive, ids.banned, 999]) {
        const token = await service.token('member', { id: String(id) })
        for (const [method, path, body] of [
          ['GET', '/cart', undefined],
          ['POST', '/cart-items', { productId: ids.plain, quantity: 1 }],
          ['POST', '/cart-items', { productId: 999, quantity: 1 }],
          ['POST', '/cart-items', {}],
          ['POST', '/cart-items', '{broken'],
          ['PATCH', '/cart-items/1', { quantity: 0 }],
          ['POST', '/cart/merge', { guestToken: 'x' }],
          ['PATCH', '/cart-items/1', { quantity: 1 }],
          ['PATCH', '/cart-items/1/notes', { orderNote: 'x'.repeat(999) }],
          ['DELETE', '/cart-items/1', undefined],
          ['DELETE', '/cart', undefined],
          ['POST', '/cart/merge', { guestToken: await service.token('guest') }],
        ] as const) {
          assert.deepEqual(refusalsOf(await service.call(method, path, { token, body })), ['401 customer_not_active'])
        }
      }
      assert.deepEqual(await service.database.kysely.selectFrom('carts').selectAll().execute(), [])
    })

    // Proves: banned-owner
    it('ends with the first request after a ban, and returns with the same cart after reactivation', async () => {
      const token = await service.token('member', { id: String(ids.otherMember) })
      await addItem(service, token, ids.plain)
      const customers = (status: string) => ({ customers: [{ id: ids.otherMember, status }] })
      await service.importShop(customers('banned'))
      assert.deepEqual(refusalsOf(await service.call('DELETE', '/cart', { token })), ['401 customer_not_active'])
      await service.importShop(customers('active'))
      assert.equal(cartOf(await service.call('GET', '/cart', { token })).included.length, 1)
    })
  })
}
