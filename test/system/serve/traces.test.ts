/** Traces sent to an OpenTelemetry collector: spans, attributes, privacy, and operation without a collector. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { readConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { createDatabase, engines, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { withoutRedis } from '../../support/database/redis.ts'
import { type CollectedSpan, type Collector, startCollector } from '../../support/ops/collector.ts'
import { runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { callAt, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const LINEN = 108
const sampleShop = join(import.meta.dirname, '../../../sample/shop.json')

const childrenOf = (spans: CollectedSpan[], { spanId }: CollectedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId)
const isNamed = (name: string) => (span: CollectedSpan) => span.name === name

for (const engine of engines) {
  describe(`traces on ${engine}`, () => {
    let [database, collector, serving]: [TestDatabase?, Collector?, ServingProcess?] = []
    let call: TestService['call']
    let token: string
    let got: Collector
    before(async () => {
      database = await createDatabase(engine)
      collector = await startCollector()
      got = collector
      const env = { ...database.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
      serving = await serveProcess({ ...env, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop%201' }, ['--migrate'])
      call = callAt(serving.url)
      await runSepet(['import', sampleShop], database.env)
      token = await mint('guest')
    })
    after(async () => {
      await serving?.kill('SIGTERM')
      collector?.close()
      await database?.drop()
    })
    /** @returns a new token */
    const mint = async (kind: string) => (await runSepet(['token', kind], database?.env ?? {})).stdout.trim()
    /** Waits for the server span with this name. */
    const requestNamed = async (name: string) => {
      const spans = await got.until(all => all.some(isNamed(name)))
      return spans.find(isNamed(name)) as CollectedSpan
    }

    it('contain a server span for the request, and client spans for its statements', async () => {
      const answer = await call('POST', '/cart-items', { token, body: { productId: LINEN, quantity: 2 } })
      assert.equal(answer.status, 201)
      const request = await requestNamed(`POST ${STOREFRONT}/cart-items`)
      assert.deepEqual([request.kind, request.parentSpanId, request.failed], [2, '', false])
      assert.deepEqual(request.attributes, {
        'http.request.method': 'POST',
        'http.route': `${STOREFRONT}/cart-items`,
        'http.response.status_code': 201,
        'url.scheme': 'http',
        'network.protocol.version': '1.1',
      })
      const statements = childrenOf(got.spans, request)
      const add = engine === 'sqlite' ? 'INSERT cart_lines' : 'SELECT add_item_4'
      assert.ok(statements.some(({ name }) => name.includes(add)))
      for (const { kind, traceId, name, attributes, start, end } of statements) {
        assert.deepEqual([kind, traceId], [3, request.traceId])
        const system = engine === 'sqlite' ? 'sqlite' : 'postgresql'
        assert.deepEqual(attributes, { 'db.system.name': system, 'db.query.summary': name })
        assert.ok(request.start <= start && start <= end && end <= request.end)
      }
    })

    it('contain service name and version, and are sent with the configured headers', async () => {
      const { service } = await requestNamed(`POST ${STOREFRONT}/cart-items`)
      assert.equal(service['service.name'], 'sepet')
      assert.match(String(service['service.version']), /^\d+\.\d+\.\d+/)
      assert.equal(got.headers[0]?.['x-tenant'], 'shop 1')
    })

    it('continue the trace of the caller, unless it is not sampled', async () => {
      const traceId = randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const quiet = randomBytes(16).toString('hex')
      await call('GET', '/cart', { token, headers: { traceparent: `00-${quiet}-${spanId}-00` } })
      await call('GET', '/cart', { token, headers: { traceparent: `00-${traceId}-${spanId}-01` } })
      const spans = await got.until(all => all.some(each => each.traceId === traceId && each.kind === 2))
      const request = spans.find(each => each.traceId === traceId && each.kind === 2)
      assert.equal(request?.parentSpanId, spanId)
      assert.ok(childrenOf(spans, request as CollectedSpan).length > 0)
      assert.ok(!spans.some(each => each.traceId === quiet))
    })

    it('are referenced in log lines, also after a body was read', async () => {
      const request = await requestNamed(`POST ${STOREFRONT}/cart-items`)
      // Without the last one, which may not have been read to its end.
      const lines = () => serving?.output().split('\n').slice(0, -1) ?? []
      const findLine = () => lines().find(each => each.includes('"route"') && each.includes('/cart-items"'))
      while (findLine() === undefined) await sleep(20)
      const { trace_id, span_id } = JSON.parse(findLine() ?? '')
      assert.deepEqual([trace_id, span_id], [request.traceId, request.spanId])
    })

    it('do not mark a refused request as an error', async () => {
      await call('PATCH', '/cart-items/none', { token, body: { quantity: 2 } })
      await call('GET', '/nope')
      assert.equal((await requestNamed(`PATCH ${STOREFRONT}/cart-items/:itemId`)).failed, false)
      const { failed, attributes } = await requestNamed('GET')
      assert.deepEqual(
        [failed, attributes['http.response.status_code'], attributes['http.route']],
        [false, 404, undefined],
      )
    })

    it('mark server errors by code only, without a message', async () => {
      const admin = await mint('admin')
      const email = `${randomBytes(8).toString('hex')}@example.com`
      const create = () => call('POST', '/api/v3/admin/customers', { token: admin, body: { email } })
      assert.deepEqual([(await create()).status, (await create()).status], [201, 422])
      const tables = openDatabase(readConfig(database?.env ?? {}))
      await sql`alter table customers rename to customers_elsewhere`.execute(tables.kysely)
      assert.equal((await create()).status, 500)
      await sql`alter table customers_elsewhere rename to customers`.execute(tables.kysely)
      await tables.close()
      const route = '/api/v3/admin/customers'
      const spans = await got.until(all => all.filter(isNamed(`POST ${route}`)).length === 3)
      const failed = spans.filter(each => each.failed)
      const types = failed.map(({ name, attributes, message }) => [name, attributes['error.type'], message])
      const [taken, missing] = engine === 'sqlite' ? ['2067', '1'] : ['23505', '42P01']
      assert.deepEqual(types, [
        ['INSERT customers', taken, ''],
        ['INSERT customers', missing, ''],
        [`POST ${route}`, '500', ''],
      ])
    })

    it('leave out probes and metrics', async () => {
      await call('GET', '/health/ready')
      await call('GET', '/metrics')
      await call('GET', '/openapi.json')
      const spans = await got.until(all => all.some(isNamed('GET /openapi.json')))
      assert.ok(!spans.some(({ name }) => /health|metrics/.test(name)))
      assert.ok(spans.every(({ kind, parentSpanId }) => kind === 2 || parentSpanId !== ''))
    })

    // Proves: traced-data
    it('contain no token, cookie, email, id, query or note of any request', async () => {
      const secret = randomBytes(12).toString('hex')
      const id = '987654321987'
      const admin = await mint('admin')
      const { json } = await call('POST', '/checkout-guest-session', { token })
      const link = new URL((json as { url: string }).url).searchParams.get('t') ?? ''
      const opened = await call('GET', `/api/v3/storefront/checkout/handoff?t=${link}`)
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
      await call('GET', `/sepet?q=${secret}`, {
        headers: { cookie, tracestate: `a=${secret}`, baggage: `b=${secret}` },
      })
      await call('POST', '/api/v3/admin/customers', { token: admin, body: { email: `${secret}@example.com` } })
      await call('GET', `/api/v3/admin/customers/${id}?include=group`, { token: admin })
      await call('GET', `/api/v3/admin/customers?filter[email]=${secret}@example.com`, { token: admin })
      await call('POST', '/cart/coupon', { token, body: { couponCode: secret } })
      await call('GET', `/${secret}`, { headers: { 'user-agent': secret } })
      const last = '/api/v3/storefront/checkout/session'
      await call('GET', last, { headers: { cookie } })
      await got.until(all => all.some(isNamed(`GET ${last}`)))
      const names = got.spans.map(({ name }) => name)
      assert.ok(names.includes('GET /api/v3/admin/customers/:id') && names.includes('GET /sepet'))
      const bytes = got.bytes()
      for (const each of [secret, id, token, admin, link, cookie.split('=')[1] ?? '', 'example.com', '127.0.0.1']) {
        assert.ok(each !== '' && !bytes.includes(each), each)
      }
    })

    it('are all sent before the process stops', async () => {
      await call('GET', '/sepet')
      const before = got.spans.filter(isNamed('DELETE ' + STOREFRONT + '/cart')).length
      await call('DELETE', '/cart', { token })
      assert.equal(await serving?.kill('SIGTERM'), 0)
      assert.equal(got.spans.filter(isNamed(`DELETE ${STOREFRONT}/cart`)).length, before + 1)
    })
  })
}

