/** Limits of holds: how many are stored in a minute, and how often a limited promotion is held without an order. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { meet, merges } from '../support/checkouts/merges.ts'
import { complete, dataOf, hold, readCart, release, stateOf, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import {
  campaignOf,
  couponOf,
  expire,
  fillWith,
  guestWith,
  kinds,
  requireHold,
} from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import { startService, type TestService } from '../support/service/service.ts'

const DAY_MS = 86_400_000
const LIMITED = ['409 hold_limit_reached']

for (const engine of engines) {
  describe(`unpaid holds on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let instances: Instances
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
      peer = instances.at(1)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())
    const holdTimes = async (times: number, token: string) => {
      for (let n = 0; n < times; n++) await requireHold(instances.at(n), next(), token)
    }
    /** Lets the counted holds of all carts be older. */
    const age = ({ database: { kysely } }: TestService, ms: number) =>
      kysely
        .updateTable('unpaid_holds')
        .set(({ ref }) => ({ held_at: sql<number>`${ref('held_at')} - ${ms}` }))
        .execute()

    for (const [kind, create] of Object.entries(kinds)) {
      it(`of ${kind} are refused after four, by new references; the living hold stays, and without it the cart is held`, async () => {
        const promotion = create(++number)
        await promotion.limit(service, { usageLimit: 50 })
        const token = await guestWith(service, promotion)
        await holdTimes(3, token)
        const living = next()
        await requireHold(service, living, token)
        const refused = await hold(peer, next(), token)
        assert.deepEqual(refusalsOf(refused), LIMITED)
        assert.match(refused.text, kind === 'a coupon' ? /the coupon too often/ : /the campaign too often/)
        assert.equal(await stateOf(peer, living), 'held')
        assert.equal((await hold(peer, living, token)).status, 200)
        await service.call('DELETE', '/cart', { token })
        await fillWith(service, token)
        await requireHold(peer, next(), token)
        assert.equal(await stateOf(peer, living), 'released')
        await fillWith(service, token, promotion)
        assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
        await requireHold(peer, next(), await guestWith(service, promotion))
      })
    }

    it('count when a released or an expired reference is held again, and stop counting a day later', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const [token, reference] = [await guestWith(service, coupon), next()]
      for (const end of [release, expire, release, expire]) {
        await requireHold(service, reference, token)
        await end(service, reference)
      }
      assert.deepEqual(refusalsOf(await hold(service, reference, token)), LIMITED)
      assert.equal(await stateOf(service, reference), 'expired')
      await age(service, DAY_MS)
      await requireHold(service, reference, token)
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      const left = await service.database.kysely.selectFrom('unpaid_holds').select('reference').execute()
      assert.deepEqual(
        left.map(each => each.reference),
        [reference],
      )
      await age(service, DAY_MS)
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      assert.deepEqual(await service.database.kysely.selectFrom('unpaid_holds').selectAll().execute(), [])
    })

    it('of completed checkouts do not count, also of one that is completed late', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const token = await guestWith(service, coupon)
      for (let n = 0; n < 6; n++) {
        const reference = next()
        await fillWith(service, token, coupon)
        await requireHold(service, reference, token)
        await complete(peer, reference)
      }
      await fillWith(service, token, coupon)
      const late = next()
      await requireHold(service, late, token)
      await holdTimes(3, token)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
      await complete(service, late)
      await fillWith(service, token, coupon)
      await requireHold(service, next(), token)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
    })

    it('are refused after four times the minutes of a hold, however few they were', async () => {
      const slow = await service.startPeer({ CHECKOUT_HOLD_MINUTES: '60' })
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const token = await guestWith(service, coupon)
      await requireHold(slow, next(), token)
      await requireHold(slow, next(), token)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
      await requireHold(slow, next(), token)
      await slow.stop()
    })

    it('count while the campaign has a limit, and are refused while it has one', async () => {
      const campaign = campaignOf(++number)
      await campaign.limit(service, {})
      const token = await guestWith(service, campaign)
      await holdTimes(6, token)
      await campaign.limit(service, { usageLimit: 50 })
      await holdTimes(4, token)
      assert.deepEqual(refusalsOf(await hold(peer, next(), token)), LIMITED)
      await campaign.limit(service, {})
      await holdTimes(2, token)
      await campaign.limit(service, { usageLimit: 60 })
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
    })

    it('are not limited with HOLD_RENEWALS=0', async () => {
      const free = await service.startPeer({ HOLD_RENEWALS: '0' })
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const token = await guestWith(service, coupon)
      for (let n = 0; n < 8; n++) await requireHold(free, next(), token)
      await holdTimes(4, token)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
      await requireHold(free, next(), token)
      await free.stop()
    })

    it('are not forgotten with the cart', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const token = await guestWith(service, coupon)
      await holdTimes(4, token)
      await service.call('DELETE', '/cart', { token })
      await fillWith(service, token, coupon)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), LIMITED)
    })

    // Proves: repeated-holds
    it('of ten at once for the last that is permitted leave one, on two instances', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 50 })
      const token = await guestWith(service, coupon)
      await holdTimes(3, token)
      const expected = await totalsOf(service, token)
      const references = Array.from({ length: 10 }, next)
      const answers = await Promise.all(
        references.map((reference, n) => whenFree(() => hold(instances.at(n), reference, token, expected))),
      )
      const held = answers.filter(({ status }) => status === 201)
      assert.equal(held.length, 1)
      for (const answer of answers) if (answer.status !== 201) assert.deepEqual(refusalsOf(answer), LIMITED)
      assert.equal(await stateOf(peer, dataOf(held[0] as Awaited<ReturnType<typeof hold>>).reference), 'held')
    })

    for (const [way, merge] of Object.entries(merges)) {
      it(`of a guest are the member’s after a merge by ${way}`, async () => {
        const coupon = couponOf(++number)
        await coupon.limit(service, { usageLimit: 50 })
        const meeting = await meet(service, next, coupon)
        await holdTimes(2, meeting.guest)
        await requireHold(service, next(), meeting.member)
        assert.equal((await merge(service, meeting)).status, 200)
        await requireHold(service, next(), meeting.member)
        assert.deepEqual(refusalsOf(await hold(peer, next(), meeting.member)), LIMITED)
      })
    }
  })

  describe(`HOLD_RATE_LIMIT on ${engine}`, () => {
    let service: TestService
    let number = 0
    const next = () => `${engine}-rate-${++number}`
    before(async () => {
      service = await startService(engine, { HOLD_RATE_LIMIT: '3' })
    })
    after(() => service.stop())

    // Proves: stored-holds
    it('refuses a fourth hold in a minute with Retry-After, and changes nothing', async () => {
      const token = await guestWith(service)
      const references = [next(), next(), next()]
      for (const reference of references) await requireHold(service, reference, token)
      const refused = await hold(service, next(), token)
      assert.deepEqual(refusalsOf(refused), ['429 rate_limited'])
      assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
      assert.deepEqual(await Promise.all(references.map(each => stateOf(service, each))), [
        'released',
        'released',
        'held',
      ])
      await requireHold(service, next(), await guestWith(service))
      const metrics = await service.call('GET', '/metrics')
      assert.match(metrics.text, /sepet_rate_limited_total\{limit="hold"\} 1\n/)
    })

    it('counts no repetition, no completion, no release, and no hold that is refused', async () => {
      const token = await guestWith(service)
      await requireHold(service, next(), token)
      const living = next()
      await requireHold(service, living, token)
      for (let n = 0; n < 5; n++) {
        assert.equal((await hold(service, living, token)).status, 200)
        assert.deepEqual(refusalsOf(await hold(service, next(), token, { grandTotal: '1.23' })), ['409 cart_changed'])
        assert.equal((await release(service, next())).status, 404)
      }
      assert.equal((await complete(service, living)).status, 200)
      await addItem(service, token, ids.plain)
      await requireHold(service, next(), token)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['429 rate_limited'])
    })

    it('stores one of twenty equal requests at once, and answers the others 200', async () => {
      const [token, reference] = [await guestWith(service), next()]
      const expected = await totalsOf(service, token)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => whenFree(() => hold(service, reference, token, expected))),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201])
    })

    it('is off with 0', async () => {
      const free = await service.startPeer({ HOLD_RATE_LIMIT: '0' })
      const token = await guestWith(free)
      const before = await readCart(free, token)
      for (let n = 0; n < 15; n++) await requireHold(free, next(), token)
      assert.deepEqual(await readCart(free, token), before)
      await free.stop()
    })
  })
}
