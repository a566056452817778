/** A call of the client has one owner: logins, logouts and other tokens in between never let it change or show the cart of another. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cart, createClient, createShopperClient } from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const linesOf = ({ items }: Cart) => items.map(({ productId, quantity }) => `${productId}×${quantity}`)

/** A `fetch` whose next matching request waits until it is released. */
function holding(isHeld: (request: Request) => boolean, answer: (request: Request) => Promise<Response> = fetch) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let isArmed = false
  return {
    arm: () => (isArmed = true),
    begun: begun.promise,
    release: resolve,
    fetch: async (request: Request): Promise<Response> => {
      if (!isArmed || !isHeld(request)) return fetch(request)
      isArmed = false
      begun.resolve()
      await promise
      return answer(request)
    },
  }
}

const lose = async (): Promise<Response> => {
  throw new TypeError('lost')
}

for (const engine of engines) {
  describe(`a call of one owner on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    const createCustomer = async () => {
      const token = await service.token('admin', { scope: 'customers:write' })
      return createAdminClient({ baseUrl: service.url, token }).customers.create({})
    }
    const member = async () => service.token('member', { id: String((await createCustomer()).id) })
    const cartOf = (token: string) => createClient({ baseUrl: service.url, token }).cart
    const linesIn = async (token: string) => linesOf(await cartOf(token).read())

    it('is not repeated with the token of another', async () => {
      const [a, b] = [await member(), await member()]
      let token = a
      const { cart } = createClient({
        baseUrl: service.url,
        token: () => token,
        fetch: async request => {
          const response = await fetch(request)
          if (token === b) return response
          token = b
          throw new TypeError('lost')
        },
      })
      await assert.rejects(cart.addItem({ productId: ids.plain, quantity: 1 }), /lost/)
      assert.deepEqual([await linesIn(a), await linesIn(b)], [[`${ids.plain}×1`], []])
    })

    it('shows no last cart until it is known whose token the app returns', async () => {
      const [a, b] = [await member(), await member()]
      let read: () => Promise<string> = async () => a
      const { cart } = createClient({ baseUrl: service.url, token: () => read() })
      await cart.addItem({ productId: ids.plain, quantity: 5 })
      const late = Promise.withResolvers<string>()
      read = () => late.promise
      await assert.rejects(cart.readLatest({ signal: AbortSignal.timeout(100) }))
      late.resolve(b)
      read = async () => b
      assert.deepEqual(linesOf((await cart.readLatest()).cart), [])
    })

    it('of a guest does not empty the cart of the member, nor remove the coupon, when the login comes first', async () => {
      const token = await member()
      await service.importShop({ coupons: [{ code: 'OWN', discountType: 'percent', value: '10' }] })
      await cartOf(token).addItem({ productId: ids.plain, quantity: 3 })
      await cartOf(token).applyCoupon('OWN')
      for (const action of ['clear', 'removeCoupon'] as const) {
        const held = holding(({ method }) => method === 'DELETE')
        const shopper = createShopperClient({ baseUrl: service.url, fetch: held.fetch })
        await shopper.cart.addItem({ productId: ids.taxFree, quantity: 1 })
        held.arm()
        const acting = assert.rejects(shopper.cart[action](), { status: 401 })
        await held.begun
        await shopper.logIn(token)
        held.release()
        await acting
        const { items, appliedCoupon } = await cartOf(token).read()
        assert.ok(items.some(({ productId, quantity }) => productId === ids.plain && quantity === 3))
        assert.equal(appliedCoupon?.code, 'OWN')
      }
    })

    it('of a guest is not repeated for a member who did not merge this guest', async () => {
      const [a, b] = [await member(), await member()]
      let stored: string | null = null
      const held = holding(
        ({ method, url }) => method === 'POST' && url.endsWith('/cart-items'),
        async request => {
          await fetch(request)
          return lose()
        },
      )
      const write = (value: string | null) => {
        stored = value
      }
      const storage = { read: () => stored, write }
      const shopper = createShopperClient({ baseUrl: service.url, storage, fetch: held.fetch })
      await shopper.cart.addItem({ productId: ids.plain, quantity: 1 })
      await cartOf(a).merge(JSON.parse(stored ?? '').accessToken)
      held.arm()
      const adding = assert.rejects(shopper.cart.addItem({ productId: ids.taxFree, quantity: 1 }))
      await held.begun
      await shopper.logIn(b)
      held.release()
      await adding
      assert.deepEqual([await linesIn(a), await linesIn(b)], [[`${ids.plain}×1`], []])
    })

    it('that removes a line does not succeed when the line has moved into another', async () => {
      const token = await member()
      await cartOf(token).addItem({ productId: ids.plain, quantity: 3 })
      const held = holding(({ method }) => method === 'DELETE', lose)
      const shopper = createShopperClient({ baseUrl: service.url, fetch: held.fetch })
      const { affectedItemId } = await shopper.cart.addItem({ productId: ids.plain, quantity: 1 })
      held.arm()
      const removing = assert.rejects(shopper.cart.removeItem(affectedItemId))
      await held.begun
      await shopper.logIn(token)
      held.release()
      await removing
      assert.deepEqual(await linesIn(token), [`${ids.plain}×4`])
    })

    it('that waits behind another removes a line of the guest from the cart of the member who merged it', async () => {
      const token = await member()
      const held = holding(({ method }) => method === 'PATCH')
      const shopper = createShopperClient({ baseUrl: service.url, fetch: held.fetch })
      const { affectedItemId: removed } = await shopper.cart.addItem({ productId: ids.taxFree, quantity: 1 })
      const { affectedItemId: changed } = await shopper.cart.addItem({ productId: ids.plain, quantity: 1 })
      held.arm()
      const slow = shopper.cart.setQuantity(changed, 2)
      await held.begun
      const removing = shopper.cart.removeItem(removed)
      await shopper.logIn(token)
      held.release()
      await slow
      assert.deepEqual(linesOf(await removing), [`${ids.plain}×2`])
      assert.deepEqual(await linesIn(token), [`${ids.plain}×2`])
    })

    it('that waits behind another is not sent for the next shopper', async () => {
      const [a, b] = [await member(), await member()]
      const held = holding(({ method }) => method === 'PATCH')
      const shopper = createShopperClient({ baseUrl: service.url, fetch: held.fetch })
      await shopper.logIn(a)
      const { affectedItemId } = await shopper.cart.addItem({ productId: ids.plain, quantity: 1 })
      await cartOf(b).addItem({ productId: ids.plain, quantity: 3 })
      held.arm()
      const slow = shopper.cart.setQuantity(affectedItemId, 2)
      await held.begun
      const queued = [shopper.cart.addItem({ productId: ids.taxFree, quantity: 7 }), shopper.cart.clear()]
      const refused = Promise.all(queued.map(each => assert.rejects(each, { name: 'AbortError' })))
      await shopper.logOut()
      await shopper.logIn(b)
      held.release()
      await slow
      await refused
      assert.deepEqual([await linesIn(a), await linesIn(b)], [[`${ids.plain}×2`], [`${ids.plain}×3`]])
    })

    describe('of an app that returns the tokens', () => {
      /** A client of owner a with an item, and its queue behind a held change of this item. */
      const behindChange = async () => {
        const [a, b] = [await member(), await member()]
        await cartOf(b).addItem({ productId: ids.plain, quantity: 3 })
        const held = holding(({ method }) => method === 'PATCH')
        const app = { token: async () => a }
        const { cart } = createClient({ baseUrl: service.url, token: () => app.token(), fetch: held.fetch })
        const { affectedItemId: id } = await cart.addItem({ productId: ids.plain, quantity: 1 })
        held.arm()
        const slow = cart.setQuantity(id, 2)
        await held.begun
        return { a, b, app, cart, id, slow, release: held.release }
      }

      it('is not sent for the next owner if it waited behind another', async () => {
        const { a, b, app, cart, id, slow, release } = await behindChange()
        const waiting = [
          cart.addItem({ productId: ids.taxFree, quantity: 7 }),
          cart.setQuantity(id, 9),
          cart.removeItem(id),
          cart.removeCoupon(),
          cart.clear(),
        ]
        const refused = Promise.all(
          waiting.map(each => assert.rejects(each, { name: 'AbortError', message: /of another owner/ })),
        )
        app.token = async () => b
        release()
        await slow
        await refused
        assert.deepEqual([await linesIn(a), await linesIn(b)], [[`${ids.plain}×2`], [`${ids.plain}×3`]])
        assert.equal((await cart.clear()).totalQuantity, 0)
        assert.deepEqual(await linesIn(b), [])
      })

      it('is sent with a renewed token of the same owner', async () => {
        const { cart, app, slow, release } = await behindChange()
        const id = String((await createCustomer()).id)
        const [earlier, renewed] = await Promise.all(
          [60, 600].map(ttlSeconds => service.token('member', { id, ttlSeconds })),
        )
        app.token = async () => earlier ?? assert.fail()
        const waiting = cart.addItem({ productId: ids.taxFree, quantity: 1 })
        app.token = async () => renewed ?? assert.fail()
        release()
        await slow
        assert.deepEqual(linesOf(await waiting), [`${ids.taxFree}×1`])
      })

      it('throws the error of the token function if nobody knows whose it is, and can be aborted', async () => {
        const { a, app, cart, slow, release } = await behindChange()
        app.token = async () => assert.fail('no one is logged in')
        const failing = assert.rejects(cart.clear(), /no one is logged in/)
        app.token = () => new Promise(() => {})
        const hanging = assert.rejects(cart.clear({ signal: AbortSignal.timeout(300) }), { name: 'TimeoutError' })
        app.token = async () => a
        release()
        await slow
        await Promise.all([failing, hanging])
        assert.deepEqual(await linesIn(a), [`${ids.plain}×2`])
      })

      it('that removes an item returns no cart of the next owner', async () => {
        const [a, b] = [await member(), await member()]
        await cartOf(b).addItem({ productId: ids.plain, quantity: 3 })
        const { affectedItemId: id } = await cartOf(a).addItem({ productId: ids.plain, quantity: 1 })
        const tokens = [a, a, b]
        const { cart } = createClient({
          baseUrl: service.url,
          token: () => tokens.shift() ?? assert.fail(),
          fetch: async request => {
            const response = await fetch(request)
            return tokens.length === 2 ? lose() : response
          },
        })
        await assert.rejects(cart.removeItem(id), { name: 'AbortError' })
        assert.deepEqual(await linesIn(a), [])
      })
    })

    it('that waits for a login in progress can be aborted', async () => {
      const token = await member()
      const late = Promise.withResolvers<string>()
      const shopper = createShopperClient({ baseUrl: service.url })
      const first = shopper.logIn(() => late.promise)
      await sleep(1)
      await assert.rejects(shopper.logIn(token, { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
      late.resolve(token)
      await first
      assert.equal(shopper.isLoggedIn(), true)
    })
  })
}
