/** The client of a shopper who is a guest: tokens are taken, stored and renewed by themselves, on devices with wrong clocks too. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createShopperClient } from 'sepet-client'
import { refusalsIn } from '../support/cart/client.ts'
import { createDevice, type Device, gate, LIFE_MS, refusing, storedToken, tokenIn } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { claimsOf } from '../support/web-checkout/checkout.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TOKENS = '/guest-tokens'

describe('a shopper who is a guest', () => {
  const secret = randomBytes(32).toString('hex')
  let service: TestService
  let device: Device
  before(async () => {
    service = await startService('sqlite', { SEPET_TOKEN_SECRET: secret, GUEST_CART_TTL_DAYS: '30' })
  })
  after(() => service.stop())
  beforeEach(() => {
    device = createDevice(service)
  })

  const item = { productId: ids.plain, quantity: 1 }
  const guestOf = (stored: string | null) => claimsOf(tokenIn(stored)).sub
  const offline = () => {
    throw new TypeError('fetch failed')
  }
  /** Waits until the background renewal has stored a token other than `before`. */
  const renewal = async (before: string | null) => {
    while (device.stored === before) await new Promise(setImmediate)
  }
  /** A guest whose token was received some time ago, with one item. */
  const guestFrom = async (ageMs: number) => {
    const guestId = randomUUID()
    const fresh = createDevice(service)
    fresh.stored = await storedToken(secret, guestId, 0)
    await fresh.start().cart.addItem(item)
    device.stored = await storedToken(secret, guestId, ageMs)
    return device.start()
  }

  it('requests nothing before the first call, and one token for twenty calls at once', async () => {
    const { cart, isLoggedIn } = device.start()
    await new Promise(setImmediate)
    assert.deepEqual(device.sent, [])
    await Promise.all(Array.from({ length: 20 }, () => cart.addItem(item)))
    assert.equal((await cart.read()).totalQuantity, 20)
    assert.equal(device.tokenRequests(), 1)
    assert.equal(isLoggedIn(), false)
  })

  it('has the same cart after a restart of the app, without a request for a token', async () => {
    await device.start().cart.addItem(item)
    const sent = device.tokenRequests()
    assert.equal((await device.start().cart.read()).totalQuantity, 1)
    assert.equal(device.tokenRequests(), sent)
  })

  it('has a cart without a storage, until the app ends', async () => {
    const start = () => createShopperClient({ baseUrl: service.url }).cart
    const cart = start()
    await cart.addItem(item)
    assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal((await start().read()).totalQuantity, 0)
  })

  it('is a new guest when the stored text is not a token', async () => {
    const { accessToken, expiresAt } = JSON.parse(await storedToken(secret, randomUUID(), 0))
    const texts = ['', 'null', '5', '[]', '{', '"x"', '{}', JSON.stringify({ accessToken, expiresAt: 'soon' })]
    const others = [{ accessToken: 'a b', expiresAt }, { accessToken: 5, expiresAt }, { accessToken }, { expiresAt }]
    for (const text of [...texts, ...others.map(each => JSON.stringify(each))]) {
      device.stored = text
      const sent = device.tokenRequests()
      assert.deepEqual((await device.start().cart.read()).items, [], text)
      assert.equal(device.tokenRequests(), sent + 1, text)
      assert.notEqual(device.stored, text)
    }
  })

  it('keeps the cart when the stored token has expired: one renewal for all calls', async () => {
    const { cart } = await guestFrom(20 * LIFE_MS)
    const before = device.stored
    const carts = await Promise.all(Array.from({ length: 20 }, () => cart.read()))
    assert.deepEqual(new Set(carts.map(({ totalQuantity }) => totalQuantity)), new Set([1]))
    assert.equal(device.tokenRequests(), 1)
    assert.equal(guestOf(device.stored), guestOf(before))
  })

  it('is a new guest when the stored token is too old to be renewed', async () => {
    const { cart } = await guestFrom(32 * LIFE_MS)
    const before = device.stored
    assert.deepEqual((await cart.read()).items, [])
    assert.deepEqual(device.sent, ['POST /guest-tokens', 'POST /guest-tokens', 'GET /cart'])
    assert.notEqual(guestOf(device.stored), guestOf(before))
  })

  it('is renewed in the background when less than a quarter of the life is left, and not before', async () => {
    const { cart } = await guestFrom(17 * HOUR_MS)
    const before = device.stored
    await cart.read()
    assert.deepEqual(device.sent, ['GET /cart'])
    const { opened, open } = gate()
    device.disturb = async path => {
      if (path === TOKENS) await opened
      return undefined
    }
    device.aheadMs = 2 * HOUR_MS
    assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal(device.stored, before)
    open()
    await renewal(before)
    assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal(device.tokenRequests(), 1)
    assert.equal(guestOf(device.stored), guestOf(before))
  })

  it('uses the token while it is valid when a renewal fails, and tries again a minute later', async () => {
    const failures = [
      offline,
      () => refusing(429, 'rate_limited', { 'Retry-After': '60' }),
      () => refusing(503, 'unavailable', { 'Retry-After': '60' }),
      () => refusing(500, 'internal_error'),
      () => refusing(404, 'not_found'),
      () => new Response('<h1>Log in to the network</h1>', { headers: { 'Content-Type': 'text/html' } }),
      () => new Response('Proxy login', { status: 401 }),
      () => Response.json({ accessToken: 'a b', expiresAt: '2026-11-21T09:00:00.000Z' }, { status: 201 }),
      () => Response.json({ accessToken: 'a', expiresAt: 'soon' }, { status: 201 }),
    ]
    for (const failure of failures) {
      device = createDevice(service)
      const { cart } = await guestFrom(20 * HOUR_MS)
      const before = device.stored
      device.disturb = path => (path === TOKENS ? failure() : undefined)
      for (let call = 0; call < 5; call++) assert.equal((await cart.read()).totalQuantity, 1)
      assert.equal(device.tokenRequests(), 1)
      device.aheadMs = MINUTE_MS
      device.disturb = () => undefined
      await cart.read()
      await renewal(before)
      assert.equal(device.tokenRequests(), 2)
      assert.equal(guestOf(device.stored), guestOf(before))
    }
  })

  it('throws the error of the renewal when the token has expired, and continues once the renewal succeeds', async () => {
    const { cart } = await guestFrom(2 * LIFE_MS)
    const before = device.stored
    device.disturb = path => (path === TOKENS ? offline() : undefined)
    await assert.rejects(cart.read(), /fetch failed/)
    device.disturb = path => (path === TOKENS ? refusing(429, 'rate_limited', { 'Retry-After': '60' }) : undefined)
    assert.deepEqual(await refusalsIn(cart.read()), ['429 rate_limited'])
    assert.equal(device.stored, before)
    device.disturb = () => undefined
    assert.equal((await cart.read()).totalQuantity, 1)
  })

  it('sends a call again with a renewed token when the clock is behind, with the body of the request', async () => {
    const { cart } = await guestFrom(2 * LIFE_MS)
    device.aheadMs = -3 * LIFE_MS
    const changed = await cart.addItem({ ...item, quantity: 4 })
    assert.equal(changed.totalQuantity, 5)
    assert.deepEqual(device.sent, ['POST /cart-items', 'POST /guest-tokens', 'POST /cart-items'])
    await cart.read()
    assert.equal(device.sent.length, 4)
  })

  it('renews once for all calls that are refused at the same time', async () => {
    const { cart } = await guestFrom(2 * LIFE_MS)
    device.aheadMs = -3 * LIFE_MS
    const { opened, open } = gate()
    device.disturb = async path => {
      if (path === '/cart-items') await opened
      return undefined
    }
    const refusedLater = cart.addItem(item)
    const carts = await Promise.all(Array.from({ length: 20 }, () => cart.read()))
    assert.deepEqual(new Set(carts.map(({ totalQuantity }) => totalQuantity)), new Set([1]))
    open()
    assert.equal((await refusedLater).totalQuantity, 2)
    assert.equal(device.tokenRequests(), 1)
  })

  it('renews at most once a minute when the clock is ahead, also after a restart of the app', async () => {
    device.aheadMs = 3 * LIFE_MS
    const { cart } = device.start()
    await cart.addItem(item)
    for (let call = 0; call < 3; call++) assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal((await device.start().cart.read()).totalQuantity, 1)
    assert.equal(device.tokenRequests(), 1)
    device.aheadMs += MINUTE_MS
    for (let call = 0; call < 3; call++) assert.equal((await cart.read()).totalQuantity, 1)
    assert.equal(device.tokenRequests(), 2)
  })

  it('is a new guest when the service has another secret', async () => {
    const peer = await service.startPeer({ SEPET_TOKEN_SECRET: randomBytes(32).toString('hex') })
    device = createDevice(peer)
    device.stored = await storedToken(secret, randomUUID(), 0)
    const before = device.stored
    assert.equal((await device.start().cart.addItem(item)).totalQuantity, 1)
    assert.notEqual(guestOf(device.stored), guestOf(before))
    await peer.stop()
  })

  it('sends a bounded number of requests to a service that refuses every token', async () => {
    const { cart } = device.start()
    device.disturb = path => (path === TOKENS ? undefined : refusing(401, 'token_invalid'))
    assert.deepEqual(await refusalsIn(cart.read()), ['401 token_invalid'])
    assert.deepEqual(device.sent, ['POST /guest-tokens', 'GET /cart', 'POST /guest-tokens', 'GET /cart'])
    assert.deepEqual(await refusalsIn(cart.read()), ['401 token_invalid'])
    assert.equal(device.sent.length, 5)
    device.disturb = () => refusing(401, 'token_invalid')
    device.aheadMs = 2 * LIFE_MS
    assert.deepEqual(await refusalsIn(cart.read()), ['401 token_invalid'])
    assert.equal(device.sent.length, 7)
    const withoutStorage = device.start({ storage: { read: () => null, write: () => {} } })
    assert.deepEqual(await refusalsIn(withoutStorage.cart.read()), ['401 token_invalid'])
    assert.equal(device.sent.length, 8)
  })

  it('is told when it has logged in elsewhere, and is a new guest once the token has expired', async () => {
    const { cart } = device.start()
    await cart.addItem(item)
    const token = await service.token('member', { id: String(ids.member) })
    await service.call('POST', '/cart/merge', { token, body: { guestToken: tokenIn(device.stored) } })
    const before = device.stored
    assert.deepEqual(await refusalsIn(cart.read()), ['401 guest_cancelled'])
    assert.equal(device.tokenRequests(), 1)
    device.aheadMs = LIFE_MS
    assert.deepEqual((await cart.read()).items, [])
    assert.notEqual(guestOf(device.stored), guestOf(before))
  })

  it('is not replaced when the stored token cannot be read, and continues in memory when it cannot be stored', async () => {
    await device.start().cart.addItem(item)
    const stored = device.stored
    let isLocked = true
    const read = async () => (isLocked ? Promise.reject(new Error('The keychain is locked.')) : stored)
    const write = () => {
      throw new Error('The storage is full.')
    }
    const { cart } = device.start({ storage: { read, write } })
    await assert.rejects(cart.read(), /The keychain is locked/)
    assert.equal(device.tokenRequests(), 1)
    isLocked = false
    assert.equal((await cart.read()).totalQuantity, 1)
    const inMemory = device.start({ storage: { read: () => null, write } })
    await inMemory.cart.addItem(item)
    assert.equal((await inMemory.cart.read()).totalQuantity, 1)
    assert.equal(device.tokenRequests(), 2)
  })

  it('can abort a call that waits for a token, while other calls wait on', async () => {
    const { opened, open } = gate()
    device.disturb = async path => {
      if (path === TOKENS) await opened
      return undefined
    }
    const { cart } = device.start()
    const controller = new AbortController()
    const aborted = cart.read({ signal: controller.signal })
    const other = cart.addItem(item)
    controller.abort(new Error('the screen was left'))
    await assert.rejects(aborted, /the screen was left/)
    open()
    assert.equal((await other).totalQuantity, 1)
    assert.deepEqual(device.sent, ['POST /guest-tokens', 'POST /cart-items'])
  })

  it('gets a checkout link for the guest', async () => {
    const { checkout } = device.start()
    assert.match((await checkout.guestLink()).url, /handoff\?t=/)
  })
})
