/** Keys of an external issuer: rotation, outages and invalid responses. Time is an argument; the issuer is a real server. */

import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { JWK } from 'jose'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../src/config/config.ts'
import { tokenSettings } from '../../src/config/secrets.ts'
import { Refusal } from '../../src/errors.ts'
import { byHmac, forge } from '../support/auth/forge.ts'
import { type Issuer, makeKey, type Sign, startIssuer, verifierOptions } from '../support/auth/issuer.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { startService } from '../support/service/service.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const start = Date.now()
const claims = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', exp: Math.floor(start / SECOND) + 3 * 86_400 }

let issuer: Issuer
let verify: VerifyAccessToken
let testEnd: AbortController
before(async () => {
  issuer = await startIssuer()
})
beforeEach(async () => {
  issuer.keys.length = 0
  issuer.answer()
  testEnd = new AbortController()
  verify = await newVerifier()
})
afterEach(() => testEnd.abort())
after(() => issuer.stop())

/** Creates a verifier that fetches the issuer's keys until the test ends. */
const newVerifier = (onStateChange: (error: unknown) => void = () => {}) => {
  const settings = tokenSettings(readConfig({ ACCESS_TOKEN_JWKS_URL: issuer.url, HANDOFF_SECRET: 'unused' }))
  return createAccessTokenVerifier(settings, verifierOptions(testEnd.signal, onStateChange)).verify
}

/**
 * Verifies a token `afterMs` milliseconds after the start.
 * @returns the kind of the identity, or the status of the refusal
 */
async function resultOf(token: string, afterMs = 0, by = verify): Promise<string | number> {
  try {
    return (await by(token, start + afterMs)).identity.kind
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error.status
  }
}

