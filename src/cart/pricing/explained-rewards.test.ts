/** Explanations of rewards for any cart: the tier and the units of an independent computation in fractions. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Fraction } from '../../../test/support/cart/fractions.ts'
import { pricingOf } from '../../../test/support/promotions/reference/coverage.ts'
import { anyCart } from '../../../test/support/promotions/reference/random-carts.ts'
import { explain } from '../../../test/support/promotions/reference/rewards.ts'
import { toCart } from '../../../test/support/promotions/reference/to-cart.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { LineUnits } from '../../promotions/choose-units.ts'
import type { ExplainedReward } from '../../promotions/explain-reward.ts'
import type { PromotionLine } from '../../promotions/promotion-context.ts'
import { explainCart } from './explain-cart.ts'

type Units = LineUnits<PromotionLine>[]

const worth = (units: Units) =>
  units.reduce(
    (total, { line, quantity }) =>
      total.plus(Fraction.of(line.unitPriceWithVat.toFixed()).times(new Fraction(BigInt(quantity)))),
    new Fraction(0n),
  )
const numberOf = (units: Units, of?: PromotionLine) =>
  units.reduce((total, { line, quantity }) => total + (of && line !== of ? 0 : quantity), 0)

/** A value in minor units as an integer: all places of decimals are among these. */
const PLACES = 10n ** 20n
const exact = ({ over, under }: Fraction) => (over * PLACES) / under

/** What an explanation says. @param scale minor units in a unit of the currency */
function told({ tier, units }: ExplainedReward, scale: Fraction) {
  if (tier !== undefined) return { tier: tier && Number(tier.from) }
  return units ? { sets: units.sets, value: exact(worth(units.discounted).times(scale)) } : {}
}

/** What the reference computation says. */
function expectedOf(explained: ReturnType<typeof explain>): ReturnType<typeof told> {
  if ('sets' in explained) return { sets: explained.sets, value: exact(explained.value) }
  const { tier } = explained
  return tier === undefined ? {} : { tier: tier === null ? null : Number(tier) }
}

/** Asserts that no unit is told twice. */
function assertDistinct({ units }: ExplainedReward, { buy, get }: { buy: number; get: number }): void {
  assert.ok(units)
  const { sets, triggers, discounted } = units
  assert.deepEqual([numberOf(triggers), numberOf(discounted)], [sets * buy, sets * get])
  for (const { line } of [...triggers, ...discounted])
    assert.ok(numberOf(triggers, line) + numberOf(discounted, line) <= line.quantity)
}

describe('the explanations of rewards of any cart', () => {
  it('tell the tier that is reached, and the units that are discounted', () => {
    const property = fc.property(anyCart, plain => {
      const { campaigns } = explainCart(toCart(plain), { now: Date.parse('2026-06-01'), channel: plain.channel })
      const pricing = pricingOf(plain)
      for (const [index, { reward }] of campaigns.entries()) {
        const campaign = plain.campaigns[index]
        assert.ok(campaign)
        assert.deepEqual(told(reward, pricing.scale), expectedOf(explain(campaign, pricing)))
        if (campaign.reward.type === 'buy_x_get_y') assertDistinct(reward, campaign.reward)
      }
    })
    fc.assert(property, { numRuns: rounds({ short: 500, long: 100_000 }), seed })
  })
})
