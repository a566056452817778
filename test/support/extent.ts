/** How far tests of endurance go: a few rounds in `npm test`, many in `npm run test:long`, which also keeps what they measured. */

import { appendFileSync } from 'node:fs'

const report = process.env.TEST_REPORT

/** The number of rounds of this run. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return report ? long : short
}

/** Keeps what a test has shown, as one row of the long run's report. */
export function record(test: string, shown: string): void {
  if (report) appendFileSync(report, `| ${test} | ${shown} |\n`)
}
