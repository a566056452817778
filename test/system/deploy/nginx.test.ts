/**
 * deploy/nginx.conf in a real nginx, in front of two instances and a web shop: routing, outages, and logs without
 * tokens.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTINUE, CUSTOMERS } from '../../../src/api-paths.ts'
import { addItem, cartOf, linesOf, refusalsOf } from '../../support/cart/cart.ts'
import { withoutPostgres } from '../../support/database/engines.ts'
import { startShopping } from '../../support/http/steady-load.ts'
import { ids } from '../../support/import/shop-file.ts'
import { type Nginx, startNginx, withoutNginx } from '../../support/ops/nginx.ts'
import { serveProcess } from '../../support/service/process.ts'
import { callAt, startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { assertRefused, consumeHandoff, cookieOf, issueHandoff } from '../../support/web-checkout/checkout.ts'
import { type Asked, startWebShop, type WebShop } from '../../support/web-checkout/web-shop.ts'

const HANDOFF_RATE_LIMIT = 12
/** An id of an agent's cart, and the code of its link, in form. */
const SECRET = 'q7'.repeat(16)

describe('deploy/nginx.conf', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')

  it('logs neither query nor referrer, and nothing of links and of agents’ carts', () => {
    const [, format = ''] = /log_format without_query '(.*)';/.exec(text) ?? []
    assert.match(format, /\$logged_path\b/)
    assert.doesNotMatch(format, /\$(uri|request|request_uri|args|query_string|arg_t|http_referer)\b/)
    const logs = [...text.matchAll(/access_log (.*);/g)].map(([, log]) => log)
    assert.deepEqual(logs, ['off', '/var/log/nginx/shop.log without_query'])
    for (const path of [
      '/office/',
      '/api/v3/admin/',
      '= /api/v3/storefront/checkout/handoff',
      '~ ^/api/v3/storefront/checkout/(continue|cart-link)$',
      '~ ^/buy/',
      '/ucp/',
    ]) {
      assert.match(text, new RegExp(`location ${RegExp.escape(path)} \\{[^}]*error_log /dev/null;`))
    }
  })

  it('overwrites X-Forwarded-For, and closes idle connections before Sepet does', () => {
    assert.match(text, /proxy_set_header X-Forwarded-For \$remote_addr;/)
    assert.doesNotMatch(text, /proxy_add_x_forwarded_for/)
    assert.ok(Number(/keepalive_timeout (\d+)s;/.exec(text)?.[1]) < 72)
  })
})

