/** Unit tests of item ids. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { itemIdOf, parseItemId } from './item-id.ts'

describe('an item id', () => {
  it('of the kind id is read in one form only: decimal ids without leading zeros, signs, spaces and other digits', () => {
    const malformed = [
      '',
      '0',
      '-1',
      '101-',
      '101-0',
      '01',
      '101-03',
      '1.0',
      '1e3',
      ' 1',
      '1 ',
      '1\n',
      '+1',
      '1-2-3',
      '١',
      '0x1',
    ]
    const tooLarge = ['9007199254740992', '1-9007199254740992', '99999999999999999']
    assert.deepEqual([...malformed, ...tooLarge].map(parseItemId), Array(19).fill(undefined))
    assert.deepEqual(parseItemId('9007199254740991'), { productId: 2 ** 53 - 1, variantId: 0 })
  })

  it('of the kind id is read as what it was written from', () => {
    for (const key of [
      { productId: 108, variantId: 0 },
      { productId: 101, variantId: 3 },
    ]) {
      assert.deepEqual(parseItemId(itemIdOf({ ...key, sku: 'A-1' }, 'id')), key)
    }
    assert.equal(itemIdOf({ productId: 101, variantId: 3, sku: null }, 'id'), '101-3')
  })

  it('of the kind sku is the SKU, and no id where there is none', () => {
    assert.equal(itemIdOf({ productId: 101, variantId: 3, sku: 'A-1' }, 'sku'), 'A-1')
    assert.equal(itemIdOf({ productId: 101, variantId: 3, sku: null }, 'sku'), 'id:101-3')
  })
})
