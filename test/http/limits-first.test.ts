/** Limits come before every other check of a request: what is wrong with it takes nobody past one. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF, STOREFRONT } from '../../src/api-paths.ts'

import { askLink, assertRefused, cookieOf, openLink } from '../support/checkout/checkout.ts'
import { type RawAnswer, sendBytes } from '../support/http/raw-http.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'

const LIMIT = 4
const limits = {
  CART_RATE_LIMIT: String(LIMIT),
  ISSUE_RATE_LIMIT: String(LIMIT),
  HANDOFF_RATE_LIMIT: String(LIMIT),
}

interface Wrong {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request to its end, with these headers and no others. */
function send(service: TestService, path: string, { method = 'GET', headers = {}, body = '' }: Wrong) {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ ...headers, ...length, Connection: 'close' }).map(each => each.join(': '))
  const head = [`${method} ${path} HTTP/1.1`, ...fields].join('\r\n')
  return sendBytes(service.url, Buffer.from(`${head}\r\n\r\n${body}`))
}

/** Sends it as often as the limit allows, and twice more, which must be refused in time to come back. */
async function sendTooOften(service: TestService, path: string, wrong: Wrong): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = []
  for (let n = 0; n < LIMIT + 2; n++) answers.push(await send(service, path, wrong))
  for (const { status, headers } of answers.slice(LIMIT)) {
    assert.equal(status, 429)
    assert.match(headers['retry-after'] ?? '', /^([1-9]|[1-5]\d|60)$/)
  }
  return answers.slice(0, LIMIT)
}

const Host = 'shop.test'
const json = 'application/json'

describe('a request that is wrong in some way counts against the limit', () => {
  let service: TestService
  let addresses = 0
  before(async () => {
    service = await startService('sqlite', { ...limits, TRUST_PROXY: '1' })
  })
  after(() => service.stop())
  const newClient = () => ({ 'X-Forwarded-For': `192.0.2.${++addresses}` })

  const openings: Record<string, [path: string, Wrong]> = {
    'without Host': [`${HANDOFF}?t=x`, {}],
    'as HEAD without Host': [`${HANDOFF}?t=x`, { method: 'HEAD' }],
    'with a body, without Host': [`${HANDOFF}?t=x`, { headers: { 'Content-Type': json }, body: '{' }],
    'with a body': [`${HANDOFF}?t=x`, { headers: { Host, 'Content-Type': 'text/html; charset=latin5' }, body: '<' }],
    'with an empty Host': [`${HANDOFF}?t=x`, { headers: { Host: '' } }],
    'with a query that is no UTF-8': [`${HANDOFF}?t=%C0%AF&%zz`, { headers: { Host } }],
    'with an Accept that nothing meets': [`${HANDOFF}?t=x`, { headers: { Host, Accept: 'image/png;q=0' } }],
    'with cookies that cannot be read': [`${HANDOFF}?t=x`, { headers: { Host, Cookie: 'sepet_session=%zz; =;;=' } }],
    'by the whole address': [`http://other.example${HANDOFF}?t=x`, { headers: { Host } }],
  }
  for (const [how, [path, wrong]] of Object.entries(openings)) {
    it(`when it opens a link ${how}: a redirect until then, and no failure`, async () => {
      const headers = { ...wrong.headers, ...newClient() }
      for (const answer of await sendTooOften(service, path, { ...wrong, headers })) {
        assert.deepEqual(
          [answer.status, answer.headers.location, answer.headers['set-cookie'], answer.headers['referrer-policy']],
          [302, '/sepet', undefined, 'no-referrer'],
        )
      }
      assert.equal(await sample(service, 'sepet_handoffs_total{outcome="failed"}'), undefined)
    })
  }

  it('and is no error in the log', () => {
    assert.deepEqual(
      service.log.filter(line => /"level":"error"|"stack"|failed/.test(line)),
      [],
    )
  })

  const writes: Record<string, [status: number, Wrong]> = {
    'without Host': [400, {}],
    'without Host and with a body that is no JSON': [400, { headers: { 'Content-Type': json }, body: '{' }],
    'with a body that is no JSON': [400, { headers: { Host, 'Content-Type': json }, body: '{' }],
    'with a body of another type': [415, { headers: { Host, 'Content-Type': 'text/xml' }, body: '<a/>' }],
    'with a media type that is none': [415, { headers: { Host, 'Content-Type': ';' }, body: '{}' }],
    'with a body that is too large': [413, { headers: { Host, 'Content-Type': json }, body: 'x'.repeat(70_000) }],
  }
  for (const [how, [expected, wrong]] of Object.entries(writes)) {
    it(`when it asks for a link, or writes to a cart, ${how}`, async () => {
      for (const path of ['/checkout-session', '/checkout-guest-session', '/cart-items', '/cart/coupon'] as const) {
        const token = await service.token(path === '/checkout-session' ? 'member' : 'guest')
        const headers = { ...wrong.headers, ...newClient(), Authorization: `Bearer ${token}` }
        const answers = await sendTooOften(service, `${STOREFRONT}${path}`, { ...wrong, method: 'POST', headers })
        for (const { status } of answers) assert.equal(status, expected, path)
      }
    })
  }
})

describe('a request without Host', () => {
  it('spends no link', async () => {
    const service = await startService('sqlite')
    const { token } = await askLink(service, await service.token('guest'), { returnPath: '/odeme' })
    const { status, headers } = await send(service, `${HANDOFF}?t=${token}`, {})
    assert.deepEqual([status, headers.location], [302, '/sepet'])
    const answer = await openLink(service, token)
    assert.equal(answer.headers.get('location'), '/odeme')
    assert.ok(cookieOf(answer))
    assertRefused(await openLink(service, token))
    await service.stop()
  })

  it('is 400 whatever else is wrong with it: no token, a path or a method that is not there', async () => {
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
