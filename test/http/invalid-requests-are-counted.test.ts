/** Rate limits are counted before the other checks of a request, so that a request that is not valid counts too. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF, STOREFRONT } from '../../src/api-paths.ts'
import { type RawAnswer, sendBytes } from '../support/http/raw-http.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { assertRefused, consumeHandoff, cookieOf, issueHandoff } from '../support/web-checkout/checkout.ts'

const LIMIT = 4
const limits = {
  CART_RATE_LIMIT: String(LIMIT),
  ISSUE_RATE_LIMIT: String(LIMIT),
  HANDOFF_RATE_LIMIT: String(LIMIT),
}

interface InvalidRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request with exactly these headers, and reads the response. */
function send(service: TestService, path: string, { method = 'GET', headers = {}, body = '' }: InvalidRequest) {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ ...headers, ...length, Connection: 'close' }).map(each => each.join(': '))
  const head = [`${method} ${path} HTTP/1.1`, ...fields].join('\r\n')
  return sendBytes(service.url, Buffer.from(`${head}\r\n\r\n${body}`))
}

/** Sends a request as often as the limit allows, and twice more: these two must be 429 with a Retry-After of 1 to 60 s. */
async function sendTooOften(service: TestService, path: string, invalid: InvalidRequest): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = []
  for (let n = 0; n < LIMIT + 2; n++) answers.push(await send(service, path, invalid))
  for (const { status, headers } of answers.slice(LIMIT)) {
    assert.equal(status, 429)
    assert.match(headers['retry-after'] ?? '', /^([1-9]|[1-5]\d|60)$/)
  }
  return answers.slice(0, LIMIT)
}

const Host = 'shop.test'
const json = 'application/json'

// Proves: invalid-requests
describe('a request that is not valid counts against the limit', () => {
  let service: TestService
  let addresses = 0
  before(async () => {
    service = await startService('sqlite', { ...limits, TRUST_PROXY: '1' })
  })
  after(() => service.stop())
  const newClient = () => ({ 'X-Forwarded-For': `192.0.2.${++addresses}` })

  const handoffRequests: Record<string, [path: string, InvalidRequest]> = {
    'without Host': [`${HANDOFF}?t=x`, {}],
    'as HEAD without Host': [`${HANDOFF}?t=x`, { method: 'HEAD' }],
    'with a body, without Host': [`${HANDOFF}?t=x`, { headers: { 'Content-Type': json }, body: '{' }],
    'with a body': [`${HANDOFF}?t=x`, { headers: { Host, 'Content-Type': 'text/html; charset=latin5' }, body: '<' }],
    'with an empty Host': [`${HANDOFF}?t=x`, { headers: { Host: '' } }],
    'with a query that is not UTF-8': [`${HANDOFF}?t=%C0%AF&%zz`, { headers: { Host } }],
    'with an Accept that no media type satisfies': [`${HANDOFF}?t=x`, { headers: { Host, Accept: 'image/png;q=0' } }],
    'with cookies that cannot be parsed': [`${HANDOFF}?t=x`, { headers: { Host, Cookie: 'sepet_session=%zz; =;;=' } }],
    'in absolute form': [`http://other.example${HANDOFF}?t=x`, { headers: { Host } }],
  }
  for (const [how, [path, invalid]] of Object.entries(handoffRequests)) {
    it(`when it consumes a handoff ${how}: 302 below the limit, and no failure in the metrics`, async () => {
      const headers = { ...invalid.headers, ...newClient() }
      for (const answer of await sendTooOften(service, path, { ...invalid, headers })) {
        assert.deepEqual(
          [answer.status, answer.headers.location, answer.headers['set-cookie'], answer.headers['referrer-policy']],
          [302, '/sepet', undefined, 'no-referrer'],
        )
      }
      assert.equal(await sample(service, 'sepet_handoffs_total{outcome="failed"}'), undefined)
    })
  }

  it('and is not logged as an error', () => {
    assert.deepEqual(
      service.log.filter(line => /"level":"error"|"stack"|failed/.test(line)),
      [],
    )
  })

  const writes: Record<string, [status: number, InvalidRequest]> = {
    'without Host': [400, {}],
    'without Host and with a body that is not JSON': [400, { headers: { 'Content-Type': json }, body: '{' }],
    'with a body that is not JSON': [400, { headers: { Host, 'Content-Type': json }, body: '{' }],
    'with a body of another type': [415, { headers: { Host, 'Content-Type': 'text/xml' }, body: '<a/>' }],
    'with a media type that is not valid': [415, { headers: { Host, 'Content-Type': ';' }, body: '{}' }],
    'with a precondition that the endpoint cannot honour': [
      400,
      { headers: { Host, 'If-Unmodified-Since': 'Sat, 21 Nov 2026 09:00:00 GMT' } },
    ],
    'with a body that is too large': [413, { headers: { Host, 'Content-Type': json }, body: 'x'.repeat(70_000) }],
  }
  for (const [how, [expected, invalid]] of Object.entries(writes)) {
    it(`when it requests a handoff or writes to a cart ${how}`, async () => {
      const paths = ['/checkout-session', '/checkout-guest-session', '/cart-items', '/cart/coupon']
      for (const path of paths) {
        const token = await service.token(path === '/checkout-session' ? 'member' : 'guest')
        const headers = { ...invalid.headers, ...newClient(), Authorization: `Bearer ${token}` }
        const answers = await sendTooOften(service, `${STOREFRONT}${path}`, { ...invalid, method: 'POST', headers })
        for (const { status } of answers) assert.equal(status, expected, path)
      }
    })
  }
})

describe('a request without Host', () => {
  it('does not consume a handoff', async () => {
    const service = await startService('sqlite')
    const { token } = await issueHandoff(service, await service.token('guest'), { returnPath: '/odeme' })
    const { status, headers } = await send(service, `${HANDOFF}?t=${token}`, {})
    assert.deepEqual([status, headers.location], [302, '/sepet'])
    const answer = await consumeHandoff(service, token)
    assert.equal(answer.headers.get('location'), '/odeme')
    assert.ok(cookieOf(answer))
    assertRefused(await consumeHandoff(service, token))
    await service.stop()
  })

  it('is answered with 400, also without a token, on an unknown path or with an unknown method', async () => {
    const service = await startService('sqlite')
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', `${STOREFRONT}/cart`],
      ['PURGE', `${STOREFRONT}/cart`],
      ['GET', '/openapi.json'],
      ['GET', '/sepet'],
    ] as const) {
      assert.equal((await send(service, path, { method })).status, 400, `${method} ${path}`)
    }
    await service.stop()
  })
})
