/** Opens a table: tells the delimiter, the system by the headings, and where the table begins. */

import { parse } from 'csv-parse/sync'
import type { FileChecks } from '../shop-file/checks-interface.ts'
import { codeTable } from './formats/codes/code-table.ts'
import { columnOf } from './formats/customer-list/customer-columns.ts'
import { sheetFieldOf } from './formats/sheet.ts'
import { columnName } from './input/column-name.ts'
import type { TableRow } from './input/table-row.ts'
import type { TableSystem } from './table-system.ts'

/** Delimiters of cells, the most usual first: spreadsheets write semicolons in many countries. */
const DELIMITERS = [',', ';', '\t', '|']
/** Rows above the headings that are looked through for a message. */
const ROWS_ABOVE = 5

/** A table by its first rows. */
export interface OpenedTable {
  /** Undefined where no system has these headings. */
  system: TableSystem | undefined
  /** The first row that is not blank, as it stands in the file. */
  headings: string[]
  /** Whether the headings of a known table stand below the first row. */
  isHeaderBelow: boolean
}

/** New names of headings, by the headings as they stand in the file: names of fields. */
export type ColumnMapping = ReadonlyMap<string, string>

const noMapping: ColumnMapping = new Map()

/** How a table is recognised. */
interface Known {
  mapping: ColumnMapping
  /** The first that recognises the headings reads the table. */
  systems: readonly TableSystem[]
}

/** Tells what a table is by its first rows that are not blank. */
export function openRows(rows: string[][], known: Known): OpenedTable {
  const [headings = [], ...below] = rows.slice(0, ROWS_ABOVE + 1).map(withoutEnd)
  return {
    headings,
    system: systemOf(headings, known),
    isHeaderBelow: below.some(row => systemOf(row, { ...known, mapping: noMapping }) !== undefined),
  }
}

/** Reads the first rows of a table that are not blank. */
export async function firstRows(rows: AsyncIterable<TableRow>): Promise<string[][]> {
  const first: string[][] = []
  for await (const { fields } of rows) {
    if (withoutEnd(fields).length > 0) first.push(fields)
    if (first.length > ROWS_ABOVE) break
  }
  return first
}

/** Tells what a table is by the beginning of a text. */
export function openText(head: string, known: Known): OpenedTable & { delimiter: string } {
  const given = delimiterOf(head)
  const rest = given === undefined ? head : head.replace(/^.*(\r\n|\n|\r|$)/, '')
  const tables = [...(given ?? []), ...DELIMITERS].map(delimiter => ({
    ...openRows(rowsOf(rest, delimiter), known),
    delimiter,
  }))
  const blank = tables.find(({ headings }) => headings.length === 0)
  const recognised = tables.find(({ system }) => system !== undefined)
  const above = tables.find(({ isHeaderBelow }) => isHeaderBelow)
  // Without a known heading, the delimiter is the one that divides the line most.
  const widest = tables.toSorted((one, other) => other.headings.length - one.headings.length)[0]
  return blank ?? recognised ?? above ?? widest ?? { ...openRows([], known), delimiter: ',' }
}

/** The system of headings; undefined where none has them. */
function systemOf(headings: string[], { mapping, systems }: Known): TableSystem | undefined {
  const header = headerOf(renamed(headings, mapping))
  return systems.find(each => each.recognises(header))
}

/** The headings with those that are mapped replaced. */
export function renamed(headings: string[], mapping: ColumnMapping): string[] {
  if (mapping.size === 0) return headings
  const names = new Map([...mapping].map(([heading, field]) => [columnName(heading), field]))
  return headings.map(heading => names.get(columnName(heading)) ?? heading)
}

/** Columns that are not read, because the mapping gives their field to another one. */
export function replacedColumns(headings: string[], mapping: ColumnMapping): ReadonlySet<number> {
  const mapped = new Set([...mapping.keys()].map(columnName))
  const fields = new Set<string | undefined>(mapping.values())
  // What a heading is called in sheets, and in lists of customers.
  const isTaken = (name: string) => fields.has(sheetFieldOf(name)) || fields.has(columnOf(name))
  const names = headings.map(columnName)
  return new Set(names.flatMap((name, index) => (!mapped.has(name) && isTaken(name) ? [index] : [])))
}

/** Reports that a table cannot be read, with what it looks like and what to do. */
export function reportUnknown(
  { headings, isHeaderBelow }: OpenedTable,
  systems: readonly TableSystem[],
  checks: FileChecks,
): void {
  const columns = headings.map(heading => heading.trim()).filter(heading => heading !== '')
  if (isHeaderBelow) {
    checks.problem(
      'line 1',
      'is no row of headings, which stand below it: delete the lines above the headings',
      columns[0],
    )
    return
  }
  const header = headerOf(headings)
  if (systems.includes(codeTable)) {
    checks.problem('', NO_CODES, columns.slice(0, 12).join(', '), columns)
    return
  }
  const lack = [...systems, codeTable].map(system => system.lacks?.(header)).find(each => each !== undefined)
  if (lack !== undefined) checks.problem('', lack, undefined, columns)
  else checks.problem('', UNKNOWN, columns.slice(0, 12).join(', '), columns)
}

const NO_CODES = 'has no column of codes, such as code: name it by --columns "Kupon No=code", over HTTP by ?columns='

const UNKNOWN =
  'has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns='

/** The names of headings, by which systems recognise their tables. */
export function headerOf(headings: string[]): ReadonlySet<string> {
  return new Set(headings.map(columnName))
}

function withoutEnd(row: string[]): string[] {
  return row.slice(0, row.findLastIndex(cell => cell.trim() !== '') + 1)
}

/** The delimiter that a line in front of the table names: no letter, digit, quotation mark or half of a character. */
function delimiterOf(head: string): string | undefined {
  return /^"?sep=([^\p{L}\p{N}\p{Cs}\r\n" ])"?[^\S\r\n]*(?:\r|\n|$)/iu.exec(head)?.[1]
}

/** The first rows with text. Headings may have line breaks within quotes; the beginning of a file may end within quotes. */
function rowsOf(head: string, delimiter: string): string[][] {
  const rows: string[][] = []
  try {
    parse(head, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      ...{ relax_quotes: true, relax_column_count: true, skip_records_with_empty_values: true },
      to: ROWS_ABOVE + 1,
      on_record: (row: string[]) => {
        rows.push(row)
        return null
      },
    })
  } catch {
    const [line = ''] = head.split(/\r\n|\n|\r/).filter(each => each.trim() !== '')
    if (rows.length === 0) rows.push(line.split(delimiter))
  }
  return rows
}
