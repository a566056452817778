/** Holds at a merge: the member's living hold stays, by POST /cart/merge and by a login on the web, on both engines. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { linesOf } from '../support/cart/cart.ts'
import { meet, merges, statesOf } from '../support/checkouts/merges.ts'
import { callCheckout, complete, dataOf, readCart, release, subjectOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { couponOf, expire, fillWith, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** What became of a hold before the merge. */
type Before = 'none' | 'held' | 'expired' | 'released'
const ALL: Before[] = ['none', 'held', 'expired', 'released']

/** The states of the guest's and of the member's hold after a merge. */
function expectedStates(guests: Before, members: Before): [string, string] {
  const isLiving = members === 'held'
  const isMoved = guests === 'held' && !isLiving
  return [
    guests === 'none' ? 'none' : isMoved ? 'held' : 'released',
    members === 'expired' && isMoved ? 'released' : members,
  ]
}

for (const engine of engines) {
  describe(`a merge on ${engine}`, () => {
    let service: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => service.stop())

    const holdAs = async (before: Before, reference: string, token: string) => {
      if (before === 'none') return
      await requireHold(service, reference, token)
      if (before === 'expired') await expire(service, reference)
      if (before === 'released') await release(service, reference)
    }

    for (const [way, merge] of Object.entries(merges)) {
      for (const guests of ALL) {
        it(`by ${way} keeps a living hold of the member, beside a guest with the hold: ${guests}`, async () => {
          for (const members of ALL) {
            const meeting = await meet(service, next)
            await holdAs(guests, meeting.guests, meeting.guest)
            await holdAs(members, meeting.members, meeting.member)
            assert.equal((await merge(service, meeting)).status, 200)
            assert.deepEqual(await statesOf(service, meeting), expectedStates(guests, members), members)
            if (guests === 'none') continue
            const { subject, customerId } = dataOf(await callCheckout(service, 'GET', meeting.guests))
            assert.equal(subject, subjectOf(meeting.member))
            assert.equal(`member:${customerId}`, subject)
          }
        })
      }

      it(`by ${way} gives the uses of the guest’s hold back, and keeps those of the member’s`, async () => {
        const coupon = couponOf(++number)
        await coupon.limit(service, { usageLimit: 2 })
        const meeting = await meet(service, next, coupon)
        const others = [await guestWith(service, coupon), await guestWith(service, coupon)]
        await requireHold(service, meeting.guests, meeting.guest)
        await requireHold(service, meeting.members, meeting.member)
        assert.equal(await coupon.isApplied(service, others[0] ?? ''), false)
        await merge(service, meeting)
        await requireHold(service, next(), others[0] ?? '')
        assert.equal(await coupon.isApplied(service, others[1] ?? ''), false)
      })

      it(`by ${way} leaves both holds to be completed, each with its own lines`, async () => {
        const meeting = await meet(service, next)
        await requireHold(service, meeting.guests, meeting.guest)
        await requireHold(service, meeting.members, meeting.member)
        await merge(service, meeting)
        const held = dataOf(await complete(service, meeting.members))
        assert.deepEqual([held.state, linesOf(held.cart)], ['completed', [`${ids.soldOut}×2`]])
        assert.deepEqual(linesOf(await readCart(service, meeting.member)), [`${ids.plain}×3`])
        const late = dataOf(await complete(service, meeting.guests))
        assert.deepEqual([late.state, late.subject], ['completed', subjectOf(meeting.member)])
        assert.deepEqual(linesOf(await readCart(service, meeting.member)), [])
      })

      it(`by ${way} records the release of the guest’s hold, and none of the member’s`, async () => {
        const meeting = await meet(service, next)
        await requireHold(service, meeting.guests, meeting.guest)
        await requireHold(service, meeting.members, meeting.member)
        const newEvents = await watchEvents(service)
        await merge(service, meeting)
        const released = (await newEvents()).filter(({ type }) => type === 'checkout.released')
        assert.deepEqual(
          released.map(({ subject, data }) => [subject, data]),
          [[subjectOf(meeting.member), { reference: meeting.guests }]],
        )
      })
    }

    it('that is repeated releases nothing any more', async () => {
      const meeting = await meet(service, next)
      await requireHold(service, meeting.guests, meeting.guest)
      await merges['POST /cart/merge'](service, meeting)
      await fillWith(service, meeting.member)
      await requireHold(service, meeting.members, meeting.member)
      await merges['POST /cart/merge'](service, meeting)
      assert.deepEqual(await statesOf(service, meeting), ['released', 'held'])
    })
  })
}
