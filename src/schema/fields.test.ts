/** Property test of text length. */

import { test } from 'node:test'
import fc from 'fast-check'
import { isLongerThan } from './fields.ts'

test('isLongerThan compares the number of code points with the maximum', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '🛒', '\ud83d', '\udd12', '\u0301') }),
      fc.nat({ max: 20 }),
      (text, maxLength) => isLongerThan(text, maxLength) === [...text].length > maxLength,
    ),
  )
})
