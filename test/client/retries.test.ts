/** Which requests the client repeats after failures of the network, for how long, and in which order writes are sent. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ClientOptions, createClient, createShopperClient, isNetworkError, type SepetClient } from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'
import { newIdempotencyKey } from '../../packages/client/src/idempotency-key.ts'
import { createAttempt } from '../../packages/client/src/network.ts'
import { STOREFRONT_RETRIES } from '../../packages/client/src/repeatable-requests.ts'
import { createRetryingFetch, type Device, type RetryOptions } from '../../packages/client/src/retrying-fetch.ts'
import { cartFor, refusalsIn } from '../support/cart/client.ts'
import { gate, refusing } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

type Send = (request: Request) => Promise<Response>

const item = { productId: ids.plain, quantity: 1 }
const failure = new TypeError('fetch failed')
const soon = { maxWaitSeconds: 0.01 }

/** Requests as `POST /cart-items`. */
const nameOf = ({ method, url }: Request) =>
  `${method} ${new URL(url).pathname.replace('/api/v3/storefront/2026-01', '')}`

describe('the client in a network that fails', () => {
  let service: TestService
  let token: string
  before(async () => {
    service = await startService('sqlite')
    await service.importShop({
      campaigns: [{ id: 7, name: 'Yüzde on', reward: { type: 'percent', value: '10' } }],
    })
  })
  after(() => service.stop())

  /** A client of a new guest whose requests go through `disturb`, which returns a response in place of the service's. */
  const clientWith = async (
    disturb: (request: Request, sent: number) => unknown,
    options: Partial<ClientOptions> = {},
  ) => {
    const sent: string[] = []
    const keys: (string | null)[] = []
    token = await service.token('guest')
    const send: Send = async request => {
      sent.push(nameOf(request))
      keys.push(request.headers.get('Idempotency-Key'))
      const answer = await disturb(request, sent.length)
      return answer instanceof Response ? answer : fetch(request)
    }
    const client = createClient({ baseUrl: service.url, token, fetch: send, retry: soon, ...options })
    return { ...client, sent, keys }
  }
  /** Fails the first request before the service, or after it has executed the request. */
  const losing = (what: 'request' | 'response') => async (request: Request, sent: number) => {
    if (sent > 1) return undefined
    if (what === 'response') await (await fetch(request)).text()
    throw failure
  }

  describe('repeats', () => {
    const line = async ({ cart }: SepetClient) => (await cart.read()).items[0]?.id ?? ''
    const calls: Record<string, (client: SepetClient, lineId: string) => Promise<unknown>> = {
      'GET /cart': ({ cart }) => cart.read(),
      'POST /cart-items': ({ cart }) => cart.addItem(item),
      'PATCH /cart-items/{id}': ({ cart }, id) => cart.setQuantity(id, 4),
      'PATCH /cart-items/{id}/notes': ({ cart }, id) => cart.setNotes(id, { giftPackage: true }),
      'DELETE /cart-items/{id}': ({ cart }, id) => cart.removeItem(id),
      'POST /cart/coupon': ({ cart }) => cart.applyCoupon('YOK'),
      'DELETE /cart/coupon': ({ cart }) => cart.removeCoupon(),
      'POST /cart/campaign': ({ cart }) => cart.chooseCampaign(7),
      'DELETE /cart/campaign': ({ cart }) => cart.removeCampaign(),
      'POST /checkout-guest-session': ({ checkout }) => checkout.guestLink(),
    }
    for (const [name, call] of Object.entries(calls)) {
      it(`${name} once after a lost request, and once after a lost response`, async () => {
        for (const what of ['request', 'response'] as const) {
          const client = await clientWith(losing(what))
          await cartFor(service, token).addItem(item)
          const id = await line({ ...client, cart: cartFor(service, token) })
          await call(client, id)
          const expected = name.replace('{id}', id)
          assert.deepEqual(client.sent.slice(0, 2), [expected, expected], what)
        }
      })
    }

    it('the merge of a guest after a lost response', async () => {
      const guestToken = await service.token('guest')
      await cartFor(service, guestToken).addItem(item)
      const member = await service.token('member', { id: String(ids.member) })
      const { cart, sent } = await clientWith(losing('response'), { token: member })
      assert.equal((await cart.merge(guestToken)).totalQuantity, 1)
      assert.equal(sent.length, 2)
    })

    it('neither an emptied cart nor an add without a key, whose error is thrown unchanged', async () => {
      for (const call of [
        ({ cart }: SepetClient) => cart.clear(),
        ({ api }: SepetClient) => api.POST('/api/v3/storefront/2026-01/cart-items', { body: item }),
      ]) {
        const client = await clientWith(losing('response'))
        await assert.rejects(call(client), error => error === failure)
        assert.equal(client.sent.length, 1)
      }
    })

    it('a read of administrators, and none of their writes', async () => {
      const sent: string[] = []
      const admin = createAdminClient({
        baseUrl: service.url,
        token: await service.token('admin', { scope: 'customers:read customers:write' }),
        retry: soon,
        fetch: async request => {
          sent.push(request.method)
          if (sent.length !== 2) throw failure
          return fetch(request)
        },
      })
      assert.equal((await admin.customers.read(ids.member)).id, ids.member)
      await assert.rejects(admin.customers.update(ids.member, { name: 'Ada' }), error => error === failure)
      assert.deepEqual(sent, ['GET', 'GET', 'PUT'])
    })

    it('nothing after an error of the token function or of the token, whatever the error is', async () => {
      for (const [read, expected] of [
        [async () => Promise.reject(failure), (error: unknown) => error === failure],
        [async () => 'no token', (error: unknown) => error instanceof TypeError && error !== failure],
      ] as const) {
        let asked = 0
        const asking = () => {
          asked++
          return read()
        }
        const { cart, sent } = await clientWith(() => undefined, { token: asking })
        await assert.rejects(cart.read(), expected)
        assert.deepEqual([asked, sent.length], [1, 0])
      }
    })

    it('a request without a response, also if `fetch` ignores its signal', async () => {
      const retry = { ...soon, timeoutSeconds: 0.5 }
      const { cart, sent } = await clientWith((_, count) => count === 1 && new Promise(() => {}), { retry })
      assert.equal((await cart.addItem(item)).totalQuantity, 1)
      assert.ok(sent.length > 1)
    })

    it('a request whose response ends early, with or without a stated length', async () => {
      const json = { 'Content-Type': 'application/vnd.api+json' }
      const failing = new ReadableStream({ pull: controller => controller.error(failure) })
      for (const answer of [
        new Response('{"data":{"ty', { headers: json }),
        new Response(failing, { headers: json }),
      ]) {
        const { cart, sent } = await clientWith((_, count) => (count === 1 ? answer : undefined))
        assert.deepEqual((await cart.read()).items, [])
        assert.equal(sent.length, 2)
      }
    })
  })

  describe('the limits', () => {
    it('that are undefined are the defaults', async () => {
      const { cart, sent } = await clientWith(losing('request'), { retry: { ...soon, attempts: undefined } })
      assert.equal((await cart.addItem(item)).totalQuantity, 1)
      assert.equal(sent.length, 2)
    })

    it('that are out of range are refused when the client is created', () => {
      const wrong = [
        ...[0, -1, 1.5, Number.NaN].map(attempts => ({ attempts })),
        ...[0, -1, Number.NaN].flatMap(seconds => [
          { maxWaitSeconds: seconds },
          { timeoutSeconds: seconds },
          { deadlineSeconds: seconds },
        ]),
      ]
      const options = { baseUrl: 'http://shop.test', token: 'eyJ' }
      for (const retry of wrong) {
        for (const create of [createClient, createAdminClient, createShopperClient]) {
          assert.throws(() => create({ ...options, retry }), RangeError, JSON.stringify(retry))
        }
      }
    })
  })

  it('tells failures of the network apart from every other error', async () => {
    const errorOf = (call: Promise<unknown>) =>
      call.then(
        () => assert.fail('The call has succeeded.'),
        (error: unknown) => error,
      )
    const retry = { ...soon, attempts: 2 }
    const failing = () => Promise.reject(failure)
    const { cart } = await clientWith(failing, { retry })
    assert.ok(isNetworkError(await errorOf(cart.read())))
    const { imports } = createAdminClient({ baseUrl: service.url, token, fetch: failing, retry })
    assert.ok(isNetworkError(await errorOf(imports.csv(new Blob(['sku']).stream(), { vatRate: 20 }))))
    const hanging = await clientWith(() => new Promise(() => {}), { retry: { ...retry, deadlineSeconds: 0.3 } })
    assert.ok(isNetworkError(await errorOf(hanging.cart.clear())))
    const refused = await clientWith(() => refusing(500, 'internal_error'), { retry })
    assert.ok(!isNetworkError(await errorOf(refused.cart.read())))
    const tokenless = createClient({
      baseUrl: service.url,
      token: () => Promise.reject(new TypeError('no token')),
      retry,
    })
    assert.ok(!isNetworkError(await errorOf(tokenless.cart.read())))
    assert.ok(!isNetworkError(await errorOf(cart.read({ signal: AbortSignal.abort() }))))
  })

  describe('an add', () => {
    it('has a new key, and each repetition the same', async () => {
      const { cart, keys } = await clientWith(losing('response'))
      assert.equal((await cart.addItem(item)).totalQuantity, 1)
      assert.equal((await cart.addItem(item)).totalQuantity, 2)
      const [first, again, second] = keys
      assert.equal(first, again)
      assert.notEqual(first, second)
      assert.match(`${first} ${second}`, /^[\da-f-]{32,36} [\da-f-]{32,36}$/)
    })

    it('with the key of an earlier call adds nothing, as after a restart of the app', async () => {
      const idempotencyKey = 'add-1'
      const { cart, sent } = await clientWith(losing('response'), { retry: { attempts: 1 } })
      await assert.rejects(cart.addItem(item, { idempotencyKey }), error => error === failure)
      const restarted = createClient({ baseUrl: service.url, token })
      assert.equal((await restarted.cart.addItem(item, { idempotencyKey })).totalQuantity, 1)
      const other = restarted.cart.addItem({ ...item, quantity: 2 }, { idempotencyKey })
      assert.deepEqual(await refusalsIn(other), ['422 idempotency_key_reused'])
      assert.equal(sent.length, 1)
    })

    it('has a key also where the platform makes no UUIDs', () => {
      const numbers = Array.from({ length: 64 }, (_, index) => index / 64)
      const random = () => numbers.shift() ?? 0
      const keys = [newIdempotencyKey({}, random), newIdempotencyKey({ crypto: {} }, random)]
      assert.match(keys.join(' '), /^[\da-f]{32} [\da-f]{32}$/)
      assert.equal(new Set(keys).size, 2)
    })
  })

  describe('a removal', () => {
    it('has succeeded if the repeated request finds no item', async () => {
      const { cart, sent } = await clientWith(losing('response'))
      const { affectedItemId } = await cartFor(service, token).addItem(item)
      assert.deepEqual((await cart.removeItem(affectedItemId)).items, [])
      const path = `DELETE /cart-items/${affectedItemId}`
      assert.deepEqual(sent, [path, path, 'GET /cart'])
      assert.deepEqual(await refusalsIn(cart.removeItem(affectedItemId)), ['404 item_not_found'])
    })

    it('is refused if nothing was done before the repeated request', async () => {
      const limited = () => refusing(429, 'rate_limited', { 'Retry-After': '0' })
      const { cart } = await clientWith((_, count) => (count === 1 ? limited() : undefined))
      assert.deepEqual(await refusalsIn(cart.removeItem('x')), ['404 item_not_found'])
    })
  })

  describe('the deadline', () => {
    it('ends the repetition with the last error or the last response, unchanged', async () => {
      const errors: unknown[] = []
      const retry = { attempts: 1000, maxWaitSeconds: 0.01, deadlineSeconds: 2 }
      const failing = await clientWith(
        () => {
          errors.push(new TypeError(`fetch failed ${errors.length}`))
          throw errors.at(-1)
        },
        { retry },
      )
      await assert.rejects(failing.cart.read(), error => error === errors.at(-1))
      assert.ok(errors.length > 1)
      const unavailable = await clientWith(() => refusing(503, 'unavailable'), { retry })
      assert.deepEqual(await refusalsIn(unavailable.cart.addItem(item)), ['503 unavailable'])
      assert.ok(unavailable.sent.length > 1)
    })

    it('ends a request without a response, also of a call that is not repeated, and frees the queue of the writes', async () => {
      const retry = { deadlineSeconds: 2 }
      const { cart, sent } = await clientWith((_, count) => count === 1 && new Promise(() => {}), { retry })
      const clearing = cart.clear()
      const adding = cartFor(service, token).addItem(item)
      await assert.rejects(clearing, { name: 'TimeoutError', message: 'No response within 2 s.' })
      assert.equal((await adding).totalQuantity, 1)
      await cart.removeCoupon().catch(error => assert.equal(error.name, 'TimeoutError'))
      assert.deepEqual(sent.slice(0, 2), ['DELETE /cart', 'DELETE /cart/coupon'])
    })

    it('of the caller is the signal, which ends a wait as well', async () => {
      const reached = gate()
      const { cart, sent } = await clientWith(
        () => {
          reached.open()
          return refusing(503, 'unavailable', { 'Retry-After': '9' })
        },
        { retry: {} },
      )
      const controller = new AbortController()
      const reading = cart.read({ signal: controller.signal })
      await reached.opened
      controller.abort(new Error('the screen was left'))
      await assert.rejects(reading, /the screen was left/)
      await assert.rejects(cart.read({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
      assert.equal(sent.length, 2)
    })
  })

  describe('writes', () => {
    it('are sent in the order of the calls, also while the first is repeated; reads do not wait', async () => {
      const lost = gate()
      let writes = 0
      const { cart, sent } = await clientWith(async ({ method }) => {
        if (method === 'GET' || writes++ > 0) return undefined
        await lost.opened
        throw failure
      })
      const { affectedItemId: id } = await cartFor(service, token).addItem(item)
      const [first, second] = [cart.setQuantity(id, 2), cart.setQuantity(id, 3)]
      assert.equal((await cart.read()).totalQuantity, 1)
      lost.open()
      assert.deepEqual([(await first).totalQuantity, (await second).totalQuantity], [2, 3])
      assert.deepEqual(
        sent.map(name => name.slice(0, 5)),
        ['PATCH', 'GET /', 'PATCH', 'PATCH'],
      )
      assert.equal((await cart.read()).totalQuantity, 3)
    })

    it('that are aborted leave the queue, and those behind them still wait for those before them', async () => {
      const lost = gate()
      const { cart, sent } = await clientWith(async (_, count) => (count === 1 ? void (await lost.opened) : undefined))
      const first = cart.addItem({ ...item, quantity: 2 })
      const controller = new AbortController()
      const aborted = cart.addItem({ ...item, quantity: 10 }, { signal: controller.signal })
      const third = cart.addItem({ ...item, quantity: 3 })
      controller.abort(new Error('the screen was left'))
      await assert.rejects(aborted, /the screen was left/)
      assert.equal(sent.length, 1)
      lost.open()
      assert.deepEqual([(await first).totalQuantity, (await third).totalQuantity], [2, 5])
    })

    it('follow a write that was refused', async () => {
      const { cart } = await clientWith(() => undefined)
      const refused = refusalsIn(cart.addItem({ ...item, productId: ids.offSale }))
      const added = cart.addItem(item)
      assert.deepEqual(await refused, ['422 product_not_on_sale /productId'])
      assert.equal((await added).totalQuantity, 1)
    })
  })
})

describe('the wait before a retry', () => {
  /** The waits of a request whose attempts have the given results, by a clock that only the waits move. */
  const waitsOf = async (answer: () => Response, limits: Partial<RetryOptions>, random = 0.5): Promise<number[]> => {
    const waits: number[] = []
    let now = 0
    const device: Device = {
      now: () => now,
      random: () => random,
      pause: async milliseconds => {
        waits.push(Math.round(milliseconds))
        now += milliseconds
      },
    }
    const all = { attempts: 9, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 60, ...limits }
    const send = createRetryingFetch(
      () => createAttempt(async () => answer()),
      all,
      () => true,
      device,
    )
    await send(new Request('http://shop.test/')).catch(error => assert.equal(error, failure))
    return waits
  }
  const lost = () => {
    throw failure
  }
  const unavailable = (retryAfter: string) => () => refusing(503, 'unavailable', { 'Retry-After': retryAfter })

  it('is random, up to a time that doubles with each retry, and at most `maxWaitSeconds`', async () => {
    assert.deepEqual(await waitsOf(lost, {}), [100, 200, 400, 800, 1600, 3200, 5000, 5000])
    assert.deepEqual(await waitsOf(lost, { attempts: 4 }, 0), [0, 0, 0])
    assert.deepEqual(await waitsOf(lost, { attempts: 4 }, 0.999), [200, 400, 799])
  })

  it('is at least the time in Retry-After, which must not exceed `maxWaitSeconds`', async () => {
    assert.deepEqual(await waitsOf(unavailable('2'), { attempts: 4 }), [2100, 2200, 2400])
    assert.deepEqual(await waitsOf(unavailable('10'), { attempts: 3 }), [10_000, 10_000])
    assert.deepEqual(await waitsOf(unavailable('11'), { attempts: 3 }), [])
  })

  it('does not begin if it would end after the deadline', async () => {
    assert.deepEqual(await waitsOf(lost, { deadlineSeconds: 1.5 }), [100, 200, 400])
    assert.deepEqual(await waitsOf(unavailable('2'), { deadlineSeconds: 2 }), [])
  })

  it('of a storefront without a network is ended by the deadline, not by the number of attempts', async () => {
    for (const random of [0.25, 0.5, 0.999]) {
      const waits = await waitsOf(lost, STOREFRONT_RETRIES.limits, random)
      assert.ok(waits.length < STOREFRONT_RETRIES.limits.attempts - 1)
      const waited = waits.reduce((sum, wait) => sum + wait, 0)
      assert.ok(waited > 20_000 && waited < 30_000, `${waited}`)
    }
  })
})
