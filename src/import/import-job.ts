/** An import that another process runs: what it is asked to do, and what it answers. */

import type { DatabaseSettings } from '../db/open.ts'
import type { Finding, ImportProblems } from '../shop-file/findings.ts'
import type { ImportReport } from './import-files.ts'
import type { ImportChoices, ImportOptions } from './staging/stage-files.ts'

/** Maximum number of findings of one kind in an answer. */
const SHOWN = 100

/** An import to run. */
export interface ImportJob {
  database: DatabaseSettings
  path: string
  options: Pick<ImportOptions, 'now' | 'author' | 'maxCartLines' | keyof ImportChoices>
}

/** A finding without its file: the path of a spool file is nobody's business. */
export type JobFinding = Pick<Finding, 'at' | 'message' | 'value' | 'count' | 'places' | 'columns'>

/** A problem without its file. */
export type JobProblem = JobFinding & Pick<Finding, 'code'>

/** The report of an applied import, with the first hundred findings of each kind. */
export interface JobReport extends Pick<ImportReport, 'withdrawn' | 'offSale' | 'priceChanges' | 'dryRun'> {
  files: (Omit<ImportReport['files'][number], 'file' | 'skipped'> & { skipped: JobFinding[] })[]
  warnings: JobFinding[]
  warningsTotal: number
}

/** The answer of the process. */
export type ImportOutcome =
  | { kind: 'applied'; report: JobReport }
  | { kind: 'refused'; problems: JobProblem[]; total: number }
  /** Errors of the database, and defects; `stack` without the message, which may contain rows. */
  | ({
      kind: 'failed'
      reason: 'busy' | 'temporary-full' | 'unavailable' | 'defect'
      name: string
      stack: string
    } & ErrorCodes)

/** The codes of an error or of its cause, such as an SQLSTATE, `ENOSPC`, or the `errcode` 13 of SQLite for a full disk. */
export interface ErrorCodes {
  code?: string
  errcode?: number
}

/** Returns the outcome of an applied import. */
export function appliedOutcome({ files, warnings, ...report }: ImportReport): ImportOutcome {
  const reports = files.map(({ format, sections, skipped, skippedTotal }) => ({
    format,
    sections,
    skipped: shown(skipped),
    skippedTotal,
  }))
  return {
    kind: 'applied',
    report: { ...report, files: reports, warnings: shown(warnings), warningsTotal: warnings.length },
  }
}

/** Returns the outcome of a refused import. */
export function refusedOutcome({ problems, total }: ImportProblems): ImportOutcome {
  const first = problems.slice(0, SHOWN)
  return { kind: 'refused', problems: first.map(({ file: _, ...problem }) => problem), total }
}

function shown(findings: Finding[]): JobFinding[] {
  return findings.slice(0, SHOWN).map(({ file: _, code: __, ...finding }) => finding)
}
