/** The client of a shopper who logs in and out: the guest's cart is merged, and no item is lost on the way. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { ShopperClient } from '../../src/client/client.ts'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { createDevice, type Device, gate, LIFE_MS, refusing, storedToken, tokenIn } from '../support/cart/device.ts'
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

  it('loses no item that is added at the moment of the login', async () => {
    const beginnings = {
      'the first call': async () => {},
      'a later call': async ({ cart }: ShopperClient) => void (await cart.read()),
      'a call after one without a token': async ({ cart }: ShopperClient) => {
        device.disturb = offline
        await assert.rejects(cart.read(), /fetch failed/)
        device.disturb = () => undefined
      },
    }
    for (const [name, begin] of Object.entries(beginnings)) {
      await cartFor(service, member).clear()
      const shopper = device.start()
      await begin(shopper)
      await Promise.all([shopper.cart.addItem(item), shopper.logIn(member), shopper.cart.addItem(item)])
      assert.equal((await shopper.cart.read()).totalQuantity, 2, name)
      assert.equal(device.stored, null)
    }
  })

  it('succeeds while the first call of the guest fails', async () => {
    device.disturb = path => (path === TOKENS ? offline() : undefined)
    const shopper = device.start()
    const adding = assert.rejects(shopper.cart.addItem(item), /fetch failed/)
    assert.deepEqual((await shopper.logIn(member)).items, [])
    await adding
    assert.equal(shopper.isLoggedIn(), true)
  })

  it('sends calls that begin during the login after it, as the member', async () => {
    const shopper = device.start()
    await shopper.cart.read()
    const [merging, answered] = [gate(), gate()]
    device.disturb = async path => {
      if (path !== MERGE) return undefined
      merging.open()
      await answered.opened
      return undefined
    }
    const sent = device.sent.length
    const login = shopper.logIn(member)
    await merging.opened
    const adding = shopper.cart.addItem(item)
    const aborted = shopper.cart.read({ signal: AbortSignal.timeout(1) })
    await assert.rejects(aborted, { name: 'TimeoutError' })
    answered.open()
    assert.equal((await adding).totalQuantity, 1)
    assert.equal((await login).totalQuantity, 0)
    assert.deepEqual(device.sent.slice(sent), ['POST /cart/merge', 'POST /cart-items'])
  })

  it('adds an item as the member when the request arrives after the merge', async () => {
    for (const isMergeAnswered of [true, false]) {
      await cartFor(service, member).clear()
      const shopper = device.start()
      await shopper.cart.read()
      const [merged, refused, answered] = [gate(), gate(), gate()]
      device.disturb = async (path, request) => {
        if (path === '/cart-items') await merged.opened
        const response = await fetch(request)
        if (path === '/cart-items') refused.open()
        if (path !== MERGE) return response
        merged.open()
        await answered.opened
        return response
      }
      const adding = shopper.cart.addItem(item)
      const login = shopper.logIn(member)
      if (!isMergeAnswered) await refused.opened
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      answered.open()
      await login
      assert.equal((await adding).totalQuantity, 1)
      assert.equal((await cartFor(service, member).read()).totalQuantity, 1)
    }
  })

  it('stores no guest token when a renewal ends after the login, and begins no new guest', async () => {
    for (const isRenewedBefore of [true, false]) {
      device.stored = await storedToken(secret, randomUUID(), 0.9 * LIFE_MS)
      const shopper = device.start()
      const [renewed, loggedIn, ended] = [gate(), gate(), gate()]
      device.disturb = async (path, request) => {
        if (path !== TOKENS) return undefined
        const early = isRenewedBefore ? await fetch(request.clone()) : undefined
        renewed.open()
        await loggedIn.opened
        const response = early ?? (await fetch(request))
        assert.equal(response.status, isRenewedBefore ? 201 : 401)
        setImmediate(ended.open)
        return response
      }
      const sent = device.tokenRequests()
      await shopper.cart.read()
      await renewed.opened
      await shopper.logIn(member)
      loggedIn.open()
      await ended.opened
      await shopper.cart.read()
      assert.equal(device.stored, null)
      assert.equal(device.tokenRequests(), sent + 1)
    }
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

  it('is who the last of a login and a logout at the same time says', async () => {
    const shopper = device.start()
    await Promise.all([shopper.logIn(member), shopper.logOut()])
    assert.equal(shopper.isLoggedIn(), false)
    await Promise.all([shopper.logOut(), shopper.logIn(member)])
    assert.equal(shopper.isLoggedIn(), true)
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

  it('sends no call of an earlier guest again after the logout', async () => {
    device.stored = await storedToken(secret, randomUUID(), 2 * LIFE_MS)
    device.aheadMs = -3 * LIFE_MS
    const { opened, open } = gate()
    device.disturb = async () => void (await opened)
    const shopper = device.start()
    const adding = refusalsIn(shopper.cart.addItem(item))
    while (device.sent.length === 0) await new Promise(setImmediate)
    await shopper.logOut()
    open()
    assert.deepEqual(await adding, ['401 token_invalid'])
    assert.deepEqual(device.sent, ['POST /cart-items'])
  })

  it('forgets the guest at a logout, also one whose token is on its way', async () => {
    const shopper = device.start()
    await shopper.cart.addItem(item)
    await shopper.logOut()
    assert.equal(device.stored, null)
    const { opened, open } = gate()
    device.disturb = async path => {
      if (path === TOKENS) await opened
      return undefined
    }
    const reading = shopper.cart.read()
    await shopper.logOut()
    open()
    await reading
    assert.equal(device.stored, null)
    assert.deepEqual((await shopper.cart.read()).items, [])
    assert.equal(device.tokenRequests(), 3)
  })
})
