/** Unit tests of rewards. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { promotionLineWith } from '../../test/support/cart/pricing.ts'
import { decimal } from '../money/money.ts'
import type { PromotionLine } from './promotion-context.ts'
import { computeReward } from './reward.ts'

function line(unitValue: string, quantity = 1): PromotionLine {
  return promotionLineWith({
    quantity,
    unitPriceWithVat: decimal(unitValue),
    value: decimal(unitValue).times(quantity),
  })
}
const off = (reward: Parameters<typeof computeReward>[0], lines: PromotionLine[]) =>
  computeReward(reward, { covered: lines, discounted: lines }).discount.toFixed()

describe('computeReward', () => {
  it('computes a percentage of the sum of all covered lines, up to the maximum', () => {
    const lines = ['1.06', '2.06', '3.06', '4.06'].map(each => line(each))
    assert.equal(off({ type: 'percent', value: '10', maximum: null }, lines), '1.024')
    assert.equal(off({ type: 'percent', value: '10', maximum: '1' }, lines), '1')
    assert.equal(off({ type: 'percent', value: '8.5', maximum: null }, [line('100')]), '8.5')
    assert.equal(off({ type: 'percent', value: '100', maximum: null }, lines), '10.24')
  })

  it('limits a fixed amount to the value of the covered lines', () => {
    assert.equal(off({ type: 'fixed', value: '50' }, [line('80')]), '50')
    assert.equal(off({ type: 'fixed', value: '50' }, [line('30')]), '30')
    assert.equal(off({ type: 'fixed', value: '50' }, []), '0')
  })

  it('makes the cheapest units of all covered lines free for buy x, pay y', () => {
    const reward = { type: 'buy_x_pay_y', buy: 3, pay: 2 } as const
    assert.equal(off(reward, [line('10', 2)]), '0')
    assert.equal(off(reward, [line('10', 3)]), '10')
    assert.equal(off(reward, [line('10', 2), line('4', 1)]), '4')
    assert.equal(off(reward, [line('10', 5), line('4', 1), line('7', 1)]), '11')
    assert.equal(off({ type: 'buy_x_pay_y', buy: 2, pay: 0 }, [line('10', 2)]), '20')
    assert.equal(off(reward, [line('9999999.99', 100_000)]), '333329999666.67')
  })

  it('gives free shipping without a discount amount', () => {
    assert.deepEqual(
      computeReward({ type: 'free_shipping' }, { covered: [line('10')], discounted: [] }).freeShipping,
      true,
    )
    assert.equal(off({ type: 'free_shipping' }, [line('10')]), '0')
  })
})
