/** Import of shop files, product exports and customer lists: stages and checks all records, then saves all of them or none. */

import { type Database, onOneConnection, type Queries } from '../db/database.ts'
import { refreshStatistics } from '../db/refresh-statistics.ts'
import type { Tables } from '../db/tables.ts'
import { COMMAND_LINE } from '../events/event.ts'
import type { Shop } from '../shop/shop.ts'
import { parseVatRate } from '../shop-file/decimal-text.ts'
import { type Finding, Findings, ImportProblems } from '../shop-file/findings.ts'
import { type Applied, applyImport, type SectionReport, type Withdrawn } from './apply-import.ts'
import { checkStaged } from './check-staged.ts'
import { SHOP_FILE } from './detect-source.ts'
import { ImportChecks } from './import-checks.ts'
import { reportApplied } from './report-applied.ts'
import { IdsExhausted, loadShopDocument } from './staging/publish.store.ts'
import { type ImportFile, type ImportOptions, type StagedFile, stageFiles } from './staging/stage-files.ts'
import { createStaging, dropStaging, indexStaging } from './staging/staging.store.ts'
import { type SectionName, stagedTables, tableNames } from './staging/tables.ts'
import { hasStagedProducts } from './staging/withdraw.store.ts'

/** Result of an import for one file. */
export interface FileReport {
  file: string
  /** `shop file`, or the name of a table's system, such as `Shopify export`. */
  format: string
  sections: SectionReport[]
  /** Left-out records, each with its line and the reason: the first ten thousand of all files. */
  skipped: Finding[]
  /** Number of left-out records. */
  skippedTotal: number
}

/** Result of an import. */
export interface ImportReport {
  files: FileReport[]
  /** Records that were taken off sale. Carts keep them. */
  withdrawn: Withdrawn
  /** What goes off sale, and which prices change. */
  offSale: Applied['offSale']
  priceChanges: Applied['priceChanges']
  warnings: Finding[]
  /** Whether the import was only tried. */
  dryRun: boolean
}

/**
 * Imports all files, or none when there is a problem. Importing the same files again changes nothing.
 * @param files paths, or files with a name for reports
 * @throws ImportProblems with the problems of all files
 * @throws ShopNotNew when `onlyIntoNew` is set and the shop has been imported into
 * @throws RangeError when `vatRate` is not a number from 0 to 100
 */
export async function importFiles(
  database: Database,
  files: readonly (string | ImportFile)[],
  options: ImportOptions,
): Promise<ImportReport> {
  const named = files.map(file => (typeof file === 'string' ? { path: file, name: file } : file))
  const work = (queries: Queries) => stageAndApply(queries, named, { ...options, vatRate: readVatRate(options) })
  return afterOtherImports(database, async () => {
    const report = await onStagingConnection(database, work)
    if (report.dryRun) return report
    await refreshStatistics(database, tablesWithRecords(report))
    return report
  })
}

/** The tables of an import's records. */
function tablesWithRecords({ files }: ImportReport): (keyof Tables)[] {
  const sections = new Set(files.flatMap(file => file.sections.map(({ section }) => section)))
  const tables = tableNames.filter(table => sections.has(stagedTables[table].section))
  const derived: [SectionName, keyof Tables][] = [
    ['customers', 'customer_search'],
    ['products', 'product_names'],
    ['products', 'product_terms'],
    ['coupons', 'coupon_audiences'],
    ['carts', 'carts'],
    ['carts', 'cart_lines'],
  ]
  return [...tables, ...derived.flatMap(([section, table]) => (sections.has(section) ? [table] : []))]
}

function readVatRate({ vatRate }: ImportOptions): string | undefined {
  const rate = vatRate === undefined ? undefined : parseVatRate(vatRate)
  if (rate === null) throw new RangeError(`The VAT rate must be a number from 0 to 100: "${vatRate}"`)
  return rate
}

/**
 * Runs an import where its staging tables exist: on one connection of the embedded engine, whose write lock others need meanwhile, and in
 * one transaction on PostgreSQL, since a pooler may give the next transaction another connection.
 */
function onStagingConnection<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { engine, kysely } = database
  if (engine === 'sqlite') return onOneConnection(database, work)
  return kysely.transaction().execute(within => work({ engine, kysely: within }))
}

async function stageAndApply(queries: Queries, paths: ImportFile[], options: ImportOptions): Promise<ImportReport> {
  const findings = new Findings()
  const shop = JSON.parse(await loadShopDocument(queries)) as Shop
  const withdrawsMissing = options.withdrawMissing === 'products'
  const allowsRelabelling = options.allowCurrencyChange ?? false
  await createStaging(queries)
  const checks = new ImportChecks(findings)
  try {
    const { files, records } = await stageFiles(queries, paths, { checks, options, shop })
    options.onProgress?.({ phase: 'checking', records })
    await indexStaging(queries)
    if (findings.total > 0) await checkStaged(queries, files, { checks, allowsRelabelling })
    else if (withdrawsMissing && !(await hasStagedProducts(queries))) reportNoProduct(files, findings)
    findings.throwIfAny()
    options.onProgress?.({ phase: 'writing', records })
    const applied = await applyImport(queries, files, {
      checks,
      allowsRelabelling,
      onlyIntoNew: options.onlyIntoNew ?? false,
      withdrawsMissing,
      isTrial: options.dryRun ?? false,
      author: options.author ?? { actor: COMMAND_LINE, actorName: null, via: 'import' },
      now: options.now,
      randomId: options.randomId,
      maxCartLines: options.maxCartLines ?? Number.POSITIVE_INFINITY,
    })
    reportApplied(applied, files, findings)
    const reports = files.map(({ file, format }, number) => ({
      file,
      format,
      sections: applied.sections[number] ?? [],
      skipped: findings.skipped.filter(finding => finding.file === file),
      skippedTotal: findings.skippedIn(file),
    }))
    const { withdrawn, offSale, priceChanges } = applied
    return {
      ...{ files: reports, withdrawn, offSale, priceChanges },
      ...{ warnings: findings.warnings(), dryRun: options.dryRun ?? false },
    }
  } catch (error) {
    if (!(error instanceof IdsExhausted)) throw error
    findings.problem({ file: paths[0]?.name ?? '', at: '' }, error.message)
    throw new ImportProblems(findings.problems, findings.total)
  } finally {
    checks.close()
    // Temporary tables end with their connection or transaction. An error of a lost connection must not replace the earlier error.
    await dropStaging(queries).catch(() => {})
  }
}

/** Without this problem, the first file that names no product, such as a customer list, would take every product off sale. */
function reportNoProduct([first]: StagedFile[], findings: Findings): void {
  const at = first?.format === SHOP_FILE ? '/products' : ''
  findings.problem({ file: first?.file ?? '', at }, 'has no product: every product would go off sale')
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
