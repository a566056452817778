/**
 * Clients that read one byte at a time: others are served as usual, and unread responses hold bounded memory for a
 * bounded time.
 */

import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { addItem, cartOf } from '../../support/cart/cart.ts'
import { connectSlowReader, type SlowReader } from '../../support/http/slow-reader.ts'
import { product, shopFile } from '../../support/import/shop-file.ts'
import { sample, samples } from '../../support/ops/metrics.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const FIRST_PRODUCT = 10_000
const LINES = 100
const TINY = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'
const MAX_UNDER_WAY = 8
/**
 * Readers of the reference and of the cart could use up MAX_REQUESTS_UNDER_WAY; requests for the metrics are not
 * counted.
 */
const READERS_OF_EACH = 5
/** Closed connections that a test waits for. */
const CUT = rounds({ short: 5, long: 500 })
const BOUND_MB = 1
const PAUSE_MS = 20
/** Connections that are reset while a file is sent. */
const RESETS = 60
/** Requests that wait for the response before them. */
const WAITING = 10

describe('clients that read a byte at a time', () => {
  const services: TestService[] = []
  const readers: SlowReader[] = []
  after(async () => {
    for (const { socket } of readers) socket.destroy()
    await Promise.all(services.map(service => service.stop()))
  })

  /** Starts a service that is stopped after the tests. */
  async function serve(env: NodeJS.ProcessEnv): Promise<TestService> {
    const service = await startService('sqlite', env)
    services.push(service)
    return service
  }

  /** @returns the token of a guest with a hundred lines */
  async function fillCart(service: TestService): Promise<string> {
    const products = Array.from({ length: LINES }, (_, n) => product({ id: FIRST_PRODUCT + n }))
    await service.importShop(shopFile({ products }))
    const token = await service.token('guest')
    for (let n = 0; n < LINES; n++) await addItem(service, token, FIRST_PRODUCT + n)
    return token
  }

  const get = (path: string, token = '') =>
    `GET ${path} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`

  /** Opens a slow connection that is closed after the tests. */
  function connect(service: TestService): SlowReader {
    const reader = connectSlowReader(service.url)
    readers.push(reader)
    return reader
  }

  /**
   * Connects readers that repeat these requests.
   * @returns a function that sends each request again, after reconnecting closed connections
   */
  function crowd(service: TestService, wishes: string[]): () => void {
    const crowded = wishes.map(wish => ({ wish, reader: connect(service) }))
    return () => {
      for (const each of crowded) {
        if (each.reader.isCut()) each.reader = connect(service)
        each.reader.ask(each.wish)
      }
    }
  }

  /** @returns the metric of connections that were closed for a reason */
  const closedFor = (reason: string) => `sepet_connections_closed_total{reason="${reason}"}`

  // Proves: unread-responses
  it('do not reduce the capacity for others, and together hold at most MAX_UNREAD_RESPONSE_MB', async () => {
    const env = { MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY), MAX_UNREAD_RESPONSE_MB: String(BOUND_MB) }
    const service = await serve(env)
    const token = await fillCart(service)
    const shopper = await service.token('guest')
    // Numbers of requests with which all three kinds fill the buffers of the kernel in about the same time.
    const wishes = [get('/docs/cart'), get(`${STOREFRONT}/cart`, token).repeat(4), get('/metrics').repeat(16)]
    const ask = crowd(service, Array.from({ length: READERS_OF_EACH }, () => wishes).flat())
    let [cut, served] = [0, 0]
    while (cut < CUT) {
      ask()
      const carts = await Promise.all([1, 2, 3].map(() => service.call('GET', '/cart', { token: shopper })))
      for (const cart of carts) assert.equal(cartOf(cart).data.attributes.totalQuantity, 0)
      const value = await samples(service)
      const unread = value('sepet_unread_response_bytes')
      assert.ok(unread !== undefined && unread <= BOUND_MB * 1_048_576, `${unread} bytes`)
      cut = value(closedFor('response_memory')) ?? 0
      served += carts.length
    }
    record('slow readers', `${CUT} connections cut: ${served} carts of others served meanwhile, none refused`)
  })

  // Proves: unread-responses
  it('hold no place of MAX_REQUESTS_UNDER_WAY', async () => {
    const service = await serve({ MAX_REQUESTS_UNDER_WAY: '1' })
    const token = await service.token('guest')
    const { ask } = connect(service)
    for (let unreadInARow = 0; unreadInARow < 10; ) {
      ask(get('/docs/cart'))
      assert.equal((await service.call('GET', '/cart', { token })).status, 200)
      unreadInARow = (await sample(service, 'sepet_unread_response_bytes')) === 0 ? 0 : unreadInARow + 1
    }
  })

  // Proves: unread-responses
  it('hold no place either when they reset their connections while they get a file', async () => {
    const service = await serve({ MAX_REQUESTS_UNDER_WAY: '1' })
    const token = await service.token('guest')
    for (let n = 0; n < RESETS; n++) {
      const { socket } = connect(service)
      socket.write(get('/images/placeholder.png'))
      await sleep(n % 6)
      socket.resetAndDestroy()
      assert.equal((await service.call('GET', '/cart', { token })).status, 200)
    }
  })

  // Proves: slow-client
  it('are closed after RESPONSE_TIMEOUT_SECONDS, also when they read steadily', async () => {
    const service = await serve({ RESPONSE_TIMEOUT_SECONDS: '1' })
    const slow = [1, 2].map(() => connect(service))
    while (!slow.every(({ isCut }) => isCut())) {
      for (const { ask } of slow) ask(get('/docs/cart'))
      await sleep(PAUSE_MS)
    }
    assert.equal(await sample(service, closedFor('response_timeout')), slow.length)
    assert.equal(await sample(service, 'sepet_unread_response_bytes'), 0)
  })

  // Proves: unread-responses
  it('count with the memory of each request that waits for them', async () => {
    const service = await serve({})
    const { length } = (await service.call('GET', '/docs/cart')).text
    let unread = 0
    // The kernel may accept a part of the large response; then another connection tries.
    for (let attempt = 0; attempt < 20 && unread <= length + WAITING * 5_120; attempt++) {
      const { ask, socket } = connect(service)
      do {
        ask(get('/docs/cart') + TINY.repeat(WAITING))
        unread = (await sample(service, 'sepet_unread_response_bytes')) ?? 0
      } while (unread === 0)
      socket.destroy()
      while (await sample(service, 'sepet_unread_response_bytes')) await sleep(PAUSE_MS)
    }
    assert.ok(unread > length + WAITING * 5_120 && unread < 2 * length, `${unread} bytes`)
  })

  // Proves: unread-responses
  it('are closed for pipelined requests, too: each request counts with the memory that it holds', async () => {
    const service = await serve({ MAX_UNREAD_RESPONSE_MB: String(BOUND_MB) })
    // Two responses alone would not reach the bound.
    const ask = crowd(
      service,
      [1, 2].map(() => get('/docs/cart') + TINY.repeat(10)),
    )
    while (!(await sample(service, closedFor('response_memory')))) {
      ask()
      await sleep(PAUSE_MS)
    }
  })

  it('lose their own connections alone when a network holds most of the memory', async () => {
    const service = await serve({ MAX_UNREAD_RESPONSE_MB: String(4 * BOUND_MB), TRUST_PROXY: '1' })
    const from = (address: string) => get('/docs/cart').replace('\r\n\r\n', `\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    const other = connect(service)
    while ((await sample(service, 'sepet_unread_response_bytes')) === 0) other.ask(from('203.0.113.1'))
    // Their responses of 261 kB are together twice the bound.
    const ask = crowd(
      service,
      Array.from({ length: 6 * READERS_OF_EACH }, () => from('198.51.100.1')),
    )
    while (((await sample(service, closedFor('response_memory'))) ?? 0) < CUT) {
      ask()
      await sleep(PAUSE_MS)
    }
    other.ask('')
    await sleep(PAUSE_MS)
    assert.ok(!other.isCut())
  })

  // Proves: unread-responses
  it('are closed at once when they pipeline thousands of requests', async () => {
    const service = await serve({})
    const { ask, isCut } = connect(service)
    while (!isCut()) {
      ask(get('/docs/cart') + TINY.repeat(2_000))
      await sleep(PAUSE_MS)
    }
    assert.equal(await sample(service, closedFor('pipelining')), 1)
  })

  it('do not block on a file: each file is smaller than the 64 KiB that a connection buffers', () => {
    const files = globSync(['sample/images/*', '{web,src/web-checkout}/**/*.*'])
    assert.ok(files.length > 30)
    assert.deepEqual(
      files.filter(file => statSync(file).size >= 65_536),
      [],
    )
  })
})
