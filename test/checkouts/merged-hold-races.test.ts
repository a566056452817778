/** Holds at a merge that meets another request: through two instances on PostgreSQL, through one on the embedded database. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addItem, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { meet, merges, statesOf } from '../support/checkouts/merges.ts'
import { complete, hold, readCart, release, subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { untilWaiting, whileCartLocked } from '../support/database/locks.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const ROUNDS = rounds({ short: 5, long: 300 })

for (const engine of engines) {
  describe(`a merge beside other requests on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    const either = (n: number) => instances.at(n)
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())

    for (const [way, merge] of Object.entries(merges)) {
      it(`by ${way} decides by the moment when a hold of the member expires`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const meeting = await meet(service, next)
          await requireHold(service, meeting.guests, meeting.guest)
          await requireHold(service, meeting.members, meeting.member)
          const expires = Date.now() + round * 3
          await setExpiry(service, meeting.members, expires)
          const began = Date.now()
          assert.equal((await merge(either(round), meeting)).status, 200)
          const ended = Date.now()
          const held = await heldOf(service, meeting.member)
          assert.equal(held.length, 1)
          if (expires <= began) assert.deepEqual(held, [meeting.guests])
          if (expires > ended) assert.deepEqual(held, [meeting.members])
        }
      })

      it(`by ${way} beside a new hold of the guest keeps that of the member`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const meeting = await meet(service, next)
          await requireHold(service, meeting.members, meeting.member)
          const expected = await totalsOf(service, meeting.guest)
          const [held, merged] = await Promise.all([
            hold(either(round), meeting.guests, meeting.guest, expected),
            merge(either(round + 1), meeting),
          ])
          assert.equal(merged.status, 200, merged.text)
          if (held.status === 201) assert.deepEqual(await statesOf(service, meeting), ['released', 'held'])
          else {
            assert.deepEqual(refusalsOf(held), ['422 field_invalid /subject'])
            assert.deepEqual(await statesOf(service, meeting), ['none', 'held'])
          }
        }
      })

      it(`by ${way} beside a new hold of the member keeps it, or that of the guest where the cart had changed`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const meeting = await meet(service, next)
          await requireHold(service, meeting.guests, meeting.guest)
          const expected = await totalsOf(service, meeting.member)
          const [held, merged] = await Promise.all([
            hold(either(round), meeting.members, meeting.member, expected),
            merge(either(round + 1), meeting),
          ])
          assert.equal(merged.status, 200, merged.text)
          if (held.status === 201) assert.deepEqual(await statesOf(service, meeting), ['released', 'held'])
          else {
            assert.deepEqual(refusalsOf(held), ['409 cart_changed'])
            assert.deepEqual(await statesOf(service, meeting), ['held', 'none'])
          }
        }
      })

      for (const [how, end] of Object.entries({ completed: complete, released: release })) {
        it(`by ${way} beside a hold of the member that is ${how} leaves one hold at most, and no order twice`, async () => {
          for (let round = 0; round < ROUNDS; round++) {
            const meeting = await meet(service, next)
            await requireHold(service, meeting.guests, meeting.guest)
            await requireHold(service, meeting.members, meeting.member)
            const answers = await Promise.all([end(either(round), meeting.members), merge(either(round + 1), meeting)])
            for (const { status, text } of answers) assert.ok(status < 300, text)
            const [guests, members] = await statesOf(service, meeting)
            assert.equal(members, how)
            assert.match(guests, /^(held|released)$/)
            const own = how === 'completed' ? [] : [`${ids.soldOut}×2`]
            assert.deepEqual(linesOf(await readCart(service, meeting.member)), [...own, `${ids.plain}×3`])
          }
        })
      }
    }

    it('that creates the cart of the member comes before an order that waits for it', {
      skip: engine === 'sqlite' && 'one writer',
    }, async () => {
      const meeting = await meet(service, next)
      await addItem(service, meeting.guest, ids.soldOut, 1)
      await requireHold(service, meeting.guests, meeting.guest)
      await requireHold(service, meeting.members, meeting.member)
      assert.equal((await service.call('DELETE', '/cart', { token: meeting.member })).status, 200)
      const url = service.config.DATABASE_URL ?? ''
      const answers = await whileCartLocked(url, subjectOf(meeting.guest), async () => {
        const merged = merges['POST /cart/merge'](either(0), meeting)
        await untilWaiting(service.database, 1)
        const completed = complete(either(1), meeting.members)
        await untilWaiting(service.database, 2)
        return [merged, completed]
      })
      for (const { status, text } of await Promise.all(answers)) assert.equal(status, 200, text)
      assert.deepEqual(await statesOf(service, meeting), ['released', 'completed'])
      assert.deepEqual(linesOf(await readCart(service, meeting.member)), [`${ids.plain}×3`])
    })

    // Proves: planted-guest-link
    it('of several guests at once keeps the living hold of the member, or one of theirs', async () => {
      for (const own of ['held', 'none'] as const) {
        const first = await meet(service, next)
        if (own === 'held') await requireHold(service, first.members, first.member)
        const guests = [first, ...(await Promise.all(Array.from({ length: 5 }, () => meet(service, next))))]
        for (const { guest, guests: reference } of guests) await requireHold(service, reference, guest)
        const answers = await Promise.all(
          guests.map((each, n) =>
            whenFree(() => merges['POST /cart/merge'](either(n), { ...each, member: first.member })),
          ),
        )
        for (const { status, text } of answers) assert.equal(status, 200, text)
        const held = await heldOf(service, first.member)
        assert.equal(held.length, 1)
        if (own === 'held') assert.deepEqual(held, [first.members])
      }
    })
  })
}

/** The references that are stored as held for the owner of a token. */
async function heldOf({ database }: TestService, token: string): Promise<string[]> {
  const query = database.kysely.selectFrom('checkouts').select('reference').where('state', '=', 'held')
  const rows = await query.where('subject', '=', subjectOf(token)).execute()
  return rows.map(({ reference }) => reference)
}

/** Sets the end of a hold and of its uses. */
async function setExpiry({ database: { kysely } }: TestService, reference: string, expires_at: number): Promise<void> {
  await kysely.updateTable('checkouts').set({ expires_at }).where('reference', '=', reference).execute()
  await kysely.updateTable('promotion_uses').set({ expires_at }).where('reference', '=', reference).execute()
}
