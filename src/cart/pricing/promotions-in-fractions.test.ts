/** Carts with promotions of every kind: an independent computation in fractions of what applies, and of every amount. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { PlainCart } from '../../../test/support/promotions/reference/plain-cart.ts'
import { anyCart } from '../../../test/support/promotions/reference/random-carts.ts'
import { expectedOf, requireSums, shownIn } from '../../../test/support/promotions/reference/shown.ts'
import { priceText, toCart } from '../../../test/support/promotions/reference/to-cart.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { CartAnswer } from './cart-answer.document.ts'

const answerOf = (plain: PlainCart) => JSON.parse(priceText(plain)) as CartAnswer
const numRuns = rounds({ short: 1_000, long: 1_000_000 })

describe('the promotions of any cart', () => {
  it('are those of an independent computation in fractions, with every amount, and all sums are exact', () => {
    const property = fc.property(anyCart, plain => {
      const shown = shownIn(answerOf(plain))
      assert.deepEqual(shown, expectedOf(plain))
      requireSums(shown, plain)
    })
    fc.assert(property, { numRuns, seed })
  })

  it('are the same for any order of the lines', () => {
    const shuffled = anyCart.chain(plain =>
      fc.tuple(fc.constant(plain), fc.shuffledSubarray([...plain.lines], { minLength: plain.lines.length })),
    )
    const withoutLines = (plain: PlainCart) => {
      const { lines, breakdown, ...others } = shownIn(answerOf(plain))
      return others
    }
    const property = fc.property(shuffled, ([plain, lines]) => {
      assert.deepEqual(withoutLines({ ...plain, lines }), withoutLines(plain))
    })
    fc.assert(property, { numRuns: rounds({ short: 500, long: 200_000 }), seed })
  })

  it('are those of each revision of the shop, whatever others have found out about the same products', () => {
    const property = fc.property(anyCart, anyCart, anyCart, (plain, other, third) => {
      const revisions = [plain, ...[other, third].map(({ campaigns, coupon }) => ({ ...plain, campaigns, coupon }))]
      const { cart } = toCart(plain)
      const shops = revisions.map(each => ({ ...toCart(each), each }))
      for (const { each, snapshot, cart: own } of [...shops, ...shops]) {
        // The products of the first one, which keep what was decided about them.
        const shared = { ...own, lines: cart.lines }
        assert.deepEqual(shownIn(JSON.parse(priceText(each, { cart: shared, snapshot }))), expectedOf(each))
      }
    })
    fc.assert(property, { numRuns: rounds({ short: 300, long: 100_000 }), seed })
  })
})
