/** Unit tests of rewards by tiers and by sets in whole carts: minimums, offers, shares and explanations. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  campaignWith,
  cartWith,
  couponWith,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../test/support/cart/pricing.ts'
import { presentCart } from '../cart/pricing/cart.document.ts'
import { explainCart } from '../cart/pricing/explain-cart.ts'
import type { Campaign, Coupon, SetReward } from '../model/campaign.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const noConditions = campaignWith().conditions
const sets = (overrides: Partial<SetReward> = {}): SetReward => ({
  type: 'buy_x_get_y',
  ...{ buy: 1, get: 1, percent: '100', times: null, target: null },
  ...overrides,
})
const byTotal = {
  by: 'total' as const,
  tiers: [
    { from: '500', value: '50' },
    { from: '1000', value: '120' },
  ],
}

interface Read {
  /** Quantities by price: line n is of product n. */
  lines: [price: string, quantity: number][]
  campaign?: Partial<Campaign>
  coupon?: Partial<Coupon>
}

/** What a cart without VAT shows while it has chosen the campaign, or has the coupon. */
function read({ lines, campaign, coupon }: Read) {
  const campaigns = campaign ? [campaignWith({ id: 1, ...campaign })] : []
  const cart = cartWith(
    lines.map(([price, quantity], index) => lineWith({ price, quantity, productId: index + 1, vatRate: 0 })),
    { campaignId: 1, ...(coupon && { coupon: couponWith(coupon) }) },
  )
  const snapshot = snapshotWith({ shop: shopWith({ showOffers: true }), campaigns })
  const {
    priced,
    campaigns: explained,
    coupon: ofCoupon,
  } = explainCart({ cart, snapshot }, { now: NOW, channel: 'app' })
  const { data, included } = presentCart(priced, snapshot.shop, 'http://x')
  return {
    total: data.attributes.discountTotal?.amount,
    listed: data.attributes.campaigns?.length ?? 0,
    type: data.attributes.appliedCoupon?.discountType,
    reason: priced.discounts.coupon?.applied === false ? priced.discounts.coupon.reason : undefined,
    missing: priced.discounts.coupon?.applied === false ? priced.discounts.coupon.missing?.total?.toFixed() : undefined,
    offers: data.meta?.offers?.map(({ missing }) => missing.total?.amount ?? missing.quantity),
    shares: included.map(line => line.meta?.vat.discount.total.amount),
    reward: explained[0]?.reward,
    ofCoupon: ofCoupon?.reward,
  }
}

describe('a reward with tiers', () => {
  it('does not apply below the first tier, and is offered', () => {
    const campaign = { reward: { type: 'fixed' as const, ...byTotal } }
    const { total, listed, offers, reward } = read({ lines: [['499.99', 1]], campaign })
    assert.deepEqual(
      { total, listed, offers, reward },
      { total: undefined, listed: 0, offers: ['0.01'], reward: { tier: null } },
    )
  })

  it('gives the value of the highest tier that is reached', () => {
    const campaign = { reward: { type: 'fixed' as const, ...byTotal } }
    assert.equal(read({ lines: [['500', 1]], campaign }).total, '50.00')
    assert.equal(read({ lines: [['333.34', 3]], campaign }).total, '120.00')
    assert.deepEqual(read({ lines: [['1000', 1]], campaign }).reward, { tier: { from: '1000', value: '120' } })
  })

  it('counts covered lines alone', () => {
    const conditions = { ...noConditions, productIds: [1] }
    const reward = {
      type: 'percent' as const,
      maximum: null,
      by: 'quantity' as const,
      tiers: [{ from: 3, value: '10' }],
    }
    assert.deepEqual(
      read({
        lines: [
          ['10', 2],
          ['10', 9],
        ],
        campaign: { conditions, reward },
      }).offers,
      [1],
    )
    assert.equal(
      read({
        lines: [
          ['10', 3],
          ['10', 9],
        ],
        campaign: { conditions, reward },
      }).total,
      '3.00',
    )
  })

  it('asks for the larger of its first tier and the minimum of the conditions', () => {
    const reward = { type: 'fixed' as const, ...byTotal }
    const conditions = { ...noConditions, minimumTotal: '700' }
    assert.deepEqual(read({ lines: [['600', 1]], campaign: { conditions, reward } }).offers, ['100.00'])
    assert.equal(read({ lines: [['700', 1]], campaign: { conditions, reward } }).total, '50.00')
  })

  it('is one that a coupon may have, with a maximum', () => {
    const coupon = {
      value: null,
      by: 'total' as const,
      tiers: [
        { from: '100', value: '10' },
        { from: '200', value: '20' },
      ],
      maximum: '30',
    }
    const below = read({ lines: [['99', 1]], coupon })
    assert.deepEqual([below.reason, below.missing, below.total], ['minimum_total', '1', undefined])
    assert.equal(read({ lines: [['100', 1]], coupon }).total, '10.00')
    assert.equal(read({ lines: [['200', 1]], coupon }).total, '30.00')
    assert.deepEqual(read({ lines: [['150', 1]], coupon }).ofCoupon, { tier: { from: '100', value: '10' } })
    assert.equal(read({ lines: [['400', 1]], coupon: { value: '10', maximum: '30' } }).total, '30.00')
  })
})

describe('a reward by sets', () => {
  it('takes nothing off an incomplete set, and says how many pieces are missing', () => {
    const { total, listed, offers } = read({ lines: [['100', 2]], campaign: { reward: sets({ buy: 2 }) } })
    assert.deepEqual({ total, listed, offers }, { total: undefined, listed: 1, offers: [1] })
  })

  it('takes half off every second piece, the cheaper ones', () => {
    const { total, reward } = read({
      lines: [
        ['100', 2],
        ['60', 3],
      ],
      campaign: { reward: sets({ percent: '50' }) },
    })
    assert.equal(total, '60.00')
    assert.equal(reward?.units?.sets, 2)
    assert.deepEqual(
      reward?.units?.discounted.map(({ line, quantity }) => [line.productId, quantity]),
      [[2, 2]],
    )
    assert.deepEqual(
      reward?.units?.triggers.map(({ line, quantity }) => [line.productId, quantity]),
      [[1, 2]],
    )
  })

  it('discounts the lines of its target alone', () => {
    const conditions = { ...noConditions, productIds: [1] }
    const campaign = { conditions, reward: sets({ target: { productIds: [2, 3] } }) }
    const { total, shares } = read({
      lines: [
        ['500', 1],
        ['90', 1],
        ['30', 2],
      ],
      campaign,
    })
    assert.equal(total, '30.00')
    assert.deepEqual(shares, ['0.00', '18.00', '12.00'])
  })

  it('needs a line that the conditions cover', () => {
    const conditions = { ...noConditions, productIds: [7] }
    const campaign = { conditions, reward: sets({ target: { productIds: [1] } }) }
    const { listed, offers } = read({ lines: [['90', 5]], campaign })
    assert.deepEqual([listed, offers], [0, undefined])
  })

  it('is what a coupon gives that is bound to it', () => {
    const campaign = { couponBound: true, reward: sets() }
    const { total, type, ofCoupon } = read({ lines: [['20', 2]], campaign, coupon: { campaignId: 1, value: null } })
    assert.deepEqual([total, type, ofCoupon?.units?.sets], ['20.00', 'buy_x_get_y', 1])
  })
})