describe('a key of the issuer', () => {
  it('is used whatever the reason phrase of the response', async () => {
    const sign = await issuer.publish('key', 'ES256')
    for (const encoding of ['utf8', 'latin1'] as const) {
      const phrase = Buffer.from('Düzgün', encoding).toString('latin1')
      issuer.answer((_request, response) => {
        response.writeHead(200, phrase).end(JSON.stringify({ keys: issuer.keys }))
      })
      assert.equal(await resultOf(await sign(), 0, await newVerifier()), 'guest', encoding)
    }
  })

  it('is used although the process was too busy to read the answer in time', async () => {
    const sign = await issuer.publish('key', 'ES256')
    issuer.answer((_request, response) => {
      response.end(JSON.stringify({ keys: issuer.keys }))
      for (const until = performance.now() + 2 * SECOND; performance.now() < until; );
    })
    assert.equal(await resultOf(await sign()), 'guest')
  })

  it('is used as soon as it is published', async () => {
    const old = await issuer.publish('old', 'RS256')
    assert.equal(await resultOf(await old()), 'guest')
    const fresh = await issuer.publish('fresh', 'ES256')
    assert.equal(await resultOf(await fresh(), 3 * SECOND), 'guest')
    assert.equal(await resultOf(await old(), 3 * SECOND), 'guest')
  })

  // Proves: withdrawn-key
  it('is rejected from one minute after its withdrawal, also for tokens that were accepted before', async () => {
    const [old, kept] = [await issuer.publish('old', 'ES256'), await issuer.publish('kept', 'ES256')]
    const [token, late] = [await old(), await old({ ...claims, jti: 'late' })]
    assert.equal(await resultOf(token), 'guest')
    issuer.withdraw('old')
    assert.equal(await resultOf(late, 59 * SECOND), 'guest')
    for (const each of [token, late]) assert.equal(await resultOf(each, 61 * SECOND), 401)
    assert.equal(await resultOf(await kept(), 61 * SECOND), 'guest')
  })

  // Proves: withdrawn-key
  it('is rejected from the first fetch after its withdrawal, also when another token caused the fetch', async () => {
    const old = await issuer.publish('old', 'ES256')
    const token = await old()
    assert.equal(await resultOf(token), 'guest')
    issuer.withdraw('old')
    const fresh = await issuer.publish('fresh', 'ES256')
    assert.equal(await resultOf(await fresh(), 3 * SECOND), 'guest')
    assert.equal(await resultOf(token, 3 * SECOND), 401)
  })

  it('is used two seconds after it has replaced another below the same id, or without one', async () => {
    for (const kid of ['same', undefined]) {
      issuer.keys.length = 0
      const by = await newVerifier()
      const old = await issuer.publish(kid, 'RS256')
      assert.equal(await resultOf(await old(), 0, by), 'guest')
      issuer.keys.length = 0
      const fresh = await issuer.publish(kid, 'RS256')
      assert.equal(await resultOf(await fresh(), 3 * SECOND, by), 'guest')
      assert.equal(await resultOf(await old(), 3 * SECOND, by), 401)
    }
  })

  it('is found by its signature when several keys have the same id or none', async () => {
    for (const kid of ['same', undefined]) {
      issuer.keys.length = 0
      const by = await newVerifier()
      const signers = [await issuer.publish(kid, 'RS256'), await issuer.publish(kid, 'RS256')]
      for (const sign of signers) assert.equal(await resultOf(await sign(), 0, by), 'guest')
      const { sign } = await makeKey(kid, 'RS256')
      assert.equal(await resultOf(await sign(), 0, by), 401)
      for (const sign of signers) assert.equal(await resultOf(await sign({ ...claims, nbf: claims.exp }), 0, by), 401)
    }
  })

  // Proves: missing-key-id
  it('is tried without an id if it is among the first sixteen keys', async () => {
    const signers: Sign[] = []
    for (let n = 0; n < 18; n++) signers.push(await issuer.publish(undefined, 'ES256'))
    const kinds = await Promise.all(signers.map(async sign => resultOf(await sign())))
    assert.deepEqual(kinds, [...Array(16).fill('guest'), 401, 401])
  })

  // Proves: weak-issuer-keys
  it('is ignored when it cannot verify signatures, and the other keys still work', async () => {
    const good = await issuer.publish(undefined, 'RS256')
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwkOf = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more }) as JWK
    const symmetric = Buffer.alloc(32, 7)
    issuer.keys.unshift(
      jwkOf(weak.publicKey, { kid: 'weak' }),
      jwkOf(rsa.privateKey, { kid: 'private' }),
      jwkOf(rsa.publicKey, { kid: 'encrypts', use: 'enc' }),
      jwkOf(rsa.publicKey, { kid: 'signs-only', key_ops: ['sign'] }),
      jwkOf(rsa.publicKey, { kid: 'other', alg: 'PS256' }),
      { kty: 'oct', kid: 'symmetric', k: symmetric.toString('base64url') },
      { kty: 'RSA', kid: 'broken', n: '!', e: 'AQAB' },
      { kty: 'EC', crv: 'P-256', kid: 'off-curve', x: 'AAAA', y: 'AAAA' },
    )
    const byRsa = (key: KeyObject) => (input: string) => createSign('sha256').update(input).sign(key)
    for (const [alg, kid, sign] of [
      ['RS256', 'weak', byRsa(weak.privateKey)],
      ['RS256', 'private', byRsa(rsa.privateKey)],
      ['RS256', 'encrypts', byRsa(rsa.privateKey)],
      ['RS256', 'signs-only', byRsa(rsa.privateKey)],
      ['RS256', 'other', byRsa(rsa.privateKey)],
      ['RS256', 'broken', byRsa(rsa.privateKey)],
      ['RS256', undefined, byRsa(weak.privateKey)],
      ['HS256', 'symmetric', byHmac(symmetric)],
      ['ES256', 'off-curve', byHmac(symmetric)],
    ] as const) {
      assert.equal(await resultOf(forge({ alg, kid }, claims, sign)), 401, `${kid}`)
    }
    assert.equal(await resultOf(await good()), 'guest')
  })
})

