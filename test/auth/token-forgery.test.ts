/** Forged tokens: all are rejected, with a secret and with the keys of an external issuer. */

import assert from 'node:assert/strict'
import { createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK } from 'jose'
import { byHmac, forge, type Signer } from '../support/auth/forge.ts'
import { type Issuer, type Sign, startIssuer } from '../support/auth/issuer.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { startService, type TestService } from '../support/service/service.ts'

const secret = '7f2c0d9b4e6a1853c7f2'.repeat(2)
/** Seconds since the epoch, in the next century: other test files may run for long between the start of this one and its tests. */
const LATER = 4e9
const claims = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', scope: 'storefront:cart', exp: LATER }
const signed = byHmac(secret)
const unsigned: Signer = () => Buffer.alloc(0)

async function assertRefused(service: TestService, token: string, what: string): Promise<void> {
  const answer = await service.call('GET', '/cart', { headers: { Authorization: `Bearer ${token}` } })
  assert.deepEqual(refusalsOf(answer), ['401 token_invalid'], what)
}

describe('a forged token', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite', { ACCESS_TOKEN_SECRET: secret })
  })
  after(() => service.stop())

  // Proves: forged-token
  it('is rejected when its algorithm is not HS256', async () => {
    for (const alg of ['none', 'None', 'nOnE', 'NONE', '', null, undefined, 1, ['HS256'], 'hs256', 'HS256 ']) {
      for (const sign of [unsigned, signed]) await assertRefused(service, forge({ alg }, claims, sign), String(alg))
    }
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      await assertRefused(service, forge({ alg }, claims, byHmac(secret, hash)), alg)
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const byRsa: Signer = input => createSign('sha256').update(input).sign(privateKey)
    await assertRefused(service, forge({ alg: 'RS256' }, claims, byRsa), 'RS256')
  })

  // Proves: changed-signature
  it('is rejected when its signature is missing, has another length, or belongs to another header or secret', async () => {
    const good = forge({ alg: 'HS256' }, claims, signed)
    const [head, body, signature = ''] = good.split('.')
    for (const [what, token] of Object.entries({
      'no signature': forge({ alg: 'HS256' }, claims, unsigned),
      'two parts': `${head}.${body}`,
      'a short signature': good.slice(0, -4),
      'a long signature': `${good}AAAA`,
      'another header': forge({ alg: 'HS256', typ: 'JWT' }, claims, () => Buffer.from(signature, 'base64url')),
      'the empty secret': forge({ alg: 'HS256' }, claims, byHmac('')),
      'a secret that is like it': forge({ alg: 'HS256' }, claims, byHmac(secret.toUpperCase())),
    })) {
      await assertRefused(service, token, what)
    }
    for (const token of [good, `${good}=`]) cartOf(await service.call('GET', '/cart', { token }))
  })

  // Proves: forged-token
  it('is rejected when its header contains a key or the address of a key', async () => {
    let requests = 0
    const trap = createServer((_request, response) => {
      requests++
      response.end('{"keys":[]}')
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => trap.once('listening', resolve))
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
    const own = 'k'.repeat(32)
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') }
    for (const header of [
      { jwk },
      { jku: url },
      { x5u: url },
      { x5c: ['MIIB'] },
      { kid: url, jku: url },
      { kid: '../../../../dev/null' },
      { kid: "' or 1=1 --" },
      { kid: { $ne: null } },
    ]) {
      for (const sign of [byHmac(own), byHmac(''), unsigned]) {
        await assertRefused(service, forge({ alg: 'HS256', ...header }, claims, sign), JSON.stringify(header))
      }
    }
    assert.equal(requests, 0)
    trap.close()
  })

  // Proves: forged-token
  it('is rejected when it is not a plain JWS in compact serialization', async () => {
    const b64 = (text: string) => Buffer.from(text).toString('base64url')
    const inner = forge({ alg: 'HS256' }, claims, signed)
    const [head, body, signature] = inner.split('.')
    for (const [what, token] of Object.entries({
      'JSON serialisation': JSON.stringify({ protected: head, payload: body, signature }),
      'JSON serialisation, encoded': b64(JSON.stringify({ protected: head, payload: body, signature })),
      'a nested token': forge({ alg: 'HS256', cty: 'JWT' }, inner, signed),
      'encrypted, in five parts': `${b64('{"alg":"dir","enc":"A256GCM"}')}..${b64('iv')}.${body}.${b64('tag')}`,
      'a token with two further parts': `${inner}.${body}.${signature}`,
      'six parts': `${inner}.${inner}`,
      'a header that is no JSON': forge('alg=HS256', claims, signed),
      'a header that is a list': forge(['HS256'], claims, signed),
      'unencoded claims': forge({ alg: 'HS256', b64: false, crit: ['b64'] }, claims, signed),
      'a critical extension': forge({ alg: 'HS256', crit: ['exp'], exp: 1 }, claims, signed),
      'an unknown critical extension': forge({ alg: 'HS256', crit: ['sepet'], sepet: 1 }, claims, signed),
      'an empty list of critical extensions': forge({ alg: 'HS256', crit: [] }, claims, signed),
    })) {
      await assertRefused(service, token, what)
    }
  })

  // Proves: forged-token
  it('is rejected when its claims are not valid, also with a valid signature', async () => {
    for (const payload of [
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '{"sub":"guest:1"}',
      Buffer.from([0xff, 0xfe]).toString('latin1'),
    ]) {
      await assertRefused(service, forge({ alg: 'HS256' }, payload, signed), payload)
    }
    for (const wrong of [
      { exp: `${LATER}` },
      { exp: undefined },
      { exp: null },
      { exp: true },
      { exp: [LATER] },
      { exp: -1 },
      { exp: 0 },
      { exp: Math.floor(Date.now() / 1000) },
      { nbf: LATER - 1 },
      { nbf: '0' },
      { iat: 'yesterday' },
      { sub: ['member:1'] },
      { sub: { kind: 'member' } },
      { sub: 1 },
      { sub: null },
      { sub: 'member:1\n' },
      { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11\u0000' },
      { sub: 'member:1e3' },
      { aud: 'checkout-handoff' },
      { aud: ['sepet', 'checkout-handoff'] },
    ]) {
      await assertRefused(service, forge({ alg: 'HS256' }, { ...claims, ...wrong }, signed), JSON.stringify(wrong))
    }
  })

  it('is refused with 403 when its scope does not list the required name', async () => {
    for (const scope of [
      ['storefront', 'cart'],
      [['storefront:cart']],
      { 'storefront:cart': true },
      'STOREFRONT:CART',
      'storefront:cart,x',
      null,
    ]) {
      const token = forge({ alg: 'HS256' }, { ...claims, scope }, signed)
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['403 insufficient_scope'])
    }
  })

  it('is answered with 431 when it exceeds the size limit of headers', async () => {
    const headers = { Authorization: `Bearer ${forge({ alg: 'HS256' }, { ...claims, x: 'x'.repeat(16_384) }, signed)}` }
    assert.equal(
      (await sendRaw(service.url, { method: 'GET', path: '/api/v3/storefront/2026-01/cart', headers })).status,
      431,
    )
  })

  // Proves: two-tokens
  it('is rejected beside a valid token in a second Authorization header', async () => {
    const good = forge({ alg: 'HS256' }, claims, signed)
    const { port, host } = new URL(service.url)
    const statusOf = (...fields: string[]) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        const head = ['GET /api/v3/storefront/2026-01/cart HTTP/1.1', `Host: ${host}`, 'Connection: close', ...fields]
        socket
          .on('error', reject)
          .setEncoding('utf8')
          .once('data', text => resolve(String(text).slice(9, 12)))
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
      })
    assert.equal(await statusOf(`Authorization: Bearer ${good}`), '200')
    for (const [first, second] of [
      [good, good],
      [good, 'x'],
      ['x', good],
    ]) {
      assert.equal(await statusOf(`Authorization: Bearer ${first}`, `authorization: Bearer ${second}`), '401')
    }
  })
})

