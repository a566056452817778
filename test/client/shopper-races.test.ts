/** Calls, renewals, logins and logouts of a shopper at the same time: no item is lost, and no token is stored too late. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { ShopperClient } from 'sepet-client'
import { cartFor, refusalsIn } from '../support/cart/client.ts'
import { createDevice, type Device, gate, LIFE_MS, storedToken } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const TOKENS = '/guest-tokens'
const MERGE = '/cart/merge'

describe('a shopper who logs in or out during other calls', () => {
  const secret = randomBytes(32).toString('hex')
  let service: TestService
  let device: Device
  let member: string
  before(async () => {
    service = await startService('sqlite', { SEPET_TOKEN_SECRET: secret })
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

  it('is who the last of a login and a logout at the same time says', async () => {
    const shopper = device.start()
    await Promise.all([shopper.logIn(member), shopper.logOut()])
    assert.equal(shopper.isLoggedIn(), false)
    await Promise.all([shopper.logOut(), shopper.logIn(member)])
    assert.equal(shopper.isLoggedIn(), true)
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
