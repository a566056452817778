/** Unit and property tests of shipping, minimum order, discounts and grand total. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  campaignWith,
  cartWith,
  couponWith,
  defaultShop,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../../test/support/cart/pricing.ts'
import type { Campaign, Coupon, Reward } from '../../model/campaign.ts'
import { round, zero } from '../../money/money.ts'
import { findAppliedCoupon } from '../../promotions/discounts.ts'
import type { ShippingCompany, ShopSnapshot } from '../../shop/shop.ts'
import type { Cart } from '../cart.ts'
import { presentCart } from './cart.document.ts'
import { priceCart } from './price-cart.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const company = (overrides: Partial<ShippingCompany> = {}): ShippingCompany => ({
  id: 1,
  name: 'Kargo',
  default: true,
  freeLimit: '120',
  rates: [
    { from: '0', price: '49.90' },
    { from: '60', price: '29.90' },
  ],
  ...overrides,
})

function attributes(cart: Cart, overrides: Partial<ShopSnapshot> = {}) {
  const snapshot = snapshotWith(overrides)
  return presentCart(priceCart(cart, snapshot, { now: NOW, channel: 'app' }), snapshot.shop, 'http://x').data.attributes
}

/** Returns a cart with one line of this VAT-inclusive value. */
const worth = (price: string, overrides: Partial<Cart> = {}) => cartWith([lineWith({ price, quantity: 1 })], overrides)

describe('the shipping price', () => {
  const cargo = (cart: Cart, overrides: Partial<ShopSnapshot> = {}) => {
    const { cargoPrice, freeCargoThreshold } = attributes(cart, { shippingCompanies: [company()], ...overrides })
    return [cargoPrice?.amount, freeCargoThreshold?.amount]
  }

  it('is the rate that begins at or below the VAT-inclusive base', () => {
    assert.deepEqual(cargo(worth('59.99')), ['49.90', '120.00'])
    assert.deepEqual(cargo(worth('60')), ['29.90', '120.00'])
    assert.deepEqual(cargo(cartWith([lineWith({ price: '50', quantity: 1, vatRate: 20 })])), ['29.90', '120.00'])
  })

  it('is zero from exactly the free-shipping threshold', () => {
    assert.deepEqual(cargo(worth('119.99')), ['29.90', '120.00'])
    assert.deepEqual(cargo(worth('120')), ['0.00', '120.00'])
    assert.deepEqual(cargo(cartWith([lineWith({ price: '100', quantity: 1, vatRate: 20 })])), ['0.00', '120.00'])
  })

  it('is zero only when the unrounded base reaches the threshold', () => {
    // 119.99 with 0.0084 % VAT is 120.000079…; with 0.008 % it is 119.9996, which rounds to 120.00.
    const base = (vatRate: number) => cartWith([lineWith({ price: '119.99', quantity: 1, vatRate })])
    assert.deepEqual([cargo(base(0.0084))[0], cargo(base(0.008))[0]], ['0.00', '29.90'])
  })

  it('is zero for exempt customers and groups, and when all products have free shipping', () => {
    assert.equal(cargo(worth('10', { freeCargo: true }))[0], '0.00')
    const free = lineWith({ price: '10', quantity: 1, freeCargo: true })
    assert.equal(cargo(cartWith([free]))[0], '0.00')
    assert.equal(cargo(cartWith([free, lineWith({ price: '10', quantity: 1 })]))[0], '49.90')
  })

  it('is absent without a default company with rates or without the setting; the threshold is absent without a limit', () => {
    assert.deepEqual(cargo(worth('500'), { shippingCompanies: [company({ freeLimit: null })] }), ['29.90', undefined])
    assert.deepEqual(cargo(worth('10'), { shippingCompanies: [company({ default: false })] }), [undefined, undefined])
    assert.deepEqual(cargo(worth('10'), { shippingCompanies: [company({ rates: [] })] }), [undefined, undefined])
    assert.deepEqual(cargo(worth('10'), { shop: shopWith({ showCargoPriceInCart: false }) }), [undefined, undefined])
  })

  it('is zero with a free-shipping coupon or campaign, whose discount amount is zero', () => {
    const coupon = couponWith({ discountType: 'free_shipping', value: null })
    assert.equal(cargo(worth('10', { coupon }))[0], '0.00')
    const campaigns = [campaignWith({ reward: { type: 'free_shipping' } })]
    assert.equal(cargo(worth('10', { campaignId: 1 }), { campaigns })[0], '0.00')
    const { appliedCoupon, discountTotal, grandTotal } = attributes(worth('10', { coupon }))
    assert.equal(appliedCoupon?.discountAmount.amount, '0.00')
    assert.deepEqual([discountTotal, grandTotal?.amount], [undefined, '10.00'])
  })

  it('is included in the grand total only with the setting grandTotalIncludesCargo', () => {
    const shippingCompanies = [company()]
    const total = (grandTotalIncludesCargo: boolean) =>
      attributes(worth('10'), { shippingCompanies, shop: shopWith({ grandTotalIncludesCargo }) }).grandTotal?.amount
    assert.deepEqual([total(false), total(true)], ['10.00', '59.90'])
  })
})

