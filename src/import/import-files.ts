/** Imports shop files and product exports: recognise, read, check, stage, then write all of it or nothing. */

import { type Database, pinned, type Queries } from '../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import { applyImport, checkStaged, type SectionReport } from './apply-import.ts'
import { ImportChecks } from './checks.ts'
import { type Finding, Findings } from './findings.ts'
import { parseVatRate } from './input/decimal-text.ts'
import type { Format } from './input/detect-format.ts'
import { loadShopDocument } from './staging/publish.store.ts'
import { type ImportOptions, stageFiles } from './staging/stage-files.ts'
import { createStaging, dropStaging, indexStaging } from './staging/staging.store.ts'

/** What an import did with one file. */
export interface FileReport {
  file: string
  format: Format
  sections: SectionReport[]
  /** Records left out, each with its line and the reason; the first ten thousand of all files. */
  skipped: Finding[]
  /** How many were left out. */
  skippedTotal: number
}

export interface ImportReport {
  files: FileReport[]
  /** Variants that their products no longer have: off sale now, but still there for the carts that hold them. */
  withdrawn: number
  warnings: Finding[]
}

/**
 * Imports files as one: all of them, or nothing when there is any problem. Importing the same files again changes nothing.
 * @throws ImportProblems with every problem of every file
 * @throws ShopNotNew when it was only meant for a new shop
 * @throws RangeError when `vatRate` is no percentage
 */
export async function importFiles(database: Database, paths: string[], options: ImportOptions): Promise<ImportReport> {
  const vatRate = parseVatRate(options.vatRate)
  if (vatRate === null) throw new RangeError(`The VAT rate must be a number from 0 to 100: "${options.vatRate}"`)
  return inTurn(database, () => pinned(database, queries => stageAndApply(queries, paths, { ...options, vatRate })))
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
    // They end with the connection anyway; what failed before must not be hidden by a connection that is gone.
    await dropStaging(queries).catch(() => {})
  }
}

const turns = new WeakMap<Database, Promise<unknown>>()

/** The embedded engine has one connection for all, and so one set of staging tables. */
function inTurn<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(database) ?? Promise.resolve()).then(work)
  turns.set(
    database,
    turn.catch(() => {}),
  )
  return turn
}
