/** Explanations of any cart: they say of every promotion what its price says. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { amountsWithPromotions } from '../../../test/support/promotions/reference/amounts.ts'
import type { PlainAmounts, PlainCart } from '../../../test/support/promotions/reference/plain-cart.ts'
import { anyCart } from '../../../test/support/promotions/reference/random-carts.ts'
import { toCart } from '../../../test/support/promotions/reference/to-cart.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { Contest } from '../../promotions/discounts.ts'
import type { ExplainedCampaign } from '../../promotions/explain-promotions.ts'
import { type ExplainedCart, explainCart } from './explain-cart.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
type Each = (explained: ExplainedCart, plain: PlainCart, amounts: PlainAmounts) => void

function everyCart(check: Each): void {
  const property = fc.property(anyCart, plain => {
    check(explainCart(toCart(plain), { now: NOW, channel: plain.channel }), plain, amountsWithPromotions(plain))
  })
  fc.assert(property, { numRuns: rounds({ short: 500, long: 100_000 }), seed })
}

/** Whether all conditions of a campaign hold but those on coupons. */
const isListed = ({ conditions }: ExplainedCampaign) =>
  conditions.every(({ name, holds }) => holds || name === 'combination')

describe('the explanation of any cart', () => {
  it('says of the coupon and of each campaign whether it applies or is listed, with a reason for each that does not', () => {
    everyCart(({ coupon, campaigns }, plain, amounts) => {
      assert.equal(coupon?.applies ?? false, amounts.coupon !== null)
      for (const explained of campaigns) {
        const campaign = plain.campaigns.find(({ id }) => id === explained.id)
        if (!campaign || campaign.isBound) continue
        const isCombining = amounts.coupon === null || (campaign.combines && plain.coupon?.combines === true)
        assert.equal(isListed(explained), amounts.listed.includes(campaign.id))
        assert.equal(explained.applies, isListed(explained) && isCombining)
        assert.ok(explained.conditions.every(({ detail }) => detail.length > 0))
      }
    })
  })

  it('says of each automatic campaign that took part which one applies, and under `best` that none saves more', () => {
    everyCart(({ campaigns }, plain, amounts) => {
      const automatic = new Set(plain.campaigns.filter(each => each.isAutomatic && !each.isBound).map(({ id }) => id))
      for (const { id, applies, contest } of campaigns) {
        if (!contest) continue
        assert.ok(applies && automatic.has(id))
        assertWon(contest, plain, amounts)
      }
    })
  })
})

/** Asserts that a contest names a campaign that applies, or none where the shopper has switched them off. */
function assertWon({ winnerId, isChosen, savings }: Contest, plain: PlainCart, { campaigns }: PlainAmounts): void {
  assert.equal(winnerId === null, plain.isOff)
  if (winnerId === null) return
  assert.ok(campaigns.some(({ id }) => id === winnerId))
  assert.equal(isChosen, winnerId === plain.choice)
  const most = isChosen ? undefined : savings?.get(winnerId)
  assert.ok(!most || [...(savings?.values() ?? [])].every(saving => most.gte(saving)))
}
