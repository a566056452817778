/** Totals in minor units: worked amounts, and any cart against the document that GET /cart would show, in bigints. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cartWith, couponWith, lineWith, shopWith, snapshotWith } from '../../../test/support/cart/pricing.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import { presentCart } from '../../cart/pricing/cart.document.ts'
import { priceCart } from '../../cart/pricing/price-cart.ts'
import type { Money } from '../../money/money.ts'
import { minorDigitsOf } from '../minor-units.ts'
import { computeAmounts, type Total } from './totals.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')

interface Plain {
  currencyCode: string
  places: number
  isGross: boolean
  cargo: string | null
  fixed: string | null
  lines: { price: string; quantity: number; vatRate: number }[]
}

function priced({ currencyCode, places, isGross, cargo, fixed, lines }: Plain) {
  const settings = { pricesIncludeVat: isGross, grandTotalIncludesCargo: cargo !== null }
  const shop = { ...shopWith(settings), currencyCode, decimalPlaces: places }
  const rates = [{ from: '0', price: cargo ?? '7.77' }]
  const snapshot = snapshotWith({
    shop,
    shippingCompanies: [{ id: 1, name: 'K', default: true, freeLimit: null, rates }],
  })
  const coupon = fixed === null ? null : couponWith({ discountType: 'fixed', value: fixed })
  return { cart: priceCart(cartWith(lines.map(lineWith), { coupon }), snapshot, { now: NOW, channel: 'app' }), shop }
}

function amountsOf(plain: Plain) {
  const { cart, shop } = priced(plain)
  return computeAmounts(cart, shop)
}

const texts = (totals: Total[]) => totals.map(({ type, amount }) => `${type} ${amount}`).join(', ')

describe('totals in minor units', () => {
  const lines = [{ price: '1.2345', quantity: 3, vatRate: 18 }]
  const cases: [name: string, plain: Partial<Plain>, price: number, line: number, totals: string][] = [
    ['of a currency with two digits', {}, 123, 370, 'subtotal 370, tax 67, total 437'],
    ['with shipping', { cargo: '2.5' }, 123, 370, 'subtotal 370, fulfillment 250, tax 67, total 687'],
    ['with free shipping', { cargo: '0' }, 123, 370, 'subtotal 370, fulfillment 0, tax 67, total 437'],
    ['with a discount', { fixed: '1' }, 123, 370, 'subtotal 370, discount -100, tax 67, total 337'],
    ['with a discount of all', { fixed: '100' }, 123, 370, 'subtotal 370, discount -437, tax 67, total 0'],
    ['of fewer decimals than the currency has', { places: 0 }, 100, 400, 'subtotal 400, tax 100, total 500'],
    ['of more decimals', { places: 3 }, 124, 370, 'subtotal 370, tax 67, total 437'],
    [
      'of more decimals, with a discount and shipping',
      { places: 3, fixed: '0.001', cargo: '0.009' },
      124,
      370,
      'subtotal 370, discount -1, fulfillment 0, tax 69, total 438',
    ],
    ['of yen', { currencyCode: 'JPY', places: 0 }, 1, 4, 'subtotal 4, tax 1, total 5'],
    ['of yen with two decimals', { currencyCode: 'JPY' }, 1, 3, 'subtotal 3, tax 1, total 4'],
    ['of dinars', { currencyCode: 'KWD', places: 3 }, 1235, 3704, 'subtotal 3704, tax 667, total 4371'],
    ['of dinars with two decimals', { currencyCode: 'KWD' }, 1230, 3700, 'subtotal 3700, tax 670, total 4370'],
    ['with VAT in the prices', { isGross: true }, 123, 370, 'subtotal 370, total 370'],
    [
      'with VAT in the prices, a discount and shipping',
      { isGross: true, fixed: '1', cargo: '2.5' },
      123,
      370,
      'subtotal 370, discount -100, fulfillment 250, total 520',
    ],
    ['without VAT', { lines: [{ price: '5', quantity: 2, vatRate: 0 }] }, 500, 1000, 'subtotal 1000, total 1000'],
  ]
  for (const [name, plain, price, line, totals] of cases) {
    it(`are exact ${name}`, () => {
      const base: Plain = { currencyCode: 'TRY', places: 2, isGross: false, cargo: null, fixed: null, lines }
      const amounts = amountsOf({ ...base, ...plain })
      assert.equal(texts(amounts.totals), totals)
      assert.equal(amounts.lines[0]?.price, price)
      assert.equal(texts(amounts.lines[0]?.totals ?? []), `subtotal ${line}, total ${line}`)
    })
  }

  it('are zero for an empty cart', () => {
    const empty: Plain = { currencyCode: 'TRY', places: 2, isGross: false, cargo: '5', fixed: '5', lines: [] }
    assert.deepEqual(texts(amountsOf(empty).totals), 'subtotal 0, total 0')
  })

  it('add up, and are those of the cart’s document, for any currency, decimals and promotions', () => {
    const amount = fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99_999 }))
      .map(([whole, rest]) => `${whole}.${String(rest).padStart(5, '0')}`)
    const plain: fc.Arbitrary<Plain> = fc.record({
      currencyCode: fc.constantFrom('TRY', 'JPY', 'KWD'),
      places: fc.integer({ min: 0, max: 4 }),
      isGross: fc.boolean(),
      cargo: fc.option(amount),
      fixed: fc.option(amount),
      lines: fc.array(
        fc.record({
          price: amount,
          quantity: fc.integer({ min: 1, max: 99_999 }),
          vatRate: fc.constantFrom(0, 1, 8.5, 18, 20),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    })
    fc.assert(
      fc.property(plain, each => {
        const { cart, shop } = priced(each)
        const { lines: own, totals, coupon } = computeAmounts(cart, shop)
        const { data, included } = presentCart(cart, shop, 'http://x')
        const { attributes } = data
        const down = (money?: Money) => Number(scaled(money, shop.currencyCode) / UNIT)
        const up = (money?: Money) => Number((scaled(money, shop.currencyCode) + UNIT - 1n) / UNIT)
        const nearest = (money?: Money) => Number((scaled(money, shop.currencyCode) + UNIT / 2n) / UNIT)
        const subtotals = included.map(line =>
          down(each.isGross ? line.meta?.vat.lineTotalWithVat : line.attributes.lineTotal),
        )
        assert.deepEqual(
          own.map(line => line.totals[0]?.amount),
          subtotals,
        )
        assert.deepEqual(
          own.map(({ price }) => price),
          included.map(line => nearest(each.isGross ? line.meta?.vat.unitPriceWithVat : line.attributes.unitPrice)),
        )
        const byType = new Map(totals.map(entry => [entry.type, entry.amount]))
        assert.equal(
          byType.get('subtotal'),
          subtotals.reduce((sum, part) => sum + part, 0),
        )
        assert.equal(Math.abs(byType.get('discount') ?? 0), up(attributes.discountTotal))
        assert.equal(coupon, up(attributes.appliedCoupon?.discountAmount))
        assert.equal(byType.get('fulfillment'), each.cargo === null ? undefined : down(attributes.cargoPrice))
        assert.equal(byType.get('total'), nearest(attributes.grandTotal))
        const others = totals.filter(({ type }) => type !== 'total').reduce((sum, part) => sum + part.amount, 0)
        assert.equal(others, byType.get('total'))
        assert.ok((byType.get('tax') ?? 1) > 0)
        if (each.isGross && each.places <= minorDigitsOf(shop.currencyCode)) assert.equal(byType.has('tax'), false)
      }),
      { seed, numRuns: rounds({ short: 75, long: 20_000 }) },
    )
  })
})

const UNIT = 10n ** 10n

/** An amount in units of a ten-thousand-millionth of the minor unit. */
function scaled(
  { amount, decimalPlaces }: Money = { amount: '0', currencyCode: '', decimalPlaces: 0 },
  currencyCode: string,
): bigint {
  return BigInt(amount.replace('.', '')) * 10n ** BigInt(10 + minorDigitsOf(currencyCode) - decimalPlaces)
}
