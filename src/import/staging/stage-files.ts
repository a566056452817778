/** Reads the files of an import into the staging tables and collects every problem. */

import type { Queries } from '../../db/database.ts'
import type { Author } from '../../model/author.ts'
import type { Shop } from '../../shop/shop.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import type { Imported, ShopPatch } from '../../shop-file/imported-records.ts'
import { createLocalTimes } from '../../shop-file/local-times.ts'
import { listSections, ShopFileDecoder } from '../../shop-file/shop-file.ts'
import { type Source as Detected, detectSource, SHOP_FILE, type TableOptions } from '../detect-source.ts'
import { NOT_JSON, readShopFile, ShopFileSyntaxError } from '../formats/read-shop-file.ts'
import type { ImportChecks } from '../import-checks.ts'
import { columnName } from '../input/column-name.ts'
import { locate, readUtf8, UnreadableFile } from '../input/files.ts'
import { BrokenCsv } from '../input/read-csv.ts'
import type { TableContext, ValueColumns } from '../table-system.ts'
import { rowsOf } from './rows.ts'
import { StagingWriter } from './staging.store.ts'

/** A file to import. */
export interface ImportFile {
  path: string
  /** Its name in reports. */
  name: string
}

/** Progress of an import: records read from all files, and bytes read of the current file. */
export type Progress =
  | { phase: 'reading'; records: number; file: string; bytesRead: number; bytesTotal: number }
  | { phase: 'checking' | 'writing'; records: number }

/** What a caller chooses of an import, whichever way it calls. */
export type ImportChoices = Pick<
  ImportOptions,
  'vatRate' | 'withdrawMissing' | 'allowCurrencyChange' | 'newIds' | 'locations' | 'dryRun' | keyof TableOptions
>

/** Options of an import. */
export interface ImportOptions extends TableOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Who imports; the command line by default. */
  author?: Author
  /** Returns a unique text for generated emails. */
  randomId: () => string
  /** Percent; the VAT rate of products that a table calls taxable. New ones get 0, which is told, when undefined. */
  vatRate?: string | undefined
  /** Takes products off sale that no file contains. */
  withdrawMissing?: 'products' | undefined
  /** Permits a change of what stored prices mean: the currency, its decimal places, or whether they include VAT. */
  allowCurrencyChange?: boolean | undefined
  /** Gives products and variants numbers of Sepet's own instead of those of a table, which are remembered by system and number. */
  newIds?: boolean | undefined
  /** Names of the locations whose stock counts; all where undefined. */
  locations?: readonly string[] | undefined
  /** Maximum number of lines of an imported cart; any number where undefined. */
  maxCartLines?: number
  /** Does everything but the commit. */
  dryRun?: boolean | undefined
  /** Throws ShopNotNew and imports nothing when the shop has had an import. */
  onlyIntoNew?: boolean
  onProgress?: (progress: Progress) => void
}

/** Result of staging. */
export interface Staged {
  /** Files of a known format, in the order given. */
  files: StagedFile[]
  records: number
}

/** A staged file. */
export interface StagedFile {
  file: string
  /** `shop file`, or the name of a table's system, such as `Shopify export`. */
  format: string
  /** Columns of a table for what is told when they are missing. */
  columns?: ValueColumns | undefined
  /** Changes to the shop's own settings. */
  shop: ShopPatch | null
}

type Source = Detected & {
  path: string
  file: string
  number: number
}

interface Stage {
  checks: ImportChecks
  writer: StagingWriter
  options: ImportOptions
  /** Settings of the stored shop, or of a file of this import that changes them. */
  shop: Pick<Shop, 'timeZone' | 'decimalPlaces'>
  /** Number of records read. */
  records: number
}

