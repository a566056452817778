/** Unit test of quantity steps. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stockIncrementOf } from './stock-increment.ts'

test('the stock increment is that of the product with a stock unit, otherwise 1', () => {
  for (const stockIncrement of [0.25, 1, 6]) {
    assert.equal(stockIncrementOf({ stockUnit: 'metre', stockIncrement }), stockIncrement)
    assert.equal(stockIncrementOf({ stockUnit: '', stockIncrement }), 1)
  }
})
