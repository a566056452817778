/** Access tokens of an external issuer, verified with its keys. */

import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { forge, type Signer } from '../support/auth/forge.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { startService, type TestService } from '../support/service/service.ts'

const GUEST = 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11'
const claims = { sub: GUEST, scope: 'storefront:cart' }

describe('an access token of an external issuer', () => {
  const published: JWK[] = []
  let issuer: Server
  let service: TestService
  let fetches = 0

  before(async () => {
    issuer = createServer((_request, response) => {
      fetches++
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: published }))
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => issuer.once('listening', resolve))
    const { port } = issuer.address() as { port: number }
    service = await startService('sqlite', {
      ACCESS_TOKEN_SECRET: '',
      ACCESS_TOKEN_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
    })
  })
  after(async () => {
    await service.stop()
    issuer.close()
  })

  async function publish(kid: string, alg: string): Promise<() => Promise<string>> {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    published.push({ ...(await exportJWK(publicKey)), kid, alg })
    return () => new SignJWT(claims).setProtectedHeader({ alg, kid }).setExpirationTime('5m').sign(privateKey)
  }
  const status = async (token: string) => (await service.call('GET', '/cart', { token })).status

  it('is verified with the published keys, also after a rotation', async () => {
    const signers = [await publish('rsa', 'RS256'), await publish('ec', 'ES256')]
    // The start has fetched the keys before, and keys are fetched at most once in two seconds.
    for (const sign of signers) while ((await status(await sign())) !== 200) await sleep(50)
    const rotated = await publish('ed', 'EdDSA')
    while ((await status(await rotated())) !== 200) await sleep(50)
  })

  it('is rejected when it is signed with an unpublished key, another algorithm, or the public key as a secret', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
      .setExpirationTime('5m')
      .sign(privateKey)
    assert.equal(await status(forged), 401)
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(JSON.stringify(published[0])))
    assert.equal(await status(confused), 401)
    const { publicKey, privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    published.push({ ...(publicKey.export({ format: 'jwk' }) as JWK), kid: 'k', alg: 'ES256K' })
    const signCurve: Signer = input =>
      createSign('sha256').update(input).sign({ key: curve, dsaEncoding: 'ieee-p1363' })
    const exp = Math.floor(Date.now() / 1000) + 300
    assert.equal(await status(forge({ alg: 'ES256K', kid: 'k' }, { ...claims, exp }, signCurve)), 401)
  })

  it('causes at most two fetches of the keys in two seconds when twenty tokens have unknown key ids', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const [before, begunAt] = [fetches, performance.now()]
    for (let n = 0; n < 20; n++) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: `made-up-${n}` })
        .setExpirationTime('5m')
        .sign(privateKey)
      assert.equal(await status(token), 401)
    }
    const most = 2 + Math.floor((performance.now() - begunAt) / 2_000)
    assert.ok(fetches - before <= most, `${fetches - before} fetches, not ${most}`)
  })

  it('is answered with 503, not 401, while the keys cannot be fetched', async () => {
    const stranded = await startService('sqlite', {
      ACCESS_TOKEN_SECRET: '',
      ACCESS_TOKEN_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    })
    const sign = await publish('late', 'ES256')
    const answer = await stranded.call('GET', '/cart', { token: await sign() })
    assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
    assert.equal(answer.headers.get('retry-after'), '5')
    await stranded.stop()
  })
})
