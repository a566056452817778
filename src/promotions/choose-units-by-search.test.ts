/** The choice of units, compared with a search of every combination for small carts and of every division for large ones. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Fraction } from '../../test/support/cart/fractions.ts'
import { findBestSets, findBestSetsOfFew, type Unit } from '../../test/support/promotions/reference/sets.ts'
import { rounds } from '../../test/support/runner/rounds.ts'
import { seed } from '../../test/support/runner/seed.ts'
import { type Decimal, decimal, sum } from '../money/money.ts'
import {
  chooseDiscounted,
  chooseTriggers,
  type LineUnits,
  missingOfSet,
  type SetLines,
  type SetSize,
} from './choose-units.ts'

interface Line {
  unitPriceWithVat: Decimal
  price: number
  quantity: number
  kind: 'trigger' | 'target' | 'both'
}

const lineOf = (pieces: number, prices: number): fc.Arbitrary<Line> =>
  fc
    .record({
      price: fc.nat(prices),
      quantity: fc.integer({ min: 1, max: pieces }),
      kind: fc.constantFrom('trigger' as const, 'target', 'both'),
    })
    .map(line => ({ ...line, unitPriceWithVat: decimal(String(line.price)) }))
const size: fc.Arbitrary<SetSize> = fc.record({
  buy: fc.integer({ min: 1, max: 3 }),
  get: fc.integer({ min: 1, max: 3 }),
  times: fc.option(fc.integer({ min: 1, max: 3 })),
})
/** At most eight units, of few prices. */
const fewLines = fc
  .array(lineOf(3, 4), { maxLength: 5 })
  .filter(lines => lines.reduce((total, { quantity }) => total + quantity, 0) <= 8)
const manyLines = fc.array(lineOf(30, 50), { maxLength: 12 })

const isTrigger = ({ kind }: Line) => kind !== 'target'
const isTarget = ({ kind }: Line) => kind !== 'trigger'
const listsOf = (lines: Line[]): SetLines<Line> => ({
  triggers: lines.filter(isTrigger),
  targets: lines.filter(isTarget),
})
const unitsOf = (lines: Line[]): Unit[] =>
  lines.flatMap(line =>
    Array.from({ length: line.quantity }, () => ({
      price: line.price,
      isTrigger: isTrigger(line),
      isTarget: isTarget(line),
    })),
  )
const numberOf = (units: LineUnits<Line>[]) => units.reduce((total, { quantity }) => total + quantity, 0)
const priceOf = (units: LineUnits<Line>[]) =>
  Number(sum(units.map(each => each.line.unitPriceWithVat.times(each.quantity))))

/** Asserts that no unit is chosen twice, and that what triggers is as dear as what is left allows. */
function assertDisjoint(lines: Line[], discounted: LineUnits<Line>[], triggers: LineUnits<Line>[]): void {
  for (const line of lines) {
    const taken = [discounted, triggers].map(chosen => numberOf(chosen.filter(each => each.line === line)))
    assert.ok(taken.reduce((total, each) => total + each, 0) <= line.quantity)
    assert.ok(isTarget(line) || taken[0] === 0)
    assert.ok(isTrigger(line) || taken[1] === 0)
  }
  assert.ok([...discounted, ...triggers].every(({ quantity }) => quantity > 0))
  const free = lines.filter(isTrigger).flatMap(line => {
    const left = line.quantity - numberOf(discounted.filter(each => each.line === line))
    return Array.from({ length: left }, () => line.price)
  })
  const dearest = free.sort((a, b) => b - a).slice(0, numberOf(triggers))
  assert.equal(
    priceOf(triggers),
    dearest.reduce((total, each) => total + each, 0),
  )
}

function choose(lines: Line[], of: SetSize) {
  const lists = listsOf(lines)
  const discounted = chooseDiscounted(lists, of)
  return { sets: numberOf(discounted) / of.get, discounted, triggers: chooseTriggers(lists, discounted, of) }
}

describe('the choice of units of any cart', () => {
  it('is as many sets as any combination has, and of those the one that discounts least', () => {
    const property = fc.property(fewLines, size, (lines, of) => {
      const { sets, discounted, triggers } = choose(lines, of)
      assert.deepEqual({ sets, value: priceOf(discounted) }, findBestSetsOfFew(unitsOf(lines), of))
      assert.equal(numberOf(triggers), sets * of.buy)
      assertDisjoint(lines, discounted, triggers)
    })
    fc.assert(property, { numRuns: rounds({ short: 5_000, long: 1_000_000 }), seed })
  })

  it('is the same for hundreds of units as that of every number of sets and every division of them', () => {
    const property = fc.property(manyLines, size, (lines, of) => {
      const { sets, discounted, triggers } = choose(lines, of)
      const pricesOf = (kind: Line['kind']) =>
        unitsOf(lines.filter(each => each.kind === kind)).map(({ price }) => new Fraction(BigInt(price)))
      const best = findBestSets(
        { triggers: pricesOf('trigger'), targets: pricesOf('target'), both: pricesOf('both') },
        of,
      )
      assert.deepEqual({ sets, value: BigInt(priceOf(discounted)) }, { sets: best.sets, value: best.value.round() })
      assertDisjoint(lines, discounted, triggers)
    })
    fc.assert(property, { numRuns: rounds({ short: 1_000, long: 100_000 }), seed })
  })

  it('lacks the fewest units with which any combination has a set', () => {
    const property = fc.property(fewLines, size, (lines, of) => {
      const missing = missingOfSet(listsOf(lines), of)
      const has = unitsOf(lines)
      const hasSetWith = (added: Unit[]) => findBestSetsOfFew([...has, ...added], { ...of, times: 1 }).sets === 1
      const unit = { price: 1, isTrigger: false, isTarget: false }
      const additions = (count: number) =>
        Array.from({ length: count + 1 }, (_, triggering) =>
          Array.from({ length: count }, (_, index) =>
            index < triggering ? { ...unit, isTrigger: true } : { ...unit, isTarget: true },
          ),
        )
      assert.ok(additions(missing).some(hasSetWith))
      assert.ok(missing === 0 || !additions(missing - 1).some(hasSetWith))
    })
    fc.assert(property, { numRuns: rounds({ short: 300, long: 20_000 }), seed })
  })

  it('discounts the same amount for any order of the lines, and for units that stand in lines of their own', () => {
    const shuffled = fc
      .tuple(manyLines, size)
      .chain(([lines, of]) =>
        fc.tuple(
          fc.constant(lines),
          fc.constant(of),
          fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
        ),
      )
    const property = fc.property(shuffled, ([lines, of, others]) => {
      // Which units trigger may differ: of equal prices, a unit that could trigger may be discounted, or one that could not.
      const amounts = ({ sets, discounted }: ReturnType<typeof choose>) => ({ sets, discounted: priceOf(discounted) })
      const expected = amounts(choose(lines, of))
      assert.deepEqual(amounts(choose(others, of)), expected)
      const alone = others.flatMap(line => Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })))
      assert.deepEqual(amounts(choose(alone, of)), expected)
    })
    fc.assert(property, { numRuns: rounds({ short: 500, long: 50_000 }), seed })
  })
})
