/** What happens to carts at login: POST /cart/merge on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf, linesOf, refusalsOf } from './support/cart.ts'
import { engines } from './support/engines.ts'
import { startService, type TestService } from './support/service.ts'
import { ids } from './support/shop-file.ts'

for (const engine of engines) {
  describe(`merging on ${engine}`, () => {
    let service: TestService
    let member: string
    let guest: string
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    beforeEach(async () => {
      member = await service.token('member', { id: String(ids.member) })
      guest = await service.token('guest')
      await service.call('DELETE', '/cart', { token: member })
    })
    const merge = (guestToken: unknown, token = member) =>
      service.call('POST', '/cart/merge', { token, body: { guestToken } })

    it('adds up equal lines, moves the others behind, and cancels the guest', async () => {
      await addItem(service, member, ids.plain, 2)
      await addItem(service, guest, ids.variants, 4, ids.smallBlue)
      await addItem(service, guest, ids.plain, 3)
      await addItem(service, guest, ids.variants, 5, ids.largeBlue)
      const cart = cartOf(await merge(guest))
      assert.deepEqual(linesOf(cart), [
        `${ids.plain}×5`,
        `${ids.variants}-${ids.smallBlue}×4`,
        `${ids.variants}-${ids.largeBlue}×5`,
      ])
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: guest })), ['401 guest_cancelled'])
      const body = { productId: ids.plain, quantity: 1 }
      const late = await service.call('POST', '/cart-items', { token: guest, body })
      assert.deepEqual(refusalsOf(late), ['401 guest_cancelled'])
      const wrong = await service.call('POST', '/cart-items', { token: guest, body: {} })
      assert.deepEqual(refusalsOf(wrong), ['401 guest_cancelled'])
    })

    it('changes nothing when it is repeated', async () => {
      await addItem(service, guest, ids.plain, 3)
      await merge(guest)
      assert.deepEqual(linesOf(cartOf(await merge(guest))), [`${ids.plain}×3`])
    })

    it('takes a guest who never had a cart', async () => {
      assert.deepEqual(linesOf(cartOf(await merge(guest))), [])
      assert.equal((await service.call('GET', '/cart', { token: guest })).status, 401)
    })

    it('caps an added-up quantity at 100000', async () => {
      await addItem(service, member, ids.plain, 60_000)
      await addItem(service, guest, ids.plain, 60_000)
      assert.deepEqual(linesOf(cartOf(await merge(guest))), [`${ids.plain}×100000`])
    })

    it('lets the member’s notes win, and keeps the guest’s where the member has none', async () => {
      const [mine, theirs] = [await addItem(service, member, ids.plain), await addItem(service, guest, ids.plain)]
      const note = (token: string, id: string, body: object) =>
        service.call('PATCH', `/cart-items/${id}/notes`, { token, body })
      await note(member, mine, { orderNote: 'member' })
      await note(guest, theirs, { orderNote: 'guest', giftNote: 'guest', giftPackage: true })
      const { attributes, id } = cartOf(await merge(guest)).included[0] ?? assert.fail()
      assert.deepEqual([attributes.orderNote, attributes.giftNote, attributes.giftPackage], ['member', 'guest', true])
      assert.equal(id, mine)
    })

    it('keeps ids of moved lines, so that an app that holds them can go on', async () => {
      const id = await addItem(service, guest, ids.plain)
      await merge(guest)
      const cart = cartOf(await service.call('PATCH', `/cart-items/${id}`, { token: member, body: { quantity: 8 } }))
      assert.deepEqual(linesOf(cart), [`${ids.plain}×8`])
    })

    it('moves a cart of 520 lines whole', async () => {
      const products = Array.from({ length: 520 }, (_, n) => ({ id: 5000 + n, name: `Ürün ${n}`, price: '1' }))
      await service.importShop({ products })
      for (const { id } of products) await addItem(service, guest, id)
      const cart = cartOf(await merge(guest))
      assert.deepEqual(
        linesOf(cart),
        products.map(({ id }) => `${id}×1`),
      )
    })

    it('refuses what is not the token of a guest, and merges nothing', async () => {
      const member2 = await service.token('member', { id: String(ids.otherMember) })
      const unscoped = await service.token('guest', { scope: 'other' })
      for (const token of ['x', member2, unscoped, await service.token('app')]) {
        assert.deepEqual(refusalsOf(await merge(token)), ['422 guest_token_invalid /guestToken'])
      }
      for (const token of [5, null, '', undefined]) {
        assert.match(refusalsOf(await merge(token)).join(), /^422 member_(invalid|required) \/guestToken$/)
      }
      assert.deepEqual(refusalsOf(await merge(guest, await service.token('guest'))), ['401 token_not_accepted'])
    })

    it('refuses a guest who was merged into somebody else', async () => {
      await addItem(service, guest, ids.plain)
      await merge(guest)
      const other = await service.token('member', { id: String(ids.otherMember) })
      assert.deepEqual(refusalsOf(await merge(guest, other)), ['422 guest_merged_elsewhere /guestToken'])
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: other }))), [])
    })
  })
}
