/** The `typ` of access tokens: a token that its issuer signed for another purpose is refused, whoever signed it. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { SCOPES } from '../../src/auth/access.ts'
import { byHmac, forge } from '../support/auth/forge.ts'
import { requestGuestToken } from '../support/auth/guest-token.ts'
import { type Issuer, type Sign, startIssuer } from '../support/auth/issuer.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, claimsOf, signIn } from '../support/web-checkout/checkout.ts'

const secrets = { provider: randomBytes(32).toString('hex'), sepet: randomBytes(32).toString('hex') }
const scope = SCOPES.join(' ')
const guest = 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'

/** RFC 7519 section 5.1 and RFC 9068 section 2.1: case does not count, and `application/` may be left out (RFC 7515 section 4.1.9). */
const accessTypes = [
  'JWT',
  'jwt',
  'Jwt',
  'application/jwt',
  'at+jwt',
  'AT+JWT',
  'application/at+jwt',
  'Application/At+Jwt',
]
const otherTypes = [
  ...['logout+jwt', 'application/logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token+jwt', 'id+jwt', 'rt+jwt', 'JOSE'],
  ...['oauth-authz-req+jwt', 'token-introspection+jwt', 'client-authentication+jwt', 'vc+sd-jwt', 'kb+jwt', 'jwt+at'],
  ...[
    '',
    ' ',
    'JWT ',
    ' at+jwt',
    'at+jwt;v=1',
    'application/',
    'text/at+jwt',
    'xat+jwt',
    'at+jwtx',
    'a\nat+jwt',
    'JWT\n',
  ],
  ...[null, 0, true, ['JWT'], ['at+jwt'], { typ: 'JWT' }],
]

const sign = (secret: string, claims: object, typ: unknown) => {
  const now = Math.floor(Date.now() / 1000)
  return forge({ alg: 'HS256', typ }, { scope, iat: now, exp: now + 300, ...claims }, byHmac(secret))
}

describe('an access token', () => {
  let service: TestService
  let issuer: Issuer
  let signByKey: Sign
  let external: TestService
  before(async () => {
    const SEPET_TOKEN_SECRET = secrets.sepet
    service = await startService('sqlite', { ACCESS_TOKEN_SECRET: secrets.provider, SEPET_TOKEN_SECRET })
    issuer = await startIssuer()
    signByKey = await issuer.publish('one', 'ES256')
    external = await startService('sqlite', { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url })
  })
  after(async () => {
    await external.stop()
    await issuer.stop()
    await service.stop()
  })

  /** The refusals of a token on a route of its identity. */
  async function refusals(at: TestService, token: string, path = '/cart'): Promise<string[]> {
    const answer = await at.call('GET', path, { token })
    return answer.status === 200 ? [] : refusalsOf(answer)
  }

  // Proves: foreign-token, token-type
  it('of the secret is refused unless its type is absent, JWT or at+jwt', async () => {
    const admin = '/api/v3/admin/customers'
    const identities = [[guest], [`member:${ids.member}`], ['admin:x', admin]] as const
    for (const [sub, path] of identities) {
      for (const typ of [undefined, ...accessTypes]) {
        assert.deepEqual(await refusals(service, sign(secrets.provider, { sub }, typ), path), [], String(typ))
      }
      for (const typ of otherTypes) {
        const refused = await refusals(service, sign(secrets.provider, { sub }, typ), path)
        assert.deepEqual(refused, ['401 token_invalid'], JSON.stringify(typ))
      }
    }
  })

  // Proves: foreign-token, token-type
  it('of a published key is refused unless its type is absent, JWT or at+jwt', async () => {
    const byKey = (typ: unknown) => signByKey(undefined, { typ } as { typ: string })
    for (const typ of [undefined, ...accessTypes]) {
      assert.deepEqual(await refusals(external, await byKey(typ)), [], String(typ))
    }
    for (const typ of otherTypes.filter(each => typeof each === 'string')) {
      assert.deepEqual(await refusals(external, await byKey(typ)), ['401 token_invalid'], JSON.stringify(typ))
    }
  })

  // Proves: token-type
  it('of Sepet is refused unless its type is absent, JWT or at+jwt, also when it is renewed', async () => {
    const acting = claimsOf(await actFor(service, await signIn(service, sign(secrets.provider, { sub: guest }, 'JWT'))))
    const own = (typ: unknown, claims: object = { iss: 'sepet', sub: guest }) => sign(secrets.sepet, claims, typ)
    for (const typ of [undefined, ...accessTypes]) {
      assert.deepEqual(await refusals(service, own(typ)), [], String(typ))
      assert.deepEqual(await refusals(service, own(typ, acting)), [], String(typ))
      assert.equal((await requestGuestToken(service, own(typ))).status, 201)
    }
    for (const typ of otherTypes) {
      assert.deepEqual(await refusals(service, own(typ)), ['401 token_invalid'], JSON.stringify(typ))
      assert.deepEqual(await refusals(service, own(typ, acting)), ['401 token_invalid'])
      assert.deepEqual(refusalsOf(await requestGuestToken(service, own(typ))), ['401 token_invalid'])
    }
  })

  // Proves: token-type
  it('of another type is not merged as a guest’s', async () => {
    const token = sign(secrets.provider, { sub: `member:${ids.member}` }, 'at+jwt')
    for (const key of ['provider', 'sepet'] as const) {
      const claims = { sub: guest, ...(key === 'sepet' && { iss: 'sepet' }) }
      const body = { guestToken: sign(secrets[key], claims, 'logout+jwt') }
      const answer = await service.call('POST', '/cart/merge', { token, body })
      assert.deepEqual(refusalsOf(answer), ['422 guest_token_invalid /guestToken'])
    }
  })
})
