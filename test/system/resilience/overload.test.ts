/** Overload: some requests are refused at once in the form of their endpoint, and the others are answered as usual. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { cartOf, refusalsOf, whenFree } from '../../support/cart/cart.ts'
import { engines, withoutPostgres } from '../../support/database/engines.ts'
import { whileLocked } from '../../support/database/locks.ts'
import { openConnection } from '../../support/http/kept-alive.ts'
import { from } from '../../support/http/networks.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { ids } from '../../support/import/shop-file.ts'
import { sample, samples } from '../../support/ops/metrics.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type Answer, startService, type TestService } from '../../support/service/service.ts'
import {
  assertRefused,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  type Link,
} from '../../support/web-checkout/checkout.ts'

const MAX_UNDER_WAY = 3
/** As many as run at once, and as many again as may always be queued. */
const WRITERS = 2 * MAX_UNDER_WAY
/** Requests of a network that is alone, and the time for which they wait: longer than several networks together may. */
const ALONE = 50
const LONGER_MS = 1_300
/** Less than the five seconds for which a write waits for the lock, and a request in the queue: then the queue moves. */
const MAX_FILLED_MS = 4_000
/** Attempts to be done within that time: a busy machine can be slow. */
const TRIES = 20
const PROBE_EVERY_MS = 50
const MAX_PROBES = 80
const FLOODS = rounds({ short: 1, long: 20 })
const FLOOD = 400
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: shop\r\n\r\n'

