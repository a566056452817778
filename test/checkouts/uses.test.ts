/** Usage limits of coupons and campaigns: what checkouts of other carts take, and what comes back, on every instance. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { refusalsOf } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, readCart, release } from '../support/checkouts/orders.ts'
import {
  couponOf,
  expire,
  fillWith,
  guestWith,
  kinds,
  type Promotion,
  requireHold,
} from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`usage limits on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })

    /** Asserts on both instances whether the cart of a token applies a promotion. */
    const assertApplied = async (promotion: Promotion, token: string, expected: boolean) => {
      const applied = [await promotion.isApplied(service, token), await promotion.isApplied(peer, token)]
      assert.deepEqual(applied, [expected, expected])
    }
    /** Completes a checkout. @returns whether it was beyond a limit */
    const completeOver = async (reference: string) => dataOf(await complete(peer, reference)).overLimit

    for (const [kind, create] of Object.entries(kinds)) {
      describe(kind, () => {
        let promotion: Promotion
        let buyer: string
        let other: string
        beforeEach(async () => {
          promotion = create(++number)
          await promotion.limit(service, { usageLimit: 3, usageCount: 2 })
          buyer = await guestWith(service, promotion)
          other = await guestWith(peer, promotion)
        })

        it('is used up by the hold of another cart, whose owner still sees it, and by its completion', async () => {
          const [reference, late] = [next(), next()]
          await assertApplied(promotion, other, true)
          await requireHold(service, reference, buyer)
          await assertApplied(promotion, other, false)
          await assertApplied(promotion, buyer, true)
          await complete(peer, reference)
          await assertApplied(promotion, other, false)
          await fillWith(service, buyer)
          await assertApplied(promotion, buyer, false)
          await requireHold(service, late, other)
          assert.equal(await completeOver(late), false)
        })

        // Proves: repeated-holds
        it('comes back when the hold is released, when it expires, and when the order is cancelled', async () => {
          for (const end of [
            (reference: string) => release(peer, reference),
            (reference: string) => expire(service, reference),
            async (reference: string) => {
              await complete(service, reference)
              await release(peer, reference)
            },
          ]) {
            const reference = next()
            await requireHold(service, reference, buyer)
            await assertApplied(promotion, other, false)
            await end(reference)
            await assertApplied(promotion, other, true)
          }
        })

        it('comes back when the cart is held without it under another reference', async () => {
          await requireHold(service, next(), buyer)
          await service.call('DELETE', '/cart', { token: buyer })
          await assertApplied(promotion, other, false)
          await fillWith(service, buyer)
          await requireHold(peer, next(), buyer)
          await assertApplied(promotion, other, true)
        })

        it('follows an import that raises or lowers the limit at once', async () => {
          await requireHold(service, next(), buyer)
          await promotion.limit(service, { usageLimit: 4, usageCount: 2 })
          await assertApplied(promotion, other, true)
          await promotion.limit(service, { usageLimit: 4, usageCount: 3 })
          await assertApplied(promotion, other, false)
          await promotion.limit(service, {})
          await assertApplied(promotion, other, true)
          await promotion.limit(service, { usageLimit: 0 })
          for (const token of [buyer, other]) await assertApplied(promotion, token, false)
        })

        it('goes beyond its limit when a hold is completed after others took the last use, and tells so', async () => {
          const [expired, released, held] = [next(), next(), next()]
          const third = await guestWith(service, promotion)
          await requireHold(service, expired, buyer)
          await expire(service, expired)
          await requireHold(service, released, third)
          await release(service, released)
          await requireHold(peer, held, other)
          assert.deepEqual([await completeOver(expired), await completeOver(released)], [true, true])
          assert.equal(dataOf(await callCheckout(service, 'GET', expired)).overLimit, true)
          assert.equal(await completeOver(held), false)
        })

        it('goes beyond its limit when the limit was lowered since the hold, and tells so once per use', async () => {
          const [first, second, expired] = [next(), next(), next()]
          await promotion.limit(service, { usageLimit: 3 })
          await requireHold(service, expired, await guestWith(service, promotion))
          await expire(service, expired)
          await requireHold(service, first, buyer)
          await requireHold(service, second, other)
          await promotion.limit(service, { usageLimit: 1 })
          const over = [await completeOver(first), await completeOver(second), await completeOver(expired)]
          assert.deepEqual(over, [true, false, true])
        })

        it('counts a use once for all repetitions of completing and cancelling', async () => {
          await promotion.limit(service, { usageLimit: 2 })
          const [third, watcher] = [await guestWith(service, promotion), await guestWith(service, promotion)]
          const [first, second, between] = [next(), next(), next()]
          await requireHold(service, first, buyer)
          await requireHold(service, second, other)
          for (const each of [service, peer, service]) await complete(each, first)
          await assertApplied(promotion, watcher, false)
          for (const each of [service, peer, service]) await release(each, first)
          await assertApplied(promotion, watcher, true)
          await requireHold(service, between, third)
          assert.deepEqual([await completeOver(first), await completeOver(first)], [true, true])
          await release(service, between)
          await assertApplied(promotion, watcher, false)
          for (const reference of [first, second, first, second]) await release(peer, reference)
          await assertApplied(promotion, watcher, true)
          await requireHold(service, next(), third)
          await assertApplied(promotion, watcher, true)
          await fillWith(service, buyer, promotion)
          await requireHold(service, next(), buyer)
          await assertApplied(promotion, watcher, false)
        })
      })
    }

    it('do not concern carts that chose neither coupon nor campaign', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 1 })
      const [buyer, other] = [await guestWith(service, coupon), await guestWith(service)]
      const before = await readCart(peer, other)
      await requireHold(service, next(), buyer)
      assert.deepEqual(await readCart(peer, other), before)
      await requireHold(peer, next(), other)
    })

    it('do not concern the completion of a checkout whose coupon was deleted', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 1 })
      const reference = next()
      await requireHold(service, reference, await guestWith(service, coupon))
      await expire(service, reference)
      await service.database.kysely.deleteFrom('coupons').execute()
      assert.equal(await completeOver(reference), false)
      assert.equal((await release(service, reference)).status, 204)
    })

    it('per customer count the customer’s own held and completed uses, and no guest has any', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimitPerCustomer: 2 })
      const [member, other] = [
        await service.token('member', { id: String(ids.member) }),
        await service.token('member', { id: String(ids.otherMember) }),
      ]
      const references = [next(), next(), next()] as const
      for (const [n, reference] of references.slice(0, 2).entries()) {
        await fillWith(service, member, coupon)
        await assertApplied(coupon, member, true)
        await requireHold(service, reference, member)
        await assertApplied(coupon, member, true)
        if (n === 0) await expire(service, reference)
        await complete(peer, reference)
      }
      await fillWith(service, member, coupon)
      await assertApplied(coupon, member, false)
      await fillWith(service, other, coupon)
      await assertApplied(coupon, other, true)
      await assertApplied(coupon, await guestWith(service, coupon), false)

      await release(service, references[0])
      await coupon.choose(service, member)
      await assertApplied(coupon, member, true)
      await requireHold(service, references[2], member)
      assert.equal(await completeOver(references[0]), true)
      assert.equal(await completeOver(references[2]), false)
      await service.call('DELETE', '/cart', { token: other })
    })

    it('refuse a hold that expects the discount of a coupon that others have used up', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 1 })
      const [buyer, other] = [await guestWith(service, coupon), await guestWith(service, coupon)]
      const expected = { grandTotal: (await readCart(service, other)).data.attributes.grandTotal?.amount }
      await requireHold(service, next(), buyer)
      assert.deepEqual(refusalsOf(await hold(peer, next(), other, expected)), ['409 cart_changed'])
    })
  })
}
