/** One price everywhere: carts with automatic campaigns, choices and codes, in the app, on the web, with an agent, for staff and in the order. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { CartAnswer } from '../../src/cart/pricing/cart-answer.document.ts'
import type { Channel } from '../../src/model/campaign.ts'
import { dataOf, release } from '../support/checkouts/orders.ts'
import { engines, numberOf } from '../support/database/engines.ts'
import {
  addLines,
  choose,
  createBuyer,
  forStaff,
  holdSeen,
  inApp,
  onWeb,
  withAgent,
  withoutRefusal,
} from '../support/promotions/reference/channels.ts'
import type { PlainCart } from '../support/promotions/reference/plain-cart.ts'
import { anyCart } from '../support/promotions/reference/random-carts.ts'
import { expectedOf, shownIn } from '../support/promotions/reference/shown.ts'
import { CODE } from '../support/promotions/reference/to-promotions.ts'
import { toShopFile } from '../support/promotions/reference/to-shop.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed } from '../support/runner/seed.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, createAgent, type ToldCart } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

/** Carts whose amounts an agent gets without rounding, and whose coupon an import takes: it is bound to a campaign that takes coupons. */
const exactCart = anyCart.map((plain): PlainCart => {
  const { coupon, campaigns } = plain
  const isBound = campaigns.some(each => each.isBound && each.id === coupon?.campaignId)
  return { ...plain, places: plain.places % 3, coupon: coupon && { ...coupon, ...(!isBound && { campaignId: null }) } }
})
const expectedOn = (plain: PlainCart, channel: Channel) => expectedOf({ ...plain, channel })

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

/** What an agent must be told: nothing is chosen there, and nobody is a member. */
function priceForAgent(plain: PlainCart): ReturnType<typeof priceTold> {
  const there: PlainCart = { ...plain, channel: 'agent', choice: null, isOff: false, isMember: false }
  const { grandTotal, discountTotal, coupon, campaign, promotions = [] } = expectedOf(there)
  const cents = (amount: bigint | null) => Number((amount ?? 0n) * 10n ** BigInt(2 - plain.places))
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
    const numRuns = rounds({ short: 25, long: 2_000 })
    const everyCart = (check: (plain: PlainCart) => Promise<void>, carts = exactCart) =>
      fc.assert(fc.asyncProperty(carts, check), {
        ...{ numRuns, seed: seed + numberOf(engine) },
        // Each step of shrinking imports a shop.
        interruptAfterTimeLimit: rounds({ short: 120_000, long: 3_600_000 }),
      })
    const order = () => `SP-${engine}-${orders++}`
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
      const held = await holdSeen(service, reference, { subject }, seen, channel)
      assert.equal(held.status, 201, held.text)
      assert.deepEqual(shownIn(dataOf(held).cart as CartAnswer), shownIn(seen))
      await release(service, reference)
    }

    it('is the same for all who show it, but for what is of one channel', async () => {
      await everyCart(async random => {
        await importFor(random)
        const { token, subject } = await createBuyer(service, random)
        await service.call('DELETE', '/cart', { token })
        await addLines(service, token, random.lines)
        const plain = await choose(service, token, { ...random, channel: 'app' })
        const web = await assertSame(plain, token, subject)
        const app = await inApp(service, token)
        await assertHeld(web, subject)
        await assertHeld(app, subject, 'app')
        const isOfChannel = app.data.attributes.grandTotal?.amount !== web.data.attributes.grandTotal?.amount
        const other = await holdSeen(service, order(), { subject }, app, 'web')
        assert.equal(other.status, isOfChannel ? 409 : 201, other.text)
        assert.deepEqual(priceTold(await withAgent(agent, plain)), priceForAgent(plain))
      })
    })
  })
}