describe('an external issuer', () => {
  it('is retried until it is available when it is unavailable at the start', async () => {
    const sign = await issuer.publish('key', 'ES256')
    const token = await sign()
    await issuer.stop()
    assert.equal(await resultOf(token), 503)
    await issuer.restart()
    await poll(async () => (await resultOf(token, 3 * SECOND)) === 'guest')
  })

  // Proves: unavailable-issuer
  it('may be unavailable for a day while tokens of known keys are accepted', async () => {
    const sign = await issuer.publish('key', 'ES256')
    assert.equal(await resultOf(await sign()), 'guest')
    await issuer.stop()
    for (const hours of [1, 12, 23.9])
      assert.equal(await resultOf(await sign({ ...claims, jti: `${hours}` }), hours * HOUR), 'guest')
    assert.equal(await resultOf(await sign(), 24 * HOUR), 503)
    await issuer.restart()
    await poll(async () => (await resultOf(await sign(), 24 * HOUR + 3 * SECOND)) === 'guest')
  })

  it('causes 503 for a token with an unknown key id while it is unavailable', async () => {
    const old = await issuer.publish('old', 'ES256')
    assert.equal(await resultOf(await old()), 'guest')
    const fresh = await issuer.publish('fresh', 'ES256')
    await issuer.stop()
    assert.equal(await resultOf(await fresh(), 3 * SECOND), 503)
    assert.equal(await resultOf(await old({ ...claims, jti: 'another' }), 3 * SECOND), 'guest')
    await issuer.restart()
    await poll(async () => (await resultOf(await fresh(), 6 * SECOND)) === 'guest')
  })

  it('is retried without further tokens, so that a new key works as soon as the issuer is available', async () => {
    const reports: string[] = []
    const by = await newVerifier(error => reports.push(error ? 'unavailable' : 'available'))
    const sign = await issuer.publish('key', 'ES256')
    await issuer.stop()
    assert.equal(await resultOf(await sign(), 0, by), 503)
    await issuer.restart()
    await poll(async () => reports.length > 1)
    assert.deepEqual(reports, ['unavailable', 'available'])
    assert.equal(await resultOf(await sign(), 3 * SECOND, by), 'guest')
  })

  // Proves: withdrawn-key
  it('can withdraw a key during an outage, and the key is rejected after it', async () => {
    const sign = await issuer.publish('key', 'ES256')
    assert.equal(await resultOf(await sign()), 'guest')
    await issuer.stop()
    assert.equal(await resultOf(await sign({ ...claims, jti: '1' }), HOUR), 'guest')
    issuer.withdraw('key')
    await issuer.restart()
    // This token only starts the fetch that finds the issuer available.
    await resultOf(await sign({ ...claims, jti: '2' }), HOUR + 3 * SECOND)
    await poll(async () => (await resultOf(await sign({ ...claims, jti: '3' }), HOUR + 6 * SECOND)) === 401)
  })

  // Proves: unavailable-issuer
  it('delays only the first token when it does not answer, while its keys are known', async () => {
    const sign = await issuer.publish('key', 'ES256')
    assert.equal(await resultOf(await sign()), 'guest')
    issuer.answer(() => {})
    assert.equal(await resultOf(await sign({ ...claims, jti: '1' }), 61 * SECOND), 'guest')
    await poll(async () => issuer.waiting() === 0)
    assert.equal(await resultOf(await sign({ ...claims, jti: '2' }), 64 * SECOND), 'guest')
    await poll(async () => issuer.waiting() === 1)
    assert.equal(await resultOf(await sign({ ...claims, jti: '3' }), 64 * SECOND), 'guest')
  })

  // Proves: invented-key-ids
  it('delays no token with an unknown key id after the first time-out', async () => {
    const sign = await issuer.publish('key', 'ES256')
    assert.equal(await resultOf(await sign()), 'guest')
    issuer.answer(() => {})
    const madeUp = await Promise.all(Array.from({ length: 50 }, (_, n) => sign(claims, { kid: `made-up-${n}` })))
    const resultsOf = (afterMs: number) => Promise.all(madeUp.map(token => resultOf(token, afterMs)))
    assert.deepEqual(new Set(await resultsOf(3 * SECOND)), new Set([503]))
    const asked = issuer.asked()
    await checkWhilePending(async () => {
      assert.deepEqual(new Set(await resultsOf(6 * SECOND)), new Set([503]))
      assert.equal(await resultOf(await sign({ ...claims, jti: 'known' }), 6 * SECOND), 'guest')
    })
    assert.ok(issuer.asked() > asked)
  })

  it('delays no token after the first time-out when it has never answered', async () => {
    const token = await (await issuer.publish('key', 'ES256'))()
    issuer.answer(() => {})
    assert.deepEqual(await Promise.all([resultOf(token), resultOf(token)]), [503, 503])
    await checkWhilePending(async () => assert.equal(await resultOf(token, 3 * SECOND), 503))
  })

  it('withdraws all keys when it publishes an empty key set', async () => {
    const sign = await issuer.publish('key', 'ES256')
    assert.equal(await resultOf(await sign()), 'guest')
    issuer.withdraw('key')
    assert.equal(await resultOf(await sign({ ...claims, jti: '1' }), 61 * SECOND), 401)
  })

  // Proves: redirected-keys
  it('counts as unavailable when its response is not a JWKS', async () => {
    const sign = await issuer.publish('key', 'ES256')
    const token = await sign()
    const text =
      (body: string, status = 200): RequestListener =>
      (_request, response) => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
      }
    const good = JSON.stringify({ keys: issuer.keys })
    const endless: RequestListener = (_request, response) => {
      const more = () => response.destroyed || response.write(' '.repeat(65_536), () => setImmediate(more))
      more()
    }
    const trickling: RequestListener = (_request, response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    const cut: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Length': good.length + 1 }).write(good)
      setImmediate(() => response.destroy())
    }
    for (const listener of [
      text(''),
      text('<!doctype html>'),
      text('null'),
      text('[]'),
      text('{}'),
      text('{"keys":{}}'),
      text('{"keys":["x"]}'),
      text(good, 500),
      text(good, 404),
      text(good, 203),
      text(good.padEnd(1_048_577)),
      endless,
      trickling,
      cut,
    ]) {
      issuer.answer(listener)
      assert.equal(await resultOf(token, 0, await newVerifier()), 503)
    }
    issuer.answer(text(good.padEnd(1_048_576)))
    assert.equal(await resultOf(token), 'guest')
  })

  // Proves: redirected-keys
  it('is not followed to the target of a redirect', async () => {
    let requests = 0
    const elsewhere = createServer((_request, response) => {
      requests++
      response.end(JSON.stringify({ keys: issuer.keys }))
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => elsewhere.once('listening', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const token = await (await issuer.publish('key', 'ES256'))()
    for (const status of [301, 302, 303, 307, 308]) {
      issuer.answer((_request, response) => {
        response.writeHead(status, { Location: `http://127.0.0.1:${port}/` }).end()
      })
      assert.equal(await resultOf(token, 0, await newVerifier()), 503)
    }
    assert.equal(requests, 0)
    elsewhere.close()
  })

  it('may answer with any media type', async () => {
    const token = await (await issuer.publish('key', 'ES256'))()
    for (const type of ['application/jwk-set+json', 'text/plain', 'application/octet-stream']) {
      issuer.answer((_request, response) => {
        response.setHeader('Content-Type', type).end(JSON.stringify({ keys: issuer.keys }))
      })
      assert.equal(await resultOf(token, 0, await newVerifier()), 'guest', type)
    }
  })

  // Proves: client-flood
  it('receives one request for any number of simultaneous tokens, and one in two seconds for unknown key ids', async () => {
    const sign = await issuer.publish('key', 'ES256')
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, n) => sign({ ...claims, jti: `${n}` })))
    const before = issuer.asked()
    const kinds = await Promise.all(tokens.map(token => resultOf(token)))
    assert.deepEqual([new Set(kinds), issuer.asked() - before], [new Set(['guest']), 1])
    const { sign: forgeWith } = await makeKey('key', 'ES256')
    for (let n = 0; n < 50; n++)
      assert.equal(await resultOf(await forgeWith(claims, { kid: `made-up-${n}` }), 3 * SECOND), 401)
    assert.equal(issuer.asked() - before, 2)
  })

  it('is reported once when it becomes unavailable and once when it is available again', async () => {
    const reports: string[] = []
    const by = await newVerifier(error => reports.push(error ? 'unavailable' : 'available'))
    const sign = await issuer.publish('key', 'ES256')
    const verifyAt = async (seconds: number) =>
      resultOf(await sign({ ...claims, jti: `${seconds}` }), seconds * SECOND, by)
    await verifyAt(0)
    issuer.answer((_request, response) => void response.writeHead(500).end())
    for (const seconds of [61, 64, 67]) await verifyAt(seconds)
    issuer.answer()
    await verifyAt(70)
    await poll(async () => reports.length > 1)
    assert.deepEqual(reports, ['unavailable', 'available'])
  })
})

