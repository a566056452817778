/** Import of shop files, product exports and customer lists: stages and checks all records, then saves all of them or none. */

import { type Database, onOneConnection, type Queries } from '../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import { applyImport, checkStaged, type SectionReport } from './apply-import.ts'
import { ImportChecks } from './checks.ts'
import { type Finding, Findings } from './findings.ts'
import { parseVatRate } from './input/decimal-text.ts'
import type { Format } from './input/detect-format.ts'
import { loadShopDocument } from './staging/publish.store.ts'
import { type ImportOptions, stageFiles } from './staging/stage-files.ts'
import { createStaging, dropStaging, indexStaging } from './staging/staging.store.ts'

/** Result of an import for one file. */
export interface FileReport {
  file: string
  format: Format
  sections: SectionReport[]
  /** Left-out records, each with its line and the reason: the first ten thousand of all files. */
  skipped: Finding[]
  /** Number of left-out records. */
  skippedTotal: number
}

/** Result of an import. */
export interface ImportReport {
  files: FileReport[]
  /** Number of variants that were taken off sale, because their products no longer have them. Carts keep them. */
  withdrawn: number
  warnings: Finding[]
}

/**
 * Imports all files, or none when there is a problem. Importing the same files again changes nothing.
 * @throws ImportProblems with the problems of all files
 * @throws ShopNotNew when `onlyIntoNew` is set and the shop has been imported into
 * @throws RangeError when `vatRate` is not a number from 0 to 100
 */
export async function importFiles(database: Database, paths: string[], options: ImportOptions): Promise<ImportReport> {
  const vatRate = parseVatRate(options.vatRate)
  if (vatRate === null) throw new RangeError(`The VAT rate must be a number from 0 to 100: "${options.vatRate}"`)
  return afterOtherImports(database, () =>
    onOneConnection(database, queries => stageAndApply(queries, paths, { ...options, vatRate })),
  )
}

async function stageAndApply(queries: Queries, paths: string[], options: ImportOptions): Promise<ImportReport> {
  const findings = new Findings()
  const checks = new ImportChecks(findings)
  const { timeZone } = JSON.parse(await loadShopDocument(queries)) as Shop
  await createStaging(queries)
  try {
    const { files, records } = await stageFiles(queries, paths, { checks, options, timeZone })
    options.onProgress?.({ phase: 'checking', records })
    await indexStaging(queries)
    if (findings.total > 0) await checkStaged(queries, files, checks)
    findings.throwIfAny()
    options.onProgress?.({ phase: 'writing', records })
    const { sections, withdrawn } = await applyImport(queries, files, {
      checks,
      onlyIntoNew: options.onlyIntoNew ?? false,
    })
    const reports = files.map(({ file, format }, number) => ({
      file,
      format,
      sections: sections[number] ?? [],
      skipped: findings.skipped.filter(finding => finding.file === file),
      skippedTotal: findings.skippedIn(file),
    }))
    return { files: reports, withdrawn, warnings: findings.warnings() }
  } finally {
    // Temporary tables end with their connection. An error of a lost connection must not replace the earlier error.
    await dropStaging(queries).catch(() => {})
  }
}

const runningImports = new WeakMap<Database, Promise<unknown>>()

/** Runs imports one after another: the embedded engine has one writing connection, and so one set of staging tables. */
function afterOtherImports<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const result = (runningImports.get(database) ?? Promise.resolve()).then(work)
  runningImports.set(
    database,
    result.catch(() => {}),
  )
  return result
}
