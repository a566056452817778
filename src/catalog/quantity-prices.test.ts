/** The quantities from which on a price changes, compared with prices of every quantity that are computed in fractions. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Fraction } from '../../test/support/cart/fractions.ts'
import { priceLine } from '../../test/support/promotions/reference/coverage.ts'
import type { PlainCart, PlainLine } from '../../test/support/promotions/reference/plain-cart.ts'
import { anyCart } from '../../test/support/promotions/reference/random-carts.ts'
import { productOf } from '../../test/support/promotions/reference/to-cart.ts'
import { GROUP } from '../../test/support/promotions/reference/to-shop.ts'
import { rounds } from '../../test/support/runner/rounds.ts'
import { seed } from '../../test/support/runner/seed.ts'
import type { Decimal } from '../money/money.ts'
import { quantityPrices, resolveUnitPrice } from './price.ts'

/** Above the quantity of every tier. */
const MOST = 45
const SCALE = new Fraction(1n)
const quantities = Array.from({ length: MOST }, (_, index) => index + 1)
const isSame = (a: Fraction, b: Fraction) => !a.isBelow(b) && !b.isBelow(a)
const fractionOf = (price: Decimal) => Fraction.of(price.toFixed())

/** Asserts what is shown of the item of a line. */
function assertShown({ product: plain, variant: ofPlain }: PlainLine, cart: PlainCart): void {
  const context = { customerGroupId: cart.isMember && cart.isInGroup ? GROUP : null, now: 0 }
  const product = productOf(plain)
  const variant = ofPlain ? (product.variants.get(ofPlain.id) ?? null) : null
  const priceAt = (quantity: number) =>
    priceLine({ product: plain, variant: ofPlain, quantity }, { ...cart, isGross: true }, SCALE).unitValue
  const shown = quantityPrices(product, variant, context)
  assert.deepEqual(
    shown.map(({ from }) => from),
    quantities.filter(each => each > 1 && !isSame(priceAt(each), priceAt(each - 1))),
  )
  for (const { from, price } of shown) assert.ok(isSame(fractionOf(price), priceAt(from)))
  assert.ok(isSame(fractionOf(resolveUnitPrice(product, variant, { ...context, quantity: 1 })), priceAt(1)))
}

describe('the prices by quantity that are shown', () => {
  it('begin exactly where the price of a line changes, and say that price', () => {
    const property = fc.property(anyCart, cart => {
      for (const line of cart.lines) assertShown(line, cart)
    })
    fc.assert(property, { numRuns: rounds({ short: 200, long: 20_000 }), seed })
  })
})
