/** Floods of tokens with invented key ids: few wait for the issuer, the rest are refused at once, and members notice nothing. */

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../src/auth/access-token.jwt.ts'
import { readConfig } from '../../src/config/config.ts'
import { tokenSettings } from '../../src/config/secrets.ts'
import { Refusal } from '../../src/errors.ts'
import { byHmac, forge } from '../support/auth/forge.ts'
import { type Issuer, type Sign, startIssuer, verifierOptions } from '../support/auth/issuer.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { startService } from '../support/service/service.ts'

const FLOOD = 300
/** The tokens that may wait for one fetch. */
const WAITING = 10
const SECOND = 1_000
const start = Date.now()
const claims = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', exp: Math.floor(start / SECOND) + 3 * 86_400 }

let issuer: Issuer
let sign: Sign
let verify: VerifyAccessToken
let testEnd: AbortController
before(async () => {
  issuer = await startIssuer()
})
beforeEach(async () => {
  issuer.keys.length = 0
  issuer.answer()
  sign = await issuer.publish('key', 'ES256')
  newVerifier()
})
afterEach(() => testEnd.abort())
after(() => issuer.stop())

function newVerifier(): void {
  testEnd?.abort()
  testEnd = new AbortController()
  const settings = tokenSettings(readConfig({ ACCESS_TOKEN_JWKS_URL: issuer.url, HANDOFF_SECRET: 'unused' }))
  verify = createAccessTokenVerifier(settings, verifierOptions(testEnd.signal)).verify
}

/** @returns the kind of the identity, or the status of the refusal, `afterMs` milliseconds after the start */
async function resultOf(token: string, afterMs = 0): Promise<string | number> {
  try {
    return (await verify(token, start + afterMs)).identity.kind
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error.status
  }
}

/** A token that nobody signed. */
const invented = (n: number, header: object = {}) =>
  forge({ alg: 'ES256', kid: `invented-${n}`, ...header }, { ...claims, jti: `${n}` }, byHmac('none', 'sha512'))
const flood = Array.from({ length: FLOOD }, (_, n) => invented(n))
const count = (results: (string | number)[], wanted: string | number) => results.filter(each => each === wanted).length

/** Lets the issuer keep its responses back. @returns a function that sends them, with the keys that are published then */
function holdResponses(): () => void {
  const held: ServerResponse[] = []
  issuer.answer((_request, response) => held.push(response))
  return () => {
    issuer.answer()
    for (const response of held) response.end(JSON.stringify({ keys: issuer.keys }))
  }
}

