/** Login on the web with and without the guest's cart: `merge` of the body, and `meta.merged` of the response. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, fillCart, quantityOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { callCheckout, dataOf, hold, readCart, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { cookieOf, logIn, sessionOf, signIn } from '../support/web-checkout/checkout.ts'
import { mergedBy, metaIn, quantityIn, sessionIn } from '../support/web-checkout/logins.ts'

const ROUNDS = rounds({ short: 5, long: 300 })

for (const engine of engines) {
  describe(`a login on the web on ${engine}`, () => {
    let service: TestService
    let member: string
    let other: string
    before(async () => {
      service = await startService(engine, { CART_MAX_LINES: '3' })
      member = await service.token('member', { id: String(ids.member) })
      other = await service.token('member', { id: String(ids.otherMember) })
    })
    after(() => service.stop())
    beforeEach(async () => {
      for (const token of [member, other]) await service.call('DELETE', '/cart', { token })
    })

    it('counts the lines of the guest that came along: equal ones, new ones, and none of an empty cart', async () => {
      for (const [products, merged] of [
        [[ids.plain, ids.taxFree], 2],
        [[ids.plain], 1],
        [[], 0],
      ] as const) {
        await service.call('DELETE', '/cart', { token: member })
        await addItem(service, member, ids.plain, 3)
        const guest = await service.token('guest')
        for (const id of products) await addItem(service, guest, id, 2)
        const answer = await logIn(service, { customerId: ids.member, merge: true }, await signIn(service, guest))
        assert.deepEqual(metaIn(answer), { merged })
        assert.equal(quantityIn(answer), 3 + 2 * merged)
        assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: guest })), ['401 guest_cancelled'])
      }
    })

    it('counts no line of a guest who was merged before the login', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      const cookie = await signIn(service, guest)
      for (const token of [member, other]) {
        const merge = { token, body: { guestToken: guest } }
        if (token === member) await service.call('POST', '/cart/merge', merge)
        const answer = await logIn(service, { customerId: ids.member }, cookie)
        assert.deepEqual([answer.status, metaIn(answer)], [200, { merged: 0 }])
      }
      assert.equal(await quantityOf(service, member), 2)
    })

    // Proves: planted-guest-link
    it('leaves the guest’s cart, choices and hold behind with "merge": false', async () => {
      await service.importShop({ coupons: [{ code: 'KALIR', discountType: 'percent', value: '10' }] })
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'KALIR' } })
      const reference = `merge-false-${engine}`
      assert.equal((await hold(service, reference, guest)).status, 201)
      const before = await readCart(service, guest)
      const [cookie, second] = [await signIn(service, guest), await signIn(service, guest)]
      await addItem(service, member, ids.taxFree, 3)
      const newEvents = await watchEvents(service)
      const answer = await logIn(service, { customerId: ids.member, merge: false }, cookie)
      assert.deepEqual([answer.status, metaIn(answer), quantityIn(answer)], [200, { merged: 0 }, 3])
      assert.deepEqual(await sessionOf(service, cookieOf(answer)), sessionIn(answer))
      assert.deepEqual(await newEvents(), [])
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      assert.deepEqual(await readCart(service, guest), before)
      const { subject, state } = dataOf(await callCheckout(service, 'GET', reference))
      assert.deepEqual([subject, state], [subjectOf(guest), 'held'])
      const { appliedCoupon } = (await readCart(service, member)).data.attributes
      assert.deepEqual([appliedCoupon, await quantityOf(service, member)], [undefined, 3])
      assert.equal((await sessionOf(service, second)).identity, 'guest')
      await addItem(service, guest, ids.plain, 1)
      const later = await logIn(service, { customerId: ids.member }, second)
      assert.deepEqual([metaIn(later), quantityIn(later)], [{ merged: 1 }, 6])
      assert.equal(dataOf(await callCheckout(service, 'GET', reference)).subject, `member:${ids.member}`)
    })

    it('with "merge": false succeeds where a merge would have too many lines, or begins a session', async () => {
      await service.importShop({ products: [1, 2, 3, 4].map(n => product({ id: 8_100 + n })) })
      const guest = await service.token('guest')
      await fillCart(service, member, [8_101, 8_102])
      await fillCart(service, guest, [8_103, 8_104])
      const cookie = await signIn(service, guest)
      assert.deepEqual(refusalsOf(await logIn(service, { customerId: ids.member }, cookie)), ['422 cart_full'])
      for (const each of [cookie, undefined]) {
        const answer = await logIn(service, { customerId: ids.member, merge: false }, each)
        assert.deepEqual([answer.status, metaIn(answer)], [200, { merged: 0 }])
      }
      assert.equal((await readCart(service, guest)).included.length, 2)
    })

    it('merges nothing for a body that it refuses, and keeps the session', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      const cookie = await signIn(service, guest)
      for (const merge of ['false', null]) await logIn(service, { customerId: ids.member, merge }, cookie)
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
      assert.equal(await quantityOf(service, guest), 2)
    })

    it('merges once or not at all when logins with and without a merge arrive at once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const token of [member, other]) await service.call('DELETE', '/cart', { token })
        const guest = await service.token('guest')
        await addItem(service, guest, ids.plain, 7)
        const cookie = await signIn(service, guest)
        const logins = Array.from({ length: 6 }, (_, n) =>
          whenFree(() =>
            logIn(service, { customerId: n < 3 ? ids.member : ids.otherMember, merge: (n + round) % 2 === 0 }, cookie),
          ),
        )
        const answers = await Promise.all(logins)
        for (const answer of answers) assert.equal(answer.status, 200, answer.text)
        const merged = mergedBy(answers)
        const quantities = await Promise.all([member, other].map(token => quantityOf(service, token)))
        assert.deepEqual(quantities.toSorted(), merged === 1 ? [0, 7] : [0, 0])
        const { status } = await service.call('GET', '/cart', { token: guest })
        assert.deepEqual([merged, status], merged === 1 ? [1, 401] : [0, 200])
      }
    })
  })
}
