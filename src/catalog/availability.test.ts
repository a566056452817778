/** Unit tests of the availability of items. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimal } from '../money/money.ts'
import { isAvailableForSale } from './availability.ts'

const item = (onSale: boolean, stock: string) => ({ onSale, stock: decimal(stock) })

describe('isAvailableForSale', () => {
  it('is true for any stock above zero', () => {
    assert.deepEqual(
      ['1', '0.5', '0', '-1'].map(stock => isAvailableForSale(item(true, stock), { sellAtNegativeStock: false })),
      [true, true, false, false],
    )
  })

  it('is false for an item that is withdrawn from sale', () => {
    assert.equal(isAvailableForSale(item(false, '5'), { sellAtNegativeStock: false }), false)
  })

  it('is true for every item when the shop sells at negative stock', () => {
    assert.equal(isAvailableForSale(item(true, '-3'), { sellAtNegativeStock: true }), true)
    assert.equal(isAvailableForSale(item(false, '0'), { sellAtNegativeStock: true }), true)
  })
})
