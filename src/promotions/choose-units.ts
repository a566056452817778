/** The units of `buy_x_get_y`: which trigger the reward, and which are discounted. */

import type { SetReward } from '../model/campaign.ts'
import type { Decimal } from '../money/money.ts'

/** A line as the choice sees it. */
export interface UnitLine {
  /** The raw unit price with VAT. */
  unitPriceWithVat: Decimal
  quantity: number
}

/** Units of one line; at least one. */
export interface LineUnits<Line> {
  line: Line
  quantity: number
}

/** The lines whose units trigger, and those whose units are discounted, each in the order of the cart; a line may be in both lists. */
export interface SetLines<Line> {
  triggers: readonly Line[]
  targets: readonly Line[]
}

/** How many units a set needs, and how many sets there may be. */
export type SetSize = Pick<SetReward, 'buy' | 'get' | 'times'>

/** How many units there are of each kind. */
interface Counts {
  triggersOnly: number
  targetsOnly: number
  both: number
}

/**
 * Chooses the units that are discounted: for the most sets that the units allow, the cheapest.
 *
 * A unit that triggers is not discounted. With `a` units that can only trigger, `t` that can only be discounted, and `c` that can do either,
 * `s` sets need `s × buy` of `a + c`, `s × get` of `t + c`, and both together of all: whatever exceeds `a` and `t` comes out of `c`. So these
 * three bounds are sufficient too, and the most sets are the least of them.
 *
 * Triggers that `a` does not have come out of `c`, so that at most `c − max(0, s × buy − a)` units of `c` can be discounted. To take the
 * cheapest unit that this bound still allows, `s × get` times, gives the least sum: a dearer choice would leave out a unit that it
 * could exchange for one of the same kind or, where the bound is not reached, for any.
 *
 * @returns in ascending order of their prices, those of equal prices in the order of the cart
 * @example
 * // buy 2, get 1 of five equal units: one set
 * chooseDiscounted({ triggers: [line], targets: [line] }, { buy: 2, get: 1, times: null }) // [{ line, quantity: 1 }]
 */
export function chooseDiscounted<Line extends UnitLine>(lines: SetLines<Line>, size: SetSize): LineUnits<Line>[] {
  const triggers = new Set(lines.triggers)
  const counts = countUnits(lines, triggers)
  const sets = mostSets(counts, size)
  if (sets === 0) return []
  let left = sets * size.get
  let leftOfBoth = counts.both - Math.max(0, sets * size.buy - counts.triggersOnly)
  const chosen: LineUnits<Line>[] = []
  for (const line of lines.targets.toSorted(byPrice)) {
    const isBoth = triggers.has(line)
    const quantity = Math.min(left, line.quantity, isBoth ? leftOfBoth : line.quantity)
    if (quantity === 0) continue
    chosen.push({ line, quantity })
    left -= quantity
    if (isBoth) leftOfBoth -= quantity
  }
  return chosen
}

/**
 * Chooses the units that trigger: the dearest that are not discounted.
 * @param discounted of `chooseDiscounted`
 * @returns in descending order of their prices, those of equal prices in the order of the cart
 */
export function chooseTriggers<Line extends UnitLine>(
  { triggers }: Pick<SetLines<Line>, 'triggers'>,
  discounted: readonly LineUnits<Line>[],
  { buy, get }: Pick<SetSize, 'buy' | 'get'>,
): LineUnits<Line>[] {
  const taken = new Map(discounted.map(({ line, quantity }) => [line, quantity]))
  let left = (sumOf(discounted) / get) * buy
  const chosen: LineUnits<Line>[] = []
  for (const line of triggers.toSorted((a, b) => byPrice(b, a))) {
    const quantity = Math.min(left, line.quantity - (taken.get(line) ?? 0))
    if (quantity === 0) continue
    chosen.push({ line, quantity })
    left -= quantity
  }
  return chosen
}

/** Returns the fewest units that complete the first set; 0 where one is complete. */
export function missingOfSet<Line extends UnitLine>(lines: SetLines<Line>, { buy, get }: SetSize): number {
  const { triggersOnly, targetsOnly, both } = countUnits(lines, new Set(lines.triggers))
  return Math.max(0, Math.max(0, buy - triggersOnly) + Math.max(0, get - targetsOnly) - both)
}

function mostSets({ triggersOnly, targetsOnly, both }: Counts, { buy, get, times }: SetSize): number {
  const bounds = [
    (triggersOnly + both) / buy,
    (targetsOnly + both) / get,
    (triggersOnly + targetsOnly + both) / (buy + get),
  ]
  return Math.floor(Math.min(times ?? Number.POSITIVE_INFINITY, ...bounds))
}

function countUnits<Line extends UnitLine>(lines: SetLines<Line>, triggers: ReadonlySet<Line>): Counts {
  const both = sumOfQuantities(lines.targets.filter(line => triggers.has(line)))
  return {
    triggersOnly: sumOfQuantities(lines.triggers) - both,
    targetsOnly: sumOfQuantities(lines.targets) - both,
    both,
  }
}

function byPrice(a: UnitLine, b: UnitLine): number {
  return a.unitPriceWithVat.cmp(b.unitPriceWithVat)
}

function sumOf(units: readonly LineUnits<unknown>[]): number {
  return units.reduce((total, { quantity }) => total + quantity, 0)
}

function sumOfQuantities(lines: readonly UnitLine[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0)
}
