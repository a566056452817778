/** Merging a guest's cart into a member's cart at login: POST /cart/merge on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { SepetClient } from 'sepet-client'
import { fillCart, refusalsOf } from '../support/cart/cart.ts'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const plain = (quantity: number) => ({ productId: ids.plain, quantity })
const variant = (variantId: number, quantity: number) => ({ productId: ids.variants, variantId, quantity })

for (const engine of engines) {
  describe(`merging on ${engine}`, () => {
    let service: TestService
    let memberToken: string
    let guestToken: string
    let member: SepetClient['cart']
    let guest: SepetClient['cart']
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    beforeEach(async () => {
      memberToken = await service.token('member', { id: String(ids.member) })
      guestToken = await service.token('guest')
      member = cartFor(service, memberToken)
      guest = cartFor(service, guestToken)
      await member.clear()
    })

    // Proves: banned-owner
    it('adds the quantities of equal lines, appends the other lines, and cancels the guest', async () => {
      await member.addItem(plain(2))
      await guest.addItem(variant(ids.smallBlue, 4))
      await guest.addItem(plain(3))
      await guest.addItem(variant(ids.largeBlue, 5))
      assert.deepEqual(itemsOf(await member.merge(guestToken)), [
        `${ids.plain}×5`,
        `${ids.variants}-${ids.smallBlue}×4`,
        `${ids.variants}-${ids.largeBlue}×5`,
      ])
      assert.deepEqual(await refusalsIn(guest.read()), ['401 guest_cancelled'])
      assert.deepEqual(await refusalsIn(guest.addItem(plain(1))), ['401 guest_cancelled'])
      const wrong = await service.call('POST', '/cart-items', { token: guestToken, body: {} })
      assert.deepEqual(refusalsOf(wrong), ['401 guest_cancelled'])
    })

    it('changes nothing when it is repeated', async () => {
      await guest.addItem(plain(3))
      await member.merge(guestToken)
      assert.deepEqual(itemsOf(await member.merge(guestToken)), [`${ids.plain}×3`])
    })

    it('accepts a guest without a cart', async () => {
      assert.deepEqual(itemsOf(await member.merge(guestToken)), [])
      assert.deepEqual(await refusalsIn(guest.read()), ['401 guest_cancelled'])
    })

    it('limits an added quantity to 100000', async () => {
      await member.addItem(plain(60_000))
      await guest.addItem(plain(60_000))
      assert.deepEqual(itemsOf(await member.merge(guestToken)), [`${ids.plain}×100000`])
    })

    it('keeps the notes of the member, and uses those of the guest where the member has none', async () => {
      const { affectedItemId: mine } = await member.addItem(plain(1))
      const { affectedItemId: theirs } = await guest.addItem(plain(1))
      await member.setNotes(mine, { orderNote: 'member' })
      await guest.setNotes(theirs, { orderNote: 'guest', giftNote: 'guest', giftPackage: true })
      const [item] = (await member.merge(guestToken)).items
      assert.deepEqual([item?.orderNote, item?.giftNote, item?.giftPackage], ['member', 'guest', true])
      assert.equal(item?.id, mine)
    })

    it('keeps the ids of moved lines, so that apps can still use them', async () => {
      const { affectedItemId } = await guest.addItem(plain(1))
      await member.merge(guestToken)
      assert.deepEqual(itemsOf(await member.setQuantity(affectedItemId, 8)), [`${ids.plain}×8`])
    })

    it('moves all lines of a cart of 500 lines', async () => {
      const products = Array.from({ length: 500 }, (_, n) => ({ id: 5000 + n, name: `Ürün ${n}`, price: '1' }))
      await service.importShop({ products })
      await fillCart(
        service,
        guestToken,
        products.map(({ id }) => id),
      )
      assert.deepEqual(
        itemsOf(await member.merge(guestToken)),
        products.map(({ id }) => `${id}×1`),
      )
    })

    it('refuses a token that is not a guest’s, and merges nothing', async () => {
      const other = await service.token('member', { id: String(ids.otherMember) })
      const unscoped = await service.token('guest', { scope: 'other' })
      for (const token of ['x', other, unscoped, await service.token('app')]) {
        assert.deepEqual(await refusalsIn(member.merge(token)), ['422 guest_token_invalid /guestToken'])
      }
      for (const body of [5, null, '', undefined].map(value => ({ guestToken: value }))) {
        const answer = await service.call('POST', '/cart/merge', { token: memberToken, body })
        assert.match(refusalsOf(answer).join(), /^422 field_(invalid|required) \/guestToken$/)
      }
      const byGuest = cartFor(service, await service.token('guest'))
      assert.deepEqual(await refusalsIn(byGuest.merge(guestToken)), ['401 wrong_token_kind'])
    })

    it('refuses a guest who was merged into another member', async () => {
      await guest.addItem(plain(1))
      await member.merge(guestToken)
      const other = cartFor(service, await service.token('member', { id: String(ids.otherMember) }))
      assert.deepEqual(await refusalsIn(other.merge(guestToken)), ['422 guest_merged_elsewhere /guestToken'])
      assert.deepEqual(itemsOf(await other.read()), [])
    })
  })
}
