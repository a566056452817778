/** Largest remainders of many values: an independent computation in bigints. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Decimal } from './decimal.ts'
import { roundToSum } from './shares.ts'

/** Rounds units of a tenth or a hundredth of the minor unit: raises those that come first in an order by rest, then by place. */
function expected(units: bigint[], divisor: bigint, total: bigint): bigint[] {
  const wholes = units.map(each => each / divisor)
  const order = [...units.keys()].sort(
    (a, b) => Number((units[b] ?? 0n) % divisor) - Number((units[a] ?? 0n) % divisor) || a - b,
  )
  let missing = total - wholes.reduce((sum, each) => sum + each, 0n)
  for (const index of order) if (missing-- > 0n) wholes[index] = (wholes[index] ?? 0n) + 1n
  return wholes
}

describe('values that are rounded to their rounded sum', () => {
  it('are raised by the largest remainders, the first of equal ones, for any number of values of any size', () => {
    const unit = fc.oneof(fc.bigInt({ min: 0n, max: 999n }), fc.bigInt({ min: 0n, max: 10n ** 18n }))
    const values = fc.array(unit, { minLength: 1, maxLength: 150, size: 'max' })
    fc.assert(
      fc.property(values, fc.constantFrom(0, 1, 2, 3), (units, extra) => {
        const divisor = 10n ** BigInt(extra)
        const sum = units.reduce((all, each) => all + each, 0n)
        const total = (sum + divisor / 2n) / divisor
        const decimals = units.map(each => new Decimal(each < 2n ** 53n ? Number(each) : each, 2 + extra))
        const rounded = roundToSum(decimals, new Decimal(total, 2), 2)
        assert.deepEqual(
          rounded.map(each => BigInt(each.at(2))),
          expected(units, divisor, total),
        )
      }),
    )
  })
})
