/** Unit and property tests of unit prices: variant, customer group, discount. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decimal } from '../money/money.ts'
import { type Discount, type Priced, quantityPrices, resolvePrice, resolveUnitPrice, type Tier } from './price.ts'
import { readPriced, writeTierPrices } from './read-priced.ts'

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
  tierPrices: null,
  ...overrides,
})
const resolve = (product: Priced, variant: Priced | null = null, customerGroupId: number | null = null, quantity = 1) =>
  resolveUnitPrice(product, variant, { customerGroupId, quantity, now: NOW }).toFixed()

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

/** Tiers such as `10=90` for everyone, and `10@7=80` for customer group 7, as a product has them when it is loaded. */
const tiersOf = (...texts: string[]): readonly Tier[] | null => {
  const prices = texts.map(text => {
    const [, from, group, price = ''] = /^(\d+)(?:@(\d+))?=(.+)$/.exec(text) ?? []
    return { from: Number(from), price, ...(group && { customerGroupId: Number(group) }) }
  })
  return readPriced({ price: null, discount: null, group_prices: null, tier_prices: writeTierPrices(prices) })
    .tierPrices
}

describe('the price of a quantity', () => {
  const at = (product: Priced, quantities: number[], group: number | null = null, variant: Priced | null = null) =>
    quantities.map(quantity => resolve(product, variant, group, quantity))

  it('is not that of a tier that is as high as the price, or higher', () => {
    assert.deepEqual(at(priced({ tierPrices: tiersOf('10=100', '20=100.00', '30=120') }), [10, 20, 30]), [
      ...['100', '100', '100'],
    ])
  })

  it('is the price below the lowest tier, and that of the tier from its quantity on', () => {
    const product = priced({ tierPrices: tiersOf('50=80', '10=90') })
    assert.deepEqual(at(product, [1, 9, 10, 11, 49, 50, 100_000]), ['100', '100', '90', '90', '90', '80', '80'])
    assert.deepEqual(at(priced({ tierPrices: tiersOf('1=95') }), [1]), ['95'])
  })

  it('is that of the highest tier reached, also where a lower one costs less, or the highest one more than the price', () => {
    assert.deepEqual(at(priced({ tierPrices: tiersOf('10=80', '20=90', '30=110') }), [10, 20, 30]), ['80', '90', '100'])
  })

  it('is that of the tiers without a group only where the group has none at all', () => {
    const product = priced({ tierPrices: tiersOf('5=95', '10=90', '20@7=85') })
    assert.deepEqual(at(product, [5, 10, 19, 20], null), ['95', '90', '90', '90'])
    assert.deepEqual(at(product, [5, 10, 19, 20], 8), ['95', '90', '90', '90'])
    assert.deepEqual(at(product, [5, 10, 19, 20], 7), ['100', '100', '100', '85'])
  })

  it('is compared with the price of the group', () => {
    const product = priced({ groupPrices: { 7: '85', 8: '120' }, tierPrices: tiersOf('10=90') })
    assert.deepEqual([...at(product, [10], 7), ...at(product, [10], 8), ...at(product, [10], 9)], ['85', '90', '90'])
  })

  it('is that of the variant’s tiers, which replace those of the product wholly', () => {
    const product = priced({ tierPrices: tiersOf('2=90', '10@7=70') })
    const variant = priced({ price: '110', tierPrices: tiersOf('5=105') })
    assert.deepEqual(at(product, [2, 5, 10], null, variant), ['110', '105', '105'])
    assert.deepEqual(at(product, [2, 5, 10], 7, variant), ['110', '105', '105'])
    assert.deepEqual(at(product, [2, 10], 7, priced({ price: '110' })), ['110', '70'])
    assert.deepEqual(at(product, [2], null, priced({ price: null, tierPrices: tiersOf() })), ['90'])
  })

  it('is reduced by the discount, and is the list price of it', () => {
    const product = priced({ discount: off({}), tierPrices: tiersOf('10=80') })
    const { price, listPrice } = resolvePrice(product, null, { customerGroupId: null, quantity: 10, now: NOW })
    assert.deepEqual([price.toFixed(), listPrice?.toFixed()], ['72', '80'])
    const below = priced({ discount: off({ type: 'price', value: '85' }), tierPrices: tiersOf('10=80') })
    const reached = resolvePrice(below, null, { customerGroupId: null, quantity: 10, now: NOW })
    assert.deepEqual([reached.price.toFixed(), reached.listPrice], ['80', null])
    assert.deepEqual(at(below, [9, 10]), ['85', '80'])
  })

  it('is what the definition says, for any tiers, groups and discounts', () => {
    const price = fc.integer({ min: 0, max: 30 })
    const group = fc.constantFrom(undefined, 7, 8)
    const tier = fc.record({ from: fc.integer({ min: 1, max: 12 }), price, group })
    const tiers = fc.uniqueArray(tier, { maxLength: 20, selector: ({ from, group }) => `${from} ${group}` })
    const customer = fc.constantFrom(null, 7, 9)
    fc.assert(
      fc.property(tiers, price, customer, fc.integer({ min: 1, max: 15 }), (given, single, groupId, quantity) => {
        const texts = given.map(each => `${each.from}${each.group ? `@${each.group}` : ''}=${each.price}`)
        const product = priced({ price: String(single), tierPrices: tiersOf(...texts) })
        const own = given.filter(each => each.group === groupId)
        const usable = groupId !== null && own.length > 0 ? own : given.filter(each => each.group === undefined)
        const reached = usable.filter(({ from }) => from <= quantity)
        const highest = Math.max(...reached.map(({ from }) => from))
        const found = reached.find(({ from }) => from === highest)?.price ?? single
        assert.equal(resolve(product, null, groupId, quantity), String(Math.min(found, single)))
        const steps = quantityPrices(product, null, { customerGroupId: groupId, now: NOW })
        const step = steps.findLast(({ from }) => from <= quantity)?.price.toFixed()
        assert.equal(step ?? resolve(product, null, groupId), resolve(product, null, groupId, quantity))
      }),
    )
  })
})

describe('quantityPrices', () => {
  const steps = (product: Priced, group: number | null = null) =>
    quantityPrices(product, null, { customerGroupId: group, now: NOW }).map(
      ({ from, price }) => `${from}=${price.toFixed()}`,
    )

  it('lists no quantity that changes nothing', () => {
    assert.deepEqual(steps(priced({})), [])
    assert.deepEqual(steps(priced({ tierPrices: tiersOf('1=90', '10=100', '20@7=50') })), ['10=100'])
    assert.deepEqual(steps(priced({ tierPrices: tiersOf('10=100', '20=130') })), [])
  })

  it('lists the prices after the discount, ascending, with those that rise', () => {
    const product = priced({ discount: off({}), tierPrices: tiersOf('50=70', '10=90', '20=95', '5@7=60') })
    assert.deepEqual(steps(product), ['10=81', '20=85.5', '50=63'])
    assert.deepEqual(steps(product, 7), ['5=54'])
  })
})
