/** Holds of several campaigns: a use of each is taken, becomes final and comes back. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { findUses } from '../../src/promotions/admin/uses.sql.ts'
import { whenFree } from '../support/cart/cart.ts'
import { mergeInto, newMember } from '../support/checkouts/baskets.ts'
import { createCampaignHolder, type HoldCampaigns } from '../support/checkouts/held-campaigns.ts'
import { callCheckout, complete, dataOf, release, subjectOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { campaignOf, expire, fillWith, guestWith } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const ROUNDS = rounds({ short: 3, long: 200 })
const HOLDS = 3

for (const engine of engines) {
  describe(`holds of several campaigns on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    let hold: HoldCampaigns
    let number = 0
    let first: number
    let second: number
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
      hold = createCampaignHolder(service, HOLDS)
    })
    beforeEach(async () => {
      first = ++number
      second = ++number
      for (const id of [first, second]) await limit(id, 2)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())

    const limit = (id: number, usageLimit: number) => campaignOf(id).limit(service, { usageLimit })
    /** Holds both campaigns for the cart of a token. @returns the reference */
    const holdBoth = async (token: string, reference: string = randomUUID()) => {
      const held = await hold({ token, campaigns: [first, second], reference })
      assert.ok(typeof held === 'object', String(held))
      return reference
    }
    /** The uses of both campaigns, as `completed+held`. */
    const usesOf = async () => {
      const keys = [first, second]
      const uses = await findUses(service.database, 'campaigns', { keys, now: Date.now() })
      return uses.map(({ completed, held }) => `${completed}+${held}`)
    }
    const completeOver = async (reference: string) => dataOf(await complete(instances.at(1), reference)).overLimit

    it('take a use of each, which ends with the hold, becomes final with the order, and comes back with its cancellation', async () => {
      const token = await guestWith(service)
      const seen = []
      const reference = await holdBoth(token)
      seen.push(await usesOf())
      for (const change of [release, complete, release, complete]) {
        await change(instances.at(1), reference)
        seen.push(await usesOf())
      }
      await fillWith(service, token)
      const expired = await holdBoth(token)
      await expire(service, expired)
      seen.push(await usesOf())
      assert.deepEqual(
        seen.map(([one, other]) => (one === other ? one : [one, other])),
        ['0+1', '0+0', '1+0', '0+0', '1+0', '1+0'],
      )
    })

    it('are refused, and write nothing, when any of the campaigns is used up', async () => {
      await limit(second, 1)
      const [token, reference] = [await guestWith(service), randomUUID()]
      await holdBoth(await guestWith(service))
      assert.equal(await hold({ token, campaigns: [first, second], reference }), 'campaign_used_up')
      assert.equal((await callCheckout(service, 'GET', reference)).status, 404)
      assert.deepEqual(await usesOf(), ['0+1', '0+1'])
    })

    it('count towards the limit of unpaid holds of each campaign', async () => {
      const token = await guestWith(service)
      for (let n = 0; n < HOLDS; n++) await holdBoth(token)
      assert.equal(await hold({ token, campaigns: [second] }), 'campaign_hold_limit')
      assert.equal(await hold({ token, campaigns: [first] }), 'campaign_hold_limit')
      assert.equal(typeof (await hold({ token, campaigns: [] })), 'object')
    })

    it('are beyond the limit where another order has taken the last use of the further campaign', async () => {
      await limit(second, 1)
      const late = await holdBoth(await guestWith(service))
      await expire(service, late)
      const buyer = await guestWith(service)
      await campaignOf(second).choose(service, buyer)
      const other = randomUUID()
      assert.equal(typeof (await hold({ token: buyer, campaigns: [second], reference: other })), 'object')
      assert.deepEqual([await completeOver(other), await completeOver(late)], [false, true])
    })

    it('forget campaigns that do not apply any more when the reference is held again', async () => {
      const token = await guestWith(service)
      const reference = await holdBoth(token)
      await release(service, reference)
      assert.equal(typeof (await hold({ token, campaigns: [second], reference })), 'object')
      assert.deepEqual(await usesOf(), ['0+0', '0+1'])
      await complete(service, reference)
      assert.deepEqual(await usesOf(), ['0+0', '1+0'])
    })

    it('use up the choice of the cart, whichever of them it is', async () => {
      const token = await guestWith(service)
      await campaignOf(second).choose(service, token)
      await complete(service, await holdBoth(token))
      const cart = service.database.kysely.selectFrom('carts').select('campaign_id').where('id', '=', subjectOf(token))
      assert.equal((await cart.executeTakeFirstOrThrow()).campaign_id, null)
    })

    it('follow a guest into a merge', async () => {
      const [member, guest] = [await newMember(service), await guestWith(service)]
      const reference = await holdBoth(guest)
      await mergeInto(service, member, guest)
      const customer = Number(subjectOf(member).slice('member:'.length))
      const uses = service.database.kysely.selectFrom('promotion_uses').selectAll().where('reference', '=', reference)
      assert.deepEqual(
        (await uses.execute()).map(({ customer_id }) => customer_id),
        [customer, customer],
      )
      assert.equal(await completeOver(reference), false)
    })

    it('are completed with all their campaigns after their carts were condensed', async () => {
      const token = await guestWith(service)
      const references = [await holdBoth(token)]
      for (let n = 0; n < 3; n++) {
        const reference = randomUUID()
        assert.equal(typeof (await hold({ token, campaigns: [], reference })), 'object')
        references.push(reference)
      }
      const [oldest = ''] = references
      assert.equal(dataOf(await callCheckout(service, 'GET', oldest)).cart, null)
      await complete(service, oldest)
      assert.deepEqual(await usesOf(), ['1+0', '1+0'])
    })

    it('at once, in either order of the campaigns, give the last use to exactly one cart', async () => {
      const holders = [hold, createCampaignHolder(instances.at(1), HOLDS)] as const
      for (let round = 0; round < ROUNDS; round++) {
        const campaigns = [++number, ++number]
        for (const id of campaigns) await limit(id, 1)
        const tokens = await times(8, () => guestWith(service))
        const results = await times(8, async n => {
          const ordered = n % 3 === 0 ? campaigns : campaigns.toReversed()
          return (holders[n % 2] ?? hold)({ token: tokens[n] ?? '', campaigns: ordered })
        })
        assert.deepEqual(results.filter(result => typeof result === 'object').length, 1)
        assert.deepEqual([...new Set(results.filter(result => typeof result === 'string'))], ['campaign_used_up'])
      }
    })

    it('that are completed at once take the last use of a campaign within its limit once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const campaigns = [++number, ++number]
        const references: string[] = []
        for (const id of campaigns) await limit(id, 1)
        for (let n = 0; n < 4; n++) {
          const reference = randomUUID()
          const ordered = n % 2 === 0 ? campaigns : campaigns.toReversed()
          assert.equal(
            typeof (await hold({ token: await guestWith(service), campaigns: ordered, reference })),
            'object',
          )
          await expire(service, reference)
          references.push(reference)
        }
        const answers = await times(4, n => whenFree(() => complete(instances.at(n), references[n] ?? '')))
        const over = answers.map(answer => dataOf(answer).overLimit).sort()
        assert.deepEqual(over, [false, true, true, true])
      }
    })
  })
}