describe('tokens with invented key ids', () => {
  /** Asserts what a flood gets while the issuer, whose keys are known, keeps its response back. */
  const assertFewWait = (tokens: string[]) =>
    untilInTime(async () => {
      assert.equal(await resultOf(await sign()), 'guest')
      const respond = holdResponses()
      const settled: (string | number)[] = []
      const results = tokens.map(token => resultOf(token, 3 * SECOND).then(result => settled.push(result)))
      while (settled.length < FLOOD - WAITING && !isOver()) await nextIteration()
      const known = await resultOf(await sign({ ...claims, jti: 'known' }), 3 * SECOND)
      const refused = [...settled]
      const inTime = !isOver()
      respond()
      await Promise.all(results)
      if (!inTime) return false
      assert.deepEqual([refused.length, count(refused, 503), known], [FLOOD - WAITING, FLOOD - WAITING, 'guest'])
      // Those that have waited know the issuer's answer.
      return count(settled, 401) === WAITING
    })

  // Proves: invented-key-ids
  it('wait for a fetch, ten at most; the rest are refused before the issuer responds', () => assertFewWait(flood))

  it('wait for a fetch, ten at most, also without an id, where no key has their algorithm', () =>
    assertFewWait(flood.map((_, n) => invented(n, { kid: undefined, alg: 'PS512' }))))

  it('do not keep a new key from its first token while the issuer is healthy', async () => {
    await untilInTime(async () => {
      assert.equal(await resultOf(await sign()), 'guest')
      const respond = holdResponses()
      const fresh = await issuer.publish('fresh', 'ES256')
      const early = [resultOf(flood[0] as string, 3 * SECOND), resultOf(await fresh(), 3 * SECOND)]
      const others = flood.map(token => resultOf(token, 3 * SECOND))
      const inTime = !isOver()
      respond()
      const results = await Promise.all(early)
      assert.equal(count(await Promise.all(others), 'guest'), 0)
      issuer.withdraw('fresh')
      return inTime && results[1] === 'guest'
    })
  })

  it('are refused at once after a failed fetch, and a new key is found once the issuer responds', async () => {
    assert.equal(await resultOf(await sign()), 'guest')
    issuer.answer((_request, response) => response.writeHead(500).end())
    assert.equal(await resultOf(flood[0] as string, 3 * SECOND), 503)
    // The issuer does not respond any more, and nothing waits for it.
    issuer.answer(() => {})
    const results = await Promise.all(flood.map(token => resultOf(token, 6 * SECOND)))
    assert.equal(count(results, 503), FLOOD)
    assert.equal(await resultOf(await sign({ ...claims, jti: 'known' }), 6 * SECOND), 'guest')
    issuer.answer()
    const fresh = await issuer.publish('fresh', 'ES256')
    while ((await resultOf(await fresh(), 9 * SECOND)) !== 'guest') await sleep(10)
    assert.equal(await resultOf(flood[0] as string, 9 * SECOND), 401)
  })

  it('cost the issuer nothing where no key can have the id, or no key the algorithm', async () => {
    assert.equal(await resultOf(await sign()), 'guest')
    const asked = issuer.asked()
    for (const header of [{ kid: 5 }, { kid: null }, { kid: ['key'] }, { alg: 'HS256' }, { alg: 'none' }, { alg: 7 }])
      assert.equal(await resultOf(invented(0, header), 3 * SECOND), 401)
    assert.equal(await resultOf('no.token', 3 * SECOND), 401)
    assert.equal(issuer.asked(), asked)
  })
})

describe('a token of the issuer', () => {
  it('is refused when it names Sepet as its issuer', async () => {
    assert.equal(await resultOf(await sign({ ...claims, iss: 'sepet' })), 401)
    assert.equal(await resultOf(await sign({ ...claims, iss: 'another' })), 'guest')
  })
})

describe('the service', () => {
  // Proves: invented-key-ids
  it('answers members while 120 tokens with invented key ids meet an issuer that has just stopped responding', async () => {
    const env = { ACCESS_TOKEN_SECRET: '', ACCESS_TOKEN_JWKS_URL: issuer.url, MAX_REQUESTS_UNDER_WAY: '100' }
    const service = await startService('sqlite', env)
    const ask = (token: string) => service.call('GET', '/cart', { token })
    await untilInTime(async () => {
      issuer.answer()
      while ((await ask(invented(0))).status !== 401) await sleep(10)
      issuer.answer(() => {})
      const early = []
      // The issuer is asked again two seconds after the last time.
      for (; issuer.waiting() === 0; await sleep(10)) early.push(ask(invented(early.length)))
      const asked = issuer.asked()
      const refused = flood.slice(0, 120).map(ask)
      const members = await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          ask(await sign({ ...claims, jti: `${n}`, scope: 'storefront:cart' })),
        ),
      )
      const inTime = issuer.waiting() === 1 && issuer.asked() === asked
      assert.deepEqual(new Set(members.map(({ status }) => status)), new Set([200]))
      const answers = await Promise.all([...refused, ...early])
      if (!inTime) return false
      for (const answer of answers.slice(0, refused.length)) {
        assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
        assert.equal(answer.headers.get('retry-after'), '5')
      }
      return true
    })
    issuer.answer()
    const fresh = await issuer.publish('fresh', 'ES256')
    while ((await ask(await fresh())).status !== 200) await sleep(10)
    await service.stop()
  })
})

let roundBegun = 0
/** Whether the fetch of this round may have timed out: it takes 1.5 s, which a busy machine can spend on other programs. */
const isOver = () => performance.now() - roundBegun > 1_000

/** Runs a round of a test until it was fast enough for the fetch that it observes, 40 times at most. */
async function untilInTime(round: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < 40; rounds++) {
    roundBegun = performance.now()
    if (await round()) return
    newVerifier()
  }
  assert.fail('the fetch ended before the tokens were refused')
}
