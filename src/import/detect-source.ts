/** What an import file is: a shop file, or a table of a system, and how its rows are read. */

import { escapePointer } from '../schema/check.ts'
import type { FileChecks } from '../shop-file/checks-interface.ts'
import { quote } from '../shop-file/findings.ts'
import { kindOf } from './input/file-kind.ts'
import { readHead } from './input/files.ts'
import { readCsv } from './input/read-csv.ts'
import type { TableRow } from './input/table-row.ts'
import { decodeHead, findEncoding, readText, type TextEncoding } from './input/text-encoding.ts'
import { tidyRows } from './input/tidy-rows.ts'
import {
  type ColumnMapping,
  firstRows,
  headerOf,
  type OpenedTable,
  openRows,
  openText,
  renamed,
  replacedColumns,
  reportUnknown,
} from './open-table.ts'
import { codeTable } from './formats/codes/code-table.ts'
import type { CodesOf, TableSystem } from './table-system.ts'
import { tableSystems } from './table-systems.ts'

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
  /** The campaign of the codes, where the tables are of codes. */
  codes?: CodesOf | undefined
}

/** A file that can be read. */
export type Source = { size: number } & (
  | { system: null }
  | {
      system: TableSystem
      /** Names of the columns, as `columnName` gives them. */
      header: ReadonlySet<string>
      /** Yields the headings and the rows below; `onBytes` gets the numbers of bytes that were read. */
      rows: (checks: FileChecks, onBytes: (count: number) => void) => AsyncGenerator<TableRow>
    }
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
  const systems = options.codes ? [codeTable] : tableSystems
  if (size === 0) return refuse(checks, 'is empty')
  if (kind.kind === 'other') return refuse(checks, kind.message)
  if (kind.kind === 'workbook') return openWorkbook({ path, size, mapping, systems }, options, checks)
  if (isShopFile(path, head)) return { size, system: null }
  if (options.sheet !== undefined) checks.warning('', NO_WORKBOOK)
  const encoding = await findEncoding(path, head, options.encoding)
  const table = openText(decodeHead(head, encoding), { mapping, systems })
  if (table.headings.length === 0) return refuse(checks, 'is empty')
  const rows: ReadRows = onBytes => readCsv(readText(path, encoding, onBytes), table.delimiter)
  return toSource({ size, rows, mapping, systems, encoding, table }, checks)
}

const NO_WORKBOOK = 'is no workbook: the sheet that is named has no effect on it'

type ReadRows = (onBytes: (count: number) => void) => AsyncGenerator<TableRow>

interface Found {
  size: number
  rows: ReadRows
  mapping: ColumnMapping
  systems: readonly TableSystem[]
  encoding?: TextEncoding
  table: OpenedTable
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
  { path, size, mapping, systems }: Pick<Found, 'size' | 'mapping' | 'systems'> & { path: string },
  { sheet }: TableOptions,
  checks: FileChecks,
): Promise<Source | null> {
  // Most imports have no workbook.
  const { readWorkbook, readSheetNames } = await import('./input/read-workbook.ts')
  const rows: ReadRows = onBytes => readWorkbook(path, sheet, onBytes)
  const table = openRows(await firstRows(rows(() => {})), { mapping, systems })
  if (table.headings.length === 0)
    return refuse(checks, 'has nothing in this sheet: choose another one by --sheet, over HTTP by ?sheet=')
  if (!table.system && sheet === undefined && mapping.size === 0) {
    const names = await readSheetNames(path)
    if (names.length > 1) return refuse(checks, elsewhere(names))
  }
  return toSource({ size, rows, mapping, systems, table }, checks)
}

/** A workbook may begin with a sheet that is about the others. */
function elsewhere(names: string[]): string {
  const sheets = names.map(quote).join(', ')
  return `has no table in its first sheet: choose another one by --sheet, over HTTP by ?sheet=, of ${sheets}`
}

function toSource({ size, rows, mapping, systems, encoding, table }: Found, checks: FileChecks): Source | null {
  const { headings, system } = table
  if (system?.refuses !== undefined) return refuse(checks, system.refuses)
  const missing = [...mapping.keys()].find(heading => !renamed(headings, new Map([[heading, '']])).includes(''))
  if (missing !== undefined) checks.problem('', 'has no such column, which the mapping of columns names', missing)
  else if (!system) reportUnknown(table, systems, checks)
  if (missing !== undefined || !system) return null
  const read = (of: FileChecks, onBytes: (count: number) => void) => {
    const tidied = tidyRows(rows(onBytes), of)
    const told = encoding?.isGuessed ? tellingEncoding(tidied, of) : tidied
    return mapping.size === 0 ? told : mappedRows(told, mapping, of)
  }
  return { size, system, header: headerOf(renamed(headings, mapping)), rows: read }
}

/** Yields the rows with the names of fields in place of the headings that are mapped, and without the columns that these replace. */
async function* mappedRows(
  rows: AsyncGenerator<TableRow>,
  mapping: ColumnMapping,
  checks: FileChecks,
): AsyncGenerator<TableRow> {
  let replaced: ReadonlySet<number> | undefined
  for await (const { line, fields } of rows) {
    const isHeader = replaced === undefined
    replaced ??= replacedColumns(fields, mapping)
    for (const index of isHeader ? replaced : [])
      checks.warning(
        `line ${line} /${escapePointer(fields[index] ?? '')}`,
        'is not read: another column is named as its field',
      )
    const cells = isHeader ? renamed(fields, mapping) : fields
    yield { line, fields: replaced.size === 0 ? cells : cells.filter((_, index) => !replaced?.has(index)) }
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
