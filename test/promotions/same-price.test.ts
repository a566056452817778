/** One price everywhere: carts with automatic campaigns, choices and codes, in the app, on the web, with an agent, for staff and in the order. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { CartAnswer } from '../../src/cart/pricing/cart-answer.document.ts'
import type { Channel } from '../../src/model/campaign.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { dataOf, release } from '../support/checkouts/orders.ts'
import { engines, numberOf } from '../support/database/engines.ts'
import { amountsWithPromotions } from '../support/promotions/reference/amounts.ts'
import {
  addLines,
  choose,
  createBuyer,
  forStaff,
  holdSeen,
  inApp,
  onWeb,
  subjectOfTold,
  withAgent,
  withoutRefusal,
} from '../support/promotions/reference/channels.ts'
import type { PlainCampaign, PlainCart, PlainCoupon } from '../support/promotions/reference/plain-cart.ts'
import { anyCart } from '../support/promotions/reference/random-carts.ts'
import { expectedOf, shownIn } from '../support/promotions/reference/shown.ts'
import { CODE } from '../support/promotions/reference/to-promotions.ts'
import { toShopFile } from '../support/promotions/reference/to-shop.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed } from '../support/runner/seed.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, createAgent, type ToldCart } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

/** The customers are new. */
function unused<Of extends PlainCampaign | PlainCoupon>(promotion: Of): Of {
  return { ...promotion, ofCustomer: promotion.ofCustomer && { ...promotion.ofCustomer, used: 0 } }
}

/** Carts that a service can be brought to: an import takes the coupon, which is bound to a campaign that takes coupons. */
const importedCart = anyCart.map((plain): PlainCart => {
  const { coupon } = plain
  const campaigns = plain.campaigns.map(unused)
  const isBound = campaigns.some(each => each.isBound && each.id === coupon?.campaignId)
  return { ...plain, campaigns, coupon: coupon && { ...unused(coupon), ...(!isBound && { campaignId: null }) } }
})
/** Decimals of the unit that agents get amounts in. */
const CENT_PLACES = 2
const expectedOn = (plain: PlainCart, channel: Channel) => expectedOf({ ...plain, channel })

/** Asserts the price that an agent is told: exact where its unit is not above the shop's, else with amounts that add up. */
function assertTold(cart: ToldCart, plain: PlainCart): void {
  const told = priceTold(cart)
  const amounts = (cart.discounts?.applied ?? []).map(({ amount }) => amount)
  assert.equal(
    amounts.reduce((sum, amount) => sum + amount, 0),
    told.discount,
  )
  if (plain.places <= CENT_PLACES) assert.deepEqual(told, priceForAgent(plain))
}

function isSamePrice(a: CartAnswer, b: CartAnswer): boolean {
  const [one, other] = [shownIn(a), shownIn(b)]
  return one.grandTotal === other.grandTotal && one.cargo === other.cargo
}

/** The price of a cart in minor units of the currency, and what it is made of, as an agent is told. */
function priceTold({ totals, discounts }: ToldCart) {
  const of = (type: string) => totals.find(each => each.type === type)?.amount ?? 0
  return {
    total: of('total'),
    discount: 0 - of('discount'),
    applied: (discounts?.applied ?? []).map(({ title, amount }) => `${title} ${amount}`),
    automatic: (discounts?.applied ?? []).map(each => 'automatic' in each && each.automatic),
  }
}

/** The cart of an agent: nothing is chosen there, and nobody is a member. */
const forAgent = (plain: PlainCart): PlainCart => ({
  ...plain,
  ...{ channel: 'agent', choice: null, isOff: false, isMember: false },
})

/** What staff see: not why a coupon does not apply. */
const withoutReason = (expected: ReturnType<typeof expectedOf>) => ({ ...expected, refusal: undefined })

/** What an agent must be told. */
function priceForAgent(plain: PlainCart): ReturnType<typeof priceTold> {
  const { grandTotal, discountTotal, coupon, campaign, promotions = [] } = expectedOf(forAgent(plain))
  const cents = (amount: bigint | null) => Number((amount ?? 0n) * 10n ** BigInt(CENT_PLACES - plain.places))
  const picked = promotions.filter(({ kind }) => kind === 'campaign')
  assert.equal(campaign === null, picked.length === 0)
  const entries = [
    ...(coupon === null ? [] : [{ title: plain.coupon?.description || CODE, amount: coupon, automatic: false }]),
    ...picked.map(({ name, amount }) => ({ title: name, amount, automatic: true })),
  ]
  return {
    total: cents(grandTotal),
    discount: cents(discountTotal),
    applied: entries.map(({ title, amount }) => `${title} ${cents(amount)}`),
    automatic: entries.map(({ automatic }) => automatic),
  }
}

