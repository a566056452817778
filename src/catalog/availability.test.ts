import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimal } from '../money/money.ts'
import { isAvailableForSale } from './availability.ts'

const item = (onSale: boolean, stock: string) => ({ onSale, stock: decimal(stock) })

describe('availability', () => {
  it('needs stock, of any positive amount', () => {
    assert.deepEqual(
      ['1', '0.5', '0', '-1'].map(stock => isAvailableForSale(item(true, stock), false)),
      [true, true, false, false],
    )
  })

  it('ends when the shop withdraws the item', () => {
    assert.equal(isAvailableForSale(item(false, '5'), false), false)
  })

  it('is given to everything while the shop sells at negative stock', () => {
    assert.equal(isAvailableForSale(item(true, '-3'), true), true)
    assert.equal(isAvailableForSale(item(false, '0'), true), true)
  })
})