/** Stages files. Shop files are read first: dates in exports are in the shop's time zone, which a shop file may change. */
export async function stageFiles(
  queries: Queries,
  files: readonly ImportFile[],
  context: Omit<Stage, 'writer' | 'records'>,
): Promise<Staged> {
  const stage: Stage = { ...context, writer: new StagingWriter(queries), records: 0 }
  const sources: Source[] = []
  for (const { path, name } of files) {
    const detected = await detectFile(path, stage.options, context.checks.forFile(name))
    if (detected) sources.push({ ...detected, path, file: name, number: sources.length })
    else context.checks.isIncomplete = true
  }
  warnOfCampaign(sources, stage)
  const staged: StagedFile[] = []
  for (const source of sources.toSorted((a, b) => Number(b.system === null) - Number(a.system === null))) {
    const shop = await stageFile(source, stage)
    stage.shop = { ...stage.shop, ...shop }
    staged[source.number] = {
      ...{ file: source.file, format: source.system?.format ?? SHOP_FILE, shop },
      ...(source.system && { columns: source.system.columns?.(source.header) }),
    }
  }
  await stage.writer.flush()
  return { files: staged, records: stage.records }
}

/** Where the campaign of codes is named, every table is one of codes. */
function warnOfCampaign(sources: readonly Source[], { options, checks }: Stage): void {
  const [first] = sources
  if (!options.codes || !first || sources.some(({ system }) => system !== null)) return
  checks.forFile(first.file).warning('', NO_CODES)
}

const NO_CODES = 'is no table of codes: the campaign that is named has no effect on it'

async function detectFile(path: string, options: TableOptions, checks: FileChecks): Promise<Detected | null> {
  try {
    return await detectSource(path, options, checks)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    checks.problem(error.at, error.message, error.value)
    return null
  }
}

async function stageFile(source: Source, stage: Stage): Promise<ShopPatch | null> {
  const checks = stage.checks.forFile(source.file)
  try {
    if (source.system === null) return await stageShopFile(source, stage, checks)
    await stageTable(source, stage, checks)
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) checks.problem(error.at, error.message, error.value)
    else if (error instanceof BrokenCsv) checks.problem(`line ${error.line}`, error.message)
    else if (error instanceof ShopFileSyntaxError) await reportSyntax(source.path, error, checks)
    else throw error
    stage.checks.isIncomplete = true
    return null
  }
}

async function stageShopFile(source: Source, stage: Stage, checks: FileChecks): Promise<ShopPatch | null> {
  const decoder = new ShopFileDecoder(checks)
  for await (const part of readShopFile(readUtf8(source.path, progressOf(source, stage)), listSections)) {
    const record = decoder.decode(part)
    if (record) await stageRecord(record, source, stage)
  }
  decoder.end()
  return decoder.shop
}

async function stageTable(source: Exclude<Source, { system: null }>, stage: Stage, checks: FileChecks): Promise<void> {
  const { vatRate, newIds = false, locations: names, codes } = stage.options
  const locations = names && new Map(names.map(name => [columnName(name), name]))
  if (locations && !source.system.hasLocations) checks.warning('', NO_LOCATIONS)
  const { timeZone, decimalPlaces } = stage.shop
  const times = createLocalTimes(timeZone)
  const context: TableContext = { checks, vatRate, times, decimalPlaces, newIds, locations, codes }
  const rows = source.rows(checks, progressOf(source, stage))
  for await (const record of source.system.read(rows, context)) await stageRecord(record, source, stage)
}

const NO_LOCATIONS = 'is no inventory of locations: the locations that are named have no effect on it'

/** Returns the function that tells how much of a file is read. */
function progressOf({ file, size }: Source, stage: Stage): (count: number) => void {
  let bytesRead = 0
  return count => {
    bytesRead += count
    stage.options.onProgress?.({ file, phase: 'reading', bytesRead, bytesTotal: size, records: stage.records })
  }
}

async function stageRecord(record: Imported, source: Source, stage: Stage): Promise<void> {
  stage.records++
  const { writer, options } = stage
  await writer.insert(rowsOf(record, options), { file: source.number, place: record.at })
}

async function reportSyntax(path: string, { message, offset }: ShopFileSyntaxError, checks: FileChecks): Promise<void> {
  const { at, character } = await locate(path, offset ?? Number.POSITIVE_INFINITY)
  checks.problem(
    at,
    character === null || offset === 0 || message !== NOT_JSON
      ? message
      : `${message}: unexpected ${JSON.stringify(character)}`,
  )
}