describe('the service', () => {
  it('answers 503 for unknown key ids while the issuer does not answer, and accepts tokens of known keys', async () => {
    const sign = await issuer.publish('key', 'ES256')
    const env = { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url }
    const service = await startService('sqlite', env)
    const statusOf = async (token: string) => (await service.call('GET', '/cart', { token })).status
    const [known, madeUp] = [await sign(), await sign(undefined, { kid: 'made-up' })]
    assert.deepEqual([await statusOf(known), await statusOf(madeUp)], [200, 401])
    issuer.answer(() => {})
    await poll(async () => (await statusOf(madeUp)) === 503)
    await checkWhilePending(async () => {
      const refused = await Promise.all(
        Array.from({ length: 50 }, () => service.call('GET', '/cart', { token: madeUp })),
      )
      for (const answer of refused) assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
      assert.equal(refused[0]?.headers.get('retry-after'), '5')
      assert.equal(await statusOf(await sign()), 200)
    })
    issuer.answer()
    const fresh = await issuer.publish('fresh', 'ES256')
    await poll(async () => (await statusOf(await fresh())) === 200)
    await service.stop()
  })
})

describe('the log', () => {
  // Proves: logged-outage
  it('reports when the issuer’s keys cannot be fetched, and when the issuer is available again', async () => {
    const token = await (await issuer.publish('key', 'ES256'))()
    await issuer.stop()
    const env = { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url }
    const service = await startService('sqlite', env)
    const logged = (text: string) => service.log.filter(line => line.includes(text)).length
    assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['503 unavailable'])
    assert.equal(logged('the issuer’s keys cannot be fetched'), 1)
    await issuer.restart()
    await poll(async () => (await service.call('GET', '/cart', { token })).status === 200)
    assert.deepEqual(
      [logged('the issuer’s keys cannot be fetched'), logged('the issuer’s keys can be fetched again')],
      [1, 1],
    )
    await service.stop()
  })
})

describe('the reason in the log', () => {
  it('is the status of a response that is no JWKS', async () => {
    const token = await (await issuer.publish('key', 'ES256'))()
    for (const status of [404, 700]) {
      issuer.answer((_request, response) => response.writeHead(status).end('no keys'))
      const service = await startService('sqlite', { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url })
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['503 unavailable'])
      const logged = service.log.filter(line => line.includes('cannot be fetched'))
      assert.equal(logged.length, 1)
      assert.match(String(logged), new RegExp(`HTTP_${status}`))
      await service.stop()
    }
  })
})

/** Runs a check while one request to the issuer is pending; repeats it when that request timed out meanwhile. */
async function checkWhilePending(check: () => Promise<void>): Promise<void> {
  await poll(async () => {
    const pending = issuer.waiting() === 1 ? issuer.asked() : 0
    await check()
    return pending > 0 && issuer.waiting() === 1 && issuer.asked() === pending
  })
}

async function poll(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 10))
}
