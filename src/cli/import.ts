/** `sepet import`: imports files and prints a report. */

import type { Database } from '../db/database.ts'
import { type FileReport, type ImportReport, importFiles } from '../import/import-files.ts'
import type { HoldLease } from '../import/lease-holder.ts'
import type { ImportFile, ImportOptions, Progress } from '../import/staging/stage-files.ts'
import type { SectionName } from '../import/staging/tables.ts'
import { describeFinding, type Finding, ImportProblems, MAX_PROBLEMS } from '../shop-file/findings.ts'
import { createPainter, type Paint } from './colour.ts'
import { count } from './count.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'
import { createProgressBar, type Screen } from './progress-bar.ts'

/** Output streams of the command: those of the process, or of a test. */
export interface Output {
  stdout: Screen
  stderr: Screen
  /** Whether the terminal cannot clear a line (`TERM=dumb`). */
  isDumb?: boolean
}

/** Maximum number of printed findings of one kind. */
const SHOWN = 100

const names: Record<SectionName, string> = {
  shop: 'shop',
  customerGroups: 'customer groups',
  customers: 'customers',
  products: 'products',
  variants: 'variants',
  shippingCompanies: 'shipping companies',
  paymentMethods: 'payment methods',
  campaigns: 'campaigns',
  coupons: 'coupons',
}

/** How a command imports, besides the options of the import. */
export interface RunOptions extends Omit<ImportOptions, 'onProgress'> {
  /** Takes the lease by which imports over HTTP see that one is running; an import that does not get it waits for the other's end. */
  holdLease?: HoldLease
  /** Cleans up before a signal ends the process. */
  onInterrupt?: () => void
}

/**
 * Imports all files or none. Prints results to stdout, problems and warnings to stderr, and a progress bar to a terminal.
 * @returns whether the files were imported; false after printing the problems
 */
export async function runImport(
  database: Database,
  files: readonly (string | ImportFile)[],
  { holdLease, onInterrupt: cleanUp, ...options }: RunOptions,
  output: Output,
): Promise<boolean> {
  const bar = createProgressBar(output.stderr, output)
  let phase: Progress['phase'] = 'reading'
  const onProgress = (progress: Progress) => {
    phase = progress.phase
    bar.show(progress)
  }
  const onInterrupt = () => {
    bar.clear()
    cleanUp?.()
    output.stderr.write(`${interrupted[phase === 'writing' ? 'writing' : 'before']}\n`)
  }
  const lease = await holdLease?.()
  try {
    const report = await withSignalCleanUp(onInterrupt, () => importFiles(database, files, { ...options, onProgress }))
    bar.clear()
    printReport(report, output)
    return true
  } catch (error) {
    bar.clear()
    if (!(error instanceof ImportProblems)) throw error
    printProblems(error, output)
    return false
  } finally {
    await lease?.release()
  }
}

/** Messages after a signal. In the phase `writing`, the commit may have reached the database already. */
const interrupted = {
  before: 'Interrupted: nothing was imported.',
  writing:
    'Interrupted: either everything or nothing was imported. To be sure, import again: a repeated import changes nothing.',
}

function printReport({ files, warnings, withdrawn }: ImportReport, { stdout, stderr }: Output): void {
  const warning = createPainter(stderr)('yellow', 'warning:')
  for (const line of limited(warnings, describeFinding)) stderr.write(`${warning} ${line}\n`)
  for (const line of files.flatMap(file => describeFile(file, createPainter(stdout)))) stdout.write(`${line}\n`)
  if (withdrawn.products > 0)
    stdout.write(`${count(withdrawn.products, 'product')} off sale now: the import lacks them.\n`)
  if (withdrawn.variants > 0)
    stdout.write(`${count(withdrawn.variants, 'variant')} off sale now: the imported products lack them.\n`)
}

function describeFile({ file, format, sections, skipped, skippedTotal }: FileReport, paint: Paint): string[] {
  const skips = skippedTotal > 0 ? [`  skipped: ${skippedTotal}`] : []
  return [
    `${paint('bold', file)} (${format})`,
    ...sections.map(({ section, created, updated }) => `  ${names[section]}: ${describeCounts(created, updated)}`),
    ...skips,
    ...limited(skipped, skip => `    ${describeFinding({ ...skip, file: '' }).trim()}`, skippedTotal),
  ]
}

function describeCounts(created: number, updated: number): string {
  return [...(created > 0 ? [`${created} created`] : []), ...(updated > 0 ? [`${updated} updated`] : [])].join(', ')
}

function printProblems({ problems, total }: ImportProblems, { stderr }: Output): void {
  for (const line of limited(problems, describeFinding, total)) stderr.write(`${line}\n`)
  const more = total === MAX_PROBLEMS ? ' or more' : ''
  stderr.write(`${createPainter(stderr)('red', `Nothing was imported: ${count(total, 'problem')}${more}.`)}\n`)
}

function limited(findings: Finding[], describe: (finding: Finding) => string, total = findings.length): string[] {
  const shown = findings.slice(0, SHOWN).map(describe)
  return total > shown.length ? [...shown, `… and ${total - shown.length} more`] : shown
}