describe('while all queued requests wait', () => {
  let service: TestService
  let token: string
  const probes: Promise<unknown>[] = []
  const origin = 'https://shop.example.com'
  before(async () => {
    const settings = { CORS_ORIGINS: origin, MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY), TRUST_PROXY: '1' }
    service = await startService('sqlite', settings)
    token = await service.token('guest')
  })
  after(() => service.stop())

  /** Another process holds the write lock of the embedded database, as an import does, until `work` is done. */
  async function whileOneWrites<T>(work: () => Promise<T>): Promise<T> {
    const other = new DatabaseSync(join(service.config.DATA_DIR, 'sepet.sqlite'))
    other.exec('begin immediate')
    try {
      return await work()
    } finally {
      other.exec('rollback')
      other.close()
    }
  }

  /** An add that has waited: the token of its cart, and the status of its answer. */
  interface Waited {
    writer: string
    status: number
  }

  /**
   * Fills the queue with writes that wait. What takes so long that the queue moves by itself is repeated, whatever came of it.
   * @param prepare runs before each attempt
   * @returns the writes of the attempt that was in time
   */
  async function whileWritesWait(work: () => Promise<void>, prepare = async () => {}): Promise<Waited[]> {
    for (let n = 1; ; n++) {
      await prepare()
      const { waited, tookMs, failure } = await fillOnce(work)
      if (tookMs > MAX_FILLED_MS && n < TRIES) continue
      if (failure) throw failure.error
      return waited
    }
  }

  async function fillOnce(work: () => Promise<void>) {
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => service.token('guest')))
    const { begun, tookMs, failure } = await whileOneWrites(async () => {
      const since = performance.now()
      const body = { productId: ids.plain, quantity: 1 }
      const begun = writers.map(writer => service.call('POST', '/cart-items', { token: writer, body, headers: from() }))
      const failure = await untilRefused()
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
      // The writes are not awaited: they end after the lock.
      return { begun, failure, tookMs: performance.now() - since }
    })
    const statuses = (await Promise.all(begun)).map(({ status }) => status)
    await Promise.all(probes.splice(0))
    return { waited: writers.map((writer, n) => ({ writer, status: statuses[n] ?? 0 })), tookMs, failure }
  }

  /** The queue does not move while writes wait; new requests are refused after a second. */
  async function untilRefused(): Promise<void> {
    let isRefused = false
    for (let n = 0; n < MAX_PROBES && !isRefused; n++) {
      const probe = service.call('GET', '/cart', { token, headers: from() })
      probes.push(probe.then(({ status }) => (isRefused ||= status === 503)))
      await sleep(PROBE_EVERY_MS)
    }
    assert.ok(isRefused)
  }

  // Proves: client-flood
  it('new requests are refused at once in the form of their endpoint, and queued requests are answered', async () => {
    let link: Link | undefined
    const issueLink = async () => {
      link = await issueHandoff(service, token)
    }
    const waited = await whileWritesWait(async () => {
      const cart = await service.call('GET', '/cart', { token, headers: { Origin: origin, ...from() } })
      assert.deepEqual(refusalsOf(cart), ['503 overloaded'])
      assert.deepEqual(
        ['content-type', 'retry-after', 'cache-control', 'access-control-allow-origin'].map(name =>
          cart.headers.get(name),
        ),
        ['application/vnd.api+json', '1', 'no-store', origin],
      )
      assert.match(cart.headers.get('access-control-expose-headers') ?? '', /\bX-Request-Id\b/)
      assert.ok(cart.headers.get('x-request-id'))
      const issue = await service.call('POST', '/checkout-guest-session', { token, body: {}, headers: from() })
      assert.deepEqual(refusalsOf(issue), ['503 overloaded'])
      assert.equal(issue.headers.get('content-type'), 'application/json')
      const page = await service.call('GET', '/sepet', { headers: from() })
      assert.deepEqual([page.status, page.headers.get('content-type')], [503, 'text/html; charset=utf-8'])
      assert.match(page.text, /Şu anda hizmet veremiyoruz/)
      const headers = { 'Accept-Language': 'en-GB', ...from() }
      const english = await service.call('GET', '/odeme/adim-2', { headers })
      assert.deepEqual(
        [english.status, english.headers.get('content-language'), english.headers.get('vary')],
        [503, 'en', 'Cookie, Accept-Language'],
      )
      assert.match(english.text, /We cannot serve you right now/)
      const opened = await consumeHandoff(service, link?.token ?? '', from())
      assertRefused(opened)
      assert.equal(opened.text, '')
    }, issueLink)
    assert.ok(waited.some(({ status }) => status === 201))
    for (const { writer, status } of waited) {
      const { totalQuantity } = cartOf(await service.call('GET', '/cart', { token: writer })).data.attributes
      assert.equal(totalQuantity, status === 201 ? 1 : 0)
    }
    assert.ok(cookieOf(await consumeHandoff(service, link?.token ?? '')), 'the link was not spent')
  })

  it('a refused add has no effect', async () => {
    const body = { productId: ids.plain, quantity: 7 }
    let adder = ''
    const newAdder = async () => {
      adder = await service.token('guest')
    }
    await whileWritesWait(async () => {
      const add = await service.call('POST', '/cart-items', { token: adder, body, headers: from() })
      assert.deepEqual(refusalsOf(add), ['503 overloaded'])
    }, newAdder)
    assert.equal(cartOf(await service.call('GET', '/cart', { token: adder })).data.attributes.totalQuantity, 0)
  })

  it('refusals are counted by their cause: no network had more than one request waiting', async () => {
    const refused = async () => {
      const value = await samples(service)
      return ['queue', 'network', 'wait'].map(cause => Number(value(`sepet_overloaded_total{cause="${cause}"}`)))
    }
    let before: number[] = []
    const countBefore = async () => {
      before = await refused()
    }
    await whileWritesWait(async () => {}, countBefore)
    const [queue = 0, ...others] = await refused()
    assert.ok(queue > (before[0] ?? 0))
    assert.deepEqual(others, before.slice(1))
  })

  it('requests of a network that is alone wait longer than a second, and none is refused', async () => {
    const alone = await service.startPeer()
    let { statuses, tookMs } = await waitAlone(alone)
    while (tookMs > MAX_FILLED_MS) ({ statuses, tookMs } = await waitAlone(alone))
    assert.deepEqual([...statuses].sort(), [200, 201])
    await alone.stop()
  })

  /** Lets adds and reads of one network wait. @returns the statuses of their answers, and how long they waited */
  async function waitAlone(alone: TestService): Promise<{ statuses: Set<number>; tookMs: number }> {
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => alone.token('guest')))
    const { begun, tookMs } = await whileOneWrites(async () => {
      const since = performance.now()
      const body = { productId: ids.plain, quantity: 1 }
      const adds = writers.map(writer => alone.call('POST', '/cart-items', { token: writer, body }))
      const reads = Array.from({ length: ALONE }, () => alone.call('GET', '/cart', { token }))
      await sleep(LONGER_MS)
      return { begun: [...adds, ...reads], tookMs: performance.now() - since }
    })
    return { statuses: new Set((await Promise.all(begun)).map(({ status }) => status)), tookMs }
  }

  it('liveness and readiness are answered', async () => {
    await whileWritesWait(async () => {
      for (const path of ['/health/live', '/health/ready']) assert.equal((await service.call('GET', path)).status, 200)
    })
  })
})

describe('many concurrent readiness checks', { skip: withoutPostgres }, () => {
  it('do not delay other requests, however slow their response is', async () => {
    const service = await startService('postgres', { MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY) })
    const token = await service.token('guest')
    const asked: Promise<Answer>[] = []
    await service.database.kysely.transaction().execute(async kysely => {
      await sql`lock table schema_migrations in access exclusive mode`.execute(kysely)
      const questions = Array.from({ length: 50 }, () => service.call('GET', '/health/ready'))
      const waits = Promise.race(questions).then(() => 'readiness was answered first')
      const cart = service.call('GET', '/cart', { token })
      assert.equal(cartOf((await Promise.race([cart, waits])) as Answer).data.attributes.totalQuantity, 0)
      asked.push(...questions)
    })
    await Promise.all(asked)
    await service.stop()
  })
})