describe('a forged token with an external issuer', () => {
  let issuer: Issuer
  let service: TestService
  let sign: Sign
  before(async () => {
    issuer = await startIssuer()
    sign = await issuer.publish('rsa', 'RS256')
    service = await startService('sqlite', { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url })
  })
  after(async () => {
    await service.stop()
    await issuer.stop()
  })

  // Proves: forged-token
  it('is rejected when its secret is the public key, in any encoding', async () => {
    cartOf(await service.call('GET', '/cart', { token: await sign() }))
    const [jwk = {}] = issuer.keys
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const pem = key.export({ type: 'spki', format: 'pem' }).toString()
    for (const confused of [
      pem,
      pem.trimEnd(),
      key.export({ type: 'pkcs1', format: 'pem' }).toString(),
      key.export({ type: 'spki', format: 'der' }),
      JSON.stringify(jwk),
      `${jwk.n}`,
      Buffer.from(`${jwk.n}`, 'base64url'),
      '',
    ]) {
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
      ] as const) {
        await assertRefused(service, forge({ alg, kid: 'rsa' }, claims, byHmac(confused, hash)), alg)
      }
    }
  })

  // Proves: forged-token
  it('is rejected with a key in its header, another algorithm, or no valid signature', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own: Signer = input => createSign('sha256').update(input).sign(privateKey)
    const jwk = await exportJWK(publicKey)
    for (const header of [
      { alg: 'RS256' },
      { alg: 'RS256', kid: 'rsa' },
      { alg: 'RS256', kid: 'rsa', jwk },
      { alg: 'RS256', jwk },
      { alg: 'RS256', jku: issuer.url.replace('jwks', 'other') },
      { alg: 'RS512', kid: 'rsa' },
      { alg: 'PS256', kid: 'rsa' },
      { alg: 'ES256', kid: 'rsa' },
      { alg: 'none', kid: 'rsa' },
      { kid: 'rsa' },
    ]) {
      for (const signer of [own, unsigned])
        await assertRefused(service, forge(header, claims, signer), JSON.stringify(header))
    }
  })
})
