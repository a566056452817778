/** Unit tests of the availability of items. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimal } from '../money/money.ts'
import { isAvailableForSale, stockedItem } from './availability.ts'

const item = (onSale: boolean, stock: string, backorder = false) => ({ onSale, stock: decimal(stock), backorder })

describe('isAvailableForSale', () => {
  it('is true for any stock above zero', () => {
    assert.deepEqual(
      ['1', '0.5', '0', '-1'].map(stock => isAvailableForSale(item(true, stock), { sellAtNegativeStock: false })),
      [true, true, false, false],
    )
  })

  it('is true for an item on sale with backorder, whatever its stock, and false for one off sale', () => {
    const available = ['1', '0', '-7.5'].map(stock =>
      [true, false].map(onSale => isAvailableForSale(item(onSale, stock, true), { sellAtNegativeStock: false })),
    )
    assert.deepEqual(available, [
      [true, false],
      [true, false],
      [true, false],
    ])
  })

  it('is false for a line without variant of a product with variants on sale, which cannot be ordered', () => {
    const variant = item(true, '1')
    const plain = { ...variant, hasVariantsOnSale: false }
    const choosable = { ...plain, hasVariantsOnSale: true }
    assert.deepEqual(
      [stockedItem(plain, null), stockedItem(choosable, null), stockedItem(choosable, variant)].map(each =>
        isAvailableForSale(each, { sellAtNegativeStock: false }),
      ),
      [true, false, true],
    )
    assert.equal(isAvailableForSale(stockedItem(choosable, null), { sellAtNegativeStock: true }), true)
  })

  it('is false for a variant that is withdrawn from sale, or whose product is', () => {
    const [on, off] = [item(true, '1'), item(false, '1')]
    const product = (onSale: boolean) => ({ ...item(onSale, '9'), hasVariantsOnSale: true })
    const available = (onSale: boolean, variant: typeof on) =>
      isAvailableForSale(stockedItem(product(onSale), variant), { sellAtNegativeStock: false })
    assert.deepEqual([available(true, on), available(true, off), available(false, on)], [true, false, false])
  })

  it('is false for an item that is withdrawn from sale', () => {
    assert.equal(isAvailableForSale(item(false, '5'), { sellAtNegativeStock: false }), false)
  })

  it('is true for every item when the shop sells at negative stock', () => {
    assert.equal(isAvailableForSale(item(true, '-3'), { sellAtNegativeStock: true }), true)
    assert.equal(isAvailableForSale(item(false, '0'), { sellAtNegativeStock: true }), true)
  })
})
