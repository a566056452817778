/** Reads of the client with selected fields: their requests, their tags and what they return, on both engines. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createClient, createShopperClient } from 'sepet-client'
import { cartFor, refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const item = { productId: ids.plain, quantity: 2 }
const badge = { cart: ['totalQuantity'], items: [] } as const

/** A request, and the status of its response. */
type Exchange = [query: string, noneMatch: string | null, status: number]

for (const engine of engines) {
  describe(`a read with selected fields on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { SEPET_TOKEN_SECRET: randomBytes(32).toString('hex') })
    })
    after(() => service.stop())

    /** A client of a guest with an item, and what it sends and receives. */
    async function recorded() {
      const token = await service.token('guest')
      await cartFor(service, token).addItem(item)
      const exchanges: Exchange[] = []
      const ifMatch: (string | null)[] = []
      const { cart } = createClient({
        baseUrl: service.url,
        token,
        fetch: async request => {
          const response = await fetch(request)
          ifMatch.push(request.headers.get('If-Match'))
          const query = decodeURIComponent(new URL(request.url).search)
          exchanges.push([query, request.headers.get('If-None-Match'), response.status])
          return response
        },
      })
      return { token, cart, exchanges, ifMatch }
    }

    it('is refused with a field that the service does not know', async () => {
      const { cart } = await recorded()
      const fields = { cart: ['price' as 'subtotal'] } as const
      assert.deepEqual(await refusalsIn(cart.read({ fields })), ['400 parameter_invalid'])
    })

    it('returns those fields alone, with their types', async () => {
      const { cart } = await recorded()
      const whole = await cart.read()
      const { totalQuantity, items } = await cart.read({ fields: badge })
      assert.deepEqual([totalQuantity, items], [2, []])
      const lines = await cart.read({ fields: { cart: ['grandTotal'], items: ['productName', 'quantity'] } })
      assert.deepEqual(lines, {
        grandTotal: whole.grandTotal,
        items: [{ id: whole.items[0]?.id, productName: 'Keten gömlek', quantity: 2 }],
      })
      // @ts-expect-error: a field that was not selected.
      assert.equal(lines.subtotal, undefined)
      const { items: wholeItems } = await cart.read({ fields: { cart: [] } })
      assert.deepEqual(wholeItems, whole.items)
    })

    it('has the reason of a coupon that does not apply', async () => {
      const { cart } = await recorded()
      await service.importShop({
        coupons: [{ code: 'UC', discountType: 'percent', value: '5', conditions: { minimumTotal: '99999' } }],
      })
      await cart.applyCoupon('UC')
      assert.equal((await cart.read({ fields: badge })).unappliedCoupon?.reason, 'minimum_total')
    })

    it('names the tag of its own selection, in whatever order its fields are named', async () => {
      const { cart, exchanges } = await recorded()
      const read = [
        () => cart.read(),
        () => cart.read({ fields: badge }),
        () => cart.read({ fields: { cart: ['subtotal', 'totalQuantity'] } }),
      ]
      for (const each of read) await each()
      for (const each of read) await each()
      await cart.read({ fields: { cart: ['totalQuantity', 'subtotal', 'subtotal'] } })
      assert.deepEqual(
        exchanges.map(([query, , status]) => [query, status]),
        [
          ['', 200],
          ['?fields[carts]=totalQuantity&fields[cart-items]=', 200],
          ['?fields[carts]=subtotal,totalQuantity', 200],
          ['', 304],
          ['?fields[carts]=totalQuantity&fields[cart-items]=', 304],
          ['?fields[carts]=subtotal,totalQuantity', 304],
          ['?fields[carts]=subtotal,totalQuantity', 304],
        ],
      )
      const tags = exchanges.slice(3, 6).map(([, noneMatch]) => noneMatch)
      assert.equal(new Set(tags).size, 3)
    })

    it('shows what another device has changed', async () => {
      const { token, cart } = await recorded()
      await cart.read({ fields: badge })
      await cartFor(service, token).addItem(item)
      assert.equal((await cart.read({ fields: badge })).totalQuantity, 4)
    })

    it('keeps the tags of eight selections', async () => {
      const { cart, exchanges } = await recorded()
      const names = [
        'productId',
        'variantId',
        'quantity',
        'image',
        'unitPrice',
        'lineTotal',
        'vatRate',
        'stock',
        'stockUnit',
      ] as const
      for (const name of [...names, ...names.slice(1), names[0]]) await cart.read({ fields: { items: [name] } })
      assert.deepEqual(
        exchanges.map(([, , status]) => status),
        [...names.map(() => 200), ...names.slice(1).map(() => 304), 200],
      )
    })

    it('gives no tag for a write, and leaves the last cart of readLatest whole', async () => {
      const { cart, ifMatch } = await recorded()
      const whole = await cart.read()
      const selected = await cart.read({ fields: badge })
      // @ts-expect-error: a selected cart has no tag.
      await assert.rejects(cart.clear({ ifMatch: selected }), TypeError)
      assert.deepEqual(ifMatch, [null, null])
      const changed = await cart.setQuantity(whole.items[0]?.id ?? '', 3, { ifMatch: whole })
      assert.deepEqual(ifMatch.slice(2), [whole.etag])
      assert.deepEqual((await cart.readLatest()).cart, changed)
    })

    it('of a shopper is forgotten at the logout', async () => {
      const shopper = createShopperClient({ baseUrl: service.url })
      await shopper.cart.addItem(item)
      assert.equal((await shopper.cart.read({ fields: badge })).totalQuantity, 2)
      await shopper.logOut()
      assert.equal((await shopper.cart.read({ fields: badge })).totalQuantity, 0)
    })
  })
}
