/** Measurements in turn: what each case costs in each round, and by how much it differs from the first. */

/** The microseconds of each case by round. */
export type Turns = Map<string, number[]>

/** Measures each case in each round, in both orders alternately. */
export async function inTurn<T extends { name: string }>(
  cases: readonly T[],
  rounds: number,
  measure: (each: T) => number | Promise<number>,
): Promise<Turns> {
  const turns: Turns = new Map(cases.map(({ name }) => [name, []]))
  for (let n = 0; n < rounds; n++) {
    for (const each of n % 2 === 0 ? cases : cases.toReversed()) turns.get(each.name)?.push(await measure(each))
  }
  return turns
}

/** @returns the columns of a case: its least and its median, and the median of its differences to the first case */
export function columnsOf(turns: Turns, name: string): object {
  const [first = []] = turns.values()
  const micros = turns.get(name) ?? []
  const differences = micros.map((value, index) => value - (first[index] ?? Number.NaN))
  return {
    'least CPU µs': tenths(Math.min(...micros)),
    'CPU µs': tenths(median(micros)),
    'more than the first shop, µs': tenths(median(differences)),
  }
}

/** @returns a number rounded to one decimal */
export function tenths(value: number): number {
  return Math.round(10 * value) / 10
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
