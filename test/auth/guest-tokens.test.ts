/** Guest tokens: POST /guest-tokens issues them to new guests and renews them. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { guestWithId } from '../../src/auth/identity.ts'
import { createSepetTokens } from '../../src/auth/sepet-token.jwt.ts'
import { guestToken, requestGuestToken } from '../support/auth/guest-token.ts'
import { addItem, quantityOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { actFor, claimsOf, logIn, signIn } from '../support/web-checkout/checkout.ts'

const DAY_SECONDS = 86_400
const keys = { first: randomBytes(32).toString('hex'), second: randomBytes(32).toString('hex') }
const guest = guestWithId('0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11')

/** Signs the token of a guest as Sepet does, `daysAgo` days ago. */
async function tokenFrom(daysAgo: number, secret = keys.first): Promise<string> {
  const tokens = createSepetTokens({ secrets: [secret], guestTtlSeconds: DAY_SECONDS, renewableSeconds: 0 })
  return (await tokens.signGuest(guest, Date.now() - daysAgo * DAY_SECONDS * 1000)).accessToken
}

const subjectOf = ({ json }: Answer) => claimsOf((json as { accessToken: string }).accessToken).sub

for (const engine of engines) {
  describe(`a guest token on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { SEPET_TOKEN_SECRET: keys.first, GUEST_CART_TTL_DAYS: '30' })
    })
    after(() => service.stop())

    it('belongs to a new guest, and its expiry is told', async () => {
      const [one, other] = [await requestGuestToken(service), await requestGuestToken(service)]
      assert.equal(one.status, 201)
      const { accessToken, expiresAt, ...rest } = one.json as { accessToken: string; expiresAt: string }
      assert.deepEqual(rest, {})
      const { exp, iat, sub, ...claims } = claimsOf(accessToken) as { exp: number; iat: number; sub: string }
      assert.deepEqual(claims, { iss: 'sepet', scope: 'storefront:cart' })
      assert.equal(exp - iat, DAY_SECONDS)
      assert.equal(expiresAt, new Date(exp * 1000).toISOString())
      assert.notEqual(sub, subjectOf(other))
      assert.equal(one.headers.get('cache-control'), 'no-store')
    })

    // Proves: endless-guests
    it('owns a cart, and creates nothing in the database before the first item', async () => {
      const carts = async () => (await service.database.kysely.selectFrom('carts').select('id').execute()).length
      const before = await carts()
      const token = await guestToken(service)
      assert.equal(await carts(), before)
      await addItem(service, token, ids.plain, 2)
      assert.equal(await quantityOf(service, token), 2)
    })

    it('is renewed for the same guest, and stays valid', async () => {
      const token = await guestToken(service)
      await addItem(service, token, ids.plain, 3)
      const renewed = await guestToken(service, token)
      assert.equal(await quantityOf(service, renewed), 3)
      assert.equal(await quantityOf(service, token), 3)
    })

    it('is renewed after its expiry as long as idle carts are kept, and not longer', async () => {
      const renewed = await requestGuestToken(service, await tokenFrom(30.9))
      assert.equal(renewed.status, 201)
      assert.equal(subjectOf(renewed), `guest:${guest.guestId}`)
      const late = await requestGuestToken(service, await tokenFrom(31.1))
      assert.deepEqual(refusalsOf(late), ['401 token_invalid'])
      const cart = await service.call('GET', '/cart', { token: await tokenFrom(1.1) })
      assert.deepEqual(refusalsOf(cart), ['401 token_invalid'])
    })

    it('is renewed for ever where carts are kept for ever', async () => {
      const peer = await service.startPeer({ GUEST_CART_TTL_DAYS: '0' })
      const renewed = await requestGuestToken(peer, await tokenFrom(3_000))
      assert.equal(renewed.status, 201)
      await peer.stop()
    })

    it('is not renewed for a guest who has logged in', async () => {
      const token = await guestToken(service)
      const member = await service.token('member', { id: String(ids.member) })
      const merged = await service.call('POST', '/cart/merge', { token: member, body: { guestToken: token } })
      assert.equal(merged.status, 200)
      assert.deepEqual(refusalsOf(await requestGuestToken(service, token)), ['401 guest_cancelled'])
    })

    it('is not renewed for a guest whom the web shop has logged in', async () => {
      const token = await guestToken(service)
      const cookie = await signIn(service, token)
      assert.equal((await logIn(service, { customerId: ids.member }, cookie)).status, 200)
      assert.deepEqual(refusalsOf(await requestGuestToken(service, token)), ['401 guest_cancelled'])
    })
  })
}

describe('the endpoint of guest tokens', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite', { SEPET_TOKEN_SECRET: `${keys.first},${keys.second}` })
  })
  after(() => service.stop())

  it('renews no token but a guest’s that Sepet issued', async () => {
    const issued = await service.token('guest')
    const member = await service.token('member', { id: String(ids.member) })
    const acting = await actFor(service, await signIn(service, await guestToken(service)))
    const others = [issued, member, await service.token('admin'), await service.token('app'), 'x', 'a.b.c']
    for (const token of others) {
      assert.deepEqual(refusalsOf(await requestGuestToken(service, token)), ['401 token_invalid'])
    }
    assert.deepEqual(refusalsOf(await requestGuestToken(service, acting)), ['401 wrong_token_kind'])
    for (const Authorization of ['', 'Bearer', 'Basic eDp5', `Bearer ${issued} ${issued}`]) {
      const answer = await service.call('POST', '/guest-tokens', { headers: { Authorization } })
      assert.equal(answer.status, 401, Authorization)
    }
  })

  it('renews the tokens of every secret, and signs with the first', async () => {
    const renewed = await guestToken(service, await tokenFrom(2, keys.second))
    const first = createSepetTokens({ secrets: [keys.first], guestTtlSeconds: 60, renewableSeconds: 0 })
    assert.deepEqual((await first.verify(renewed, Date.now())).identity, guest)
    const foreign = await tokenFrom(0, randomBytes(32).toString('hex'))
    assert.deepEqual(refusalsOf(await requestGuestToken(service, foreign)), ['401 token_invalid'])
  })

  it('needs no body and reads none', async () => {
    for (const body of [{}, { sub: 'member:1' }, [], null, 5]) {
      const answer = await service.call('POST', '/guest-tokens', { body })
      assert.equal(answer.status, 201, JSON.stringify(body))
      assert.match(String(subjectOf(answer)), /^guest:/)
    }
    const broken = await fetch(`${service.url}/api/v3/storefront/2026-01/guest-tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    })
    assert.equal(broken.status, 400)
  })

  // Proves: endless-guests
  it('limits the requests of an address, renewals included, and of no other address', async () => {
    const limited = await service.startPeer({ GUEST_TOKEN_IP_RATE_LIMIT: '2', TRUST_PROXY: '1' })
    const from = (address: string, token?: string) =>
      limited.call('POST', '/guest-tokens', {
        headers: { 'X-Forwarded-For': address },
        ...(token !== undefined && { token }),
      })
    const first = await from('192.0.2.1')
    const { accessToken } = first.json as { accessToken: string }
    assert.equal((await from('192.0.2.1', accessToken)).status, 201)
    const refused = await from('192.0.2.1')
    assert.deepEqual(refusalsOf(refused), ['429 rate_limited'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await from('192.0.2.2')).status, 201)
    await limited.stop()
  })

  // Proves: endless-guests
  it('counts the requests of a guest over all tokens of this guest', async () => {
    const limited = await service.startPeer({ CART_RATE_LIMIT: '2', GUEST_TOKEN_TTL_SECONDS: '60' })
    const token = await guestToken(service)
    assert.equal((await limited.call('GET', '/cart', { token })).status, 200)
    const renewed = await guestToken(limited, token)
    assert.notEqual(renewed, token)
    assert.equal((await limited.call('GET', '/cart', { token: renewed })).status, 200)
    assert.equal((await limited.call('GET', '/cart', { token })).status, 429)
    await limited.stop()
  })

  it('is open to pages of the allowed origins', async () => {
    const origin = 'https://app.example'
    const peer = await service.startPeer({ CORS_ORIGINS: origin })
    const { headers } = await peer.call('POST', '/guest-tokens', { headers: { Origin: origin } })
    assert.equal(headers.get('access-control-allow-origin'), origin)
    await peer.stop()
  })

  it('does not exist in production without a secret, and web shops get no tokens there', async () => {
    const secret = () => randomBytes(48).toString('base64')
    const production = await startService('sqlite', {
      NODE_ENV: 'production',
      ACCESS_TOKEN_SECRET: secret(),
      HANDOFF_SECRET: secret(),
      SEPET_TOKEN_SECRET: '',
    })
    assert.deepEqual(refusalsOf(await production.call('POST', '/guest-tokens')), ['404 not_found'])
    const token = await production.token('admin', { scope: 'sessions:act' })
    const acting = await production.call('POST', '/api/v3/storefront/checkout/session/token', { token })
    assert.deepEqual(refusalsOf(acting), ['404 not_found'])
    const own = await tokenFrom(0)
    assert.deepEqual(refusalsOf(await production.call('GET', '/cart', { token: own })), ['401 token_invalid'])
    await production.stop()
  })
})
