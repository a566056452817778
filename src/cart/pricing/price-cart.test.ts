/** Unit and property tests of line totals, subtotal and VAT-inclusive base, with the money vectors. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cartWith, defaultShop, lineWith, snapshotWith } from '../../../test/support/cart/pricing.ts'
import { readCases } from '../../../test/support/docs/cases.ts'
import { toMoney } from '../../money/money.ts'
import type { Shop } from '../../shop/shop.ts'
import { priceCart } from './price-cart.ts'

interface Item {
  rawUnitPrice: string
  quantity: number
  vatRate?: number
}

const line = ({ rawUnitPrice, ...item }: Item) => lineWith({ price: rawUnitPrice, ...item })

function price(items: Item[], decimalPlaces = 2) {
  const shop: Shop = { ...defaultShop, decimalPlaces }
  const lines = items.map(line)
  const priced = priceCart(cartWith(lines), snapshotWith({ shop }), { now: 0, channel: 'app' })
  const shown = (value: typeof priced.subtotal) => toMoney(value, shop).amount
  return {
    ...priced,
    shown: {
      unitPrices: priced.lines.map(each => shown(each.unitPrice)),
      lineTotals: priced.lines.map(each => shown(each.lineTotal)),
      subtotal: shown(priced.subtotal),
      base: priced.base.toFixed(),
      roundedBase: shown(priced.base),
    },
  }
}

type Vector =
  | {
      id: string
      kind: 'line-total'
      note: string
      input: Item & { decimalPlaces: number }
      expect: { unitPrice: string; lineTotal: string }
    }
  | {
      id: string
      kind: 'vat-inclusive'
      note: string
      input: Item[]
      expect: { subtotal: string; vatInclusiveUnrounded: string; vatInclusiveRoundedOnce: string }
    }
  | { id: string; kind: 'other'; note: string }

describe('priceCart with the money vectors', () => {
  for (const vector of readCases<Vector>('money-vectors.json')) {
    if (vector.kind === 'line-total') {
      it(`${vector.id}: ${vector.note}`, () => {
        const { shown } = price([vector.input], vector.input.decimalPlaces)
        assert.deepEqual([shown.unitPrices[0], shown.lineTotals[0]], [vector.expect.unitPrice, vector.expect.lineTotal])
      })
    }
    if (vector.kind === 'vat-inclusive') {
      it(`${vector.id}: ${vector.note}`, () => {
        const { shown } = price(vector.input)
        const { subtotal, vatInclusiveUnrounded, vatInclusiveRoundedOnce } = vector.expect
        assert.deepEqual(
          [shown.subtotal, shown.base, shown.roundedBase],
          [subtotal, vatInclusiveUnrounded, vatInclusiveRoundedOnce],
        )
      })
    }
  }
})

const item = fc.record({
  rawUnitPrice: fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, '0')}`),
  quantity: fc.integer({ min: 1, max: 100_000 }),
  vatRate: fc.constantFrom(0, 1, 8.5, 10, 18, 20),
})
const items = fc.array(item, { maxLength: 12 })
const places = fc.integer({ min: 0, max: 4 })

/** Converts a decimal text into an integer count of 10^-`scale`, independently of `Decimal`. */
function scaled(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

describe('priceCart', () => {
  it('rounds each line total half up once, from the raw unit price', () => {
    fc.assert(
      fc.property(item, places, (one, decimalPlaces) => {
        const exact = scaled(one.rawUnitPrice, 6) * BigInt(one.quantity)
        const step = 10n ** BigInt(6 - decimalPlaces)
        const expected = (exact + step / 2n) / step
        assert.equal(scaled(price([one], decimalPlaces).shown.lineTotals[0] ?? '', decimalPlaces), expected)
      }),
    )
  })

  it('computes the subtotal as the exact sum of the line totals', () => {
    fc.assert(
      fc.property(items, places, (all, decimalPlaces) => {
        const { shown } = price(all, decimalPlaces)
        const total = shown.lineTotals.reduce((sum, each) => sum + scaled(each, decimalPlaces), 0n)
        assert.equal(scaled(shown.subtotal, decimalPlaces), total)
      }),
    )
  })

  it('gives the same totals for any order of the lines', () => {
    const shuffled = items.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const [one, two] = [price(all), price(other)]
        assert.deepEqual(
          [one.shown.subtotal, one.shown.base, one.totalQuantity],
          [two.shown.subtotal, two.shown.base, two.totalQuantity],
        )
      }),
    )
  })

  it('never lowers the base when a quantity is higher', () => {
    fc.assert(
      fc.property(items, item, (all, one) => {
        const more = { ...one, quantity: one.quantity + 1 }
        assert.ok(price([...all, more]).base.gte(price([...all, one]).base))
      }),
    )
  })
})