describe('requests in flight', { skip: withoutPostgres }, () => {
  it('with Content-Length: 0 count from their start: at most MAX_REQUESTS_UNDER_WAY of them use the database at once', async () => {
    const service = await startService('postgres', { MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY) })
    const { DATABASE_URL = '' } = service.config
    const headers = { Authorization: `Bearer ${await service.token('guest')}`, 'Content-Length': '0' }
    const request = { method: 'GET', path: `${STOREFRONT}/cart`, headers }
    const asked = await whileLocked(DATABASE_URL, 'shop', async () => {
      const sent = Array.from({ length: 10 }, () => sendRaw(service.url, request))
      while ((await countWaitingForLock(service)) < MAX_UNDER_WAY) await sleep(1)
      // Each count takes iterations of the event loop, in which the other requests could have continued.
      for (let n = 0; n < 10; n++) assert.equal(await countWaitingForLock(service), MAX_UNDER_WAY)
      return sent
    })
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200)
    await service.stop()
  })

  it('keep their place when their client leaves, until their statement has ended', async () => {
    const service = await startService('postgres', { MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY) })
    const { DATABASE_URL = '' } = service.config
    const token = await service.token('guest')
    const text = `GET ${STOREFRONT}/cart HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`
    await whileLocked(DATABASE_URL, 'shop', async () => {
      for (let n = 0; n < 4 * MAX_UNDER_WAY; n++) {
        const { socket } = await openConnection(service.url)
        socket.write(text)
        while (n < MAX_UNDER_WAY && (await countWaitingForLock(service)) <= n) await sleep(1)
        socket.destroy()
        await sample(service, 'sepet_connections')
        assert.ok((await countWaitingForLock(service)) <= MAX_UNDER_WAY)
      }
    })
    for (let n = 0; n < 2 * MAX_UNDER_WAY; n++) {
      assert.equal((await service.call('GET', '/cart', { token })).status, 200)
    }
    assert.equal(await countWaitingForLock(service), 0)
    await service.stop()
  })

  /** @returns how many requests wait for the locked table; the work of the service itself does not read that table */
  async function countWaitingForLock({ database }: TestService): Promise<number> {
    const { rows } = await sql`select 1 from pg_locks where relation = 'shop'::regclass and not granted`.execute(
      database.kysely,
    )
    return rows.length
  }
})

describe('requests that are answered before their body arrives', () => {
  it('are not counted as under way while their body arrives, nor after it', async () => {
    const service = await startService('sqlite', { MAX_REQUESTS_UNDER_WAY: String(MAX_UNDER_WAY) })
    const token = await service.token('guest')
    const body = ' '.repeat(100)
    for (let n = 0; n < 3 * MAX_UNDER_WAY; n++) {
      const client = await openConnection(service.url)
      const head = `POST /docs HTTP/1.1\r\nHost: shop\r\nContent-Length: ${body.length + LIVE.length}\r\n\r\n`
      assert.equal(await client.ask(head), 405)
      assert.equal((await service.call('GET', '/cart', { token })).status, 200)
      assert.equal(await client.ask(`${body}${LIVE}${LIVE}`), 200)
      client.socket.destroy()
    }
    await service.stop()
  })
})

for (const engine of engines) {
  describe(`a flood on ${engine}`, () => {
    it(`${FLOODS} times ${FLOOD} requests at once: each is answered or refused, and later requests succeed`, async () => {
      const service = await startService(engine, { MAX_REQUESTS_UNDER_WAY: '100' })
      const tokens = await Promise.all(Array.from({ length: FLOOD }, () => service.token('guest')))
      let [answered, refused] = [0, 0]
      for (let flood = 0; flood < FLOODS; flood++) {
        const body = { productId: ids.plain, quantity: 1 }
        const adds = tokens.map(token => service.call('POST', '/cart-items', { token, body }))
        assert.equal((await service.call('GET', '/health/live')).status, 200)
        for (const answer of await Promise.all(adds)) {
          if (answer.status === 201) answered++
          else refused++
          // A busy machine may not give a connection to the database to all of the admitted ones in time.
          if (answer.status !== 201) assert.match(refusalsOf(answer).join(), /^503 (overloaded|database_busy)$/)
        }
      }
      const carts = await Promise.all(
        tokens
          .slice(0, 90)
          .map(async token => cartOf(await whenFree(() => service.call('GET', '/cart', { token }))).data.attributes),
      )
      assert.ok(carts.every(({ totalQuantity }) => totalQuantity <= FLOODS))
      assert.ok(answered > 0)
      record(`flood on ${engine}`, `${FLOODS} × ${FLOOD} adds at once: ${answered} answered, ${refused} refused`)
      await service.stop()
    })
  })
}