describe('the minimum order', () => {
  const method = (minimumOrderAmount: string | null, active = true) => ({
    id: 1,
    name: 'Kart',
    active,
    minimumOrderAmount,
  })
  const minimum = (cart: Cart, ...paymentMethods: ReturnType<typeof method>[]) => {
    const { minimumOrderAmount, belowMinimumOrder } = attributes(cart, { paymentMethods })
    return [minimumOrderAmount?.amount, belowMinimumOrder]
  }

  it('is the smallest limit above zero of the active payment methods', () => {
    assert.deepEqual(minimum(worth('60'), method('100'), method('50'), method('0'), method('5', false)), [
      '50.00',
      false,
    ])
    assert.deepEqual(minimum(worth('60'), method(null), method('0.00'), method('5', false)), [undefined, undefined])
  })

  it('is met from exactly the limit, VAT included', () => {
    assert.deepEqual(minimum(worth('49.99'), method('50')), ['50.00', true])
    assert.deepEqual(minimum(worth('50'), method('50')), ['50.00', false])
    assert.deepEqual(minimum(cartWith([lineWith({ price: '45', quantity: 1, vatRate: 20 })]), method('50')), [
      '50.00',
      false,
    ])
  })
})

describe('an empty cart', () => {
  it('has only quantity and subtotal, with any promotions of the shop and any choices', () => {
    const offered = { shippingCompanies: [company()], campaigns: [campaignWith()] }
    const paymentMethods = [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '50' }]
    const cart = cartWith([], { coupon: couponWith(), campaignId: 1, freeCargo: true })
    assert.deepEqual(Object.keys(attributes(cart, { ...offered, paymentMethods })), ['totalQuantity', 'subtotal'])
  })
})

describe('campaign entries', () => {
  it('contain no amounts', () => {
    const campaigns = [campaignWith({ id: 7, name: '3 al 2 öde', description: 'Sepette', logicalGroup: 4 })]
    assert.deepEqual(attributes(worth('10'), { campaigns }).campaigns, [
      { id: 7, name: '3 al 2 öde', description: 'Sepette', logicalGroup: 4 },
    ])
  })
})

const amount = fc.integer({ min: 0, max: 100_000_000 }).map(each => (each / 1000).toFixed(3))
const reward: fc.Arbitrary<Reward> = fc.oneof(
  fc.record({
    type: fc.constant('percent' as const),
    value: fc.integer({ min: 0, max: 100 }).map(String),
    maximum: fc.option(amount),
  }),
  fc.record({ type: fc.constant('fixed' as const), value: amount }),
  fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.nat({ max: 5 }))
    .map(([buy, pay]) => ({ type: 'buy_x_pay_y' as const, buy, pay: Math.min(pay, buy - 1) })),
  fc.constant({ type: 'free_shipping' as const }),
)
const productIds = fc.subarray([1, 2, 3, 4])
const lines = fc.uniqueArray(
  fc
    .record({
      price: amount,
      quantity: fc.integer({ min: 1, max: 500 }),
      productId: fc.integer({ min: 1, max: 6 }),
      vatRate: fc.constantFrom(0, 1, 8.5, 10, 20),
    })
    .map(lineWith),
  { selector: line => line.productId, minLength: 1 },
)
const conditions = fc.record({
  minimumTotal: fc.option(amount),
  minimumQuantity: fc.option(fc.integer({ min: 1, max: 300 })),
  productIds,
})
const campaigns: fc.Arbitrary<Campaign[]> = fc
  .array(fc.record({ reward, conditions, priority: fc.nat({ max: 2 }), couponBound: fc.boolean() }), { maxLength: 4 })
  .map(all => all.map((each, index) => campaignWith({ ...each, id: index + 1 })))
const coupon: fc.Arbitrary<Coupon | null> = fc.option(
  fc
    .record({
      value: fc.integer({ min: 0, max: 100 }).map(String),
      conditions,
      campaignId: fc.option(fc.nat({ max: 5 })),
    })
    .map(couponWith),
)
const scenario = fc.record({ lines, campaigns, coupon, campaignId: fc.option(fc.integer({ min: 1, max: 4 })) })
const places = fc.integer({ min: 0, max: 4 })

describe('totals of any cart, promotions and choices', () => {
  it('have discounts between zero and the base', () => {
    fc.assert(
      fc.property(scenario, places, ({ lines, campaigns, ...choices }, decimalPlaces) => {
        const shop = { ...defaultShop, decimalPlaces }
        const { base, discounts, totals } = priceCart(cartWith(lines, choices), snapshotWith({ campaigns, shop }), {
          now: NOW,
          channel: 'app',
        })
        const { total, campaigns: applied } = discounts
        const coupon = findAppliedCoupon(discounts)
        assert.ok(total.gte(zero) && total.lte(round(base, shop)))
        assert.ok(totals?.grandTotal.gte(zero))
        assert.ok(total.eq((coupon?.discountAmount ?? zero).plus(applied[0]?.discountAmount ?? zero)))
        assert.ok(totals?.grandTotal.eq(round(base, shop).minus(total)))
      }),
    )
  })

  it('are the same for any order of lines and campaigns', () => {
    const shuffled = scenario.chain(one =>
      fc.tuple(
        fc.constant(one),
        fc.shuffledSubarray(one.lines, { minLength: one.lines.length }),
        fc.shuffledSubarray(one.campaigns, { minLength: one.campaigns.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([{ lines, campaigns, ...choices }, otherLines, otherCampaigns]) => {
        assert.deepEqual(
          attributes(cartWith(otherLines, choices), { campaigns: otherCampaigns, shippingCompanies: [company()] }),
          attributes(cartWith(lines, choices), { campaigns, shippingCompanies: [company()] }),
        )
      }),
    )
  })
})
