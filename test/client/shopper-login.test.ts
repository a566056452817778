/** The client of a shopper who logs in and out: the guest's cart is merged, or nothing changes. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { createDevice, type Device, LIFE_MS, refusing, storedToken, tokenIn } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MAX_LINES = 2
const TOKENS = '/guest-tokens'
const MERGE = '/cart/merge'

describe('a shopper who logs in', () => {
  const secret = randomBytes(32).toString('hex')
  let service: TestService
  let device: Device
  let member: string
  before(async () => {
    service = await startService('sqlite', { SEPET_TOKEN_SECRET: secret, CART_MAX_LINES: String(MAX_LINES) })
    member = await service.token('member', { id: String(ids.member) })
  })
  after(() => service.stop())
  beforeEach(async () => {
    device = createDevice(service)
    await cartFor(service, member).clear()
  })

  const item = { productId: ids.plain, quantity: 1 }
  const offline = () => {
    throw new TypeError('fetch failed')
  }

  it('has the cart of the guest and of the member, and no longer a guest token', async () => {
    await cartFor(service, member).addItem(item)
    const shopper = device.start()
    await shopper.cart.addItem({ productId: ids.taxFree, quantity: 2 })
    const guestToken = tokenIn(device.stored)
    const merged = await shopper.logIn(async () => member)
    assert.deepEqual(itemsOf(merged), [`${ids.plain}×1`, `${ids.taxFree}×2`])
    assert.equal(shopper.isLoggedIn(), true)
    assert.equal(device.stored, null)
    assert.deepEqual(await shopper.cart.read(), merged)
    assert.match((await shopper.checkout.memberLink()).url, /handoff\?t=/)
    assert.deepEqual(await refusalsIn(cartFor(service, guestToken).read()), ['401 guest_cancelled'])
  })

  it('takes no guest token when the login is the first call', async () => {
    await cartFor(service, member).addItem(item)
    const shopper = device.start()
    assert.equal((await shopper.logIn(member)).totalQuantity, 1)
    assert.deepEqual(device.sent, ['GET /cart'])
  })

  it('has the same cart when the login is repeated, also at the same time', async () => {
    const shopper = device.start()
    await shopper.cart.addItem(item)
    const carts = await Promise.all([shopper.logIn(member), shopper.logIn(member)])
    carts.push(await shopper.logIn(member), await device.start().logIn(member))
    assert.deepEqual(
      carts.map(({ totalQuantity }) => totalQuantity),
      [1, 1, 1, 1],
    )
  })

  it('stays a guest with every item when the carts do not fit into one', async () => {
    await cartFor(service, member).addItem(item)
    await cartFor(service, member).addItem({ productId: ids.taxFree, quantity: 1 })
    const shopper = device.start()
    await shopper.cart.addItem({ productId: ids.soldOut, quantity: 5 })
    const { stored } = device
    assert.deepEqual(await refusalsIn(shopper.logIn(member)), ['422 cart_full /guestToken'])
    assert.equal(shopper.isLoggedIn(), false)
    assert.equal(device.stored, stored)
    assert.deepEqual(itemsOf(await shopper.cart.read()), [`${ids.soldOut}×5`])
    await cartFor(service, member).clear()
    assert.deepEqual(itemsOf(await shopper.logIn(member)), [`${ids.soldOut}×5`])
  })

  it('stays a guest when the token of the member is refused', async () => {
    const shopper = device.start()
    await shopper.cart.addItem(item)
    const inactive = await service.token('member', { id: String(ids.inactive) })
    assert.deepEqual(await refusalsIn(shopper.logIn('eyJ.eyJ.c2ln')), ['401 token_invalid'])
    assert.deepEqual(await refusalsIn(shopper.logIn(inactive)), ['401 customer_not_active'])
    await assert.rejects(shopper.logIn('a b'), TypeError)
    await assert.rejects(
      shopper.logIn(async () => assert.fail('no one is logged in')),
      /no one is logged in/,
    )
    assert.equal(shopper.isLoggedIn(), false)
    assert.equal((await shopper.cart.read()).totalQuantity, 1)
  })

  it('can repeat a login whose response was lost', async () => {
    const shopper = device.start()
    await shopper.cart.addItem(item)
    device.disturb = async (path, request) => {
      if (path !== MERGE) return undefined
      assert.equal((await fetch(request)).status, 200)
      return offline()
    }
    await assert.rejects(shopper.logIn(member), /fetch failed/)
    assert.equal(shopper.isLoggedIn(), false)
    assert.deepEqual(await refusalsIn(shopper.cart.read()), ['401 guest_cancelled'])
    device.disturb = () => undefined
    assert.equal((await shopper.logIn(member)).totalQuantity, 1)
  })

  it('merges the guest of an expired token, on a device whose clock is behind too', async () => {
    for (const aheadMs of [0, -3 * LIFE_MS]) {
      const guestId = randomUUID()
      device.stored = await storedToken(secret, guestId, 0)
      device.aheadMs = 0
      await device.start().cart.addItem(item)
      device.stored = await storedToken(secret, guestId, 2 * LIFE_MS)
      device.aheadMs = aheadMs
      const quantity = (await cartFor(service, member).read()).totalQuantity
      assert.equal((await device.start().logIn(member)).totalQuantity, quantity + 1, String(aheadMs))
      assert.equal(device.stored, null)
    }
  })

  it('stays a guest when an expired token cannot be renewed at the moment', async () => {
    device.stored = await storedToken(secret, randomUUID(), 2 * LIFE_MS)
    device.disturb = path => (path === TOKENS ? refusing(429, 'rate_limited', { 'Retry-After': '60' }) : undefined)
    const shopper = device.start()
    assert.deepEqual(await refusalsIn(shopper.logIn(member)), ['429 rate_limited'])
    assert.equal(shopper.isLoggedIn(), false)
  })

  it('succeeds without a guest who cannot be merged any more', async () => {
    const mergedElsewhere = await storedToken(secret, randomUUID(), 0)
    const other = await service.token('member', { id: String(ids.otherMember) })
    await cartFor(service, other).merge(tokenIn(mergedElsewhere))
    const foreign = await storedToken(randomBytes(32).toString('hex'), randomUUID(), 0)
    await cartFor(service, member).addItem(item)
    for (const stored of [mergedElsewhere, foreign, await storedToken(secret, randomUUID(), 90 * LIFE_MS)]) {
      device.stored = stored
      const shopper = device.start()
      assert.equal((await shopper.logIn(member)).totalQuantity, 1)
      assert.deepEqual([shopper.isLoggedIn(), device.stored], [true, null])
    }
  })

  it('tries the merge twice when the service refuses every token of the guest', async () => {
    const shopper = device.start()
    await shopper.cart.read()
    device.disturb = path => (path === MERGE ? refusing(422, 'guest_token_invalid') : undefined)
    const sent = device.sent.length
    assert.deepEqual((await shopper.logIn(member)).items, [])
    assert.deepEqual(device.sent.slice(sent), [
      'POST /cart/merge',
      'POST /guest-tokens',
      'POST /cart/merge',
      'GET /cart',
    ])
  })

  it('asks for the token of the member before every call', async () => {
    const tokens: string[] = [member, 'eyJ.eyJ.c2ln', member]
    const shopper = device.start()
    await shopper.logIn(() => tokens.shift() ?? assert.fail())
    assert.deepEqual(await refusalsIn(shopper.cart.read()), ['401 token_invalid'])
    assert.deepEqual((await shopper.cart.read()).items, [])
    assert.equal(device.tokenRequests(), 0)
  })

  it('can abort a login, also while it waits for a token, and stays who it was', async () => {
    device.stored = await storedToken(secret, randomUUID(), 2 * LIFE_MS)
    const shopper = device.start()
    const controller = new AbortController()
    device.disturb = async path => {
      if (path !== TOKENS) return undefined
      controller.abort(new Error('the screen was left'))
      return new Promise(() => {})
    }
    await assert.rejects(shopper.logIn(member, { signal: controller.signal }), /the screen was left/)
    device.disturb = () => undefined
    await shopper.cart.addItem(item)
    await assert.rejects(shopper.logIn(member, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(shopper.isLoggedIn(), false)
    assert.equal((await shopper.cart.read()).totalQuantity, 1)
  })

  it('is a new guest after the logout, with an empty cart', async () => {
    const shopper = device.start()
    await shopper.logIn(member)
    await shopper.cart.addItem(item)
    await shopper.logOut()
    assert.equal(shopper.isLoggedIn(), false)
    assert.equal(device.tokenRequests(), 0)
    assert.deepEqual((await shopper.cart.read()).items, [])
    assert.equal(device.tokenRequests(), 1)
    assert.equal((await shopper.logIn(member)).totalQuantity, 1)
  })

  it('is a new guest after the logout also when the stored token could not be removed', async () => {
    const stored = await storedToken(secret, randomUUID(), 0)
    const write = () => {
      throw new Error('The storage is locked.')
    }
    const shopper = device.start({ storage: { read: () => stored, write } })
    await shopper.cart.addItem(item)
    await shopper.logOut()
    assert.deepEqual((await shopper.cart.read()).items, [])
  })
})
