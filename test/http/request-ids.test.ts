/** X-Request-Id: taken from the request or made, in every response and in every log line of the request. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF, STOREFRONT } from '../../src/api-paths.ts'
import { type RawAnswer, sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { issueHandoff } from '../support/web-checkout/checkout.ts'

const SHOP = 'https://shop.example.com'
const LIVE = '/health/live'
const MADE = /^[A-Za-z0-9._-]{16,64}$/

type Line = { requestId?: string; msg: string; level: string; err?: { stack?: string } }

const idOf = ({ headers }: RawAnswer) => headers['x-request-id'] ?? ''

describe('the id of a request', () => {
  let service: TestService
  let routes: Route[]
  before(async () => {
    const { built, ...rest } = await withRoutes(() => startService('sqlite', { CORS_ORIGINS: SHOP }))
    service = built
    routes = rest.routes
  })
  after(() => service.stop())

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    sendRaw(service.url, { method, path, headers })
  const send = (...lines: string[]) => sendBytes(service.url, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  const linesOf = (requestId: string, log = service.log) =>
    log.map(line => JSON.parse(line) as Line).filter(line => line.requestId === requestId)

  it('is returned by each route, also when the request is refused', async () => {
    const token = await service.token('guest')
    const askable = routes.filter(({ method }) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method))
    for (const [n, route] of askable.entries()) {
      const id = `Route.${n}_${route.method}-`
      const answer = await service.call(route.method, addressOf(route), { token, headers: { 'X-Request-Id': id } })
      assert.equal(answer.headers.get('x-request-id'), id, `${route.method} ${route.url}`)
    }
  })

  // Proves: request-ids
  it('is made where the request has none, has two, or has a text that is no id', async () => {
    const none = [await ask('GET', LIVE), await ask('GET', LIVE)].map(idOf)
    const wrong = ['', ' ', 'a b', 'a,b', '"a"', 'a/b', 'a:b', 'é', 'a\u0001', 'x'.repeat(65), '{"a":1}', '%0a']
    const made = [...none]
    for (const text of wrong) {
      const id = idOf(await send(`GET ${LIVE} HTTP/1.1`, 'Host: x', `X-Request-Id: ${text}`, 'Connection: close'))
      assert.notEqual(id, text)
      made.push(id)
    }
    const twice = ['X-Request-Id: first', 'x-request-id: second']
    made.push(idOf(await send(`GET ${LIVE} HTTP/1.1`, 'Host: x', ...twice, 'Connection: close')))
    for (const id of made) assert.match(id, MADE)
    assert.equal(new Set(made).size, made.length)
    const longest = `${'x'.repeat(62)}.9`
    assert.equal(idOf(await ask('GET', LIVE, { 'X-Request-Id': longest })), longest)
  })

  it('is returned when no route has handled the request', async () => {
    const given = { 'X-Request-Id': 'given-1' }
    for (const [status, answer] of [
      [404, ask('GET', '/nope', given)],
      [400, ask('GET', `${STOREFRONT}/cart-items/%C0%AF`, given)],
      [400, ask('CONNECT', 'elsewhere:443', given)],
      [405, ask('DELETE', LIVE, given)],
      [302, ask('GET', HANDOFF, given)],
      [204, ask('OPTIONS', `${STOREFRONT}/cart`, { ...given, Origin: SHOP, 'Access-Control-Request-Method': 'GET' })],
      [400, send(`GET ${LIVE} HTTP/1.1`, 'X-Request-Id: given-1', 'Connection: close')],
      [404, ask('GET', '/', { ...given, Expect: 'miracles' })],
    ] as const) {
      const got = await answer
      assert.deepEqual([got.status, idOf(got)], [status, 'given-1'])
    }
    const unreadable = [
      [400, ask('GE T', '/', given)],
      [400, ask('GET', '/', { ...given, 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
      [431, ask('GET', '/', { ...given, 'X-Big': 'x'.repeat(20_000) })],
      [400, sendBytes(service.url, Buffer.from('\x16\x03\x01\r\n\r\n'))],
    ] as const
    for (const [status, answer] of unreadable) {
      const got = await answer
      assert.equal(got.status, status)
      assert.match(idOf(got), MADE)
    }
  })

  it('is that of the head when the body turns out to be invalid', async () => {
    const head = [`POST ${STOREFRONT}/cart-items HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked']
    const token = await service.token('guest')
    const request = [...head, `Authorization: Bearer ${token}`, 'X-Request-Id: broken-body', '', 'zz', '']
    const answer = await sendBytes(service.url, Buffer.from(request.join('\r\n')))
    assert.deepEqual([answer.status, idOf(answer)], [400, 'broken-body'])
  })

  it('is returned with a picture that has not changed, and can be read by pages of allowed origins', async () => {
    const picture = await service.call('GET', '/images/placeholder.png')
    const headers = { 'If-None-Match': picture.headers.get('etag') ?? '', 'X-Request-Id': 'unchanged' }
    const unchanged = await ask('GET', '/images/placeholder.png', headers)
    assert.deepEqual([unchanged.status, idOf(unchanged)], [304, 'unchanged'])
    const exposed = (await service.call('GET', '/cart', { headers: { Origin: SHOP } })).headers
    assert.match(exposed.get('access-control-expose-headers') ?? '', /\bX-Request-Id\b/)
  })

  it('is in every log line of the request, also of one that fails', async () => {
    const broken = await startService('sqlite')
    const { token } = await issueHandoff(broken, await broken.token('guest'))
    const guest = await broken.token('guest')
    await broken.call('GET', `${HANDOFF}?t=${token}x`, { headers: { 'X-Request-Id': 'rejected' } })
    await broken.database.kysely.schema.dropTable('cart_lines').execute()
    await broken.call('GET', '/cart', { token: guest, headers: { 'X-Request-Id': 'failed' } })
    const found = (id: string) => linesOf(id, broken.log).map(({ msg, err }) => [msg, err?.stack !== undefined])
    assert.deepEqual(found('rejected'), [
      ['handoff rejected', false],
      ['request', false],
    ])
    const [fault, request] = found('failed')
    assert.deepEqual(fault?.[1], true)
    assert.deepEqual(request, ['request', false])
    await broken.stop()
    const requests = broken.log.map(line => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request')
    assert.ok(requests.length > 2 && requests.every(({ requestId }) => requestId))
  })
})
