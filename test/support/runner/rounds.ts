/**
 * Number of rounds: other runs than `npm run test:long` run a few rounds or a share of the cases of repeated and
 * exhaustive tests; that runs all of them, and records the results.
 */

import { appendFileSync } from 'node:fs'

const report = process.env.TEST_REPORT

/** Whether this is `npm run test:long`. */
export const isLong = report !== undefined

/** @returns the number of rounds of this run */
export function rounds({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short
}

/**
 * @param n a different number for each run over the same cases, such as each engine, so that every case runs
 * @param of except in the long run, every `of`th case runs
 * @returns the cases of this run; all cases in the long run
 */
export function share<T>(cases: T[], n: number, of: number): T[] {
  return isLong ? cases : cases.filter((_, index) => index % of === n % of)
}

/** Records a result as one row in the report of the long run. */
export function record(test: string, shown: string): void {
  if (report) appendFileSync(report, `| ${test} | ${shown} |\n`)
}
