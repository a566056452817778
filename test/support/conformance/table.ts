/** The table of docs/conformance.md: one row for each judge, made from its verdict. */

import { join } from 'node:path'
import { failuresOf, type Judge, type Verdict } from './judge.ts'

/** What a judge is, and what it said. */
export interface Judged {
  name: Judge['name']
  verdict: Verdict
}

/** The page with the table. */
export const PAGE = join(import.meta.dirname, '../../../docs/conformance.md')

const HEAD = '| What is judged | Judge | Cases | Passed | Not applicable |\n|---|---|---|---|---|'

/** Returns the table, its rows in the order of what is judged. */
export function tableOf(judged: readonly Judged[]): string {
  const rows = judged.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(rowOf)
  return [HEAD, ...rows].join('\n')
}

/** Returns the row of one judge. */
export function rowOf({ name, verdict }: Judged): string {
  const { by, cases } = verdict
  const passed = cases.length - failuresOf(verdict).length
  return `| ${[name, `\`${by}\``, cases.length, passed, notApplicableOf(verdict)].join(' | ')} |`
}

/** Returns the number of cases that have no part of Sepet to judge, and the number for each reason. */
function notApplicableOf({ notApplicable }: Verdict): string {
  if (notApplicable.length === 0) return 'none'
  const byReason = Object.entries(Object.groupBy(notApplicable, ({ why }) => why))
  const reasons = byReason.map(([why, each = []]) => (byReason.length > 1 ? `${each.length} ${why}` : why))
  return `${notApplicable.length}: ${reasons.join('; ')}`
}
