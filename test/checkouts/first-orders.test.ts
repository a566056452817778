/** First orders: what carts know of the orders of their customers, and completions that come after another order. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { CARTS } from '../../src/api-paths.ts'
import type { PromotionPreview } from '../../src/cart/admin/preview.document.ts'
import { addItem, cartOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { mergeInto, newMember } from '../support/checkouts/baskets.ts'
import { hasOrdered, limitCampaign, limitCoupon, setOrderCount } from '../support/checkouts/first-orders.ts'
import { complete, dataOf, hold, release, subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { campaignOf, couponOf, expire, fillWith, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const reward = { type: 'percent', value: '10' }
const ROUNDS = rounds({ short: 5, long: 200 })

for (const engine of engines) {
  describe(`first orders on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())

    const customerOf = (token: string) => Number(subjectOf(token).slice('member:'.length))
    const completeLate = async (reference: string) => dataOf(await complete(instances.at(1), reference)).overLimit
    /** Creates a coupon of first orders alone. */
    const firstCoupon = async () => {
      const n = ++number
      const coupon = couponOf(n)
      await coupon.limit(service, {})
      await limitCoupon(service, `KUPON${n}`)
      return coupon
    }
    /** Creates a campaign of first orders alone. */
    const firstCampaign = async () => {
      const id = ++number
      const campaign = campaignOf(id)
      await campaign.limit(service, {})
      await limitCampaign(service, id)
      return { ...campaign, id }
    }
    /** Holds a cart of a token without promotions, and completes it. */
    const order = async (token: string) => {
      const reference = next()
      cartOf(await service.call('DELETE', '/cart', { token }))
      await fillWith(service, token)
      await requireHold(service, reference, token)
      assert.equal(await completeLate(reference), false)
      return reference
    }

    it('end with an order that is completed and not cancelled, of this customer alone', async () => {
      const [member, other] = [await newMember(service), await newMember(service)]
      const guest = await guestWith(service)
      const [held, guests] = [next(), next()]
      await fillWith(service, member)
      await requireHold(service, held, member)
      await requireHold(service, guests, guest)
      await complete(service, guests)
      const seen = [await hasOrdered(service, member)]
      for (const change of [expire, complete, release, complete, complete]) {
        await change(service, held)
        seen.push(await hasOrdered(service, member))
      }
      assert.deepEqual(seen, [false, false, true, false, true, true])
      for (const token of [other, guest]) assert.equal(await hasOrdered(service, token), false)
    })

    it('end with an order elsewhere', async () => {
      const member = await newMember(service)
      await setOrderCount(service, customerOf(member), 1)
      assert.equal(await hasOrdered(service, member), true)
      await setOrderCount(service, customerOf(member), 0)
      assert.equal(await hasOrdered(service, member), false)
    })

    it('are looked up where a campaign or the chosen coupon asks alone', async () => {
      const [coupon, other] = [await firstCoupon(), couponOf(++number)]
      await other.limit(service, {})
      const member = await newMember(service)
      await fillWith(service, member, coupon)
      await setOrderCount(service, customerOf(member), 1)
      const answers = [await hasOrdered(service, member, { isAsked: false })]
      await other.choose(service, member)
      for (const isAsked of [false, true]) answers.push(await hasOrdered(service, member, { isAsked }))
      assert.deepEqual(answers, [true, false, true])
    })

    for (const [kind, create] of Object.entries({ coupon: firstCoupon, campaign: firstCampaign })) {
      it(`get the discount of a ${kind} of theirs, on every instance, and no guest or customer with an order does`, async () => {
        const promotion = await create()
        const [member, buyer, guest] = [await newMember(service), await newMember(service), await guestWith(service)]
        const isApplied = async (token: string) => {
          const applied = [
            await promotion.isApplied(instances.at(0), token),
            await promotion.isApplied(instances.at(1), token),
          ]
          assert.equal(applied[0], applied[1])
          return applied[0]
        }
        await fillWith(service, member, promotion)
        const before = await isApplied(member)
        await fillWith(service, buyer, promotion)
        const reference = await order(buyer)
        await fillWith(service, buyer)
        const seen = [before, await isApplied(buyer), await isApplied(guest)]
        await release(service, reference)
        await promotion.choose(service, buyer)
        seen.push(await isApplied(buyer))
        assert.deepEqual(seen, [true, false, false, true])
      })
    }

    it('do not store a code that is for them alone after another order', async () => {
      const coupon = await firstCoupon()
      const member = await newMember(service)
      await order(member)
      await fillWith(service, member, coupon)
      assert.equal(await coupon.isApplied(service, member), false)
      const stored = service.database.kysely
        .selectFrom('carts')
        .select('coupon_code')
        .where('id', '=', subjectOf(member))
      assert.equal((await stored.executeTakeFirstOrThrow()).coupon_code, null)
    })

    it('are known to the preview of a promotion that nothing asked for before', async () => {
      const member = await newMember(service)
      const preview = async (body: object) => {
        const token = await service.token('admin', { scope: 'carts:read promotions:read' })
        const answer = await service.call('POST', `${CARTS}/${subjectOf(member)}/preview`, { token, body })
        assert.equal(answer.status, 200, answer.text)
        return (answer.json as PromotionPreview).meta.preview.difference.amount !== '0.00'
      }
      const bodies = [
        { coupon: { code: 'ILK', discountType: 'percent', value: '10', audience: { firstOrder: true } } },
        { campaign: { id: 90_000, name: 'İlk', reward, audience: { firstOrder: true } } },
      ]
      await fillWith(service, member)
      for (const body of bodies) assert.equal(await preview(body), true)
      await order(member)
      await fillWith(service, member)
      for (const body of bodies) assert.equal(await preview(body), false)
    })

    it('that are held while another order is completed are refused with the cart as it is, or late', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const campaign = await firstCampaign()
        const member = await newMember(service)
        const [paid, second] = [next(), next()]
        await fillWith(service, member, campaign)
        await requireHold(service, paid, member)
        await addItem(service, member, ids.taxFree)
        const expected = await totalsOf(service, member)
        const [held, completed] = await Promise.all([
          whenFree(() => hold(instances.at(0), second, member, expected)),
          whenFree(() => complete(instances.at(1), paid)),
        ])
        assert.equal(dataOf(completed).overLimit, false)
        if (held.status === 201) assert.equal(await completeLate(second), true)
        else assert.deepEqual(refusalsOf(held), ['409 cart_changed'])
      }
    })

    it('are not those of a guest who ordered before the login', async () => {
      const [member, guest, reference] = [await newMember(service), await guestWith(service), next()]
      await requireHold(service, reference, guest)
      await complete(service, reference)
      assert.equal((await mergeInto(service, member, guest)).status, 200)
      assert.equal(await hasOrdered(service, member), false)
    })

    for (const [kind, create] of Object.entries({ coupon: firstCoupon, campaign: firstCampaign })) {
      it(`use a ${kind} of theirs within its limit once, and tell when another order came before`, async () => {
        const promotion = await create()
        const member = await newMember(service)
        const [first, second] = [next(), next()]
        await fillWith(service, member, promotion)
        await requireHold(service, first, member)
        await requireHold(service, second, member)
        assert.deepEqual([await completeLate(first), await completeLate(second)], [false, true])
        // Each gives back what it was.
        await release(service, first)
        await release(service, second)
        assert.deepEqual([await completeLate(second), await completeLate(first)], [false, true])
      })
    }

    it('are over when an order without any promotion, or one elsewhere, came before', async () => {
      const campaign = await firstCampaign()
      const [member, buyer] = [await newMember(service), await newMember(service)]
      const [late, elsewhere] = [next(), next()]
      await fillWith(service, member, campaign)
      await requireHold(service, late, member)
      const plain = await order(member)
      await fillWith(service, buyer, campaign)
      await requireHold(service, elsewhere, buyer)
      await setOrderCount(service, customerOf(buyer), 3)
      assert.deepEqual([await completeLate(late), await completeLate(elsewhere)], [true, true])
      for (const reference of [late, plain]) await release(service, reference)
      assert.equal(await completeLate(late), false)
    })

    it('are judged by the campaign as it is when the order comes', async () => {
      const campaign = await firstCampaign()
      const member = await newMember(service)
      const [released, again] = [next(), next()]
      await fillWith(service, member, campaign)
      await requireHold(service, released, member)
      await limitCampaign(service, campaign.id, false)
      await order(member)
      assert.equal(await completeLate(released), false)
      await fillWith(service, member, campaign)
      await requireHold(service, again, member)
      await limitCampaign(service, campaign.id)
      assert.equal(await completeLate(again), true)
    })

    it('of a guest who logs in with a hold are the member’s', async () => {
      const campaign = { ...campaignOf(++number), id: number }
      await campaign.limit(service, {})
      const [buyer, newcomer] = [await newMember(service), await newMember(service)]
      await order(buyer)
      const references = [next(), next(), next()] as const
      const guests = [await guestWith(service, campaign), await guestWith(service, campaign)] as const
      const stranger = await guestWith(service, campaign)
      await requireHold(service, references[0], guests[0])
      await requireHold(service, references[1], guests[1])
      await requireHold(service, references[2], stranger)
      await limitCampaign(service, campaign.id)
      await mergeInto(service, buyer, guests[0])
      await mergeInto(service, newcomer, guests[1])
      const late = []
      for (const reference of references) late.push(await completeLate(reference))
      assert.deepEqual(late, [true, false, false])
    })

    for (const [title, isEmptied] of [
      ['with a cart', false],
      ['whose cart was emptied', true],
    ] as const) {
      it(`that are completed at once, of a customer ${title}, are one first order and later ones`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const member = await newMember(service)
          const references = await holdWithAll(member, [
            await firstCoupon(),
            await firstCampaign(),
            await firstCampaign(),
          ])
          if (isEmptied) cartOf(await service.call('DELETE', '/cart', { token: member }))
          const answers = await times(references.length, n =>
            whenFree(() => complete(instances.at(n), references[n] ?? '')),
          )
          const late = answers.map(answer => dataOf(answer).overLimit).sort()
          assert.deepEqual(late, [false, ...references.slice(1).map(() => true)])
          assert.equal(
            await service.database.kysely.selectFrom('carts').selectAll().execute().then(countOf(member)),
            isEmptied ? 0 : 1,
          )
        }
      })
    }

    /** Holds a cart once with each promotion: all but the last hold are released by the next. */
    async function holdWithAll(member: string, promotions: { choose: (s: TestService, t: string) => Promise<void> }[]) {
      const references: string[] = []
      for (const promotion of promotions) {
        cartOf(await service.call('DELETE', '/cart', { token: member }))
        await fillWith(service, member)
        await promotion.choose(service, member)
        const reference = next()
        await requireHold(service, reference, member)
        references.push(reference)
      }
      return references
    }

    function countOf(token: string) {
      return (carts: { id: string }[]) => carts.filter(({ id }) => id === subjectOf(token)).length
    }
  })
}
