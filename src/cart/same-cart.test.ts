/** Unit tests of the comparison of carts: of uses, whether one is left decides, never how many. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, cartWith, couponWith } from '../../test/support/cart/pricing.ts'
import type { Cart } from './cart.ts'
import { hasSameUsesLeft, isSameCart } from './same-cart.ts'

const campaigns = [
  campaignWith({ id: 1, usageLimit: 5, usageCount: 2, usageLimitPerCustomer: 2 }),
  campaignWith({ id: 2 }),
]
const coupon = couponWith({ usageLimit: 9, usageCount: 3, usageLimitPerCustomer: 2 })

interface Counts {
  coupon?: number
  couponByCustomer?: number
  campaign?: number
  campaignByCustomer?: number
}

function cartOf(counts: Counts, overrides: Partial<Cart> = {}): Cart {
  const { coupon: all = 0, couponByCustomer = 0, campaign = 0, campaignByCustomer = 0 } = counts
  const uses = {
    coupon: all,
    couponByCustomer,
    hasOrdered: false,
    campaigns: new Map([[1, campaign]]),
    campaignsByCustomer: new Map([[1, campaignByCustomer]]),
    heldTooOften: new Set<number>(),
  }
  const counted = { limitedCampaigns: '[1]', limitedPerCustomer: '[1]', uses }
  return cartWith([], { customerId: 7, coupon, ...counted, ...overrides })
}

const isSame = (some: Counts, others: Counts, overrides: Partial<Cart> = {}) =>
  hasSameUsesLeft(cartOf(some, overrides), cartOf(others, overrides), campaigns)

/** The first uses that leave none, and the last that leave one. */
const lasts: [string, Counts, Counts][] = [
  ['the coupon', { coupon: 6 }, { coupon: 5 }],
  ['the coupon by the customer', { couponByCustomer: 2 }, { couponByCustomer: 1 }],
  ['a campaign', { campaign: 3 }, { campaign: 2 }],
  ['a campaign by the customer', { campaignByCustomer: 2 }, { campaignByCustomer: 1 }],
]

describe('isSameCart', () => {
  const priced = cartOf({})

  it('tells a cart whose customer has ordered since from the one that was priced', () => {
    const ordered = cartOf({}, { uses: { ...priced.uses, hasOrdered: true } })
    assert.equal(isSameCart(ordered, priced), false)
    assert.equal(isSameCart(priced, ordered), false)
  })

  it('tells a cart that can hold a campaign no more from the one that was priced', () => {
    const held = (...ids: number[]) => cartOf({}, { uses: { ...priced.uses, heldTooOften: new Set(ids) } })
    assert.equal(isSameCart(held(1), priced), false)
    assert.equal(isSameCart(priced, held(1)), false)
    assert.equal(isSameCart(held(1), held(2)), false)
    assert.equal(isSameCart(held(2, 1), held(1, 2)), true)
  })

  it('tells a cart whose campaigns were switched off since from the one that was priced', () => {
    assert.equal(isSameCart(cartOf({}, { campaignOff: true }), priced), false)
  })

  it('compares neither uses, nor times, nor what was asked for', () => {
    const times = { usedAt: 5, changedAt: 6 }
    const asked = { limitedCampaigns: '[]', limitedPerCustomer: '[]', countsOrders: true, holdLimit: '[4,7200000]' }
    assert.equal(isSameCart(cartOf({ coupon: 9, campaign: 3 }, { ...times, ...asked }), priced), true)
  })
})

describe('hasSameUsesLeft', () => {
  for (const [name, none, one] of lasts) {
    it(`tells the last use of ${name} from one more that is left, in both directions`, () => {
      assert.equal(isSame(none, one), false)
      assert.equal(isSame(one, none), false)
      assert.equal(isSame(one, {}), true)
      const more = Object.fromEntries(Object.entries(none).map(([key, count]) => [key, count + 4]))
      assert.equal(isSame(none, more), true)
    })
  }

  it('does not take a use that one promotion has lost for one that another has got', () => {
    assert.equal(isSame({ coupon: 6, campaign: 2 }, { coupon: 5, campaign: 3 }), false)
    assert.equal(isSame({ coupon: 6 }, { couponByCustomer: 2 }), false)
    assert.equal(isSame({ campaign: 3 }, { campaignByCustomer: 2 }), false)
  })

  it('compares no coupon where none is chosen, and the campaigns all the same', () => {
    assert.equal(isSame({ coupon: 6 }, {}, { coupon: null }), true)
    assert.equal(isSame({ campaign: 3 }, {}, { coupon: null }), false)
  })

  it('does not compare uses that were counted for other campaigns', () => {
    for (const other of [{ limitedCampaigns: '[]' }, { limitedPerCustomer: '[]' }]) {
      assert.equal(hasSameUsesLeft(cartOf({}), cartOf({}, other), campaigns), false)
    }
  })
})
