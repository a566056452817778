import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stockIncrementOf } from './stock-increment.ts'

test('quantities go by the product’s step where it has a stock unit, else one by one', () => {
  for (const stockIncrement of [0.25, 1, 6]) {
    assert.equal(stockIncrementOf({ stockUnit: 'metre', stockIncrement }), stockIncrement)
    assert.equal(stockIncrementOf({ stockUnit: '', stockIncrement }), 1)
  }
})
