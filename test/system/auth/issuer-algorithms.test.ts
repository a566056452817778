/** Signature algorithms of an external issuer: each algorithm of a token against each kind of published key. */

import assert from 'node:assert/strict'
import { constants, createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { JWK } from 'jose'
import { createAccessTokenVerifier } from '../../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../../src/config/config.ts'
import { tokenSettings } from '../../../src/config/secrets.ts'
import { Refusal } from '../../../src/errors.ts'
import { forge, type Signer } from '../../support/auth/forge.ts'
import { type Issuer, startIssuer, verifierOptions } from '../../support/auth/issuer.ts'

/** The accepted algorithms, and the kind of key that each of them takes. */
const accepted = {
  RS256: 'rsa',
  RS384: 'rsa',
  RS512: 'rsa',
  PS256: 'rsa',
  PS384: 'rsa',
  PS512: 'rsa',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519',
} as const
/** Algorithms that are never accepted, with any key. */
const refused = ['ES256K', 'Ed448', 'HS256', 'HS384', 'HS512', 'ML-DSA-44', 'rs256', 'RS1', 'none', '']
const ALGORITHMS = Object.keys(accepted) as (keyof typeof accepted)[]

const pairs: Record<string, { publicKey: KeyObject; privateKey: KeyObject }> = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  Ed25519: generateKeyPairSync('ed25519'),
  Ed448: generateKeyPairSync('ed448'),
}
const secret = Buffer.alloc(64, 7)
const KINDS = [...Object.keys(pairs), 'oct']

const now = Date.now()
const claims = { sub: 'member:1', scope: 'storefront:account', exp: Math.floor(now / 1000) + 600 }

/** Creates the signer of an algorithm with a key, also of a kind that the algorithm does not take. */
function signerOf(alg: string, kind: string): Signer {
  const [, bits = '256'] = /(256|384|512)/.exec(alg) ?? []
  const hash = `sha${bits}`
  const key = pairs[kind]?.privateKey
  if (!key) return input => createHmac(hash, secret).update(input).digest()
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(alg.startsWith('PS') && pss) }
  return input => signBytes(kind.startsWith('Ed') ? null : hash, Buffer.from(input), options)
}

/** The public key of a kind; of a secret, the secret itself. */
function jwkOf(kind: string, more: object = {}): JWK {
  const jwk = pairs[kind]?.publicKey.export({ format: 'jwk' }) ?? { kty: 'oct', k: secret.toString('base64url') }
  return { ...jwk, kid: 'key', ...more } as JWK
}

const tokenOf = (alg: string, kind: string) => forge({ alg, kid: 'key' }, claims, signerOf(alg, kind))

describe('a token of an external issuer', () => {
  let issuer: Issuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer.stop())

  /**
   * Verifies again where the keys did not arrive in the time that they have: a busy machine can need longer.
   * @returns the kind of the identity, or the status of the refusal, when the issuer publishes only these keys
   */
  async function resultOf(token: string, ...keys: JWK[]): Promise<string | number> {
    issuer.keys.splice(0, issuer.keys.length, ...keys)
    for (;;) {
      const result = await verifyOnce(token)
      if (result !== 503) return result
    }
  }

  async function verifyOnce(token: string): Promise<string | number> {
    const end = new AbortController()
    const settings = tokenSettings(readConfig({ ACCESS_TOKEN_JWKS_URL: issuer.url, HANDOFF_SECRET: 'unused' }))
    const { verify } = createAccessTokenVerifier(settings, verifierOptions(end.signal))
    try {
      return (await verify(token, now)).identity.kind
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error))
      return error.status
    } finally {
      end.abort()
    }
  }

  for (const alg of ALGORITHMS) {
    it(`by ${alg} is accepted with a key of kind ${accepted[alg]} only, whether or not the key states the algorithm`, async () => {
      for (const kind of KINDS) {
        const expected = kind === accepted[alg] ? 'member' : 401
        for (const more of [{}, { alg }]) {
          assert.equal(await resultOf(tokenOf(alg, kind), jwkOf(kind, more)), expected, `${kind} ${more.alg}`)
        }
      }
    })

    it(`by ${alg} is rejected with a key that states another algorithm or use, or is private`, async () => {
      const kind = accepted[alg]
      const token = tokenOf(alg, kind)
      for (const other of [...ALGORITHMS, ...refused].filter(each => each !== alg)) {
        assert.equal(await resultOf(token, jwkOf(kind, { alg: other })), 401, other)
      }
      for (const more of [{ use: 'enc' }, { key_ops: ['sign'] }, { key_ops: [] }, { key_ops: 'verify' }]) {
        assert.equal(await resultOf(token, jwkOf(kind, more)), 401, JSON.stringify(more))
      }
      const own = pairs[kind]?.privateKey.export({ format: 'jwk' }) as JWK
      assert.equal(await resultOf(token, { ...own, kid: 'key' }), 401)
      const full = jwkOf(kind, { alg, use: 'sig', key_ops: ['verify'] })
      assert.equal(await resultOf(token, full), 'member')
      // Among the keys of one id, only those are tried that the algorithm takes.
      const others = KINDS.filter(each => each !== kind).map(each => jwkOf(each))
      assert.equal(await resultOf(token, ...others, full), 'member')
    })
  }

  // Proves: forged-token
  it('by another algorithm is rejected with every kind of key', async () => {
    for (const alg of refused) {
      for (const kind of KINDS) {
        for (const more of [{}, { alg }]) {
          assert.equal(await resultOf(tokenOf(alg, kind), jwkOf(kind, more)), 401, `${alg} ${kind}`)
        }
      }
    }
  })

  // Proves: forged-token
  it('by HMAC is rejected when its secret is the text of a published key', async () => {
    for (const kind of Object.keys(pairs)) {
      const publicKey = pairs[kind]?.publicKey
      for (const text of [JSON.stringify(jwkOf(kind)), publicKey?.export({ type: 'spki', format: 'pem' }) ?? '']) {
        const token = forge({ alg: 'HS256', kid: 'key' }, claims, input =>
          createHmac('sha256', text).update(input).digest(),
        )
        assert.equal(await resultOf(token, jwkOf(kind), jwkOf(kind, { alg: 'HS256' })), 401, kind)
      }
    }
  })
})
