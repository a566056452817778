/** Concurrent writes to one cart: they run one after the other, are not treated as an outage, and do not delay other carts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addItem, cartOf, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines, withoutPostgres } from '../support/database/engines.ts'
import { untilOneWaits, whileCartLocked } from '../support/database/locks.ts'
import { ids } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const CLIENTS = 60
const item = { productId: ids.plain, quantity: 1 }

for (const engine of engines) {
  describe(`a cart on ${engine} during repeated deletions`, () => {
    it('accepts every add', async () => {
      const service = await startService(engine)
      const peer = engine === 'postgres' ? await service.startPeer() : service
      const token = await service.token('guest')
      const act = async (n: number): Promise<number[]> => {
        const statuses: number[] = []
        for (let round = 0; round < 5; round++) {
          const at = (n + round) % 2 ? service : peer
          const answer = await whenFree(() =>
            n % 4 === 0 ? at.call('DELETE', '/cart', { token }) : at.call('POST', '/cart-items', { token, body: item }),
          )
          statuses.push(answer.status)
        }
        return statuses
      }
      const statuses = (await Promise.all(Array.from({ length: CLIENTS }, (_, n) => act(n)))).flat()
      assert.deepEqual([...new Set(statuses)].sort(), [200, 201])
      if (peer !== service) await peer.stop()
      await service.stop()
    })
  })
}

const AT_ONCE = 500
/** Wait after which a write is refused. */
const PATIENCE_MS = 5_000

for (const engine of engines) {
  describe(`a cart on ${engine} with hundreds of writes at once, more than may be in flight`, () => {
    it('accepts every add whose turn comes within five seconds, and carries out what it has accepted alone', async () => {
      const service = await startService(engine, { MAX_REQUESTS_UNDER_WAY: '100' })
      const token = await service.token('guest')
      const adds = Array.from({ length: AT_ONCE }, async () => {
        const begun = performance.now()
        const answer = await service.call('POST', '/cart-items', { token, body: item })
        return { answer, milliseconds: performance.now() - begun }
      })
      const ended = await Promise.all(adds)
      for (const { answer, milliseconds } of ended.filter(each => each.answer.status !== 201)) {
        assert.equal(answer.status, 503, answer.text)
        assert.ok(milliseconds >= PATIENCE_MS, `${refusalsOf(answer)} after ${milliseconds} ms`)
      }
      const accepted = ended.filter(({ answer }) => answer.status === 201).length
      assert.ok(accepted > 0)
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [`${ids.plain}×${accepted}`])
      await service.stop()
    })
  })
}

describe('a cart whose row is locked by another transaction', { skip: withoutPostgres }, () => {
  let service: TestService
  let token: string
  let url: string
  before(async () => {
    service = await startService('postgres')
    url = service.config.DATABASE_URL ?? ''
    token = await service.token('member', { id: String(ids.member) })
  })
  after(() => service.stop())

  const cartId = `member:${ids.member}`
  const read = async () => cartOf(await service.call('GET', '/cart', { token }))
  const serveOtherGuest = async () => {
    const otherGuest = await service.token('guest')
    await addItem(service, otherGuest, ids.plain)
    assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: otherGuest }))), [`${ids.plain}×1`])
  }
  /** Every kind of write. */
  const writes = (itemId: string, guestToken: string): [method: string, path: string, body?: object][] => [
    ['POST', '/cart-items', item],
    ['PATCH', `/cart-items/${itemId}`, { quantity: 9 }],
    ['PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'x' }],
    ['POST', '/cart/coupon', { couponCode: 'YAZ10' }],
    ['DELETE', '/cart/coupon'],
    ['DELETE', '/cart/campaign'],
    ['POST', '/cart/merge', { guestToken }],
    ['DELETE', `/cart-items/${itemId}`],
    ['DELETE', '/cart'],
  ]
  const addWhenFree = (at: TestService) => whenFree(() => at.call('POST', '/cart-items', { token, body: item }))
  const untilWaiting = () => untilOneWaits(service.database)

  // Proves: busy-cart
  it('queues fifty adds, which all succeed after the lock, while another guest is served', async () => {
    await addItem(service, token, ids.plain)
    let adds: Promise<Answer[]> | undefined
    await whileCartLocked(url, cartId, async () => {
      adds = Promise.all(Array.from({ length: 50 }, () => addWhenFree(service)))
      await untilWaiting()
      for (let n = 0; n < 5; n++) await serveOtherGuest()
    })
    for (const answer of (await adds) ?? []) cartOf(answer, 201)
    assert.deepEqual(linesOf(await read()), [`${ids.plain}×51`])
  })

  // Proves: busy-cart
  it('takes no place of other carts: 200 adds wait for it where 10 requests may be in flight, and others are served', async () => {
    await addItem(service, token, ids.plain)
    const peer = await service.startPeer({ MAX_REQUESTS_UNDER_WAY: '10' })
    const guest = await service.token('guest')
    let adds: Promise<Answer[]> | undefined
    await whileCartLocked(url, cartId, async () => {
      adds = Promise.all(Array.from({ length: 200 }, () => addWhenFree(peer)))
      await untilWaiting()
      for (let n = 0; n < 20; n++) cartOf(await peer.call('POST', '/cart-items', { token: guest, body: item }), 201)
    })
    for (const answer of (await adds) ?? []) cartOf(answer, 201)
    for (const cause of ['network', 'queue', 'wait']) {
      assert.equal(await sample(peer, `sepet_overloaded_total{cause="${cause}"}`), 0)
    }
    await peer.stop()
  })

  it('answers every write with 503 cart_busy after five seconds, without a change, while readiness is 200', async () => {
    await service.call('DELETE', '/cart', { token })
    const itemId = await addItem(service, token, ids.plain, 3)
    const guest = await service.token('guest')
    await addItem(service, guest, ids.taxFree)
    const before = await read()
    const logged = service.log.length
    const refusals = 'sepet_failures_total{code="cart_busy"}'
    const earlier = (await sample(service, refusals)) ?? 0
    await whileCartLocked(url, cartId, async () => {
      const answers = Promise.all(
        writes(itemId, guest).map(([method, path, body]) => service.call(method, path, { token, body })),
      )
      await untilWaiting()
      await serveOtherGuest()
      assert.equal((await service.call('GET', '/health/ready')).status, 200)
      for (const answer of await answers) {
        assert.deepEqual(refusalsOf(answer), ['503 cart_busy'])
        assert.equal(answer.headers.get('retry-after'), '1')
      }
    })
    assert.deepEqual(await read(), before)
    assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: guest }))), [`${ids.taxFree}×1`])
    assert.equal(await sample(service, refusals), earlier + writes('', '').length)
    assert.equal(await sample(service, 'sepet_failures_total{code="unavailable"}'), 0)
    assert.deepEqual(
      service.log.slice(logged).filter(line => /unavailable|overloaded/i.test(line)),
      [],
    )
  })

  it('refuses a write that waits behind that of another instance with 503 cart_busy, too, and never carries it out', async () => {
    await service.call('DELETE', '/cart', { token })
    await addItem(service, token, ids.plain)
    const peer = await service.startPeer()
    const add = (instance: TestService) => instance.call('POST', '/cart-items', { token, body: item })
    const answers = await whileCartLocked(url, cartId, async () => {
      const first = add(service)
      await untilWaiting()
      const second = sleep(1_500).then(() => add(peer))
      return Promise.all([first, second])
    })
    for (const answer of answers) assert.deepEqual(refusalsOf(answer), ['503 cart_busy'])
    await peer.stop()
    assert.deepEqual(linesOf(await read()), [`${ids.plain}×1`])
  })
})
