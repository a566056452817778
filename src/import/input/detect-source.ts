/** What an import file is: a shop file, or a table of a system, and how its rows are read. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { quote } from '../../shop-file/findings.ts'
import type { TableSystem } from '../table-system.ts'
import { kindOf } from './file-kind.ts'
import { readHead } from './files.ts'
import {
  type ColumnMapping,
  isHeaderBelow,
  type OpenedTable,
  openText,
  renamed,
  reportUnknown,
  systemOf,
} from './open-table.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook, sheetNames } from './read-workbook.ts'
import type { TableRow } from './table-row.ts'
import { decodeHead, findEncoding, readText, type TextEncoding } from './text-encoding.ts'
import { tidyRows } from './tidy-rows.ts'

/** Format of a shop file in reports. */
export const SHOP_FILE = 'shop file'

/** How a caller says a table is to be read. */
export interface TableOptions {
  /** Label of the Encoding standard; told from the bytes where undefined. */
  encoding?: string | undefined
  /** Name or number of a workbook's sheet; the first where undefined. */
  sheet?: string | undefined
  /** Fields by the headings as they stand in the file. */
  columns?: Readonly<Record<string, string>> | undefined
}

/** A file that can be read. */
export type Source = { size: number } & (
  | { system: null }
  /** `rows` begin with the headings; `onBytes` gets the numbers of bytes that were read. */
  | { system: TableSystem; rows: (checks: FileChecks, onBytes: (count: number) => void) => AsyncGenerator<TableRow> }
)

/**
 * Tells what a file is.
 * @returns null after reporting why it cannot be read
 * @throws UnreadableFile when the file cannot be read
 */
export async function detectSource(path: string, options: TableOptions, checks: FileChecks): Promise<Source | null> {
  const { size, head } = await readHead(path)
  const kind = kindOf(head)
  const mapping: ColumnMapping = new Map(Object.entries(options.columns ?? {}))
  if (size === 0) return refuse(checks, 'is empty')
  if (kind.kind === 'other') return refuse(checks, kind.message)
  if (kind.kind === 'workbook') return openWorkbook({ path, size, mapping }, options, checks)
  if (isShopFile(path, head)) return { size, system: null }
  const encoding = await findEncoding(path, head, options.encoding)
  const text = decodeHead(head, encoding)
  const table = openText(text, mapping)
  if (table.headings.length === 0) return refuse(checks, 'is empty')
  const rows: ReadRows = onBytes => readCsv(readText(path, encoding, onBytes), table.delimiter)
  return toSource({ size, rows, mapping, encoding, isHeaderBelow: () => isHeaderBelow(text), ...table }, checks)
}

type ReadRows = (onBytes: (count: number) => void) => AsyncGenerator<TableRow>

interface Found extends Pick<OpenedTable, 'system' | 'headings'> {
  size: number
  rows: ReadRows
  mapping: ColumnMapping
  encoding?: TextEncoding
  isHeaderBelow: () => boolean
}

function refuse(checks: FileChecks, message: string): null {
  checks.problem('', message)
  return null
}

/** A shop file begins with a bracket, or is called so. */
function isShopFile(path: string, head: Buffer): boolean {
  const text = new TextDecoder().decode(head)
  return /^\s*[{[]/.test(text) || (/\.json$/i.test(path) && text.trim() !== '')
}

async function openWorkbook(
  { path, size, mapping }: { path: string; size: number; mapping: ColumnMapping },
  { sheet }: TableOptions,
  checks: FileChecks,
): Promise<Source | null> {
  const rows: ReadRows = onBytes => readWorkbook(path, sheet, onBytes)
  for await (const { fields } of tidyRows(
    rows(() => {}),
    checks,
  )) {
    const found = {
      size,
      rows,
      mapping,
      headings: fields,
      system: systemOf(fields, mapping),
      isHeaderBelow: () => false,
    }
    return toSource(found, checks)
  }
  const names = (await sheetNames(path)).slice(0, 20).map(quote).join(', ')
  checks.problem(
    '',
    `has nothing in this sheet, or no such sheet: choose one by --sheet, over HTTP by ?sheet=, of ${names}`,
    sheet,
  )
  return null
}

function toSource(
  { size, rows, mapping, encoding, headings, system, isHeaderBelow }: Found,
  checks: FileChecks,
): Source | null {
  if (system?.refuses !== undefined) return refuse(checks, system.refuses)
  const missing = [...mapping.keys()].find(heading => !renamed(headings, new Map([[heading, '']])).includes(''))
  if (missing !== undefined) checks.problem('', 'has no such column, which the mapping of columns names', missing)
  else if (!system) reportUnknown(headings, isHeaderBelow(), checks)
  if (missing !== undefined || !system) return null
  const read = (of: FileChecks, onBytes: (count: number) => void) => {
    const tidied = tidyRows(rows(onBytes), of)
    return withNames(encoding?.isGuessed ? tellingEncoding(tidied, of) : tidied, mapping)
  }
  return { size, system, rows: read }
}

/** Yields the rows with the names of fields in place of the headings that are mapped. */
async function* withNames(rows: AsyncGenerator<TableRow>, mapping: ColumnMapping): AsyncGenerator<TableRow> {
  let isFirst = true
  for await (const row of rows) {
    yield isFirst ? { ...row, fields: renamed(row.fields, mapping) } : row
    isFirst = false
  }
}

const GUESSED =
  'is not UTF-8, and was read as Windows-1254: look at a text from it, and name another encoding by --encoding, over HTTP by ?encoding='

/** Warns of an encoding that was concluded, with the first text that shows whether it is right. */
async function* tellingEncoding(rows: AsyncGenerator<TableRow>, checks: FileChecks): AsyncGenerator<TableRow> {
  let isTold = false
  for await (const row of rows) {
    const text = isTold ? undefined : row.fields.find(cell => /[^\p{ASCII}]/u.test(cell))
    if (text !== undefined) {
      checks.warning('', GUESSED, text)
      isTold = true
    }
    yield row
  }
}
