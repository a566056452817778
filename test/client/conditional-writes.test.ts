/** Writes of the client with `ifMatch`: refused for a cart that has changed, on both engines. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  type Cart,
  type CartWriteOptions,
  changedCartOf,
  createClient,
  createShopperClient,
  type SepetClient,
} from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { gate } from '../support/cart/device.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

type CartClient = SepetClient['cart']

const item = { productId: ids.plain, quantity: 1 }
const CHANGED = ['412 precondition_failed']

/** Every write but a merge, which needs a member, by name. */
const writes: Record<string, (cart: CartClient, itemId: string, options?: CartWriteOptions) => Promise<Cart>> = {
  addItem: (cart, _, options) => cart.addItem(item, options),
  setQuantity: (cart, itemId, options) => cart.setQuantity(itemId, 7, options),
  setNotes: (cart, itemId, options) => cart.setNotes(itemId, { orderNote: 'note' }, options),
  removeItem: (cart, itemId, options) => cart.removeItem(itemId, options),
  clear: (cart, _, options) => cart.clear(options),
  applyCoupon: (cart, _, options) => cart.applyCoupon('NONE', options),
  removeCoupon: (cart, _, options) => cart.removeCoupon(options),
  chooseCampaign: (cart, _, options) => cart.chooseCampaign(7, options),
  removeCampaign: (cart, _, options) => cart.removeCampaign(options),
}

