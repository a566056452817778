/** `sepet import`: imports files and tells what became of them. */

import type { Database } from '../db/database.ts'
import { describeFinding, type Finding, ImportProblems } from '../import/findings.ts'
import { type FileReport, type ImportReport, importFiles } from '../import/import.ts'
import type { ImportOptions, Progress } from '../import/stage-files.ts'
import type { SectionName } from '../import/staged-tables.ts'

/** What a command writes to: the process's streams, or a test's. */
export interface Output {
  stdout: { write: (text: string) => unknown }
  stderr: { write: (text: string) => unknown; isTTY?: boolean | undefined }
}

/** A screen shows this many; whoever has more wrong mends those first. */
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

/**
 * Imports files, all or nothing. Results go to stdout, problems and warnings to stderr, a progress bar to a terminal.
 * @returns whether they were imported; when not, the problems have been told
 */
export async function runImport(
  database: Database,
  files: string[],
  options: Omit<ImportOptions, 'onProgress'>,
  output: Output,
): Promise<boolean> {
  const bar = progressBar(output)
  try {
    const report = await importFiles(database, files, { ...options, onProgress: bar.show })
    bar.clear()
    tellReport(report, output)
    return true
  } catch (error) {
    bar.clear()
    if (!(error instanceof ImportProblems)) throw error
    tellProblems(error, output)
    return false
  }
}

function tellReport({ files, warnings, withdrawn }: ImportReport, { stdout, stderr }: Output): void {
  for (const line of limited(warnings, describeFinding)) stderr.write(`warning: ${line}\n`)
  for (const line of files.flatMap(describeFile)) stdout.write(`${line}\n`)
  if (withdrawn > 0) stdout.write(`${count(withdrawn, 'variant')} off sale now: the imported products lack them.\n`)
}

function describeFile({ file, format, sections, skipped }: FileReport): string[] {
  const skips = skipped.length > 0 ? [`  skipped: ${skipped.length}`] : []
  return [
    `${file} (${format})`,
    ...sections.map(({ section, created, updated }) => `  ${names[section]}: ${describeCounts(created, updated)}`),
    ...skips,
    ...limited(skipped, skip => `    ${describeFinding({ ...skip, file: '' }).trim()}`),
  ]
}

function describeCounts(created: number, updated: number): string {
  return [...(created > 0 ? [`${created} created`] : []), ...(updated > 0 ? [`${updated} updated`] : [])].join(', ')
}

function tellProblems({ problems, total }: ImportProblems, { stderr }: Output): void {
  for (const line of limited(problems, describeFinding, total)) stderr.write(`${line}\n`)
  stderr.write(`Nothing was imported: ${count(total, 'problem')}.\n`)
}

function limited(findings: Finding[], describe: (finding: Finding) => string, total = findings.length): string[] {
  const shown = findings.slice(0, SHOWN).map(describe)
  return total > shown.length ? [...shown, `… and ${total - shown.length} more`] : shown
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\u001b[K'

function progressBar({ stderr }: Output): { show: (progress: Progress) => void; clear: () => void } {
  let shown = ''
  const draw = (text: string) => {
    // Only what changes is drawn: a fast import must not wait for its terminal.
    if (stderr.isTTY && text !== shown) stderr.write(CLEAR_LINE + text)
    shown = text
  }
  return { show: progress => draw(drawBar(progress)), clear: () => draw('') }
}

function drawBar(progress: Progress): string {
  if (progress.phase === 'writing') return 'writing to the database'
  const { file, bytesRead, bytesTotal } = progress
  const done = bytesTotal === 0 ? 1 : Math.min(1, bytesRead / bytesTotal)
  const filled = Math.floor(done * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(done * 100)} % ${file}`
}
