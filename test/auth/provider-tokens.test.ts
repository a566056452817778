/**
 * Tokens of five identity providers, with exactly the settings of docs/identity.md. The claims are those of the providers' own
 * documentation, whose addresses are in test/data/access-tokens.json; the signatures are by a key of the test.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JWTPayload } from 'jose'
import { SCOPES } from '../../src/auth/access.ts'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../src/config/config.ts'
import { tokenSettings } from '../../src/config/secrets.ts'
import { variables } from '../../src/config/variables.ts'
import { Refusal } from '../../src/errors.ts'
import providers from '../data/access-tokens.json' with { type: 'json' }
import { type Issuer, type Sign, startIssuer, verifierOptions } from '../support/auth/issuer.ts'
import { blocksOf } from '../support/docs/markdown.ts'

/** Recorded tokens of a provider: the claims of `otherAudience` and `otherClient` replace those of `member`. */
interface Recorded {
  header: { alg: string; typ?: string }
  externalId: string
  member: JWTPayload
  administrator: JWTPayload
  /** Replaces claims of `administrator`. */
  webShop: JWTPayload
  idToken: JWTPayload
  memberInAnotherProfile?: JWTPayload
  otherAudience?: JWTPayload
  otherClient?: JWTPayload
}

/** The order of the providers on the page. */
const NAMES = ['auth0', 'keycloak', 'cognito', 'entra', 'okta'] as const

/** @returns the settings that docs/identity.md gives for the provider with this index */
function settingsOf(index: number): Record<string, string> {
  const blocks = blocksOf('docs/identity.md').filter(({ text }) => text.startsWith('ACCESS_TOKEN_'))
  assert.equal(blocks.length, NAMES.length)
  const lines = blocks[index]?.text.trim().split('\n') ?? []
  return Object.fromEntries(
    lines.map(line => {
      const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(line) ?? []
      assert.ok(Object.hasOwn(variables, name), line)
      return [name, value]
    }),
  )
}

for (const [index, name] of NAMES.entries()) {
  const recorded: Recorded = providers[name]

  describe(`with the settings for ${name}, a token`, () => {
    const testEnd = new AbortController()
    let issuer: Issuer
    let sign: Sign
    let verify: VerifyAccessToken

    before(async () => {
      issuer = await startIssuer()
      sign = await issuer.publish('key', recorded.header.alg)
      // Only the address of the keys is the test's.
      const env = { ...settingsOf(index), ACCESS_TOKEN_JWKS_URL: issuer.url, HANDOFF_SECRET: 'unused' }
      verify = createAccessTokenVerifier(tokenSettings(readConfig(env)), verifierOptions(testEnd.signal)).verify
    })
    after(async () => {
      testEnd.abort()
      await issuer.stop()
    })

    /** @returns the verified token, or status and code of the refusal */
    async function resultOf(claims: JWTPayload) {
      try {
        const { identity, scopes } = await verify(await sign(claims, recorded.header), Date.now())
        return { identity, scopes }
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
        return `${error.status} ${error.message}`
      }
    }

    it('is refused when it is the id token, for another audience, of another client or of another issuer', async () => {
      const { member, idToken, otherAudience, otherClient } = recorded
      assert.ok(otherAudience ?? otherClient)
      assert.equal(await resultOf(idToken), '401 token_invalid')
      for (const other of [
        otherAudience,
        otherClient,
        { iss: `${member.iss}x` },
        { iss: `${member.iss}`.slice(0, -1) },
      ]) {
        if (other) assert.equal(await resultOf({ ...member, ...other }), '401 token_invalid', JSON.stringify(other))
      }
      assert.equal(await resultOf({ ...recorded.administrator, ...otherAudience, ...otherClient }), '401 token_invalid')
    })

    it('is refused with 403 when the app requested no scope of Sepet', async () => {
      const { scope: _, scp, ...claims } = recorded.member
      const without = scp === undefined ? { ...claims, scope: 'openid profile' } : { ...claims, scp: ['openid'] }
      assert.equal(await resultOf(without), '403 insufficient_scope')
    })

    it('names the customer by the external id', async () => {
      for (const claims of [recorded.member, recorded.memberInAnotherProfile ?? recorded.member]) {
        const result = await resultOf(claims)
        assert.ok(typeof result === 'object', String(result))
        assert.deepEqual(result.identity, { kind: 'external-member', externalId: recorded.externalId })
        assert.ok(result.scopes.includes('storefront:account'))
      }
    })

    it('lets the shop’s server read and change customers', async () => {
      const result = await resultOf(recorded.administrator)
      assert.ok(typeof result === 'object', String(result))
      assert.deepEqual(result.identity, { kind: 'admin', name: recorded.administrator.sub })
      for (const scope of ['customers:read', 'customers:write']) assert.ok(result.scopes.includes(scope))
    })

    it('lets the web shop’s server act for sessions and report orders, and nothing else', async () => {
      const result = await resultOf({ ...recorded.administrator, ...recorded.webShop })
      assert.ok(typeof result === 'object', String(result))
      const known = SCOPES.filter(scope => result.scopes.includes(scope))
      assert.deepEqual([result.identity.kind, known], ['admin', ['sessions:act', 'checkouts:read', 'checkouts:write']])
    })
  })
}
