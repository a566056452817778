/** Unit tests of tiers. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimal } from '../money/money.ts'
import { findReached, reachedValue, withFirstTier } from './tiers.ts'

const has = (quantity: number, total: string) => ({ quantity: () => quantity, total: () => decimal(total) })
const byTotal = {
  by: 'total' as const,
  tiers: [
    { from: '500', value: '50' },
    { from: '1000', value: '120' },
  ],
}
const byQuantity = { by: 'quantity' as const, tiers: [2, 5].map(from => ({ from, value: String(from * 5) })) }

describe('tiers', () => {
  it('give nothing below the first', () => {
    assert.equal(reachedValue(byTotal, has(9, '499.999')), '0')
    assert.equal(reachedValue(byQuantity, has(1, '9999')), '0')
    assert.equal(findReached(byTotal, has(9, '0')), undefined)
  })

  it('give the value of the highest that is reached, from its bound on', () => {
    assert.equal(reachedValue(byTotal, has(1, '500')), '50')
    assert.equal(reachedValue(byTotal, has(1, '999.999')), '50')
    assert.equal(reachedValue(byTotal, has(1, '1000')), '120')
    assert.equal(reachedValue(byQuantity, has(4, '0')), '10')
    assert.equal(reachedValue(byQuantity, has(100_000, '0')), '25')
  })

  it('raise the minimum of their kind to the first', () => {
    const none = { minimumTotal: null, minimumQuantity: null }
    assert.deepEqual(withFirstTier(none, byTotal), { minimumTotal: '500', minimumQuantity: null })
    assert.deepEqual(withFirstTier(none, byQuantity), { minimumTotal: null, minimumQuantity: 2 })
    const higher = { minimumTotal: '500.01', minimumQuantity: 3 }
    assert.deepEqual(withFirstTier(higher, byTotal), higher)
    assert.deepEqual(withFirstTier(higher, byQuantity), higher)
    assert.equal(withFirstTier(higher, null), higher)
  })
})