for (const engine of engines) {
  describe(`the price of a cart on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let agent: Agent
    let orders = 0
    const numRuns = rounds({ short: 5, long: 300 })
    /** References of the holds that the next cart must not find: they use campaigns. */
    const held: string[] = []
    const everyCart = <T>(check: (random: T) => Promise<void>, carts: fc.Arbitrary<T>) => {
      const property = fc.asyncProperty(carts, random =>
        check(random).finally(async () => {
          for (const reference of held.splice(0)) await release(service, reference)
        }),
      )
      return fc.assert(property, {
        ...{ numRuns, seed: seed + numberOf(engine) },
        // Each step of shrinking imports a shop.
        interruptAfterTimeLimit: rounds({ short: 60_000, long: 1_800_000 }),
      })
    }
    const order = () => {
      const reference = `SP-${engine}-${orders++}`
      held.push(reference)
      return reference
    }
    const importFor = (plain: PlainCart) => service.importShop(toShopFile(plain), { allowCurrencyChange: true })
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
      agent = createAgent(service, platform.profile)
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })

    /** Asserts that all who show a cart show what the reference computes for where it is. */
    async function assertSame(plain: PlainCart, token: string, subject: string): Promise<CartAnswer> {
      const [app, web] = [await inApp(service, token), await onWeb(service, token)]
      assert.deepEqual(shownIn(app), expectedOn(plain, 'app'))
      assert.deepEqual(shownIn(web), expectedOn(plain, 'web'))
      assert.deepEqual(await forStaff(service, subject), withoutRefusal(app))
      assert.deepEqual(await forStaff(service, subject, 'web'), withoutRefusal(web))
      return web
    }

    async function assertHeld(seen: CartAnswer, subject: string, channel?: 'app' | 'web'): Promise<void> {
      const reference = order()
      const answer = await holdSeen(service, reference, { subject }, seen, channel)
      assert.equal(answer.status, 201, answer.text)
      // An order has no offers.
      const expected = { ...shownIn(withoutRefusal(seen)), offers: undefined }
      assert.deepEqual(shownIn(dataOf(answer).cart as CartAnswer), expected)
      await release(service, reference)
    }

    it('is the same for all who show it, but for what is of one channel', async () => {
      await everyCart(async random => {
        await importFor(random)
        const { token, subject } = await createBuyer(service, random)
        await addLines(service, token, random.lines)
        const plain = await choose(service, token, random)
        const web = await assertSame(plain, token, subject)
        const app = await inApp(service, token)
        await assertHeld(web, subject)
        await assertHeld(app, subject, 'app')
        const isOfChannel = !isSamePrice(app, web)
        const other = await holdSeen(service, order(), { subject }, app, 'web')
        assert.equal(other.status, isOfChannel ? 409 : 201, other.text)
        const told = await withAgent(agent, random)
        assertTold(told, random)
        const ofAgent = shownIn(await forStaff(service, subjectOfTold(told)))
        assert.deepEqual(ofAgent, withoutReason(expectedOf(forAgent(random))))
        assert.equal((await service.call('DELETE', '/cart/campaign', { token })).status, 200)
        await assertSame({ ...plain, choice: null, isOff: true }, token, subject)
      }, importedCart)
    })

    it('is the same for all after a login, which keeps what the customer has switched off or chosen', async () => {
      await everyCart(
        async ([{ lines, ...random }, { isOff, choice, split }]) => {
          await importFor({ lines, ...random })
          const ofGuest = {
            ...random,
            lines: lines.slice(split),
            isMember: false,
            choice,
            isOff: isOff && choice === null,
          }
          const ofMember = { ...random, lines: lines.slice(0, split), isMember: true }
          const [guest, member] = [await createBuyer(service, ofGuest), await createBuyer(service, ofMember)]
          await addLines(service, guest.token, ofGuest.lines)
          await addLines(service, member.token, ofMember.lines)
          const left = await choose(service, guest.token, ofGuest)
          const kept = await choose(service, member.token, ofMember)
          const body = { guestToken: guest.token }
          const merged = await service.call('POST', '/cart/merge', { token: member.token, body })
          const plain: PlainCart = {
            ...kept,
            lines: [...kept.lines, ...left.lines],
            coupon: kept.coupon ?? left.coupon,
            choice: kept.isOff ? null : (kept.choice ?? left.choice),
          }
          assert.deepEqual(shownIn(cartOf(merged)), expectedOn(plain, 'app'))
          await assertHeld(await assertSame(plain, member.token, member.subject), member.subject)
        },
        fc.tuple(
          importedCart,
          fc.record({ isOff: fc.boolean(), choice: importedCart.map(each => each.choice), split: fc.nat(3) }),
        ),
      )
    })

    it('is refused with the new cart where others have used a campaign up between the page and the order', async () => {
      await everyCart(
        async ([random, pick]) => {
          const { campaigns } = amountsWithPromotions({ ...random, channel: 'web' })
          const once = campaigns[pick % campaigns.length]?.id
          await service.importShop(toShopFile(random, once), { allowCurrencyChange: true })
          const buyers = [await createBuyer(service, random), await createBuyer(service, random)] as const
          let plain = random
          for (const { token } of buyers) {
            await addLines(service, token, random.lines)
            plain = await choose(service, token, random)
          }
          const [seen, others] = [await onWeb(service, buyers[0].token), await onWeb(service, buyers[1].token)]
          assert.deepEqual(shownIn(others), shownIn(seen))
          const isUsed = amountsWithPromotions({ ...plain, channel: 'web' }).campaigns.some(({ id }) => id === once)
          assert.equal((await holdSeen(service, order(), buyers[1], others)).status, 201)
          const left = isUsed ? { ...plain, campaigns: plain.campaigns.filter(({ id }) => id !== once) } : plain
          const now = await assertSame(left, buyers[0].token, buyers[0].subject)
          const late = await holdSeen(service, order(), buyers[0], seen)
          if (isSamePrice(now, seen)) assert.equal(late.status, 201, late.text)
          else {
            assert.deepEqual(refusalsOf(late), ['409 cart_changed'])
            const { errors } = late.json as { errors: { meta: { cart: CartAnswer } }[] }
            assert.deepEqual(errors[0]?.meta.cart, withoutRefusal(now))
            await assertHeld(now, buyers[0].subject)
          }
        },
        fc.tuple(
          importedCart.filter(plain => amountsWithPromotions({ ...plain, channel: 'web' }).campaigns.length > 0),
          fc.nat(6),
        ),
      )
    })
  })
}
