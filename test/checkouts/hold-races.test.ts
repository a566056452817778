/** Simultaneous holds, completions and releases: through two instances on PostgreSQL, through one on the embedded database. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addItem, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, readCart, release, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { couponOf, expire, fillWith, guestWith, kinds, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import type { Answer } from '../support/service/service.ts'

const AT_ONCE = 20
const COMPLETED = 6
const ROUNDS = rounds({ short: 1, long: 200 })

for (const engine of engines) {
  describe(`simultaneous checkouts on ${engine}`, () => {
    let instances: Instances
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
    })
    afterEach(() => assertUsesMatch(either(0).database))
    after(() => instances.stop())
    const either = (n: number) => instances.at(n)
    const stateOf = async (reference: string) => dataOf(await callCheckout(either(0), 'GET', reference)).state

    for (const [kind, create] of Object.entries(kinds)) {
      it(`for the last use of ${kind} give it to exactly one of ${AT_ONCE} carts, and the others lose nothing`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const promotion = create(++number)
          await promotion.limit(either(0), { usageLimit: 5, usageCount: 4 })
          const carts = await times(AT_ONCE, async n => {
            const token = await guestWith(either(n), promotion)
            return { token, reference: next(), before: await readCart(either(n), token) }
          })
          const expected = await totalsOf(either(0), carts[0]?.token ?? '')
          const answers = await times(AT_ONCE, n => {
            const { token = '', reference = '' } = carts[n] ?? {}
            return whenFree(() => hold(either(n), reference, token, expected))
          })
          const [winner, ...others] = answers
            .map((_, n) => n)
            .sort((a, b) => statusOf(answers, a) - statusOf(answers, b))
          assert.deepEqual(dataOf(answers[winner as number] as Answer).cart, carts[winner as number]?.before)
          for (const n of others) {
            // A cart that is priced after the winner's hold has lost the discount, so that its totals differ.
            const [refused = ''] = refusalsOf(answers[n] as Answer)
            assert.ok([promotion.usedUp, '409 cart_changed'].includes(refused), refused)
            const { token = '', reference = '' } = carts[n] ?? {}
            assert.deepEqual(linesOf(await readCart(either(n), token)), [`${ids.plain}×3`])
            assert.equal((await callCheckout(either(n), 'GET', reference)).status, 404)
          }
        }
      })

      it(`that complete ${COMPLETED} expired holds of the last use of ${kind} tell all but one that it is used up`, async () => {
        const promotion = create(++number)
        await promotion.limit(either(0), { usageLimit: 1 })
        const references: string[] = []
        for (let n = 0; n < COMPLETED; n++) {
          const reference = next()
          await requireHold(either(n), reference, await guestWith(either(n), promotion))
          await expire(either(0), reference)
          references.push(reference)
        }
        const answers = await times(COMPLETED, n => whenFree(() => complete(either(n), references[n] ?? '')))
        const over = answers.filter(answer => dataOf(answer).overLimit)
        assert.equal(over.length, COMPLETED - 1)
      })
    }

    it('of one customer take a coupon’s use per customer once', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(either(0), { usageLimitPerCustomer: 1 })
      const token = await either(0).token('member', { id: String(ids.member) })
      await fillWith(either(0), token, coupon)
      const expected = await totalsOf(either(0), token)
      const references = Array.from({ length: 8 }, next)
      const held = await times(8, n => whenFree(() => hold(either(n), references[n] ?? '', token, expected)))
      assert.deepEqual([...new Set(held.map(({ status }) => status))], [201])
      const states = await Promise.all(references.map(stateOf))
      assert.deepEqual(states.sort(), ['held', ...Array(7).fill('released')])
      const completed = await times(8, n => whenFree(() => complete(either(n), references[n] ?? '')))
      assert.ok(completed.filter(answer => dataOf(answer).overLimit).length >= 7)
      await fillWith(either(0), token, coupon)
      assert.equal(await coupon.isApplied(either(1), token), false)
    })

    it('under one reference hold exactly one cart, and release no earlier hold of the others', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const coupon = couponOf(++number)
        await coupon.limit(either(0), { usageLimit: 8 })
        const reference = next()
        const carts = await times(8, async n => {
          const [token, own] = [await guestWith(either(n), coupon), next()]
          await requireHold(either(n), own, token)
          return { token, own }
        })
        const expected = await totalsOf(either(0), carts[0]?.token ?? '')
        const answers = await times(8, n => whenFree(() => hold(either(n), reference, carts[n]?.token ?? '', expected)))
        const statuses = answers.map(({ status }) => status)
        assert.deepEqual(statuses.toSorted(), [201, ...Array(7).fill(409)])
        for (const [n, { own }] of carts.entries()) {
          if (statuses[n] === 409) assert.deepEqual(refusalsOf(answers[n] as Answer), ['409 reference_taken'])
          assert.equal(await stateOf(own), statuses[n] === 201 ? 'released' : 'held')
        }
      }
    })

    it('with the same request hold once, and every other answer is 200 with the same document', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [token, reference] = [await guestWith(either(0)), next()]
        const expected = await totalsOf(either(0), token)
        const answers = await times(AT_ONCE, n => whenFree(() => hold(either(n), reference, token, expected)))
        const statuses = answers.map(({ status }) => status).sort()
        assert.deepEqual(statuses, [...Array(AT_ONCE - 1).fill(200), 201])
        for (const { json } of answers) assert.deepEqual(json, answers[0]?.json)
      }
    })

    it('with the same request are answered with the held cart, also while the order is completed', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [token, reference] = [await guestWith(either(0)), next()]
        const before = await readCart(either(0), token)
        const expected = await totalsOf(either(0), token)
        const answers = await times(10, async n => {
          const answer = await whenFree(() => hold(either(n), reference, token, expected))
          if (answer.status === 201) await whenFree(() => complete(either(n + 1), reference))
          return answer
        })
        assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
        for (const answer of answers) assert.deepEqual(dataOf(answer).cart, before)
      }
    })

    it('that complete one order subtract it once, and get one document', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(either(0), { usageLimit: 1 })
      const [token, reference] = [await guestWith(either(0), coupon), next()]
      await requireHold(either(0), reference, token)
      await addItem(either(0), token, ids.plain, 4)
      const answers = await times(AT_ONCE, n => whenFree(() => complete(either(n), reference)))
      for (const answer of answers) {
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.json, answers[0]?.json)
      }
      assert.deepEqual(linesOf(await readCart(either(1), token)), [`${ids.plain}×4`])
    })

    it('that complete and release one order end completed or cancelled, and subtract it once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const coupon = couponOf(++number)
        await coupon.limit(either(0), { usageLimit: 1 })
        const [buyer, other] = [await guestWith(either(0), coupon), await guestWith(either(1), coupon)]
        const reference = next()
        await requireHold(either(0), reference, buyer)
        await addItem(either(0), buyer, ids.plain, 4)
        const answers = await times(6, n =>
          whenFree(() => (n % 2 === 0 ? complete : release)(either(n >> 1), reference)),
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 204, 200, 204, 200, 204],
        )
        const state = await stateOf(reference)
        assert.ok(state === 'completed' || state === 'cancelled', state)
        assert.equal(await coupon.isApplied(either(1), other), state === 'cancelled')
        assert.deepEqual(linesOf(await readCart(either(1), buyer)), [`${ids.plain}×4`])
      }
    })
  })
}

function statusOf(answers: Answer[], n: number): number {
  return answers[n]?.status ?? 0
}
