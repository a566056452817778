/** Sets of `buy_x_get_y`, found by trying every number of sets and every division of the units: what the product's choice is compared with. */

import { Fraction } from '../../cart/fractions.ts'

const ZERO = new Fraction(0n)

/** How many units a set has of each kind, and how many sets there may be; null for any number. */
export interface SetSize {
  buy: number
  get: number
  times: number | null
}

/** The prices of units by what they may do: trigger, be discounted, or either. */
export interface Units {
  triggers: readonly Fraction[]
  targets: readonly Fraction[]
  both: readonly Fraction[]
}

/** The most sets of a cart, and the least that their discounted units cost together. */
export interface BestSets {
  sets: number
  value: Fraction
}

/** Finds the best sets: each number of them is tried, with each number of discounted units that might have triggered. */
export function findBestSets(units: Units, { buy, get, times }: SetSize): BestSets {
  const all = units.triggers.length + units.targets.length + units.both.length
  const numbers = Array.from({ length: Math.min(times ?? all, all) }, (_, index) => index + 1)
  const sets = numbers.findLast(each => divisions(units, each * buy, each * get).length > 0) ?? 0
  const [ofTargets, ofBoth] = [sumsOf(units.targets), sumsOf(units.both)]
  const values = divisions(units, sets * buy, sets * get).map(taken =>
    (ofBoth[taken] ?? ZERO).plus(ofTargets[sets * get - taken] ?? ZERO),
  )
  return { sets, value: values.reduce((least, each) => (each.isBelow(least) ? each : least)) }
}

/** How many discounted units may come from those that may do both. */
function divisions({ triggers, targets, both }: Units, triggering: number, discounted: number): number[] {
  return Array.from({ length: both.length + 1 }, (_, taken) => taken).filter(
    taken =>
      taken <= discounted &&
      discounted - taken <= targets.length &&
      triggering <= triggers.length + both.length - taken,
  )
}

/** The sums of the cheapest prices: of none, of one, and so on. */
function sumsOf(prices: readonly Fraction[]): Fraction[] {
  const sums = [ZERO]
  for (const price of ascending(prices)) sums.push(price.plus(sums.at(-1) ?? ZERO))
  return sums
}

/** Returns prices in ascending order. */
export function ascending(prices: readonly Fraction[]): Fraction[] {
  return [...prices].sort((a, b) => (a.isBelow(b) ? -1 : Number(b.isBelow(a))))
}

/** One unit, with what it may do. */
export interface Unit {
  price: number
  isTrigger: boolean
  isTarget: boolean
}

/** Finds the best sets of few units: each unit triggers, is discounted, or does neither, in every combination. */
export function findBestSetsOfFew(
  units: readonly Unit[],
  { buy, get, times }: SetSize,
): { sets: number; value: number } {
  let best = { sets: 0, value: 0 }
  const judge = (triggering: number, discounted: number, value: number): void => {
    const sets = discounted / get
    if (!Number.isInteger(sets) || triggering < sets * buy || sets > (times ?? sets)) return
    if (sets > best.sets || (sets === best.sets && value < best.value)) best = { sets, value }
  }
  const assign = (index: number, triggering: number, discounted: number, value: number): void => {
    const unit = units[index]
    if (!unit) {
      judge(triggering, discounted, value)
      return
    }
    assign(index + 1, triggering, discounted, value)
    if (unit.isTrigger) assign(index + 1, triggering + 1, discounted, value)
    if (unit.isTarget) assign(index + 1, triggering, discounted + 1, value + unit.price)
  }
  assign(0, 0, 0, 0)
  return best
}
