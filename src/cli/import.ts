/** `sepet import`: imports files and prints a report. */

import type { Database } from '../db/database.ts'
import type { SectionReport } from '../import/apply-import.ts'
import { type FileReport, type ImportReport, importFiles } from '../import/import-files.ts'
import type { HoldLease } from '../import/lease-holder.ts'
import type { Item } from '../import/staging/price-changes.store.ts'
import type { ImportFile, ImportOptions, Progress } from '../import/staging/stage-files.ts'
import type { SectionName } from '../import/staging/tables.ts'
import { describeFinding, type Finding, ImportProblems, MAX_PROBLEMS } from '../shop-file/findings.ts'
import { createPainter, type Paint } from './colour.ts'
import { count } from './count.ts'
import { createProgressBar, drawProgress, type Screen } from './progress-bar.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

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
  carts: 'carts',
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
  const bar = createProgressBar(output.stderr, drawProgress, output)
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

function printReport(report: ImportReport, { stdout, stderr }: Output): void {
  const { files, warnings, withdrawn, offSale, priceChanges, dryRun } = report
  const paint = createPainter(stdout)
  const warning = createPainter(stderr)('yellow', 'warning:')
  for (const line of limited(warnings, describeFinding)) stderr.write(`${warning} ${line}\n`)
  for (const line of files.flatMap(file => describeFile(file, paint))) stdout.write(`${line}\n`)
  if (withdrawn.products > 0)
    stdout.write(`${count(withdrawn.products, 'product')} off sale now: the import lacks them.\n`)
  if (withdrawn.variants > 0)
    stdout.write(`${count(withdrawn.variants, 'variant')} off sale now: the imported products lack them.\n`)
  if (!dryRun) return
  if (offSale.count > 0)
    stdout.write(
      `Off sale: ${listed(
        offSale.first.map(item => `${item.name} (${nameOfItem(item)})`),
        offSale.count,
      )}.\n`,
    )
  for (const line of describePrices(priceChanges)) stdout.write(`${line}\n`)
  stdout.write(`${paint('bold', 'Nothing was imported: this was a trial.')}\n`)
}

function describePrices({ largest, above50 }: ImportReport['priceChanges']): string[] {
  if (largest.length === 0) return []
  const large = above50 > 0 ? [`${count(above50, 'price')} would change by more than 50 %.`] : []
  const lines = largest.map(
    ({ from, to, percent, ...item }) =>
      `  ${nameOfItem(item)}: ${from} → ${to}${percent === null ? '' : ` (${signed(percent)} %)`}`,
  )
  return ['Largest changes of prices:', ...lines, ...large]
}

function signed(percent: number): string {
  return percent > 0 ? `+${percent}` : `−${Math.abs(percent)}`
}

function nameOfItem({ productId, variantId }: Item): string {
  return variantId === null ? `product ${productId}` : `product ${productId}, variant ${variantId}`
}

function listed(names: string[], total: number): string {
  return total > names.length ? `${names.join('; ')}; and ${total - names.length} more` : names.join('; ')
}

function describeFile({ file, format, sections, skipped, skippedTotal }: FileReport, paint: Paint): string[] {
  const skips = skippedTotal > 0 ? [`  skipped: ${skippedTotal}`] : []
  return [
    `${paint('bold', file)} (${format})`,
    ...sections.map(section => `  ${names[section.section]}: ${describeCounts(section)}`),
    ...skips,
    ...limited(skipped, skip => `    ${describeFinding({ ...skip, file: '' }).trim()}`, skippedTotal),
  ]
}

function describeCounts({ created, updated, unchanged }: SectionReport): string {
  const counts = Object.entries({ created, updated, unchanged }).filter(([, records]) => records > 0)
  return counts.map(([what, records]) => `${records} ${what}`).join(', ')
}

function printProblems({ problems, total }: ImportProblems, { stderr }: Output): void {
  for (const line of limited(problems, describeFinding, total)) stderr.write(`${line}\n`)
  const more = total === MAX_PROBLEMS ? ' or more' : ''
  stderr.write(`${createPainter(stderr)('red', `Nothing was imported: ${count(total, 'problem')}${more}.`)}\n`)
}

/** @param total number of all places of the findings */
function limited(findings: Finding[], describe: (finding: Finding) => string, total = placesOf(findings)): string[] {
  const shown = findings.slice(0, SHOWN)
  const more = total - placesOf(shown)
  return more > 0 ? [...shown.map(describe), `… and ${more} more`] : shown.map(describe)
}

function placesOf(findings: Finding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0)
}
