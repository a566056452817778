/** CART_MAX_LINES: a full cart accepts more of the items that are in it, and refuses other items. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const MAX_LINES = 3
const PRODUCTS = [401, 402, 403, 404, 405, 406]

for (const engine of engines) {
  describe(`a full cart on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine, { CART_MAX_LINES: String(MAX_LINES) })
      await service.importShop({ products: PRODUCTS.map(id => product({ id })) })
    })
    after(() => service.stop())
    beforeEach(async () => {
      token = await service.token('guest')
    })

    const add = (bearer: string, productId: number): Promise<Answer> =>
      service.call('POST', '/cart-items', { token: bearer, body: { productId, quantity: 1 } })
    const read = async (bearer: string) => linesOf(cartOf(await service.call('GET', '/cart', { token: bearer })))
    const fill = async (bearer: string, products: number[]) => {
      for (const id of products) await addItem(service, bearer, id)
    }

    // Proves: full-cart
    it('refuses a further item at /productId, and stays unchanged', async () => {
      await fill(token, PRODUCTS.slice(0, MAX_LINES))
      assert.deepEqual(refusalsOf(await add(token, 404)), ['422 cart_full /productId'])
      assert.deepEqual(await read(token), ['401×1', '402×1', '403×1'])
    })

    it('accepts more of an item that is in it', async () => {
      await fill(token, PRODUCTS.slice(0, MAX_LINES))
      cartOf(await add(token, 402), 201)
      assert.deepEqual(await read(token), ['401×1', '402×2', '403×1'])
    })

    it('counts each variant of a product as a line', async () => {
      await fill(token, [401, 402])
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      const body = { productId: ids.variants, variantId: ids.largeBlue, quantity: 1 }
      const answer = await service.call('POST', '/cart-items', { token, body })
      assert.deepEqual(refusalsOf(answer), ['422 cart_full /productId'])
    })

    it('accepts another item after a line is deleted', async () => {
      const itemId = await addItem(service, token, 401)
      await fill(token, [402, 403])
      cartOf(await service.call('DELETE', `/cart-items/${itemId}`, { token }))
      cartOf(await add(token, 404), 201)
      assert.deepEqual(await read(token), ['402×1', '403×1', '404×1'])
    })

    it('accepts exactly one of several simultaneous items as its last line', async () => {
      for (let round = 0; round < 5; round++) {
        const guest = await service.token('guest')
        await fill(guest, [401, 402])
        const answers = await Promise.all([403, 404, 405, 406].map(id => add(guest, id)))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
        assert.equal((await read(guest)).length, MAX_LINES)
      }
    })

    describe('at login', () => {
      let member: string
      const merge = () => service.call('POST', '/cart/merge', { token: member, body: { guestToken: token } })
      beforeEach(async () => {
        member = await service.token('member', { id: String(ids.member) })
        await service.call('DELETE', '/cart', { token: member })
      })

      it('refuses a merge above the limit at /guestToken, and both carts stay unchanged', async () => {
        await fill(member, [401, 402])
        await fill(token, [402, 403, 404])
        assert.deepEqual(refusalsOf(await merge()), ['422 cart_full /guestToken'])
        assert.deepEqual(
          [await read(member), await read(token)],
          [
            ['401×1', '402×1'],
            ['402×1', '403×1', '404×1'],
          ],
        )
      })

      it('accepts a merge that reaches the limit exactly', async () => {
        await fill(member, [401, 402])
        await fill(token, [402, 403])
        cartOf(await merge())
        assert.deepEqual(await read(member), ['401×1', '402×2', '403×1'])
      })
    })
  })

  describe(`a cart on ${engine} above a lowered limit`, () => {
    it('can be read, accepts more of its items, and merges equal lines', async () => {
      const service = await startService(engine)
      const lowered = await service.startPeer({ CART_MAX_LINES: '1' })
      const [member, guest] = [await service.token('member', { id: String(ids.member) }), await service.token('guest')]
      for (const id of [ids.plain, ids.taxFree]) await addItem(service, member, id)
      await addItem(service, guest, ids.plain)
      await addItem(lowered, member, ids.plain)
      const answer = await lowered.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      assert.deepEqual(linesOf(cartOf(answer)), [`${ids.plain}×3`, `${ids.taxFree}×1`])
      await lowered.stop()
      await service.stop()
    })
  })
}
