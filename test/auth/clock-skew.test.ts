/** Tokens of an issuer whose clock is ahead of Sepet's: times of tokens have whole seconds, and clocks differ by a few. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SignJWT } from 'jose'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../src/config/config.ts'
import { tokenSettings } from '../../src/config/secrets.ts'
import { Refusal } from '../../src/errors.ts'
import { readLogoutToken } from '../../src/office/sign-in/logout-token.jwt.ts'
import { createProviderKeys } from '../../src/office/sign-in/provider-keys.jwt.ts'
import { type Issuer, makeKey, type Sign, startIssuer, verifierOptions } from '../support/auth/issuer.ts'

const SECRET = '7f2c0d9b4e6a1853c7f2'.repeat(2)
const now = 1_800_000_000
const claims = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', scope: 'storefront:cart', exp: now + 600 }

describe('the times of a token', () => {
  let issuer: Issuer
  const ending = new AbortController()
  const verifiers: { verify: VerifyAccessToken; sign: Sign }[] = []
  before(async () => {
    issuer = await startIssuer()
    const bySecret = (payload: object = claims) =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET))
    const keys = [
      { env: { ACCESS_TOKEN_SECRET: SECRET }, sign: bySecret as Sign },
      { env: { ACCESS_TOKEN_JWKS_URL: issuer.url }, sign: await issuer.publish('key', 'ES256') },
      { env: { ACCESS_TOKEN_JWKS_URL: issuer.url }, sign: await issuer.publish(undefined, 'RS256') },
    ]
    for (const { env, sign } of keys) {
      const settings = tokenSettings(readConfig({ HANDOFF_SECRET: 'unused', ...env }))
      const { verify } = createAccessTokenVerifier(settings, verifierOptions(ending.signal))
      verifiers.push({ verify, sign })
    }
  })
  after(() => {
    ending.abort()
    return issuer.stop()
  })

  /** Verifies a token with these times by each kind of key, at `now`. @returns the different results */
  async function results(times: object): Promise<(string | number)[]> {
    const all = verifiers.map(async ({ verify, sign }) => {
      try {
        return (await verify(await sign({ ...claims, ...times }), now * 1000)).identity.kind
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
        return error.status
      }
    })
    return [...new Set(await Promise.all(all))]
  }

  it('may be up to 5 s ahead in nbf and iat', async () => {
    assert.deepEqual(await results({ nbf: now + 5, iat: now + 5 }), ['guest'])
    assert.deepEqual(await results({ nbf: now + 6, iat: now + 6 }), [401])
  })

  it('get no tolerance in exp', async () => {
    assert.deepEqual(await results({ exp: now + 1 }), ['guest'])
    for (const exp of [now, now - 1, now - 4]) assert.deepEqual(await results({ exp }), [401])
  })

  it('may be up to 5 s ahead in iat of a logout token, too', async () => {
    const { jwk, sign } = await makeKey('provider', 'ES256')
    issuer.keys.push(jwk)
    const keys = createProviderKeys(issuer.url, () => now * 1000)
    const settings = { keys, issuer: 'https://id.example', clientId: 'office', now: now * 1000 }
    const isRead = async (iat: number) => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const payload = { iss: settings.issuer, aud: 'office', sub: 'ayse', jti: '1', events, iat, exp: now + 60 }
      return (await readLogoutToken(await sign(payload), settings)) !== undefined
    }
    assert.equal(await isRead(now + 5), true)
    assert.equal(await isRead(now + 6), false)
  })
})
