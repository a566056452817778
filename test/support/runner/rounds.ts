/**
 * How far tests go. What is repeated or exhaustive takes a few rounds or a share of its cases in `npm test`; `npm run test:long` goes
 * through the whole, and keeps what it measured.
 */

import { appendFileSync } from 'node:fs'

const report = process.env.TEST_REPORT

/** Whether this is `npm run test:long`. */
export const isLong = report !== undefined

/** The number of rounds of this run. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short
}

/**
 * The cases of this run: all of them in the long run, every `of`th in `npm test`. Whoever runs the same cases several times, such as on
 * several engines, gives each time another `n`, so that each case is run.
 */
export function share<T>(cases: T[], n: number, of: number): T[] {
  return isLong ? cases : cases.filter((_, index) => index % of === n % of)
}

/** Keeps what a test has shown, as one row of the long run's report. */
export function record(test: string, shown: string): void {
  if (report) appendFileSync(report, `| ${test} | ${shown} |\n`)
}
