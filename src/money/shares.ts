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
  const divisor = 10 ** (common - places)
  return settle(
    values.map(value => partOf(value.at(common), divisor)),
    total.at(places),
    places,
  )
}

/**
 * Shares an amount in proportion to weights. No share is above its weight.
 * @param amount from zero to the sum of the weights, in whole minor units
 * @param weights zero or more, in whole minor units; one at least is above zero
 * @param places number of decimal places of the minor unit
 */
export function shareOut(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const [units, whole] = [amount.at(places), sum(weights).at(places)]
  return settle(
    weights.map(weight => partOf(product(units, weight.at(places)), whole)),
    units,
    places,
  )
}

/** A part before its remainder is settled: a quotient rounded down, and the rest of the division. */
type Part = readonly [whole: Integer, rest: Integer]

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
function settle(parts: readonly Part[], total: Integer, places: number): Decimal[] {
  const rounded = parts.reduce((all, [whole]) => all + Number(whole), 0)
  const missing = Number.isSafeInteger(rounded) ? Number(total) - rounded : missingOf(parts, total)
  const raised = largestRests(parts, missing)
  return parts.map(([whole], index) => {
    if (!raised.has(index)) return new Decimal(whole, places)
    return new Decimal(typeof whole === 'number' ? whole + 1 : whole + 1n, places)
  })
}

function missingOf(parts: readonly Part[], total: Integer): number {
  return Number(BigInt(total) - parts.reduce((all, [whole]) => all + BigInt(whole), 0n))
}

/** Returns the places of the largest rests. The sort is stable: equal ones stay in order. */
function largestRests(parts: readonly Part[], count: number): Set<number> {
  if (count === 0) return new Set()
  const order = [...parts.keys()].sort((a, b) => compare(parts[b]?.[1] ?? 0, parts[a]?.[1] ?? 0))
  return new Set(order.slice(0, count))
}

function compare(a: Integer, b: Integer): number {
  return a < b ? -1 : Number(a > b)
}
