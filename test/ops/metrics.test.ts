/** GET /metrics: access, format, and the counts of requests, handoffs, limits and connections. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { complete, hold, readCart, release } from '../support/checkouts/orders.ts'
import { guardedShop, setStock } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService } from '../support/service/service.ts'
import { consumeHandoff, issueHandoff } from '../support/web-checkout/checkout.ts'

const METRICS_TOKEN = randomBytes(32).toString('base64')
const SAMPLE = /^[a-z\d_:]+(\{([a-zA-Z_]+="([^"\\\n]|\\.)*",?)+\})? [-+.\deInfNa]+$/

describe('access to GET /metrics', () => {
  const production = { NODE_ENV: 'production' }

  it('needs no token in development while METRICS_TOKEN is not set', async () => {
    const service = await startService('sqlite')
    assert.equal((await service.call('GET', '/metrics')).status, 200)
    await service.stop()
  })

  // Proves: open-metrics
  it('is refused in production while METRICS_TOKEN is not set', async () => {
    const service = await startService('sqlite', production)
    const token = await service.token('admin')
    for (const call of [{}, { token }, { token: 'undefined' }]) {
      const answer = await service.call('GET', '/metrics', call)
      assert.deepEqual(refusalsOf(answer), ['401 wrong_token_kind'])
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="sepet"')
    }
    await service.stop()
  })

  // Proves: open-metrics
  it('needs METRICS_TOKEN once it is set, and no other token', async () => {
    const service = await startService('sqlite', { ...production, METRICS_TOKEN })
    const refused = [
      undefined,
      'wrong',
      `${METRICS_TOKEN}x`,
      await service.token('admin'),
      await service.token('guest'),
    ]
    for (const token of refused) {
      const answer = await service.call('GET', '/metrics', { ...(token !== undefined && { token }) })
      assert.equal(answer.status, 401)
      const error = token === undefined ? '' : ', error="invalid_token"'
      assert.equal(answer.headers.get('www-authenticate'), `Bearer realm="sepet"${error}`)
    }
    assert.equal((await service.call('GET', '/metrics', { token: METRICS_TOKEN })).status, 200)
    assert.equal((await service.call('GET', '/cart', { token: METRICS_TOKEN })).status, 401)
    await service.stop()
  })
})

for (const engine of engines) {
  describe(`the metrics on ${engine}`, () => {
    it('are in the text format of Prometheus and contain no address, token or id', async () => {
      const service = await startService(engine)
      const token = await service.token('guest')
      const itemId = await addItem(service, token, ids.plain)
      await service.call('GET', `/nope/${itemId}?t=${token}`)
      await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity: 2 } })
      const { headers, text } = await service.call('GET', '/metrics')
      assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
      const samples = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
      assert.deepEqual(
        samples.filter(line => !SAMPLE.test(line)),
        [],
      )
      assert.ok(!text.includes(itemId) && !text.includes(token) && !text.includes('nope'))
      await service.stop()
    })

    it('count checkouts by outcome, and no repeated request', async () => {
      const service = await startService(engine)
      await service.importShop({
        coupons: [{ code: 'SON', discountType: 'percent', value: '10', usageLimit: 1 }],
      })
      const [first, second] = [await service.token('guest'), await service.token('guest')]
      for (const token of [first, second]) await addItem(service, token, ids.plain)
      await service.call('POST', '/cart/coupon', { token: first, body: { couponCode: 'SON' } })
      const counts = async () => {
        const outcomes = ['held', 'completed', 'over_limit', 'over_stock', 'released', 'conflict']
        return Promise.all(outcomes.map(each => sample(service, `sepet_checkouts_total{outcome="${each}"}`)))
      }
      assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0])
      const totals = { grandTotal: (await readCart(service, first)).data.attributes.grandTotal?.amount }
      for (let n = 0; n < 2; n++) await hold(service, 'first', first, totals)
      for (let n = 0; n < 2; n++) await release(service, 'first')
      assert.deepEqual(await counts(), [1, 0, 0, 0, 1, 0])
      await service.call('POST', '/cart/coupon', { token: second, body: { couponCode: 'SON' } })
      await hold(service, 'second', second)
      for (let n = 0; n < 2; n++) await complete(service, 'second')
      for (let n = 0; n < 2; n++) await complete(service, 'first')
      assert.deepEqual(await counts(), [2, 2, 1, 0, 1, 0])
      assert.equal((await hold(service, 'first', second, { grandTotal: '1' })).status, 409)
      assert.deepEqual(await counts(), [2, 2, 1, 0, 1, 1])
      await guardedShop(service)
      await setStock(service, ids.plain, 0)
      await release(service, 'second')
      await complete(service, 'second')
      assert.deepEqual(await counts(), [2, 3, 2, 1, 2, 1])
      await service.stop()
    })

    it('count and time requests by method, route and status', async () => {
      const service = await startService(engine)
      const token = await service.token('guest')
      for (let n = 0; n < 3; n++) await service.call('GET', '/cart', { token })
      await service.call('GET', '/cart')
      await service.call('PURGE', '/cart', { token })
      await service.call('LOCK', '/nope')
      const count = (labels: string) => sample(service, `sepet_http_request_duration_seconds_count{${labels}}`)
      const route = 'route="/api/v3/storefront/2026-01/cart"'
      assert.equal(await count(`method="GET",${route},status="200"`), 3)
      assert.equal(await count(`method="GET",${route},status="401"`), 1)
      assert.equal(await count(`method="other",${route},status="405"`), 1)
      assert.equal(await count('method="other",route="none",status="404"'), 1)
      const seconds = await sample(
        service,
        `sepet_http_request_duration_seconds_sum{method="GET",${route},status="200"}`,
      )
      assert.ok(seconds !== undefined && seconds > 0 && seconds < 30)
      await service.stop()
    })

    it('count handoffs by outcome, including replays', async () => {
      const service = await startService(engine)
      const link = await issueHandoff(service, await service.token('guest'))
      for (let n = 0; n < 3; n++) await consumeHandoff(service, link.token)
      await consumeHandoff(service, 'x')
      assert.equal(await sample(service, 'sepet_handoffs_issued_total{kind="guest"}'), 1)
      assert.equal(await sample(service, 'sepet_handoffs_total{outcome="consumed"}'), 1)
      assert.equal(await sample(service, 'sepet_handoffs_total{outcome="already_used"}'), 2)
      assert.equal(await sample(service, 'sepet_handoffs_total{outcome="token_invalid"}'), 1)
      await service.stop()
    })

    it('count refused requests by rate limit', async () => {
      const service = await startService(engine, { CART_RATE_LIMIT: '2', HANDOFF_RATE_LIMIT: '1' })
      const token = await service.token('guest')
      for (let n = 0; n < 5; n++) await service.call('GET', '/cart', { token })
      for (let n = 0; n < 2; n++) await consumeHandoff(service, 'x')
      assert.equal(await sample(service, 'sepet_rate_limited_total{limit="cart"}'), 3)
      assert.equal(await sample(service, 'sepet_rate_limited_total{limit="handoff"}'), 1)
      await service.stop()
    })

    it('include the event loop lag, the memory and the connections of the pool', async () => {
      const service = await startService(engine)
      await service.call('GET', '/cart', { token: await service.token('guest') })
      assert.ok(Number(await sample(service, 'nodejs_eventloop_lag_p99_seconds')) >= 0)
      assert.ok(Number(await sample(service, 'process_resident_memory_bytes')) > 1e6)
      const idle = () => sample(service, 'sepet_database_connections{state="idle"}')
      if (engine === 'sqlite') assert.equal(await idle(), undefined)
      // The deliveries to webhooks look into the database at any time, perhaps by the only connection.
      else while (!(Number(await idle()) >= 1)) await sleep(20)
      await service.stop()
    })
  })
}
