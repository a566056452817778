/** The time of a cart's last change: every write moves it, at most once in ten minutes, and no read does. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { issueHandoff, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const MINUTE_MS = 60_000

for (const engine of engines) {
  describe(`the time of a cart’s last change on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop({
        campaigns: [{ id: 1, name: 'Kampanya', reward: { type: 'percent', value: '1' } }],
        coupons: [{ code: 'YAZ10', discountType: 'percent', value: '10' }],
      })
    })
    after(() => service.stop())

    for (const kind of ['member', 'guest'] as const) {
      describe(`of a ${kind}`, () => {
        let token: string
        let subject: string
        let lineId: string
        beforeEach(async () => {
          token = await service.token(kind, kind === 'member' ? { id: String(ids.member) } : {})
          subject = subjectOf(token)
          await service.call('DELETE', '/cart', { token })
          lineId = await addItem(service, token, ids.plain, 2)
          await addItem(service, token, ids.taxFree)
        })

        /** Sets the time of the last change to some minutes ago. @returns the time */
        async function age(minutes: number): Promise<number> {
          const at = Date.now() - minutes * MINUTE_MS
          const { kysely } = service.database
          await kysely.updateTable('carts').set({ changed_at: at }).where('id', '=', subject).execute()
          return at
        }
        const changedAt = async () => Date.parse((await readOwnerCart(service, subject)).changedAt ?? '')
        const call = (method: string, path: string, body?: object) => async () =>
          service.call(method, path.replace('ITEM', lineId), { token, ...(body && { body }) })

        const writes: Record<string, () => Promise<unknown>> = {
          'an added item': call('POST', '/cart-items', { productId: ids.soldOut, quantity: 1 }),
          'a raised quantity': call('POST', '/cart-items', { productId: ids.plain, quantity: 1 }),
          'a changed quantity': call('PATCH', '/cart-items/ITEM', { quantity: 9 }),
          'a note': call('PATCH', '/cart-items/ITEM/notes', { orderNote: 'x' }),
          'a deleted line': call('DELETE', '/cart-items/ITEM'),
          'a coupon': call('POST', '/cart/coupon', { couponCode: 'YAZ10' }),
          'a removed coupon': call('DELETE', '/cart/coupon'),
          'a campaign': call('POST', '/cart/campaign', { campaignId: 1 }),
          'a removed campaign': call('DELETE', '/cart/campaign'),
          'a completed checkout': async () => {
            await hold(service, `${kind}-${lineId}`, token)
            return complete(service, `${kind}-${lineId}`)
          },
        }
        for (const [write, happen] of Object.entries(writes)) {
          it(`is moved by ${write}, unless it is less than ten minutes ago`, async () => {
            const recent = await age(9)
            await happen()
            assert.equal(await changedAt(), recent)
            lineId = write === 'a deleted line' ? await addItem(service, token, ids.plain) : lineId
            const old = await age(11)
            await happen()
            // A completed checkout is completed once.
            if (write === 'a completed checkout') await addItem(service, token, ids.plain)
            assert.ok((await changedAt()) > old + 10 * MINUTE_MS)
          })
        }

        it('is not moved by reads, holds, releases and refused changes of lines and choices', async () => {
          const old = await age(11)
          await service.call('GET', '/cart', { token })
          await issueHandoff(service, token)
          await sessionOf(service, await signIn(service, token))
          await hold(service, `hold-${lineId}`, token)
          await release(service, `hold-${lineId}`)
          for (const [method, path, body] of [
            ['PATCH', `/cart-items/${lineId}/notes`, { orderNote: 'x'.repeat(300) }],
            ['PATCH', '/cart-items/00000000-0000-4000-8000-000000000000', { quantity: 1 }],
            ['DELETE', '/cart-items/00000000-0000-4000-8000-000000000000', undefined],
            ['POST', '/cart/campaign', { campaignId: 9 }],
          ] as const) {
            const { status } = await service.call(method, path, { token, ...(body && { body }) })
            assert.ok(status >= 400, path)
          }
          assert.equal(await changedAt(), old)
        })

        it('is null once the cart is emptied as a whole', async () => {
          await service.call('DELETE', '/cart', { token })
          assert.equal((await readOwnerCart(service, subject)).changedAt, null)
        })
      })
    }

    it('is moved by a merge that brings lines or choices, and not by one that brings nothing', async () => {
      const token = await service.token('member', { id: String(ids.otherMember) })
      const subject = subjectOf(token)
      await addItem(service, token, ids.plain)
      const merge = async (fill: (guest: string) => Promise<unknown>) => {
        const guest = await service.token('guest')
        await fill(guest)
        const old = Date.now() - 11 * MINUTE_MS
        const { kysely } = service.database
        await kysely.updateTable('carts').set({ changed_at: old }).where('id', '=', subject).execute()
        cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken: guest } }))
        return Date.parse((await readOwnerCart(service, subject)).changedAt ?? '') > old
      }
      assert.equal(await merge(guest => addItem(service, guest, ids.taxFree)), true)
      assert.equal(
        await merge(guest => service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'YAZ10' } })),
        true,
      )
      assert.equal(await merge(async () => {}), false)
      assert.equal(await merge(guest => issueHandoff(service, guest)), false)
    })
  })
}
