/** Carts without a network, and conditional reads: the last cart is shown to its owner alone. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createClient, isNetworkError, type LatestCart, type ShopperClient } from 'sepet-client'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { createDevice, type Device, gate, LIFE_MS, refusing } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const item = { productId: ids.plain, quantity: 1 }
const failure = new TypeError('fetch failed')
const retry = { attempts: 2, maxWaitSeconds: 0.01 }

describe('a shopper without a network', () => {
  let service: TestService
  let device: Device
  let shopper: ShopperClient
  let member: string
  before(async () => {
    service = await startService('sqlite', { SEPET_TOKEN_SECRET: randomBytes(32).toString('hex') })
    member = await service.token('member', { id: String(ids.member) })
  })
  after(() => service.stop())
  beforeEach(async () => {
    await cartFor(service, member).clear()
    device = createDevice(service)
    shopper = device.start({ retry })
  })

  const offline = () => {
    device.disturb = () => Promise.reject(failure)
  }
  const online = () => {
    device.disturb = () => undefined
  }
  const shown = ({ cart, isStale }: LatestCart) => [...itemsOf(cart), ...(isStale ? ['stale'] : [])]

  it('sees the last cart, from a read or a write, with the time when it was received', async () => {
    await shopper.cart.addItem(item)
    const before = Date.now()
    device.aheadMs = LIFE_MS / 2
    offline()
    const stale = await shopper.cart.readLatest()
    assert.deepEqual(shown(stale), [`${ids.plain}×1`, 'stale'])
    assert.ok(stale.readAt.getTime() <= before)
    online()
    await cartFor(service, JSON.parse(device.stored ?? '{}').accessToken).addItem(item)
    const fresh = await shopper.cart.readLatest()
    assert.deepEqual(shown(fresh), [`${ids.plain}×2`])
    assert.ok(fresh.readAt.getTime() >= before + LIFE_MS / 2)
    offline()
    const again = await shopper.cart.readLatest()
    assert.deepEqual(again, { ...fresh, isStale: true, readAt: again.readAt })
    assert.ok(again.readAt.getTime() <= fresh.readAt.getTime())
  })

  it('sees the last cart also when the service or the guest token is away', async () => {
    await shopper.cart.addItem(item)
    for (const answer of [
      () => refusing(503, 'unavailable'),
      () => refusing(500, 'internal_error'),
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      () => new Response('<h1>Log in to the network</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ]) {
      device.disturb = () => answer()
      assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
    }
    offline()
    device.aheadMs = 2 * LIFE_MS
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
    assert.equal(device.sent.at(-1), 'POST /guest-tokens')
  })

  it('is told the failure if there is no last cart, and every refusal', async () => {
    offline()
    await assert.rejects(shopper.cart.readLatest(), error => error === failure)
    online()
    await shopper.cart.addItem(item)
    offline()
    await assert.rejects(shopper.cart.read(), error => error === failure)
    for (const [status, code] of [
      [401, 'guest_cancelled'],
      [403, 'insufficient_scope'],
      [429, 'rate_limited'],
    ] as const) {
      device.disturb = () => refusing(status, code)
      assert.deepEqual(await refusalsIn(shopper.cart.readLatest()), [`${status} ${code}`])
    }
  })

  it('waits for the network at most `timeoutSeconds`', async () => {
    await shopper.cart.addItem(item)
    device.disturb = () => new Promise(() => {})
    assert.deepEqual(shown(await shopper.cart.readLatest({ timeoutSeconds: 0.05 })), [`${ids.plain}×1`, 'stale'])
    const left = shopper.cart.readLatest({
      timeoutSeconds: 60,
      signal: AbortSignal.abort(new Error('the screen was left')),
    })
    await assert.rejects(left, /the screen was left/)
    const restarted = device.start({ retry })
    await assert.rejects(
      restarted.cart.readLatest({ timeoutSeconds: 0.05 }),
      error => isNetworkError(error) && (error as Error).name === 'TimeoutError',
    )
    for (const timeoutSeconds of [0, -1, Number.NaN]) {
      await assert.rejects(shopper.cart.readLatest({ timeoutSeconds }), RangeError)
    }
    online()
    assert.deepEqual(shown(await shopper.cart.readLatest({ timeoutSeconds: 60 })), [`${ids.plain}×1`])
  })

  it('waits for the network at most as long as its signal allows, unless the screen is left', async () => {
    await shopper.cart.addItem(item)
    device.disturb = () => new Promise(() => {})
    const timed = await shopper.cart.readLatest({ signal: AbortSignal.timeout(50) })
    assert.deepEqual(shown(timed), [`${ids.plain}×1`, 'stale'])
    const controller = new AbortController()
    const left = shopper.cart.readLatest({ signal: controller.signal })
    controller.abort(new Error('the screen was left'))
    await assert.rejects(left, /the screen was left/)
  })

  it('sees no cart of the guest after the login or the logout, and that of the member', async () => {
    await shopper.cart.addItem(item)
    await shopper.logIn(member)
    offline()
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
    online()
    await cartFor(service, member).addItem({ productId: ids.taxFree, quantity: 1 })
    await shopper.cart.read()
    await shopper.logOut()
    offline()
    await assert.rejects(shopper.cart.readLatest(), error => error === failure)
  })

  it('sees no cart of an earlier guest whose token is not renewed any more, and again that of the new guest', async () => {
    await shopper.cart.addItem({ ...item, quantity: 5 })
    device.aheadMs = 2 * LIFE_MS
    const guestTokens = [refusing(401, 'token_invalid')]
    device.disturb = path => (path === '/guest-tokens' ? guestTokens.shift() : Promise.reject(failure))
    await assert.rejects(shopper.cart.readLatest(), error => error === failure)
    assert.equal(device.tokenRequests(), 3)
    online()
    await shopper.cart.addItem(item)
    offline()
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
  })

  it('sees the last cart after a renewal of the guest token', async () => {
    await shopper.cart.addItem(item)
    device.aheadMs = 2 * LIFE_MS
    device.disturb = path => (path === '/guest-tokens' ? undefined : Promise.reject(failure))
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
    assert.equal(device.tokenRequests(), 2)
  })

  it('keeps the cart of a new guest when a read of the earlier one ends after the logout', async () => {
    const [asked, loggedOut] = [gate(), gate()]
    await shopper.cart.addItem({ ...item, quantity: 5 })
    device.disturb = async (path, request) => {
      if (path !== '/cart' || request.method !== 'GET') return undefined
      const response = await fetch(request)
      asked.open()
      await loggedOut.opened
      return response
    }
    const reading = shopper.cart.read()
    await asked.opened
    await shopper.logOut()
    await shopper.cart.addItem(item)
    loggedOut.open()
    assert.equal((await reading).totalQuantity, 5)
    offline()
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×1`, 'stale'])
  })

  it('keeps no cart that is older than the last write', async () => {
    const [asked, added] = [gate(), gate()]
    await shopper.cart.addItem(item)
    device.disturb = async (path, request) => {
      if (path !== '/cart') return undefined
      const response = await fetch(request)
      asked.open()
      await added.opened
      return response
    }
    const reading = shopper.cart.read()
    await asked.opened
    await shopper.cart.addItem(item)
    added.open()
    assert.equal((await reading).totalQuantity, 1)
    offline()
    assert.deepEqual(shown(await shopper.cart.readLatest()), [`${ids.plain}×2`, 'stale'])
  })

  it('adds an item once when the login comes between two attempts', async () => {
    for (const what of ['request', 'response']) {
      await cartFor(service, member).clear()
      shopper = device.start({ retry: { attempts: 9 } })
      const [lost, loggedIn] = [gate(), gate()]
      let adds = 0
      device.disturb = async (path, request) => {
        if (path !== '/cart-items' || adds++ > 0) return undefined
        if (what === 'response') assert.equal((await fetch(request)).status, 201)
        lost.open()
        await loggedIn.opened
        throw failure
      }
      const adding = shopper.cart.addItem(item)
      await lost.opened
      const login = shopper.logIn(member).finally(loggedIn.open)
      assert.equal((await adding).totalQuantity, 1)
      await login
      assert.equal((await cartFor(service, member).read()).totalQuantity, 1, what)
      assert.equal(adds, 2)
      await shopper.logOut()
    }
  })

  it('adds nothing to the cart of another shopper when a logout comes between two attempts', async () => {
    for (const begin of [async () => {}, () => shopper.logIn(member)]) {
      const [lost, loggedOut] = [gate(), gate()]
      device.disturb = async path => {
        if (path !== '/cart-items') return undefined
        lost.open()
        await loggedOut.opened
        throw failure
      }
      await begin()
      const adding = assert.rejects(shopper.cart.addItem(item), error => error === failure)
      await lost.opened
      await shopper.logOut()
      loggedOut.open()
      await adding
      assert.deepEqual((await shopper.cart.read()).items, [])
    }
    assert.equal(device.sent.filter(each => each === 'POST /cart-items').length, 2)
  })
})

describe('a second read of the same cart', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
  })
  after(() => service.stop())

  /** A client, and the statuses of its responses. */
  const clientOf = (token: string | (() => string)) => {
    const statuses: number[] = []
    const send = async (request: Request) => {
      const response = await fetch(request)
      statuses.push(response.status)
      return response
    }
    return { ...createClient({ baseUrl: service.url, token, fetch: send, retry }), statuses }
  }

  it('is answered without a body, and returns a cart of its own', async () => {
    const { cart, statuses } = clientOf(await service.token('guest'))
    await cart.addItem(item)
    const first = await cart.read()
    const second = await cart.read()
    assert.deepEqual(second, first)
    second.items.pop()
    assert.deepEqual(await cart.read(), first)
    assert.deepEqual(statuses, [201, 200, 304, 304])
  })

  it('is answered in full after a change, also by another device', async () => {
    const token = await service.token('guest')
    const { cart, statuses } = clientOf(token)
    await cart.read()
    await cart.addItem(item)
    assert.equal((await cart.read()).totalQuantity, 1)
    await cartFor(service, token).addItem(item)
    assert.equal((await cart.read()).totalQuantity, 2)
    assert.deepEqual(statuses, [200, 201, 200, 200])
  })

  it('is answered in full to another owner, and without a body to the same owner with a renewed token', async () => {
    const guest = async () => service.token('guest')
    const member = (ttlSeconds: number) => service.token('member', { id: String(ids.member), ttlSeconds })
    let token = await guest()
    await cartFor(service, await member(60)).addItem(item)
    const { cart, statuses } = clientOf(() => token)
    await cart.addItem(item)
    await cart.read()
    token = await guest()
    assert.deepEqual((await cart.read()).items, [])
    token = await member(600)
    await cart.read()
    token = await member(1200)
    await cart.read()
    assert.deepEqual(statuses, [201, 200, 200, 200, 304])
  })

  it('shows the last cart of a client to the owner of the latest token alone', async () => {
    let token = await service.token('guest')
    let isOffline = false
    const send = (request: Request) => (isOffline ? Promise.reject(failure) : fetch(request))
    const { cart } = createClient({ baseUrl: service.url, token: () => token, fetch: send, retry })
    await cart.addItem(item)
    isOffline = true
    assert.deepEqual([(await cart.readLatest()).isStale, (await cart.readLatest()).cart.totalQuantity], [true, 1])
    token = await service.token('guest')
    await assert.rejects(cart.readLatest(), error => error === failure)
  })
})
