/** Automatic campaigns with a usage limit that a cart can hold no more in 24 hours: another one is picked, everywhere alike. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { cartOf, refusalsOf, type ShownCart, whenFree } from '../support/cart/cart.ts'
import { askCarts } from '../support/cart/cart-list.ts'
import { type Meeting, meet, merges } from '../support/checkouts/merges.ts'
import { complete, dataOf, hold, readCart, stateOf, subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { fillWith, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import { runSepet } from '../support/service/process.ts'
import type { TestService } from '../support/service/service.ts'

const DAY_MS = 86_400_000

/** An automatic campaign. */
const campaign = (id: number, percent: string, others: object = {}) => ({
  ...{ id, name: `Kampanya ${id}`, automatic: true, usageCount: 0, usageLimit: null },
  ...{ reward: { type: 'percent', value: percent }, ...others },
})
/** It saves most, and loses a use by each hold. */
const limited = campaign(1, '20', { usageLimit: 1000 })
const other = campaign(2, '10')

const pickedOf = ({ data }: ShownCart) => data.attributes.appliedCampaign?.id ?? null

for (const engine of engines) {
  describe(`an automatic campaign that was held too often on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let instances: Instances
    let token: string
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
      peer = instances.at(1)
    })
    beforeEach(async () => {
      await service.importShop({ campaigns: [limited, { ...other, active: true }] })
      token = await guestWith(service)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())

    const pickedBy = async (of = token, from = peer) => pickedOf(await readCart(from, of))
    const holdTimes = async (times: number, of = token) => {
      for (let n = 0; n < times; n++) await requireHold(instances.at(n), next(), of)
    }

    it('leaves its place to another after four holds; the fifth with the old totals is told so, and is held with the new', async () => {
      await holdTimes(3)
      assert.equal(await pickedBy(), 1)
      const [living, totals] = [next(), await totalsOf(service, token)]
      assert.equal((await hold(service, living, token, totals)).status, 201)
      const cart = await readCart(peer, token)
      assert.equal(pickedOf(cart), 2)
      assert.deepEqual(
        cart.data.attributes.campaigns?.map(({ id }) => id),
        [1, 2],
      )

      const refused = await hold(peer, next(), token, totals)
      assert.deepEqual(refusalsOf(refused), ['409 cart_changed'])
      const { errors } = refused.json as { errors: { meta: { cart: ShownCart } }[] }
      assert.equal(errors[0] && pickedOf(errors[0].meta.cart as ShownCart), 2)
      assert.equal(await stateOf(peer, living), 'held')
      const repeated = await hold(peer, living, token, totals)
      assert.deepEqual([repeated.status, dataOf(repeated).cart.data.attributes.appliedCampaign?.id], [200, 1])

      const held = await hold(service, next(), token)
      assert.deepEqual([held.status, dataOf(held).cart.data.attributes.appliedCampaign?.id], [201, 2])
      assert.equal(await stateOf(peer, living), 'released')
      await holdTimes(3)
      assert.equal(await pickedBy(await guestWith(service)), 1)
    })

    it('leaves its place to none where there is no other', async () => {
      await service.importShop({ campaigns: [{ ...other, active: false }] })
      await holdTimes(4)
      assert.equal(await pickedBy(), null)
      await holdTimes(2)
    })

    it('is told to staff with the cart that the shopper sees', async () => {
      await holdTimes(4)
      const { json } = await askCarts(peer, `/${subjectOf(token)}`)
      const { data } = json as {
        data: { cart: ShownCart; campaigns: { id: number; applies: boolean; contest: object }[] }
      }
      assert.equal(pickedOf(data.cart), 2)
      assert.deepEqual(
        data.campaigns.map(({ id, applies, contest }) => [id, applies, contest]),
        [
          [1, true, { winnerId: 2, isChosen: false, saving: null, heldTooOften: true }],
          [2, true, { winnerId: 2, isChosen: false, saving: null, heldTooOften: false }],
        ],
      )
      const { DATA_DIR, DATABASE_URL = '' } = service.config
      const { stdout } = await runSepet(['campaigns', 'explain', '--as', subjectOf(token)], { DATA_DIR, DATABASE_URL })
      assert.match(
        stdout,
        /1 {2}Kampanya 1: can be chosen[\s\S]*held it too often[\s\S]*2 {2}Kampanya 2: applies[\s\S]*picked\n/,
      )
    })

    it('is picked again after an order, and a day later', async () => {
      await holdTimes(3)
      const reference = next()
      await requireHold(service, reference, token)
      assert.equal(await pickedBy(), 2)
      await complete(peer, reference)
      await fillWith(service, token)
      assert.equal(await pickedBy(), 1)
      await holdTimes(1)
      assert.equal(await pickedBy(), 2)
      await service.database.kysely
        .updateTable('unpaid_holds')
        .set({ held_at: sql<number>`held_at - ${DAY_MS}` })
        .execute()
      assert.equal(await pickedBy(), 1)
      await holdTimes(1)
    })

    it('can be chosen all the same, and is then refused as before', async () => {
      await holdTimes(4)
      const chosen = await service.call('POST', '/cart/campaign', { token, body: { campaignId: 1 } })
      assert.equal(pickedOf(cartOf(chosen)), 1)
      const refused = await hold(peer, next(), token)
      assert.deepEqual(refusalsOf(refused), ['409 hold_limit_reached'])
      assert.match(refused.text, /the campaign too often/)
    })

    it('is picked while it has no limit, and not again once it has one', async () => {
      await holdTimes(4)
      await service.importShop({ campaigns: [{ ...limited, usageLimit: null }] })
      assert.equal(await pickedBy(), 1)
      await holdTimes(2)
      await service.importShop({ campaigns: [limited] })
      assert.equal(await pickedBy(), 2)
      await holdTimes(1)
    })

    it('is picked with HOLD_RENEWALS=0', async () => {
      const free = await service.startPeer({ HOLD_RENEWALS: '0' })
      await holdTimes(4)
      for (let n = 0; n < 2; n++) await requireHold(free, next(), token)
      assert.deepEqual([await pickedBy(token, free), await pickedBy()], [1, 2])
      await free.stop()
    })

    it('is not picked for a member whose guest has held it, after a login', async () => {
      for (const merge of Object.values(merges)) {
        const meeting: Meeting = await meet(service, next)
        await holdTimes(2, meeting.guest)
        await holdTimes(2, meeting.member)
        assert.equal(await pickedBy(meeting.member), 1)
        assert.equal((await merge(service, meeting)).status, 200)
        assert.equal(await pickedBy(meeting.member), 2)
        await holdTimes(1, meeting.member)
      }
    })

    it('changes the tag of the cart: a write with the old one is refused', async () => {
      await holdTimes(3)
      const shown = await service.call('GET', '/cart', { token })
      const headers = { 'if-match': shown.headers.get('etag') ?? '' }
      await holdTimes(1)
      const refused = await peer.call('DELETE', '/cart', { token, headers })
      assert.deepEqual(refusalsOf(refused), ['412 precondition_failed'])
    })

    // Proves: repeated-holds
    it('is held once by ten holds at once for the last that is permitted; the others see the new cart', async () => {
      await holdTimes(3)
      const expected = await totalsOf(service, token)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => whenFree(() => hold(instances.at(n), next(), token, expected))),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
      for (const answer of answers) {
        if (answer.status !== 201) assert.deepEqual(refusalsOf(answer), ['409 cart_changed'])
      }
      assert.equal(await pickedBy(), 2)
    })
  })
}
