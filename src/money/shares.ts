/** Largest remainders: amounts in whole minor units that add up exactly. Remainders of one size go to the first in order. */

import { Decimal, type Integer } from './decimal.ts'
import { sum } from './money.ts'

/**
 * Rounds values so that they add up to a total: each is rounded down, then the largest remainders get one minor unit more.
 * @param values zero or more
 * @param total from the sum of the rounded down values to that of the rounded up ones, in whole minor units
 * @param places number of decimal places of the minor unit
 */
export function roundToSum(values: readonly Decimal[], total: Decimal, places: number): Decimal[] {
  const common = Decimal.commonPlaces(values, places)
  if (common === places) return [...values]
  const divisor = 10 ** (common - places)
  const parts = values.map(value => partOf(value.at(common), divisor))
  return settle({ parts, divisor }, total.at(places), places)
}

/**
 * Shares an amount in proportion to weights. No share is above its weight.
 * @param amount from zero to the sum of the weights, in whole minor units
 * @param weights zero or more, in whole minor units; one at least is above zero
 * @param places number of decimal places of the minor unit
 */
export function shareOut(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const [units, divisor] = [amount.at(places), sum(weights).at(places)]
  const parts = weights.map(weight => partOf(product(units, weight.at(places)), divisor))
  return settle({ parts, divisor }, units, places)
}

/** A part before its remainder is settled: a quotient rounded down, and the rest of the division. */
type Part = readonly [whole: Integer, rest: Integer]

interface Parts {
  parts: readonly Part[]
  /** Above every rest. */
  divisor: Integer
}

function partOf(value: Integer, divisor: Integer): Part {
  if (typeof value === 'number' && typeof divisor === 'number') {
    const rest = value % divisor
    return [(value - rest) / divisor, rest]
  }
  return [BigInt(value) / BigInt(divisor), BigInt(value) % BigInt(divisor)]
}

function product(a: Integer, b: Integer): Integer {
  const units = Number(a) * Number(b)
  return Number.isSafeInteger(units) ? units : BigInt(a) * BigInt(b)
}

/** Adds a unit to the parts with the largest rests, so that the sum is right. */
function settle({ parts, divisor }: Parts, total: Integer, places: number): Decimal[] {
  const rounded = parts.reduce((all, [whole]) => all + Number(whole), 0)
  const missing = Number.isSafeInteger(rounded) ? Number(total) - rounded : missingOf(parts, total)
  if (missing === 0) return parts.map(([whole]) => new Decimal(whole, places))
  const rests = parts.map(([, rest]) => rest)
  const smallest = divisor > rests.length ? largest(rests, missing) : largestBelow(Number(divisor), rests, missing)
  let equal = missing - rests.filter(rest => rest > smallest).length
  const isRaised = (rest: Integer) => rest >= smallest && (rest > smallest || equal-- > 0)
  return parts.map(([whole, rest]) => new Decimal(isRaised(rest) ? raise(whole) : whole, places))
}

function missingOf(parts: readonly Part[], total: Integer): number {
  return Number(BigInt(total) - parts.reduce((all, [whole]) => all + BigInt(whole), 0n))
}

/** Returns the smallest of the `count` largest values. */
function largest(values: readonly Integer[], count: number): Integer {
  return values.toSorted(compare)[values.length - count] ?? 0
}

/** Returns the same for values that are more than there are different ones: counting them takes less time than sorting. */
function largestBelow(limit: number, values: readonly Integer[], count: number): number {
  const counts = new Uint32Array(limit)
  for (const value of values) {
    const at = Number(value)
    counts[at] = (counts[at] ?? 0) + 1
  }
  let [smallest, left] = [limit, count]
  while (left > 0 && smallest > 0) left -= counts[--smallest] ?? 0
  return smallest
}

function raise(whole: Integer): Integer {
  return typeof whole === 'number' ? whole + 1 : whole + 1n
}

function compare(a: Integer, b: Integer): number {
  return a < b ? -1 : Number(a > b)
}
