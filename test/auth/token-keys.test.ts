/** The keys of tokens: the provider's, Sepet's own and that of checkout links each sign their own kinds of token, and no others. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { byHmac, forge } from '../support/auth/forge.ts'
import { requestGuestToken } from '../support/auth/guest-token.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  actFor,
  assertRefused,
  claimsOf,
  consumeHandoff,
  issueHandoff,
  signIn,
} from '../support/web-checkout/checkout.ts'

const keys = {
  provider: randomBytes(32).toString('hex'),
  sepet: randomBytes(32).toString('hex'),
  handoff: randomBytes(32).toString('hex'),
}
type Key = keyof typeof keys

const scope = 'storefront:account storefront:cart customers:read customers:write customers:delete sessions:act'
const guest = 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'

function sign(key: Key, claims: object): string {
  const now = Math.floor(Date.now() / 1000)
  return forge({ alg: 'HS256', typ: 'JWT' }, { scope, iat: now, exp: now + 300, ...claims }, byHmac(keys[key]))
}

describe('a key', () => {
  let service: TestService
  let member: string
  before(async () => {
    service = await startService('sqlite', {
      ACCESS_TOKEN_SECRET: keys.provider,
      SEPET_TOKEN_SECRET: keys.sepet,
      HANDOFF_SECRET: keys.handoff,
    })
    member = sign('provider', { sub: `member:${ids.member}` })
  })
  after(() => service.stop())

  const cartWith = async (token: string) => {
    const answer = await service.call('GET', '/cart', { token })
    return answer.status === 200 ? [] : refusalsOf(answer)
  }
  const customersWith = async (token: string) =>
    refusalsOf(await service.call('GET', '/api/v3/admin/customers', { token }))

  // Proves: wrong-key
  it('of the provider signs no token of Sepet, whatever its claims', async () => {
    assert.deepEqual(await cartWith(member), [])
    const sid = String(claimsOf(await actFor(service, await signIn(service, member))).sid)
    for (const claims of [
      { iss: 'sepet', sub: guest },
      { iss: 'sepet', sub: `member:${ids.member}` },
      { iss: 'sepet', sub: `member:${ids.member}`, act: { sub: 'admin:x' }, sid },
      { iss: 'sepet', sub: 'admin:x' },
    ]) {
      const token = sign('provider', claims)
      assert.deepEqual(await cartWith(token), ['401 token_invalid'], JSON.stringify(claims))
      assert.deepEqual(await customersWith(token), ['401 token_invalid'])
      assert.deepEqual(refusalsOf(await requestGuestToken(service, token)), ['401 token_invalid'])
    }
    const foreign = sign('provider', { sub: guest })
    assert.deepEqual(await cartWith(foreign), [])
    assert.deepEqual(refusalsOf(await requestGuestToken(service, foreign)), ['401 token_invalid'])
  })

  // Proves: wrong-key
  it('of Sepet signs guests and tokens of living sessions, and nobody else', async () => {
    assert.deepEqual(await cartWith(sign('sepet', { iss: 'sepet', sub: guest })), [])
    const acting = claimsOf(await actFor(service, await signIn(service, member)))
    assert.deepEqual(await cartWith(sign('sepet', acting)), [])
    for (const claims of [
      { sub: guest },
      { iss: 'other', sub: guest },
      { iss: ['sepet'], sub: guest },
      { iss: 'sepet', sub: `member:${ids.member}` },
      { iss: 'sepet', sub: `member:${ids.member}`, act: { sub: 'admin:x' } },
      { iss: 'sepet', sub: `member:${ids.member}`, act: { sub: 'admin:x' }, sid: 5 },
      { iss: 'sepet', sub: `member:${ids.member}`, act: { sub: 'admin:x' }, sid: 'none' },
      { iss: 'sepet', sub: guest, sid: '' },
      { iss: 'sepet', sub: guest, act: {}, sid: '\u0000' },
      { iss: 'sepet', sub: guest, act: {}, sid: '\u0000'.repeat(43) },
      { iss: 'sepet', sub: guest, act: null, sid: acting.sid },
      { iss: 'sepet', sub: 'admin:x' },
      { iss: 'sepet', sub: 'admin:x', act: { sub: 'admin:x' }, sid: acting.sid },
      { iss: 'sepet', sub: 'app:x' },
      { iss: 'sepet' },
      { iss: 'sepet', sub: guest, scope: ['storefront:cart'] },
      { iss: 'sepet', sub: guest, exp: undefined },
    ]) {
      const token = sign('sepet', claims)
      assert.deepEqual(await cartWith(token), ['401 token_invalid'], JSON.stringify(claims))
      assert.match(String(await customersWith(token)), /^401 /)
      assert.match(String(refusalsOf(await requestGuestToken(service, token))), /^401 /)
    }
  })

  // Proves: wrong-key
  it('of checkout links signs no access token, and the other two sign no links', async () => {
    const link = claimsOf((await issueHandoff(service, member)).token)
    for (const key of ['provider', 'sepet'] as const) assertRefused(await consumeHandoff(service, sign(key, link)))
    for (const claims of [link, { iss: 'sepet', sub: guest }, { sub: `member:${ids.member}` }]) {
      assert.deepEqual(await cartWith(sign('handoff', claims)), ['401 token_invalid'])
    }
  })
})
