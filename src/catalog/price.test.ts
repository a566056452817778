/** Unit and property tests of unit prices: variant, customer group, discount. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decimal } from '../money/money.ts'
import { type Discount, type Priced, resolveUnitPrice } from './price.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const off = (overrides: Partial<Discount>): Discount => ({
  type: 'percent',
  value: '10',
  startsAt: null,
  endsAt: null,
  ...overrides,
})
const priced = ({
  price = '100',
  ...overrides
}: Partial<Omit<Priced, 'price'>> & { price?: string | null }): Priced => ({
  price: price === null ? null : decimal(price),
  discount: null,
  groupPrices: null,
  ...overrides,
})
const resolve = (product: Priced, variant: Priced | null = null, customerGroupId: number | null = null) =>
  resolveUnitPrice(product, variant, { customerGroupId, now: NOW }).toFixed()

describe('the unit price', () => {
  it('is the price of the variant, otherwise of the product', () => {
    assert.equal(resolve(priced({ price: '199.905' })), '199.905')
    assert.equal(resolve(priced({}), priced({ price: null })), '100')
    assert.equal(resolve(priced({}), priced({ price: '0' })), '0')
  })

  it('is replaced by the group price of the variant, otherwise of the product', () => {
    const groupPrices = { 7: '80' }
    assert.equal(resolve(priced({ groupPrices }), priced({ price: '120' }), 7), '80')
    assert.equal(resolve(priced({ groupPrices }), priced({ groupPrices: { 7: '90' } }), 7), '90')
    assert.equal(resolve(priced({ groupPrices }), null, 8), '100')
    assert.equal(resolve(priced({ groupPrices }), null, null), '100')
  })

  it('is reduced by the discount of the variant, otherwise of the product, after the group price', () => {
    assert.equal(resolve(priced({ discount: off({}), groupPrices: { 7: '80' } }), null, 7), '72')
    assert.equal(resolve(priced({ discount: off({ type: 'amount', value: '0.005' }) })), '99.995')
    assert.equal(resolve(priced({ discount: off({ type: 'price', value: '60' }) })), '60')
    const variant = priced({ price: null, discount: off({ value: '50' }) })
    assert.equal(resolve(priced({ discount: off({}) }), variant), '50')
    assert.equal(resolve(priced({ discount: off({}) }), priced({ price: null })), '90')
  })

  it('is reduced from the start of a discount, inclusive, until its end, exclusive', () => {
    const at = (startsAt: number | null, endsAt: number | null) =>
      resolve(priced({ discount: off({ startsAt, endsAt }) }))
    assert.deepEqual([at(NOW, null), at(NOW + 1, null)], ['90', '100'])
    assert.deepEqual([at(null, NOW), at(null, NOW + 1)], ['100', '90'])
  })

  it('is never negative and is never raised by a discount', () => {
    assert.equal(resolve(priced({ discount: off({ type: 'amount', value: '100.01' }) })), '0')
    assert.equal(resolve(priced({ discount: off({ type: 'price', value: '150' }) })), '100')
    const value = fc.integer({ min: 0, max: 10_000 }).map(each => String(each / 100))
    const type = fc.constantFrom<Discount['type']>('percent', 'amount', 'price')
    fc.assert(
      fc.property(value, value, type, (price, discount, kind) => {
        const result = Number(resolve(priced({ price, discount: off({ type: kind, value: discount }) })))
        assert.ok(result >= 0 && result <= Number(price))
      }),
    )
  })
})
