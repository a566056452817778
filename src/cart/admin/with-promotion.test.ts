/** Carts with and without a promotion: they are copies, and what other requests share stays as it is. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Campaign, Coupon } from '../../model/campaign.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { Cart } from '../cart.ts'
import { withoutPromotion, withPromotion } from './with-promotion.ts'

const campaignOf = (id: number, fields: Partial<Campaign> = {}) =>
  ({ id, name: 'K', couponBound: false, conditions: { productIds: [id] }, ...fields }) as Campaign
const couponOf = (code: string) => ({ code }) as Coupon

/** A cart and a snapshot of which nothing can be written. */
function frozen() {
  const cart = {
    ...{ coupon: couponOf('ESKİ'), enteredCode: 'eski', campaignId: 2, lines: [] },
    uses: { coupon: 1, couponByCustomer: 1, campaigns: new Map([[2, 5]]), campaignsByCustomer: new Map([[2, 1]]) },
  } as unknown as Cart
  const snapshot = { campaigns: [campaignOf(2), campaignOf(5)] } as unknown as ShopSnapshot
  return deepFreeze({ cart, snapshot })
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each)
  return Object.freeze(value)
}

describe('a cart with a promotion that is not stored', () => {
  it('has the coupon with its own uses, and the campaigns of everybody', () => {
    const from = frozen()
    const { cart, snapshot } = withPromotion(
      from,
      { kind: 'coupon', record: couponOf('YENİ') },
      { coupon: 3, couponByCustomer: 2, hasOrdered: false, campaign: 0, campaignByCustomer: 0 },
    )
    assert.deepEqual([cart.coupon?.code, cart.enteredCode, cart.uses.coupon], ['YENİ', 'YENİ', 3])
    assert.equal(snapshot, from.snapshot)
    assert.deepEqual([from.cart.coupon?.code, from.cart.uses.coupon], ['ESKİ', 1])
  })

  it('has the campaign in its place among the same campaigns, and its uses beside the others', () => {
    const from = frozen()
    const uses = { coupon: 0, couponByCustomer: 0, hasOrdered: false, campaign: 9, campaignByCustomer: 4 }
    const { cart, snapshot } = withPromotion(from, { kind: 'campaign', record: campaignOf(3) }, uses)
    assert.deepEqual(
      snapshot.campaigns.map(({ id }) => id),
      [2, 3, 5],
    )
    // The sets of ids belong to the lists of these campaigns.
    assert.equal(snapshot.campaigns[0], from.snapshot.campaigns[0])
    assert.deepEqual(
      [cart.campaignId, [...cart.uses.campaigns]],
      [
        3,
        [
          [2, 5],
          [3, 9],
        ],
      ],
    )
    assert.deepEqual([from.cart.campaignId, from.cart.uses.campaigns.size, from.snapshot.campaigns.length], [2, 1, 2])
  })

  it('keeps the chosen campaign beside one that is bound to coupons', () => {
    const record = campaignOf(5, { couponBound: true })
    const { cart, snapshot } = withPromotion(frozen(), { kind: 'campaign', record })
    assert.equal(cart.campaignId, 2)
    assert.equal(snapshot.campaigns[1], record)
  })
})

describe('the same cart without the promotion', () => {
  it('has no coupon of its code in any spelling, and every other one', () => {
    const from = frozen()
    const codeOf = (code: string) =>
      withoutPromotion(from, { kind: 'coupon', record: couponOf(code) }).cart.coupon?.code
    assert.deepEqual([codeOf('eskı'), codeOf('YENİ')], [undefined, 'ESKİ'])
    assert.equal(from.cart.coupon?.code, 'ESKİ')
  })

  it('has no campaign of its id', () => {
    const from = frozen()
    const { snapshot } = withoutPromotion(from, { kind: 'campaign', record: campaignOf(2) })
    assert.deepEqual(
      snapshot.campaigns.map(({ id }) => id),
      [5],
    )
    assert.equal(from.snapshot.campaigns.length, 2)
  })
})
