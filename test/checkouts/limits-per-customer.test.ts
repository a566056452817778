/** Limits per customer of campaigns: counted over all their codes, for members alone, and given back with the order. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { boundCampaign, entered, shown } from '../support/cart/coupons.ts'
import {
  fillWithCode,
  importBound,
  importListed,
  newMember,
  order,
  stateInCart,
} from '../support/checkouts/limits-per-customer.ts'
import { complete, dataOf, hold, readCart, release, subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { expire, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'

const ROUNDS = rounds({ short: 3, long: 100 })
const GONE = [false, false] as const

for (const engine of engines) {
  describe(`a limit per customer of a campaign on ${engine}`, () => {
    let instances: Instances
    let number = 0
    const either = (n: number) => instances.at(n)
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
    })
    afterEach(() => assertUsesMatch(either(0).database))
    after(() => instances.stop())

    const withItem = async (token: string) => {
      await addItem(either(0), token, ids.plain, 3)
      return token
    }
    const choose = (token: string, campaignId: number) =>
      either(1).call('POST', '/cart/campaign', { token, body: { campaignId } })
    const customerUsage = async (token: string, id: number) => {
      const { campaigns } = await readOwnerCart(either(0), subjectOf(token))
      const { conditions = [] } = campaigns.find(each => each.id === id) ?? {}
      return conditions.find(({ name }) => name === 'customerUsage')
    }

    describe('that a shopper chooses', () => {
      it('hides it from guests, and refuses their choice', async () => {
        const id = ++number
        await importListed(either(0), id)
        const guest = await withItem(await either(0).token('guest'))
        assert.deepEqual(await stateInCart(either(0), guest, id), GONE)
        assert.deepEqual(refusalsOf(await choose(guest, id)), ['422 campaign_not_available /campaignId'])
        assert.deepEqual(await customerUsage(guest, id), {
          ...{ name: 'customerUsage', holds: false, detail: 'a guest; members only' },
          values: { name: 'customerUsage', limit: 1, used: null },
        })
      })

      it('is used up by the member’s order, is seen in the member’s own held cart, and comes back with the order', async () => {
        const id = ++number
        await importListed(either(0), id)
        const [member, other] = [await withItem(await newMember(either(0))), await withItem(await newMember(either(0)))]
        assert.equal((await choose(member, id)).status, 200)
        const reference = next()
        await requireHold(either(0), reference, member)
        assert.deepEqual(await stateInCart(either(1), member, id), [true, true])
        assert.equal(dataOf(await complete(either(1), reference)).overLimit, false)
        await withItem(member)
        assert.deepEqual(await stateInCart(either(1), member, id), GONE)
        assert.deepEqual(refusalsOf(await choose(member, id)), ['422 campaign_not_available /campaignId'])
        assert.equal((await customerUsage(member, id))?.detail, '1 of 1 used')
        assert.deepEqual(await stateInCart(either(1), other, id), [true, false])
        await release(either(0), reference)
        assert.equal((await choose(member, id)).status, 200)
        assert.deepEqual(await stateInCart(either(0), member, id), [true, true])
      })

      it('follows a change of the limit at once, and explains nothing where there is none', async () => {
        const id = ++number
        await importListed(either(0), id, { usageLimitPerCustomer: 0 })
        const member = await withItem(await newMember(either(0)))
        assert.deepEqual(await stateInCart(either(1), member, id), GONE)
        await importListed(either(0), id, { usageLimitPerCustomer: 2 })
        assert.deepEqual(await stateInCart(either(1), member, id), [true, false])
        await importListed(either(0), id, { usageLimitPerCustomer: null })
        assert.deepEqual(await stateInCart(either(1), member, id), [true, false])
        assert.equal(await customerUsage(member, id), undefined)
      })
    })

    it('of an automatic campaign lets the next one apply', async () => {
      const [id, following] = [++number, ++number]
      await importListed(either(0), id, { automatic: true, reward: { type: 'percent', value: '50' } })
      await importListed(either(0), following, { automatic: true, usageLimitPerCustomer: null })
      const member = await withItem(await newMember(either(0)))
      const guest = await withItem(await either(0).token('guest'))
      assert.deepEqual(await stateInCart(either(1), member, id), [true, true])
      assert.deepEqual(await stateInCart(either(1), guest, following), [true, true])
      assert.equal(await order(either(1), member, next()), false)
      await withItem(member)
      assert.deepEqual(await stateInCart(either(0), member, id), GONE)
      assert.deepEqual(await stateInCart(either(0), member, following), [true, true])
      await either(0).importShop({ campaigns: [id, following].map(each => boundCampaign(each, { active: false })) })
    })

    it('refuses a hold of the cart that was shown with a use left, after another order has taken it', async () => {
      const id = ++number
      await importListed(either(0), id)
      const member = await withItem(await newMember(either(0)))
      await choose(member, id)
      const late = next()
      await requireHold(either(0), late, member)
      await release(either(0), late)
      await either(0).call('DELETE', '/cart', { token: member })
      await addItem(either(0), member, ids.taxFree)
      // The campaign is listed, and not chosen: the order changes neither the lines nor the totals.
      const read = await either(0).call('GET', '/cart', { token: member })
      const etag = read.headers.get('etag') ?? assert.fail('no tag')
      const expected = { ...(await totalsOf(either(0), member)), etag }
      assert.equal((await hold(either(1), next(), member, expected)).status, 201)
      assert.equal(dataOf(await complete(either(1), late)).overLimit, false)
      assert.deepEqual(await stateInCart(either(0), member, id), GONE)
      assert.deepEqual(refusalsOf(await hold(either(1), next(), member, expected)), ['409 cart_changed'])
    })

    describe('that coupons are bound to', () => {
      it('is counted over its codes: a guest is told to log in, and a customer who has used one is refused', async () => {
        const { id, codes } = await importBound(either(0), ++number)
        const guest = await withItem(await either(0).token('guest'))
        for (const code of codes) assert.equal(await entered(either(0), guest, code), `${code} audience`)
        assert.equal(await shown(either(1), guest), `${codes[1]} audience`)
        const member = await newMember(either(0))
        await fillWithCode(either(0), member, codes[0])
        assert.equal(await shown(either(1), member), `applied ${codes[0]}`)
        assert.equal(await order(either(1), member, next()), false)
        await withItem(member)
        for (const code of codes) assert.equal(await entered(either(1), member, code), `${code} used_by_customer`)
        assert.equal(await shown(either(0), member), undefined)
        assert.equal((await customerUsage(member, id))?.detail, '1 of 1 used')
      })

      it('refuses a stored code with that reason once another code has taken the use, and names the campaign to staff', async () => {
        const { id, codes } = await importBound(either(0), ++number)
        const member = await newMember(either(0))
        const reference = next()
        await fillWithCode(either(0), member, codes[0])
        await requireHold(either(0), reference, member)
        await fillWithCode(either(1), member, codes[1])
        assert.equal(await shown(either(0), member), `applied ${codes[1]}`)
        await expire(either(0), reference)
        assert.equal(dataOf(await complete(either(1), reference)).overLimit, false)
        await withItem(member)
        assert.equal(await shown(either(1), member), `${codes[1]} used_by_customer`)
        const { coupon } = await readOwnerCart(either(0), subjectOf(member))
        assert.deepEqual(
          coupon?.conditions.filter(({ holds }) => !holds).map(({ values }) => values),
          [
            { name: 'customerUsage', limit: 1, used: 1, campaignId: id },
            { name: 'campaign', campaignId: id, exists: true, failed: ['customerUsage'] },
          ],
        )
        await release(either(0), reference)
        assert.equal(await shown(either(1), member), `applied ${codes[1]}`)
      })

      it('counts beside the coupon’s own limit, and names its own where it has one', async () => {
        const { codes } = await importBound(either(0), ++number, { usageLimitPerCustomer: 5 })
        const member = await newMember(either(0))
        const own = { code: codes[0], discountType: 'percent', campaignId: number, usageLimitPerCustomer: 2 }
        await either(0).importShop({ coupons: [own] })
        await fillWithCode(either(0), member, codes[0])
        const usage = async () => {
          const { coupon } = await readOwnerCart(either(0), subjectOf(member))
          return coupon?.conditions.find(({ name }) => name === 'customerUsage')
        }
        assert.equal((await usage())?.detail, '0 of 2 used')
        await fillWithCode(either(0), member, codes[1])
        assert.equal((await usage())?.detail, `0 of 5 used, for campaign ${number}`)
      })

      it('is taken once by two codes that one member holds and completes at once under two references', async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const { codes } = await importBound(either(0), ++number)
          const member = await newMember(either(0))
          await fillWithCode(either(0), member, codes[0])
          const expected = await totalsOf(either(0), member)
          const references = [next(), next()]
          const held = await times(2, async n => {
            await whenFree(() =>
              either(n).call('POST', '/cart/coupon', { token: member, body: { couponCode: codes[n] } }),
            )
            return whenFree(() => hold(either(n), references[n] ?? '', member, expected))
          })
          assert.deepEqual(
            held.map(({ status }) => status),
            [201, 201],
          )
          const completed = await times(2, n => whenFree(() => complete(either(n), references[n] ?? '')))
          assert.deepEqual(completed.map(answer => dataOf(answer).overLimit).sort(), [false, true])
          for (const code of codes) {
            await withItem(member)
            assert.equal(await entered(either(round), member, code), `${code} used_by_customer`)
          }
          for (const reference of references) await release(either(round), reference)
          assert.equal(await entered(either(round), member, codes[0]), `applied ${codes[0]}`)
        }
      })

      it('goes beyond the limit exactly by the orders that come too late, in whatever order they are completed', async () => {
        const { codes } = await importBound(either(0), ++number, { usageLimitPerCustomer: 2 })
        const member = await newMember(either(0))
        const references = Array.from({ length: 5 }, next)
        for (const [n, reference] of references.entries()) {
          await fillWithCode(either(n), member, codes[n % 2] ?? '')
          await requireHold(either(n), reference, member)
          await expire(either(0), reference)
        }
        const completed = await times(5, n => whenFree(() => complete(either(n), references[n] ?? '')))
        assert.equal(completed.filter(answer => dataOf(answer).overLimit).length, 3)
      })

      it('counts what a guest held before the login, when the member completes it', async () => {
        const { id, codes } = await importBound(either(0), ++number, { usageLimitPerCustomer: null })
        const [first, second] = [next(), next()]
        const member = await newMember(either(0))
        for (const [reference, over] of [
          [first, false],
          [second, true],
        ] as const) {
          const guest = await guestWith(either(0))
          await importBound(either(0), id, { usageLimitPerCustomer: null })
          await either(0).call('POST', '/cart/coupon', { token: guest, body: { couponCode: codes[0] } })
          await requireHold(either(0), reference, guest)
          await importBound(either(0), id)
          const merged = await either(1).call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
          assert.equal(merged.status, 200, merged.text)
          assert.equal(dataOf(await complete(either(1), reference)).overLimit, over)
        }
        await withItem(member)
        assert.equal(await entered(either(0), member, codes[1]), `${codes[1]} used_by_customer`)
      })
    })

    it('does not stop a hold that has the use itself, repeated under another reference', async () => {
      const { codes } = await importBound(either(0), ++number)
      const member = await newMember(either(0))
      await fillWithCode(either(0), member, codes[0])
      for (const reference of [next(), next(), next()]) await requireHold(either(number), reference, member)
      assert.equal((await readCart(either(0), member)).data.attributes.appliedCoupon?.code, codes[0])
    })
  })
}