for (const engine of engines) {
  describe(`a write with ifMatch on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { SEPET_TOKEN_SECRET: randomBytes(32).toString('hex') })
      await service.importShop({
        campaigns: [{ id: 7, name: 'Sepette on', reward: { type: 'percent', value: '10' } }],
      })
    })
    after(() => service.stop())

    /** Two devices of one guest, whose cart has one item. */
    async function devices() {
      const token = await service.token('guest')
      const [cart, other] = [cartFor(service, token), cartFor(service, token)]
      const { affectedItemId: itemId, ...seen } = await cart.addItem({ ...item, quantity: 2 })
      return { token, cart, other, itemId, seen: seen as Cart }
    }

    for (const [name, write] of Object.entries(writes)) {
      it(`of ${name} is refused after the other device has changed the cart, and tells the current one`, async () => {
        const { cart, other, itemId, seen } = await devices()
        const changed = await other.setQuantity(itemId, 3)
        const error = await write(cart, itemId, { ifMatch: seen }).catch(reason => reason)
        assert.deepEqual(await refusalsIn(Promise.reject(error)), CHANGED)
        assert.deepEqual(changedCartOf(error), changed)
        assert.deepEqual(await other.read(), changed)
        const next = await write(cart, itemId, { ifMatch: changedCartOf(error) ?? assert.fail() })
        assert.equal(next.etag, (await other.read()).etag)
      })
    }

    it('of a merge is refused for another cart of the member, and keeps the guest', async () => {
      const [guest, member] = [await service.token('guest'), await service.token('member', { id: String(ids.member) })]
      await cartFor(service, guest).addItem(item)
      const cart = cartFor(service, member)
      const seen = await cart.clear()
      const changed = await cartFor(service, member).addItem({ ...item, quantity: 4 })
      assert.deepEqual(await refusalsIn(cart.merge(guest, { ifMatch: seen })), CHANGED)
      assert.deepEqual(itemsOf(await cartFor(service, guest).read()), [`${ids.plain}×1`])
      assert.deepEqual(itemsOf(await cart.merge(guest, { ifMatch: changed })), [`${ids.plain}×5`])
    })

    it('is refused after a price has changed, which the shopper has not seen', async () => {
      const { cart, seen } = await devices()
      const token = await service.token('admin', { scope: 'catalogue:write' })
      const { products } = createAdminClient({ baseUrl: service.url, token })
      await products.change([{ id: ids.plain, price: '1.23' }])
      assert.deepEqual(await refusalsIn(cart.clear({ ifMatch: seen })), CHANGED)
    })

    it('happens with the cart of any earlier call: each of them has the tag that a read has', async () => {
      const { token, cart, other, itemId, seen } = await devices()
      let latest = seen
      for (const [name, write] of Object.entries(writes)) {
        if (name === 'removeItem' || name === 'clear') continue
        latest = await write(cart, itemId, { ifMatch: latest })
        assert.equal(latest.etag, (await other.read()).etag, name)
      }
      for (const read of [() => cart.read(), async () => (await cart.readLatest()).cart]) {
        await read()
        latest = await cart.setQuantity(itemId, latest.totalQuantity + 1, { ifMatch: await read() })
      }
      const memberToken = await service.token('member', { id: String(ids.otherMember) })
      const shopper = createShopperClient({ baseUrl: service.url })
      await shopper.cart.addItem(item)
      const loggedIn = await shopper.logIn(memberToken)
      assert.equal((await shopper.cart.clear({ ifMatch: loggedIn })).totalQuantity, 0)
      const stored = JSON.parse(JSON.stringify(latest)) as Cart
      const copy = { ...stored, items: [] }
      assert.equal((await cartFor(service, token).clear({ ifMatch: copy })).totalQuantity, 0)
    })

    it('keeps the tag of its call while it waits for earlier writes, whatever they return', async () => {
      const token = await service.token('guest')
      const held = gate()
      const { cart } = createClient({
        baseUrl: service.url,
        token,
        fetch: async request => {
          await held.opened
          return fetch(request)
        },
      })
      const seen = await cartFor(service, token).read()
      const options = { ifMatch: seen }
      const first = cart.addItem(item, options)
      const second = refusalsIn(cart.addItem(item, options))
      const third = cart.addItem(item)
      delete seen.etag
      held.open()
      assert.equal((await first).totalQuantity, 1)
      assert.deepEqual(await second, CHANGED)
      assert.equal((await third).totalQuantity, 2)
    })

    it('of a guest who logs in meanwhile is refused with the cart of the member, which the shopper has not seen', async () => {
      const memberToken = await service.token('member', { id: String(ids.member) })
      const members = cartFor(service, memberToken)
      await members.clear()
      await members.addItem({ productId: ids.variants, variantId: ids.smallBlue, quantity: 1 })
      const shopper = createShopperClient({ baseUrl: service.url })
      const { affectedItemId: itemId, ...seen } = await shopper.cart.addItem(item)
      const login = shopper.logIn(memberToken)
      const write = shopper.cart.setQuantity(itemId, 9, { ifMatch: seen as Cart })
      await login
      const error = await write.catch(reason => reason)
      assert.deepEqual(changedCartOf(error), await members.read())
      assert.equal((await members.read()).totalQuantity, 2)
    })

    it('shows the cart of its refusal also without a network', async () => {
      const { token, other, itemId, seen } = await devices()
      let isOnline = true
      const { cart } = createClient({
        baseUrl: service.url,
        token,
        retry: { attempts: 1 },
        fetch: request => (isOnline ? fetch(request) : Promise.reject(new TypeError('fetch failed'))),
      })
      await cart.read()
      const changed = await other.setQuantity(itemId, 3)
      assert.deepEqual(await refusalsIn(cart.clear({ ifMatch: seen })), CHANGED)
      isOnline = false
      const latest = await cart.readLatest()
      assert.deepEqual([latest.cart, latest.isStale], [changed, true])
    })
  })
}

describe('an ifMatch without a tag', () => {
  it('is a TypeError, and nothing is sent', async () => {
    const client = createClient({ baseUrl: 'http://shop.test', token: 'eyJ', fetch: () => assert.fail('sent') })
    const wrong = [
      undefined,
      null,
      '"a"',
      {},
      { etag: undefined },
      ...['', '*', 'a', 'W/"a"', '"a", "b"', '"a"\r\nX-Other: 1', '"ş"', ' "a"'].map(etag => ({ etag })),
    ]
    for (const ifMatch of wrong) {
      const options = { ifMatch } as CartWriteOptions
      for (const [name, write] of Object.entries(writes)) {
        await assert.rejects(write(client.cart, 'x', options), TypeError, `${name} ${JSON.stringify(ifMatch)}`)
      }
      await assert.rejects(client.cart.merge('eyJ', options), TypeError)
    }
  })

  it('is that of a cart whose response lost its tag in a proxy', async () => {
    const service = await startService('sqlite')
    const token = await service.token('guest')
    const { cart } = createClient({
      baseUrl: service.url,
      token,
      fetch: async request => {
        const response = await fetch(request)
        const headers = new Headers(response.headers)
        headers.delete('ETag')
        return new Response(await response.text(), { status: response.status, headers })
      },
    })
    const added = await cart.addItem(item)
    assert.ok(!('etag' in added))
    await assert.rejects(cart.clear({ ifMatch: added }), TypeError)
    await service.stop()
  })
})

describe('a tag', () => {
  it('that a compressing proxy made weak is that of the cart', async () => {
    const service = await startService('sqlite')
    const token = await service.token('guest')
    const { cart } = createClient({
      baseUrl: service.url,
      token,
      fetch: async request => {
        const response = await fetch(request)
        const headers = new Headers(response.headers)
        headers.set('ETag', `W/${headers.get('ETag')}`)
        return new Response(await response.text(), { status: response.status, headers })
      },
    })
    const added = await cart.addItem(item)
    const error = await cart.clear({ ifMatch: { etag: '"other"' } }).catch(reason => reason)
    assert.equal(changedCartOf(error)?.etag, added.etag)
    assert.equal((await cart.clear({ ifMatch: added })).totalQuantity, 0)
    await service.stop()
  })
})

describe('changedCartOf', () => {
  const errorOf = async (answer: Response) => {
    const { cart } = createClient({ baseUrl: 'http://shop.test', token: 'eyJ', fetch: async () => answer })
    return cart.clear({ ifMatch: { etag: '"a"' } }).then(
      () => assert.fail('it was not refused'),
      reason => reason,
    )
  }

  it('is undefined for any other error, also for one whose document is not of Sepet', async () => {
    const failed = { status: '412', code: 'precondition_failed', title: '', detail: '' }
    for (const body of [
      {},
      { errors: [failed] },
      ...[null, 'x', 7, {}, { data: {} }].map(cart => ({ errors: [{ ...failed, meta: { cart } }] })),
      { errors: [{ ...failed, code: 'rate_limited', meta: { cart: {} } }] },
    ]) {
      const error = await errorOf(Response.json(body, { status: 412 }))
      assert.equal(changedCartOf(error), undefined, JSON.stringify(body))
    }
    for (const error of [undefined, null, new Error('x'), { errors: [failed] }]) {
      assert.equal(changedCartOf(error), undefined)
    }
  })
})
