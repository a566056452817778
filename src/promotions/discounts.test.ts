/** Unit tests of coupon and campaign discounts. */

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
import { priceCart } from '../cart/pricing/price-cart.ts'
import type { Campaign, Coupon } from '../model/campaign.ts'
import { findAppliedCoupon } from './discounts.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const hundred = () => [lineWith({ price: '100', quantity: 1, productId: 1 })]

function discounts(
  choices: { coupon?: Coupon | null; campaignId?: number | null },
  offered: Campaign[] = [],
  engine = true,
) {
  const snapshot = snapshotWith({ shop: shopWith({ campaignEngine: engine }), campaigns: offered })
  const priced = priceCart(cartWith(hundred(), choices), snapshot, { now: NOW, channel: 'app' })
  const { listed, campaigns, total } = priced.discounts
  const [campaign] = campaigns
  const coupon = findAppliedCoupon(priced.discounts)
  return {
    listed: listed.map(({ id }) => id),
    coupon: coupon && `${coupon.discountType} ${coupon.discountAmount}`,
    campaign: campaign ? `${campaign.id} ${campaign.discountAmount}` : null,
    total: total.toFixed(2),
    grandTotal: priced.totals?.grandTotal.toFixed(2),
  }
}

const none = { listed: [], coupon: null, campaign: null, total: '0.00', grandTotal: '100.00' }

describe('a coupon', () => {
  it('reduces the total while its conditions are met, and not otherwise', () => {
    assert.deepEqual(discounts({ coupon: couponWith() }), {
      ...none,
      coupon: 'percent 10',
      total: '10.00',
      grandTotal: '90.00',
    })
    for (const coupon of [
      couponWith({ active: false }),
      couponWith({ endsAt: NOW }),
      couponWith({ startsAt: NOW + 1 }),
      couponWith({ usageLimit: 3, usageCount: 3 }),
      couponWith({
        audience: { visitors: false, members: true, dealers: false, customerGroupIds: [], customerIds: [] },
      }),
      couponWith({ conditions: { minimumTotal: '100.01', minimumQuantity: null, productIds: [] } }),
      couponWith({ conditions: { minimumTotal: null, minimumQuantity: null, productIds: [2] } }),
    ]) {
      assert.deepEqual(discounts({ coupon }), none)
    }
  })

  it('is never valid for a guest when it has a limit per customer', () => {
    const coupon = couponWith({ usageLimitPerCustomer: 1 })
    assert.equal(discounts({ coupon }).coupon, null)
    const cart = cartWith(hundred(), { coupon, customerId: 42, customerStatus: 'active' })
    assert.ok(priceCart(cart, snapshotWith(), { now: NOW, channel: 'app' }).discounts.coupon?.applied)
  })

  it('applies with the campaign engine off, unless it is bound to a campaign', () => {
    const bound = campaignWith({ id: 6, couponBound: true, reward: { type: 'fixed', value: '15' } })
    assert.equal(discounts({ coupon: couponWith() }, [], false).coupon, 'percent 10')
    const coupon = couponWith({ campaignId: 6 })
    assert.equal(discounts({ coupon }, [bound], true).coupon, 'fixed 15')
    assert.equal(discounts({ coupon }, [bound], false).coupon, null)
  })

  it('has the conditions and the reward of the campaign that it is bound to', () => {
    const coupon = couponWith({
      campaignId: 6,
      conditions: { minimumTotal: '999', minimumQuantity: null, productIds: [] },
    })
    const bound = (overrides: Partial<Campaign>) => [campaignWith({ id: 6, couponBound: true, ...overrides })]
    assert.equal(discounts({ coupon }, bound({})).coupon, 'percent 10')
    const minimum = { conditions: { minimumTotal: '999', minimumQuantity: null, productIds: [] } }
    assert.equal(discounts({ coupon }, bound(minimum)).coupon, null)
    assert.equal(discounts({ coupon }, bound({ active: false })).coupon, null)
    assert.equal(discounts({ coupon }, bound({ couponBound: false })).coupon, null)
    assert.equal(discounts({ coupon }, []).coupon, null)
  })
})

describe('campaigns', () => {
  it('are listed by logical group, priority and id when they are eligible and not coupon-bound', () => {
    const offered = [
      campaignWith({ id: 1, logicalGroup: 2, priority: 1 }),
      campaignWith({ id: 5, logicalGroup: 1, priority: 20 }),
      campaignWith({ id: 4, logicalGroup: 1, priority: 10 }),
      campaignWith({ id: 3, logicalGroup: 1, priority: 10 }),
      campaignWith({ id: 6, couponBound: true }),
      campaignWith({ id: 7, active: false }),
    ]
    assert.deepEqual(discounts({}, offered).listed, [3, 4, 5, 1])
    assert.deepEqual(discounts({}, offered.toReversed()).listed, [3, 4, 5, 1])
    assert.deepEqual(discounts({}, offered, false).listed, [])
  })

  it('reduce the total only when chosen and listed', () => {
    const offered = [
      campaignWith({ id: 1 }),
      campaignWith({ id: 2, active: false }),
      campaignWith({ id: 3, couponBound: true }),
    ]
    assert.equal(discounts({}, offered).campaign, null)
    assert.deepEqual(discounts({ campaignId: 1 }, offered), {
      ...none,
      listed: [1],
      campaign: '1 10',
      total: '10.00',
      grandTotal: '90.00',
    })
    for (const campaignId of [2, 3, 4]) assert.equal(discounts({ campaignId }, offered).campaign, null)
    assert.equal(discounts({ campaignId: 1 }, offered, false).campaign, null)
  })

  it('are computed after the coupon, each on the full base, with a sum of at most the base', () => {
    const both = discounts({ coupon: couponWith(), campaignId: 1 }, [campaignWith()])
    assert.deepEqual([both.coupon, both.campaign, both.total], ['percent 10', '1 10', '20.00'])
    const fixed = campaignWith({ reward: { type: 'fixed', value: '60' } })
    const capped = discounts({ coupon: couponWith({ discountType: 'fixed', value: '70' }), campaignId: 1 }, [fixed])
    assert.deepEqual(
      [capped.coupon, capped.campaign, capped.total, capped.grandTotal],
      ['fixed 70', '1 30', '100.00', '0.00'],
    )
  })
})
