/** Tests of lists of texts in one cell. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinList, splitList } from './cell-lists.ts'

test('a cell is split at its separators, and not at those behind a backslash', () => {
  assert.deepEqual(splitList('', ','), [''])
  assert.deepEqual(splitList('a, b\\, c,', ','), ['a', ' b, c', ''])
  assert.deepEqual(splitList('a;b,c\\;d', ',;'), ['a', 'b', 'c;d'])
  assert.deepEqual(splitList('a\\\\,b\\', ','), ['a\\,b\\'])
  assert.deepEqual(splitList('a\\\\;b\\', ';', { escapesItself: true }), ['a\\', 'b\\'])
})

test('texts that are joined are split again as they were', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', ';', '\\', ',', '🙂', ' ') }), { minLength: 1 })
  fc.assert(
    fc.property(texts, list => {
      assert.deepEqual(splitList(joinList(list), ';', { escapesItself: true }), list)
    }),
  )
})