describe('deploy/nginx.conf in nginx, in front of two instances and a web shop', {
  skip: withoutNginx || withoutPostgres,
}, () => {
  let witness: TestService
  let webShop: WebShop
  let nginx: Nginx
  let shop: TestService
  let ports: [number, number]
  const instances: Awaited<ReturnType<typeof serveProcess>>[] = []

  before(async () => {
    witness = await startService('postgres')
    webShop = await startWebShop()
    ports = [await freePort(), await freePort()]
    nginx = await startNginx(ports, webShop.port)
    shop = { ...witness, call: callAt(nginx.url) }
    for (const port of ports) instances.push(await serve(port))
  })
  after(async () => {
    await Promise.all(instances.map(instance => instance.kill('SIGKILL')))
    await nginx.stop()
    webShop.stop()
    await witness.stop()
  })

  /** Starts an instance on a port, on the database of the witness. */
  function serve(port: number) {
    const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET } = witness.config
    const shared = { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET: HANDOFF_SECRET?.join() }
    const open = { UCP_ENABLED: 'true', UCP_PLATFORM_PROFILES: 'https://agent.example.com' }
    const settings = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://shop.example.com', CART_RATE_LIMIT: '0', ...open }
    const limits = { HANDOFF_RATE_LIMIT: String(HANDOFF_RATE_LIMIT), SHUTDOWN_DELAY_SECONDS: '3' }
    return serveProcess({ ...shared, ...settings, ...limits }, ['--port', String(port)])
  }
  /** @returns how many items an instance has added to carts */
  const addsOf = async (n: number) => {
    const metrics = await (await fetch(`${instances[n]?.url}/metrics`)).text()
    return Number(/_count\{method="POST",route="[^"]*\/cart-items",status="201"\} (\d+)/.exec(metrics)?.[1])
  }
  /** @returns the request that the web shop has received */
  const askedOf = async (path: string, headers: Record<string, string> = {}) =>
    (await shop.call('GET', path, { headers })).json as Asked

  it('both instances answer with carts, in turn', async () => {
    const token = await shop.token('guest')
    for (let n = 0; n < 6; n++) await addItem(shop, token, ids.plain, 1)
    assert.deepEqual(linesOf(cartOf(await shop.call('GET', '/cart', { token }))), [`${ids.plain}×6`])
    assert.deepEqual([await addsOf(0), await addsOf(1)], [3, 3])
  })

  it('a handoff link redirects to the web shop with a Secure cookie, and works once', async () => {
    const link = await issueHandoff(shop, await shop.token('guest'), { returnPath: '/odeme/adim-2' })
    const opened = await consumeHandoff(shop, link.token)
    assert.deepEqual([opened.status, opened.headers.get('location')], [302, '/odeme/adim-2'])
    const cookie = cookieOf(opened)
    assert.match(opened.headers.get('set-cookie') ?? '', /^__Host-sepet_session=.*; Secure/)
    assert.deepEqual(await askedOf('/odeme/adim-2', { Cookie: cookie ?? '' }), {
      path: '/odeme/adim-2',
      cookie,
      forwardedFor: '127.0.0.1',
      forwardedProto: 'https',
    })
    assertRefused(await consumeHandoff(shop, link.token))
  })

  it('health, metrics and all other paths outside the API go to the web shop', async () => {
    for (const path of ['/health/ready', '/metrics', '/sepet', '/']) assert.equal((await askedOf(path)).path, path)
    const placeholder = await shop.call('GET', '/images/placeholder.png')
    assert.equal(placeholder.headers.get('content-type'), 'image/png')
  })

  it('paths of shopping agents go to Sepet', async () => {
    for (const path of [`/ucp/v1/carts/${SECRET}`, '/.well-known/ucp', '/.well-known/ucp/2026-01-01']) {
      const answer = await shop.call('GET', path)
      // Sepet's own answers, whatever they are while the door is closed: the web shop tells what it was asked.
      assert.equal((answer.json as Partial<Asked>).cookie, undefined)
      assert.equal((answer.json as Partial<Asked>).path, undefined)
    }
    const dead = await shop.call('GET', `${CONTINUE}?c=${SECRET}`)
    assert.deepEqual([dead.status, dead.headers.get('location')], [302, '/sepet?continue=gone'])
  })

  it('a body that is too large is refused by Sepet, in JSON', async () => {
    const token = await shop.token('guest')
    const body = { productId: ids.plain, quantity: 1, padding: 'x'.repeat(70_000) }
    const answer = await shop.call('POST', '/cart-items', { token, body })
    assert.deepEqual(refusalsOf(answer), ['413 payload_too_large'])
    const admin = await shop.token('admin')
    const customers = (bytes: number) => shop.call('POST', CUSTOMERS, { token: admin, body: `"${'x'.repeat(bytes)}"` })
    assert.deepEqual(refusalsOf(await customers(4_100_000)), ['422 field_invalid '])
    assert.deepEqual(refusalsOf(await customers(4_200_000)), ['413 payload_too_large'])
  })

  it('a client cannot claim another address: limits count the address that nginx has seen', async () => {
    const claim = (n: number) => consumeHandoff(shop, 'x', { 'X-Forwarded-For': `203.0.113.${n}` })
    const statuses: number[] = []
    // Each of the two instances has its own limit here: one of them gets a request more than that.
    for (let n = 0; n <= 2 * HANDOFF_RATE_LIMIT; n++) statuses.push((await claim(n)).status)
    assert.ok(statuses.includes(429), statuses.join())
  })

  it('no request fails while each instance is restarted under load', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => shop.token('guest')))
    const { shoppers, stop } = startShopping(nginx.url, tokens)
    for (const [n, port] of ports.entries()) {
      assert.equal(await instances[n]?.kill('SIGTERM'), 0)
      instances[n] = await serve(port)
      // nginx leaves out an instance that was down for a second: the other one may stop only after that.
      while (!((await addsOf(n)) > 0)) await sleep(50)
    }
    await stop()
    for (const { failures, acknowledged, token } of shoppers) {
      assert.deepEqual(failures, [])
      const { totalQuantity } = cartOf(await witness.call('GET', '/cart', { token })).data.attributes
      assert.deepEqual([totalQuantity > 0, totalQuantity], [true, acknowledged])
    }
  })

  it('while no instance is reachable, requests answer 503 in JSON, and a handoff link redirects and stays unused', async () => {
    const token = await shop.token('guest')
    const link = await issueHandoff(shop, token, { returnPath: '/odeme' })
    for (const instance of instances) await instance.kill('SIGKILL')
    const answer = await shop.call('GET', '/cart', { token })
    assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
    assert.equal(answer.headers.get('retry-after'), '1')
    assertRefused(await consumeHandoff(shop, link.token))
    for (const path of [
      `${CUSTOMERS}?email=`,
      `/office${CUSTOMERS}?email=`,
      '/office/search?q=',
      '/office/sign-in/callback?code=',
    ])
      assert.deepEqual(refusalsOf(await shop.call('GET', path + SECRET)), ['503 unavailable'])
    const later = await shop.call('GET', `${CONTINUE}?c=${SECRET}`)
    assert.deepEqual([later.status, later.headers.get('location')], [302, '/sepet?continue=unavailable'])
    const agent = await shop.call('GET', `/ucp/v1/carts/${SECRET}`)
    assert.deepEqual(
      [agent.status, agent.json],
      [503, { code: 'service_unavailable', content: 'Sepet cannot be reached.' }],
    )
    assert.equal((await consumeHandoff(witness, link.token)).headers.get('location'), '/odeme')
  })

  it('logs contain no token or code of a link or sign-in, no email, no id of an agent’s cart, access token or cookie', async () => {
    const written = [
      /"GET \/api\/v3\/storefront\/checkout\/handoff" 302/,
      /connect\(\) failed/,
      /"GET \/ucp\/v1\/carts\/\.\.\." 503/,
    ]
    // nginx writes the line of a request after its response.
    while (!written.every(line => line.test(nginx.logs()))) await sleep(20)
    const logs = nginx.logs()
    assert.doesNotMatch(logs, /eyJ|sepet_session|\?t=|\?c=/)
    assert.ok(!logs.includes(SECRET))
  })
})
