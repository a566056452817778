/** Storages of a shopper that never end, or end late: calls, logins and logouts go on after a limit of time. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createShopperClient, isNetworkError } from 'sepet-client'
import { cartFor } from '../support/cart/client.ts'
import { createDevice, type Device, gate, LIFE_MS, storedToken } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const item = { productId: ids.plain, quantity: 1 }
const never = () => new Promise<never>(() => {})
const soon = { storageTimeoutSeconds: 0.05 }

describe('a shopper whose storage', () => {
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

  it('never ends a write can log in and out, several times', async () => {
    const shopper = device.start({ ...soon, storage: { read: () => null, write: never } })
    await shopper.cart.addItem(item)
    assert.equal((await shopper.logIn(member)).totalQuantity, 1)
    await shopper.logOut()
    assert.equal(shopper.isLoggedIn(), false)
    assert.deepEqual((await shopper.cart.addItem(item)).items.length, 1)
    await shopper.logOut()
    assert.deepEqual((await shopper.cart.read()).items, [])
  })

  it('never ends a read is told so by every call, and has its cart once a read ends', async () => {
    const stored = await storedToken(secret, randomUUID(), 0)
    let read: () => Promise<string> = never
    const shopper = device.start({ ...soon, storage: { read: () => read(), write: () => {} } })
    const calls = [() => shopper.cart.read(), () => shopper.cart.readLatest(), () => shopper.logIn(member)]
    for (const call of calls) {
      await assert.rejects(call(), (error: Error) => {
        assert.deepEqual([error.name, error.message], ['TimeoutError', 'The storage did not respond within 0.05 s.'])
        return !isNetworkError(error)
      })
    }
    assert.deepEqual([device.sent, shopper.isLoggedIn()], [[], false])
    read = async () => stored
    assert.deepEqual((await shopper.cart.read()).items, [])
    assert.equal(device.tokenRequests(), 0)
  })

  it('never ends a read can log out, and is a new guest who can log in', async () => {
    const shopper = device.start({ ...soon, storage: { read: never, write: never } })
    await shopper.logOut()
    assert.equal((await shopper.cart.addItem(item)).totalQuantity, 1)
    assert.equal((await shopper.logIn(member)).totalQuantity, 1)
  })

  it('ends a write late holds what was written last', async () => {
    const late = gate()
    let stored: string | null = null
    const written: (string | null)[] = []
    const write = async (value: string | null) => {
      if (value !== null) await late.opened
      stored = value
      written.push(value)
    }
    const shopper = device.start({ ...soon, storage: { read: () => stored, write } })
    await shopper.cart.addItem(item)
    await shopper.logOut()
    assert.deepEqual(written, [null])
    late.open()
    while (written.length < 3) await new Promise(setImmediate)
    assert.equal(stored, null)
  })

  it('is slow writes the last of several tokens alone', async () => {
    const slow = gate()
    const written: (string | null)[] = []
    const write = async (value: string | null) => {
      written.push(value)
      await slow.opened
    }
    const shopper = device.start({ storage: { read: () => null, write }, storageTimeoutSeconds: 3_600 })
    await shopper.cart.addItem(item)
    for (let renewal = 1; renewal <= 3; renewal++) {
      device.aheadMs = renewal * 2 * LIFE_MS
      await shopper.cart.read()
    }
    assert.equal(written.length, 1)
    const loggingOut = shopper.logOut()
    slow.open()
    await loggingOut
    assert.equal(written.length, 2)
    assert.equal(written[1], null)
  })

  it('has a limit out of range is refused when the client is created', () => {
    for (const storageTimeoutSeconds of [0, -1, Number.NaN]) {
      assert.throws(() => createShopperClient({ baseUrl: 'http://shop.test', storageTimeoutSeconds }), RangeError)
    }
  })
})
