/** VAT of carts: an independent computation in fractions, sums, and worked tables. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  campaignWith,
  cartWith,
  couponWith,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../../test/support/cart/pricing.ts'
import {
  amountsInFractions,
  type PlainCart,
  type PlainPromotion,
  type PlainReward,
} from '../../../test/support/cart/vat-in-fractions.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { Money } from '../../money/money.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { presentCart } from './cart.document.ts'
import { priceCart } from './price-cart.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const ONLY_REWARD = { minimumTotal: null, minimumQuantity: null }

/** Prices a plain cart. The coupon is bound to a campaign, so that each kind of reward can be a coupon's. */
function documentOf({ places, isGross, lines, coupon, campaign }: PlainCart, settings: Partial<ShopSettings> = {}) {
  const campaigns = [
    ...(campaign ? [campaignWith({ id: 1, ...promotion(campaign) })] : []),
    ...(coupon ? [campaignWith({ id: 2, couponBound: true, ...promotion(coupon) })] : []),
  ]
  const snapshot = snapshotWith({
    shop: { ...shopWith({ pricesIncludeVat: isGross, ...settings }), decimalPlaces: places },
    campaigns,
    shippingCompanies: [
      { id: 1, name: 'Kargo', default: true, freeLimit: null, rates: [{ from: '0', price: '11.99' }] },
    ],
  })
  const cart = cartWith(
    lines.map(({ rate, ...line }) => lineWith({ ...line, vatRate: Number(rate) })),
    { campaignId: campaign && 1, coupon: coupon && couponWith({ campaignId: 2 }) },
  )
  return presentCart(priceCart(cart, snapshot, { now: NOW, channel: 'app' }), snapshot.shop, 'http://x')
}

function promotion({ reward, productIds }: PlainPromotion) {
  return { reward, conditions: { ...ONLY_REWARD, productIds: [...productIds] } }
}

/** Minor units of an amount. */
function minor({ amount }: Money = { amount: '0', currencyCode: '', decimalPlaces: 0 }): bigint {
  return BigInt(amount.replace('.', ''))
}

type Shown = ReturnType<typeof documentOf>

/** The amounts of a document, named as those of the independent computation. */
function amountsOf({ data, included }: Shown) {
  const { appliedCoupon, appliedCampaign } = data.attributes
  const { subtotalWithVat, breakdown = [] } = data.meta?.vat ?? {}
  return {
    lines: included.map(({ attributes: { unitPrice, lineTotal }, meta }) => ({
      unitPrice: minor(unitPrice),
      lineTotal: minor(lineTotal),
      unitPriceWithVat: minor(meta?.vat.unitPriceWithVat),
      lineTotalWithVat: minor(meta?.vat.lineTotalWithVat),
      coupon: minor(meta?.vat.discount.coupon),
      campaign: minor(meta?.vat.discount.campaign),
      payable: minor(meta?.vat.payable),
    })),
    couponAmount: minor(appliedCoupon?.discountAmount),
    campaignAmount: minor(appliedCampaign?.discountAmount),
    subtotalWithVat: minor(subtotalWithVat),
    breakdown: breakdown.map(({ vatRate, net, vat, total }) => ({
      rate: vatRate,
      net: minor(net),
      vat: minor(vat),
      total: minor(total),
    })),
  }
}

const sumOf = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n)

/** Fails unless the summary of a cart adds up. */
function requireSums({ data, included }: Shown): void {
  const { attributes, meta } = data
  const vat = meta?.vat
  assert.ok(vat)
  const lines = included.map(each => each.meta?.vat)
  const of = (amount: (line: NonNullable<(typeof lines)[number]>) => Money) =>
    sumOf(lines.map(line => minor(line && amount(line))))
  assert.equal(
    of(line => line.lineTotalWithVat),
    minor(vat.subtotalWithVat),
  )
  assert.equal(
    of(line => line.discount.total),
    minor(attributes.discountTotal),
  )
  const payable = of(line => line.payable)
  assert.equal(payable, minor(attributes.grandTotal))
  assert.equal(payable, sumOf(vat.breakdown.map(({ total }) => minor(total))))
  assert.equal(minor(vat.vatTotal), sumOf(vat.breakdown.map(row => minor(row.vat))))
  for (const line of lines) {
    assert.ok(line)
    assert.equal(minor(line.discount.total), minor(line.discount.coupon) + minor(line.discount.campaign))
    assert.equal(minor(line.payable), minor(line.lineTotalWithVat) - minor(line.discount.total))
  }
  const amounts = JSON.stringify(data.meta) + JSON.stringify(included.map(each => each.meta))
  assert.doesNotMatch(amounts, /"amount":"-/)
}

const price = fc
  .tuple(fc.oneof(fc.nat(300), fc.nat(99_999_999)), fc.nat(4))
  .map(([units, places]) => (places === 0 ? String(units) : decimalText(units, places)))
const decimalText = (units: number, places: number) => {
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
const line = fc.record({
  productId: fc.integer({ min: 1, max: 4 }),
  price,
  rate: fc.constantFrom('0', '1', '8.5', '18', '20', '20', '100'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 })),
})
const reward: fc.Arbitrary<PlainReward> = fc.oneof(
  fc.record({
    type: fc.constant('percent' as const),
    value: fc.constantFrom('10', '33.33', '50', '100'),
    maximum: fc.option(price),
  }),
  fc.record({ type: fc.constant('fixed' as const), value: price }),
  fc.constantFrom({ type: 'buy_x_pay_y' as const, buy: 3, pay: 2 }, { type: 'buy_x_pay_y' as const, buy: 2, pay: 0 }),
  fc.constant({ type: 'free_shipping' as const }),
)
const applied = fc.option(
  fc.record({ reward, productIds: fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min: 1, max: 4 }))) }),
  { freq: 4 },
)

