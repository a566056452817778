/** What an opening of a link brings, for carts and records of every kind. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { broughtItemName } from '../../cart/brought/brought-items.ts'
import { type CountedItem, decideBringing } from './bringing.ts'

const item = (productId: number, quantity: number, variantId = 0): CountedItem => ({ productId, variantId, quantity })
const decide = (items: CountedItem[], { present = [] as CountedItem[], brought = {}, maxLines = 500 } = {}) => {
  const decided = decideBringing({ items, present, brought: new Map(Object.entries(brought)), maxLines })
  return { added: decided.added, brought: Object.fromEntries(decided.brought) }
}

describe('decideBringing', () => {
  it('brings everything at first, in its order', () => {
    const items = [item(3, 2), item(1, 5, 7), item(1, 1, 8)]
    assert.deepEqual(decide(items), { added: items, brought: { '3-0': 2, '1-7': 5, '1-8': 1 } })
  })

  it('brings of each item what exceeds the most that was brought, whatever the cart has by now', () => {
    const brought = { '1-0': 3, '2-0': 5, '9-0': 4 }
    assert.deepEqual(decide([item(1, 5), item(2, 2), item(3, 1)], { present: [item(1, 100)], brought }), {
      added: [item(1, 2), item(3, 1)],
      brought: { '2-0': 5, '9-0': 4, '1-0': 5, '3-0': 1 },
    })
  })

  it('fills a line up to 100,000 and remembers the whole quantity', () => {
    const present = [item(1, 99_998), item(2, 100_000)]
    assert.deepEqual(decide([item(1, 5), item(2, 7)], { present }), {
      added: [item(1, 2)],
      brought: { '1-0': 5, '2-0': 7 },
    })
  })

  it('leaves out further lines of a full cart, and brings them when there is room', () => {
    const items = [item(1, 1), item(2, 1), item(3, 1)]
    const full = decide(items, { present: [item(9, 1), item(3, 1)], maxLines: 3 })
    assert.deepEqual(full, { added: [item(1, 1), item(3, 1)], brought: { '1-0': 1, '3-0': 1 } })
    assert.deepEqual(decide(items, { brought: full.brought, maxLines: 3 }).added, [item(2, 1)])
  })

  it('remembers the items of today where there are too many', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n + 1}-0`, 1]))
    const { brought } = decide([item(1, 2), item(6_000, 1)], { brought: many })
    assert.deepEqual(
      [Object.keys(brought).length, brought['1-0'], brought['6000-0'], brought['2-0']],
      [5_000, 2, 1, undefined],
    )
  })

  it('never brings more of an item in all than the most that the agent’s cart had of it', () => {
    const revision = fc.uniqueArray(
      fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      {
        selector: ({ productId }) => productId,
      },
    )
    fc.assert(
      fc.property(fc.array(revision, { maxLength: 6 }), revisions => {
        const total: Record<string, number> = {}
        const most: Record<string, number> = {}
        let brought: ReadonlyMap<string, number> = new Map()
        for (const items of revisions.map(each => each.map(({ productId, quantity }) => item(productId, quantity)))) {
          const decided = decideBringing({ items, present: [], brought, maxLines: 500 })
          for (const each of decided.added) {
            const name = broughtItemName(each)
            total[name] = (total[name] ?? 0) + each.quantity
          }
          for (const each of items) {
            const name = broughtItemName(each)
            most[name] = Math.max(most[name] ?? 0, each.quantity)
          }
          brought = decided.brought
        }
        assert.deepEqual(total, most)
      }),
    )
  })
})
