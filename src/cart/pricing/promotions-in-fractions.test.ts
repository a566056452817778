/** Carts with promotions of every kind: an independent computation in fractions of what applies, and of every amount. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { PlainCart } from '../../../test/support/promotions/reference/plain-cart.ts'
import { anyCart } from '../../../test/support/promotions/reference/random-carts.ts'
import { expectedOf, requireSums, shownIn } from '../../../test/support/promotions/reference/shown.ts'
import { priceText } from '../../../test/support/promotions/reference/to-cart.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { CartAnswer } from './cart-answer.document.ts'

const answerOf = (plain: PlainCart) => JSON.parse(priceText(plain)) as CartAnswer
const numRuns = rounds({ short: 3_000, long: 1_000_000 })

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
    fc.assert(property, { numRuns: rounds({ short: 1_000, long: 200_000 }), seed })
  })
})
