/** Property test of what is missing of a coupon's minimum: enough, and not one minor unit too much. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cartWith, couponWith, defaultShop, lineWith, snapshotWith } from '../../../test/support/cart/pricing.ts'
import { decimal } from '../../money/money.ts'
import type { CartLine } from '../cart.ts'
import { presentRefusedCoupon } from './cart-answer.document.ts'
import { priceCart } from './price-cart.ts'

const NOW = 0
const price = fc.integer({ min: 0, max: 9_999_999 }).map(units => decimal(`${units}e-3`).toFixed())
const line = fc
  .record({ price, quantity: fc.integer({ min: 1, max: 9 }), vatRate: fc.constantFrom(0, 1, 8.5, 18, 20) })
  .map(item => lineWith({ ...item, productId: 1 }))
const minimumTotal = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units => decimal(`${units}e-4`).toFixed())
const shop = fc
  .record({ decimalPlaces: fc.constantFrom(0, 2, 3), pricesIncludeVat: fc.boolean() })
  .map(({ decimalPlaces, pricesIncludeVat }) => ({
    ...defaultShop,
    decimalPlaces,
    settings: { ...defaultShop.settings, pricesIncludeVat },
  }))

describe('the missing amount of a coupon', () => {
  it('makes the coupon apply when it is added, and one minor unit less does not, for any prices, rates and currency', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), minimumTotal, shop, (lines, least, shop) => {
        const conditions = { minimumTotal: least, minimumQuantity: null, productIds: [1] }
        const snapshot = snapshotWith({ shop })
        const explain = (each: CartLine[]) => {
          const { coupon } = priceCart(cartWith(each, { coupon: couponWith({ conditions }) }), snapshot, {
            now: NOW,
            channel: 'app',
          }).discounts
          return coupon?.applied ? null : coupon && presentRefusedCoupon(coupon, shop)
        }
        const missing = explain(lines)?.missingAmount
        fc.pre(missing !== undefined)
        const [amount, unit] = [decimal(missing.amount), decimal(`1e-${shop.decimalPlaces}`)]
        assert.ok(amount.gte(unit))
        const adding = (value: string, productId: number) =>
          explain([...lines, lineWith({ price: value, quantity: 1, productId })])
        assert.equal(adding(missing.amount, 1), null)
        assert.equal(adding(amount.minus(unit).toFixed(), 1)?.reason, 'minimum_total')
        assert.deepEqual(adding(missing.amount, 2)?.missingAmount, missing)
      }),
    )
  })
})
