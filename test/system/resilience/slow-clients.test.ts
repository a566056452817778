/**
 * Clients that send slowly, send without end, or do not read: other clients are served, and the slow connections are
 * closed.
 */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANDOFF, IMPORTS, STOREFRONT } from '../../../src/api-paths.ts'

import { connectSlowly, type SlowClient } from '../../support/http/slow-client.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const SLOW = rounds({ short: 400, long: 4_000 })
/** Time-outs for bodies and unread responses are 30 seconds, too long for every run. */
const skipsLongWaits = rounds({ short: 1, long: 0 }) === 1 && 'takes half a minute: npm run test:long'

describe('slow clients', () => {
  let shop: TestService
  let serving: ServingProcess
  let token: string

  before(async () => {
    shop = await startService('sqlite')
    const { DATA_DIR, ACCESS_TOKEN_SECRET } = shop.config
    serving = await serveProcess({ DATA_DIR, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
    token = await shop.token('guest')
  })
  after(async () => {
    await serving.kill('SIGTERM')
    await shop.stop()
  })

  /** @returns the head of a request without its end */
  const head = (method: string, path: string, ...more: string[]) =>
    [`${method} ${STOREFRONT}${path} HTTP/1.1`, 'Host: shop', `Authorization: Bearer ${token}`, ...more].join('\r\n')
  /** @returns the complete head of an add */
  const json = (...more: string[]) =>
    `${head('POST', '/cart-items', 'Content-Type: application/json', ...more)}\r\n\r\n`
  /** Opens connections at the same time. */
  const crowd = (count: number, connect: () => Promise<SlowClient>) =>
    Promise.all(Array.from({ length: count }, connect))

  const readCart = () => fetch(`${serving.url}${STOREFRONT}/cart`, { headers: { Authorization: `Bearer ${token}` } })

  /**
   * Waits until the requests that arrived at once are answered or wait for their bodies; until then some are refused.
   */
  async function untilBurstIsOver(): Promise<void> {
    while ((await readCart()).status === 503) await sleep(100)
  }

  /** Asserts that 20 reads of the cart succeed. */
  async function assertServed(): Promise<void> {
    for (let n = 0; n < 20; n++) {
      const answer = await readCart()
      assert.deepEqual([answer.status, (await answer.text()).includes('"carts"')], [200, true])
    }
  }

  // Proves: slow-client
  it('that leave headers or bodies unfinished, or send nothing, do not delay others; those without headers are closed', async () => {
    const third = Math.ceil(SLOW / 3)
    const bodies = await crowd(third, () =>
      connectSlowly(serving.url, { first: json('Content-Length: 60'), drip: ' ' }),
    )
    const headers = await crowd(third, () =>
      connectSlowly(serving.url, { first: head('GET', '/cart', 'X-A: '), drip: 'a' }),
    )
    const silent = await crowd(third, () => connectSlowly(serving.url, {}))
    const link = await connectSlowly(serving.url, { first: `GET ${HANDOFF}?t=`, drip: 'a' })
    await untilBurstIsOver()
    await assertServed()
    assert.equal((await fetch(`${serving.url}/health/ready`)).status, 200)
    await Promise.all([...headers.map(({ gone }) => gone), ...silent.map(({ cut }) => cut)])
    for (const client of headers) {
      assert.match(client.heard(), /^HTTP\/1\.1 408 .*\r\nX-Request-Id: \S+.*"request_timeout"/s)
      assert.match(client.heard(), /Connection: close/)
    }
    await link.gone
    assert.match(link.heard(), /^HTTP\/1\.1 302 Found\r\nLocation: \/sepet\r\n/)
    await assertServed()
    for (const { socket } of bodies) socket.destroy()
    record('slow clients', `${SLOW} slow or silent connections: others served, those without headers cut`)
  })

  // Proves: slow-client
  it('that have not sent a body after 30 seconds get 408, and their connection is closed', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const first = json('Content-Length: 60', 'Expect: 100-continue')
    const client = await connectSlowly(shop.url, { first })
    while (!client.heard().includes('100 Continue')) await once(client.socket, 'data')
    t.mock.timers.tick(30_000)
    await client.cut
    assert.match(client.heard(), /\r\n\r\nHTTP\/1\.1 408 .*"request_timeout"/s)
  })

  // Proves: slow-client
  it('that stop sending an import are closed after 30 seconds', { skip: skipsLongWaits }, async () => {
    const admin = await shop.token('admin', { scope: 'catalogue:write' })
    const head = [`POST ${IMPORTS} HTTP/1.1`, 'Host: shop', `Authorization: Bearer ${admin}`, 'Content-Length: 60']
    const client = await connectSlowly(serving.url, {
      first: `${head.join('\r\n')}\r\nContent-Type: text/csv\r\n\r\nid`,
    })
    await client.cut
  })

  it('that take longer than 30 seconds to send a body are closed', { skip: skipsLongWaits }, async () => {
    const slow = await crowd(50, () => connectSlowly(serving.url, { first: json('Content-Length: 60'), drip: ' ' }))
    await Promise.all(slow.map(({ cut }) => cut))
    for (const client of slow) assert.match(client.heard(), /"request_timeout"/)
  })

  it('that do not read their responses are closed', { skip: skipsLongWaits }, async () => {
    const clients = await crowd(5, () => connectSlowly(serving.url, {}))
    for (const { socket } of clients) socket.pause()
    const unread = async () => {
      const text = await fetch(`${serving.url}/metrics`).then(answer => answer.text())
      return Number(/^sepet_unread_response_bytes (.*)$/m.exec(text)?.[1])
    }
    // Until the buffers of both kernels are full, too.
    for (let n = 0; n < 20; n++) {
      for (const { socket } of clients) socket.write('GET /docs HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(16))
      await sleep(200)
    }
    assert.ok((await unread()) > 0)
    await assertServed()
    while ((await unread()) > 0) await sleep(1_000)
  })

  // Proves: slow-client
  it('that send a body without end get 413, and their connection is closed', async () => {
    const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`
    const client = await connectSlowly(serving.url, { first: json('Transfer-Encoding: chunked') })
    while (client.socket.writable && !client.heard().includes('payload_too_large')) {
      client.socket.write(chunk)
      await sleep(1)
    }
    assert.match(client.heard(), /^HTTP\/1\.1 413 /)
    while (client.socket.writable) {
      client.socket.write(chunk)
      await sleep(1)
    }
    await client.gone
    await assertServed()
  })

  it('that pipeline hundreds of requests get the responses in order, each 404 or 503', async () => {
    const path = (n: number) => `/cart-items/${n}`
    const requests = Array.from({ length: 200 }, (_, n) => `${head('DELETE', path(n))}\r\n\r\n`)
    const client = await connectSlowly(serving.url, { first: requests.join('') })
    await assertServed()
    const answered = () => client.heard().match(/HTTP\/1\.1 (\d+)/g) ?? []
    while (answered().length < requests.length) await sleep(20)
    const statuses = answered().map(line => Number(line.slice(-3)))
    assert.ok(statuses.includes(404))
    assert.deepEqual(
      statuses.filter(status => status !== 404 && status !== 503),
      [],
    )
    client.socket.destroy()
  })
})
