/** Security headers of every response, with and without a route, and the origins that may read it (CORS). */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF, STOREFRONT } from '../../src/api-paths.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { signIn } from '../support/web-checkout/checkout.ts'

const SHOP = 'https://shop.example.com'
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

type Head = Record<string, string>

function assertProtected(head: Head, what: string): void {
  assert.equal(head['x-content-type-options'], 'nosniff', what)
  assert.match(head['content-security-policy'] ?? '', /^default-src 'none'; .*\bbase-uri 'none'/, what)
  assert.match(head['content-security-policy'] ?? '', /\bframe-ancestors '(none|self)'/, what)
  assert.match(head['referrer-policy'] ?? '', /^(no-referrer|same-origin)$/, what)
  assert.match(head['cross-origin-resource-policy'] ?? '', /^(same|cross)-origin$/, what)
  for (const name of ['server', 'x-powered-by']) assert.equal(head[name], undefined, what)
}
const headOf = ({ headers }: Answer): Head => Object.fromEntries(headers)

describe('every response', () => {
  let service: TestService
  let routes: Route[]
  before(async () => {
    const { built, ...rest } = await withRoutes(() => startService('sqlite', { CORS_ORIGINS: SHOP }))
    service = built
    routes = rest.routes
  })
  after(() => service.stop())

  // Proves: foreign-page
  it('has the security headers on each route, also when the request is refused', async () => {
    const token = await service.token('guest')
    const askable = routes.filter(({ method }) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method))
    assert.ok(askable.length > 60)
    for (const route of askable) {
      const what = `${route.method} ${route.url}`
      assertProtected(headOf(await service.call(route.method, addressOf(route), { token })), what)
    }
  })

  // Proves: foreign-page
  it('has the security headers when no route has handled the request', async () => {
    const ask = (method: string, path: string, headers: Head = {}) => sendRaw(service.url, { method, path, headers })
    for (const [status, answer] of [
      [404, ask('GET', '/nope')],
      [400, ask('GET', `${STOREFRONT}/cart-items/%C0%AF`)],
      [400, ask('GE T', '/')],
      [400, ask('GET', '/', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
      [431, ask('GET', '/', { 'X-Big': 'x'.repeat(20_000) })],
      [404, ask('GET', '/', { Expect: 'miracles' })],
      [400, ask('CONNECT', 'elsewhere:443')],
      [401, ask('GET', `${STOREFRONT}/cart`)],
      [302, ask('GET', HANDOFF)],
    ] as const) {
      const { status: got, headers } = await answer
      assert.equal(got, status)
      assertProtected(headers, String(status))
      assert.equal(headers['content-security-policy'], API_POLICY)
    }
  })

  it('has the security headers when a limit is reached', async () => {
    const limited = await startService('sqlite', { HANDOFF_RATE_LIMIT: '1' })
    await limited.call('GET', HANDOFF)
    const answer = await limited.call('GET', HANDOFF)
    assert.equal(answer.status, 429)
    assertProtected(headOf(answer), '429')
    await limited.stop()
  })

  it('can be embedded by its own origin only, except images, which apps of any origin show', async () => {
    const policy = async (path: string) => (await service.call('GET', path)).headers.get('cross-origin-resource-policy')
    assert.equal(await policy('/images/placeholder.png'), 'cross-origin')
    for (const path of ['/cart', '/sepet', '/assets/sepet.css', '/api/v3/storefront/checkout/session']) {
      assert.equal(await policy(path), 'same-origin', path)
    }
  })

  // Proves: strict-transport
  it('has Strict-Transport-Security for one year when PUBLIC_URL is https, and only then', async () => {
    const secure = await startService('sqlite', { PUBLIC_URL: 'HTTPS://magaza.example' })
    for (const path of ['/cart', '/sepet', '/nope', '/images/placeholder.png']) {
      const { headers } = await secure.call('GET', path)
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path)
    }
    const broken = await sendRaw(secure.url, { method: 'GE T', path: '/', headers: {} })
    assert.equal(broken.headers['strict-transport-security'], 'max-age=31536000')
    await secure.stop()
    assert.equal((await service.call('GET', '/cart')).headers.get('strict-transport-security'), null)
  })
})

describe('a page of another origin', () => {
  const ask = (service: TestService, path: string, Origin: string, method = 'GET', headers: Head = {}) =>
    service.call(method, path, { headers: { Origin, ...headers } })
  const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin')

  // Proves: foreign-page
  it('reads no response unless its origin is configured', async () => {
    const service = await startService('sqlite')
    for (const path of ['/cart', '/api/v3/storefront/checkout/session', '/api/v3/admin/customers', '/sepet']) {
      for (const [method, headers] of [
        ['GET', {}],
        ['OPTIONS', { 'Access-Control-Request-Method': 'GET' }],
      ] as const) {
        const answer = await ask(service, path, SHOP, method, headers)
        assert.equal(allowed(answer), null, path)
        if (method === 'OPTIONS') assert.equal(answer.status, 405)
      }
    }
    await service.stop()
  })

  // Proves: open-cors
  it('reads the storefront when exactly its origin is configured, and never with the cookie', async () => {
    const service = await startService('sqlite', { CORS_ORIGINS: `${SHOP},capacitor://localhost` })
    const token = await service.token('guest')
    for (const origin of [SHOP, 'capacitor://localhost']) {
      const answer = await ask(service, '/cart', origin, 'GET', { Authorization: `Bearer ${token}` })
      cartOf(answer)
      assert.equal(allowed(answer), origin)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
    }
    for (const origin of [
      'null',
      '*',
      `${SHOP}.evil.example`,
      `${SHOP}:443`,
      'http://shop.example.com',
      'https://SHOP.example.com',
      'https://evil.example',
    ]) {
      assert.equal(allowed(await ask(service, '/cart', origin)), null, origin)
      const preflight = await ask(service, '/cart', origin, 'OPTIONS', { 'Access-Control-Request-Method': 'GET' })
      assert.equal(allowed(preflight), null, origin)
    }
    await service.stop()
  })

  // Proves: open-cors
  it('reads nothing but the storefront when its origin is configured', async () => {
    const service = await startService('sqlite', { CORS_ORIGINS: SHOP })
    const Cookie = await signIn(service, await service.token('member', { id: String(ids.member) }))
    for (const path of ['/api/v3/storefront/checkout/session', '/sepet', '/api/v3/admin/customers', HANDOFF]) {
      const answer = await ask(service, path, SHOP, 'GET', { Cookie })
      assert.equal(allowed(answer), null, path)
      const preflight = await ask(service, path, SHOP, 'OPTIONS', { 'Access-Control-Request-Method': 'GET' })
      assert.deepEqual([preflight.status, allowed(preflight)], [405, null], path)
    }
    await service.stop()
  })

  it('is answered with 405 and Allow for OPTIONS that is not a preflight', async () => {
    const service = await startService('sqlite', { CORS_ORIGINS: SHOP })
    const bare = await service.call('OPTIONS', '/cart')
    const fromShop = await ask(service, '/cart', SHOP, 'OPTIONS')
    for (const answer of [bare, fromShop]) {
      assert.deepEqual(refusalsOf(answer), ['405 method_not_allowed'])
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, DELETE')
    }
    assert.equal(allowed(fromShop), SHOP)
    assert.deepEqual(refusalsOf(await service.call('OPTIONS', '/cart/nope')), ['404 not_found'])
    await service.stop()
  })
})