/** Promotions whose products are in the cart: others do not apply. */
function coveringOnly(cart: PlainCart): PlainCart {
  const ids = new Set(cart.lines.map(({ productId }) => productId))
  const covering = (promotion: PlainPromotion | null) =>
    promotion && (promotion.productIds.length === 0 || promotion.productIds.some(id => ids.has(id))) ? promotion : null
  return { ...cart, coupon: covering(cart.coupon), campaign: covering(cart.campaign) }
}

const cart: fc.Arbitrary<PlainCart> = fc
  .record({
    places: fc.integer({ min: 0, max: 4 }),
    isGross: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: 7 }),
    coupon: applied,
    campaign: applied,
  })
  .map(coveringOnly)

describe('the VAT of any cart', () => {
  it('is that of an independent computation in fractions, and its sums are exact', () => {
    const numRuns = rounds({ short: 1_000, long: 1_000_000 })
    const property = fc.property(cart, plain => {
      const document = documentOf(plain)
      assert.deepEqual(amountsOf(document), amountsInFractions(plain))
      requireSums(document)
    })
    fc.assert(property, { numRuns, seed })
  })
})

describe('prices that include VAT', () => {
  const threeOf = (unitPrice: string, rate: string, places: number) =>
    documentOf({
      places,
      isGross: true,
      lines: [{ productId: 1, price: unitPrice, rate, quantity: 3 }],
      coupon: null,
      campaign: null,
    })
  const shelves = [
    {
      price: '99.90',
      places: 2,
      total: '299.70',
      net: ['99.90', '98.91', '92.07', '84.66', '83.25'],
      lines: ['299.70', '296.73', '276.22', '253.98', '249.75'],
    },
    {
      price: '100',
      places: 0,
      total: '300',
      net: ['100', '99', '92', '85', '83'],
      lines: ['300', '297', '276', '254', '250'],
    },
    {
      price: '1.25',
      places: 3,
      total: '3.750',
      net: ['1.250', '1.238', '1.152', '1.059', '1.042'],
      lines: ['3.750', '3.713', '3.456', '3.178', '3.125'],
    },
  ]
  const rates = ['0', '1', '8.5', '18', '20']

  it('are paid as they stand on the shelf, at every rate and with any number of decimals', () => {
    for (const { price, places, total, net, lines } of shelves) {
      for (const [index, rate] of rates.entries()) {
        const { data, included } = threeOf(price, rate, places)
        const [{ attributes, meta } = {}] = included
        const shown = [
          attributes?.unitPrice,
          attributes?.lineTotal,
          meta?.vat.lineTotalWithVat,
          data.attributes.grandTotal,
        ]
        assert.deepEqual(
          shown.map(each => each?.amount),
          [net[index], lines[index], total, total],
          `${price} at ${rate} %`,
        )
      }
    }
  })
})

describe('the VAT of shipping', () => {
  const plain: PlainCart = {
    places: 2,
    isGross: false,
    lines: [{ productId: 1, price: '10', rate: '20', quantity: 1 }],
    coupon: null,
    campaign: null,
  }
  const cargoOf = (settings: Partial<ShopSettings>, cart = plain) => {
    const { cargo } = documentOf(cart, settings).data.meta?.vat ?? {}
    return cargo && [cargo.vatRate, cargo.net.amount, cargo.vat.amount]
  }

  it('is shown with the shipping price, and only where the shop has a rate for it', () => {
    assert.deepEqual(cargoOf({ cargoVatRate: '20' }), [20, '9.99', '2.00'])
    assert.deepEqual(cargoOf({ cargoVatRate: '0' }), [0, '11.99', '0.00'])
    assert.equal(cargoOf({ cargoVatRate: null }), undefined)
    assert.equal(cargoOf({}), undefined)
    assert.equal(cargoOf({ cargoVatRate: '20', showCargoPriceInCart: false }), undefined)
  })

  it('is zero where shipping is free', () => {
    const free = { reward: { type: 'free_shipping' as const }, productIds: [] }
    assert.deepEqual(cargoOf({ cargoVatRate: '20' }, { ...plain, campaign: free }), [20, '0.00', '0.00'])
  })

  it('counts in no other member, also where the grand total includes shipping', () => {
    const settings = { cargoVatRate: '20', grandTotalIncludesCargo: true }
    const { attributes, meta } = documentOf(plain, settings).data
    assert.equal(attributes.grandTotal?.amount, '23.99')
    assert.deepEqual([meta?.vat.subtotalWithVat.amount, meta?.vat.vatTotal.amount], ['12.00', '2.00'])
  })
})

describe('the VAT of an empty cart', () => {
  it('is absent', () => {
    const { data } = documentOf({ places: 2, isGross: true, lines: [], coupon: null, campaign: null })
    assert.equal('meta' in data, false)
  })
})
