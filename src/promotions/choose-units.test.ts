/** Unit tests of the choice of units. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimal } from '../money/money.ts'
import { chooseDiscounted, chooseTriggers, type LineUnits, missingOfSet, type SetSize } from './choose-units.ts'

interface Line {
  name: string
  unitPriceWithVat: ReturnType<typeof decimal>
  quantity: number
}

const line = (name: string, price: string, quantity = 1): Line => ({ name, unitPriceWithVat: decimal(price), quantity })
const size = (buy: number, get: number, times: number | null = null): SetSize => ({ buy, get, times })
const shown = (units: LineUnits<Line>[]) =>
  units.map(({ line: { name }, quantity }) => `${quantity} ${name}`).join(', ')

/** The units that are discounted, and those that trigger, each in the order in which they are chosen. */
function chosen(triggers: Line[], targets: Line[], of: SetSize): [string, string] {
  const discounted = chooseDiscounted({ triggers, targets }, of)
  return [shown(discounted), shown(chooseTriggers({ triggers }, discounted, of))]
}

describe('choice of units', () => {
  it('chooses none for an incomplete set', () => {
    const lines = [line('shirt', '10', 2)]
    assert.deepEqual(chosen(lines, lines, size(2, 1)), ['', ''])
    assert.deepEqual(chosen(lines, [], size(1, 1)), ['', ''])
    assert.deepEqual(chosen([], lines, size(1, 1)), ['', ''])
    assert.deepEqual(chosen(lines, [line('tie', '5')], size(3, 1)), ['', ''])
  })

  it('never discounts the unit that triggers', () => {
    const shirt = [line('shirt', '10')]
    assert.deepEqual(chosen(shirt, shirt, size(1, 1)), ['', ''])
  })

  it('discounts of every three the cheapest for buy 2, get 1', () => {
    const lines = [line('a', '30', 3), line('b', '10', 2), line('c', '20', 2)]
    assert.deepEqual(chosen(lines, lines, size(2, 1)), ['2 b', '3 a, 1 c'])
  })

  it('discounts the second piece, whatever the order of the lines', () => {
    const [dear, cheap] = [line('dear', '30'), line('cheap', '10')]
    assert.deepEqual(chosen([dear, cheap], [dear, cheap], size(1, 1)), ['1 cheap', '1 dear'])
    assert.deepEqual(chosen([cheap, dear], [cheap, dear], size(1, 1)), ['1 cheap', '1 dear'])
  })

  it('takes units of equal prices in the order of the cart', () => {
    const lines = [line('first', '10', 2), line('second', '10', 2)]
    assert.deepEqual(chosen(lines, lines, size(1, 1)), ['2 first', '2 second'])
  })

  it('makes as many sets as the units allow, up to the number of times', () => {
    const [shirt, tie] = [line('shirt', '50', 7), line('tie', '9', 5)]
    assert.deepEqual(chosen([shirt], [tie], size(2, 1)), ['3 tie', '6 shirt'])
    assert.deepEqual(chosen([shirt], [tie], size(2, 1, 2)), ['2 tie', '4 shirt'])
    assert.deepEqual(chosen([shirt], [tie], size(1, 3)), ['3 tie', '1 shirt'])
  })

  it('prefers more sets to a cheaper unit, which has to trigger then', () => {
    // The cheap unit can trigger, too: were it discounted, nothing would be left that triggers.
    const [cheap, dear] = [line('cheap', '5'), line('dear', '40')]
    assert.deepEqual(chosen([cheap], [cheap, dear], size(1, 1)), ['1 dear', '1 cheap'])
  })

  it('keeps as many units of both kinds back as trigger, and no more', () => {
    const [trigger, both, target] = [line('trigger', '60'), line('both', '10', 3), line('target', '20', 2)]
    assert.deepEqual(chosen([trigger, both], [both, target], size(1, 1)), ['1 both, 2 target', '1 trigger, 2 both'])
  })

  it('says how many units complete the first set', () => {
    const [shirt, tie] = [line('shirt', '50', 1), line('tie', '9', 1)]
    assert.equal(missingOfSet({ triggers: [shirt], targets: [shirt] }, size(1, 1)), 1)
    assert.equal(missingOfSet({ triggers: [shirt], targets: [tie] }, size(1, 1)), 0)
    assert.equal(missingOfSet({ triggers: [shirt], targets: [tie] }, size(3, 2)), 3)
    assert.equal(missingOfSet({ triggers: [], targets: [] }, size(2, 1)), 3)
  })
})