describe('traces of one process', () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase('sqlite')
  })
  after(() => database.drop())
  const serve = (env: NodeJS.ProcessEnv) => serveProcess({ ...database.env, ...env })
  let token = ''
  /** Adds an item. @returns the status */
  const cartStatus = async ({ url }: ServingProcess) => {
    token ||= (await runSepet(['token', 'guest'], database.env)).stdout.trim()
    const body = { productId: LINEN, quantity: 1 }
    return (await callAt(url)('POST', '/cart-items', { token, body })).status
  }

  it('use OTEL_SERVICE_NAME and OTEL_TRACES_SAMPLER', async () => {
    const collector = await startCollector()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'cart of the shop' }
    const never = await serve({ ...env, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
    assert.equal(await cartStatus(never), 201)
    assert.equal(await never.kill('SIGTERM'), 0)
    assert.equal(collector.spans.length, 0)
    const always = await serve(env)
    assert.equal(await cartStatus(always), 201)
    const [span] = await collector.until(spans => spans.length > 0)
    assert.equal(span?.service['service.name'], 'cart of the shop')
    assert.equal(await always.kill('SIGTERM'), 0)
    collector.close()
  })

  it('are dropped without a collector: requests succeed, one line is logged, and the end is not delayed', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    }
    const serving = await serve(env)
    const lost = () => serving.output().match(/traces are lost/g)?.length ?? 0
    for (; lost() === 0; await sleep(50)) assert.equal(await cartStatus(serving), 201)
    for (let request = 0; request < 5; request++) assert.equal(await cartStatus(serving), 201)
    assert.match(serving.output(), /"code":"ECONNREFUSED","msg":"traces are lost: the collector does not accept them"/)
    assert.equal(await serving.kill('SIGTERM'), 0)
    assert.equal(lost(), 1)
  })

  it('do not delay the end when a collector never responds', async () => {
    const collector = await startCollector({ answers: false })
    const serving = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    assert.equal(await cartStatus(serving), 201)
    assert.equal(await serving.kill('SIGTERM'), 0)
    // They may be read after the process has ended.
    while (!collector.bytes().includes('cart-items')) await sleep(20)
    collector.close()
  })

  it('load no OpenTelemetry module when they are not configured', async () => {
    const loaded = async (name: string, env: NodeJS.ProcessEnv) => {
      const LOADED_MODULES = join(database.env.DATA_DIR, name)
      const NODE_OPTIONS = `--import=${join(import.meta.dirname, '../../support/ops/list-modules.ts')}`
      const serving = await serve({ ...env, LOADED_MODULES, NODE_OPTIONS })
      assert.equal(await cartStatus(serving), 201)
      await serving.kill('SIGTERM')
      return existsSync(LOADED_MODULES) ? [...new Set(readFileSync(LOADED_MODULES, 'utf8').trim().split('\n'))] : []
    }
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
    // prom-client depends on this package, which does nothing by itself.
    const always = ['@opentelemetry/api']
    assert.deepEqual(await loaded('unset', {}), always)
    assert.deepEqual(await loaded('disabled', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }), always)
    assert.ok((await loaded('set', { OTEL_EXPORTER_OTLP_ENDPOINT })).includes('@opentelemetry/sdk-trace'))
  })
})

describe('traces of several workers', { skip: withoutPostgres || withoutRedis }, () => {
  it('are sent by each worker', async () => {
    const database = await createDatabase('postgres')
    const collector = await startCollector()
    const env = { REDIS_URL: process.env.TEST_REDIS_URL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const serving = await serveProcess({ ...database.env, ...env }, ['--migrate', '--workers', '2'])
    const instances = () => new Set(collector.spans.map(({ service }) => service['service.instance.id']))
    const ask = () => fetch(`${serving.url}/openapi.json`, { headers: { Connection: 'close' } })
    while (instances().size < 2) await (await ask()).arrayBuffer()
    assert.equal(await serving.kill('SIGTERM'), 0)
    assert.equal(instances().size, 2)
    collector.close()
    await database.drop()
  })
})
