/** Opens a table: tells the delimiter, the system by the headings, and where the table begins. */

import { parse } from 'csv-parse/sync'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import type { TableSystem } from '../table-system.ts'
import { tableSystems } from '../table-systems.ts'
import { columnName } from './column-name.ts'

/** Delimiters of cells, the most usual first: spreadsheets write semicolons in many countries. */
const DELIMITERS = [',', ';', '\t', '|']
/** Rows above the headings that are looked through for a message. */
const ROWS_ABOVE = 5

/** A table by its first lines. */
export interface OpenedTable {
  delimiter: string
  /** Undefined where no system has these headings. */
  system: TableSystem | undefined
  /** The first row that is not blank, as it stands in the file. */
  headings: string[]
}

/** New names of headings, by the headings as they stand in the file: names of fields. */
export type ColumnMapping = ReadonlyMap<string, string>

/** Tells what a table is by the first lines of a text. */
export function openText(head: string, mapping: ColumnMapping): OpenedTable {
  const [line = ''] = linesOf(head)
  const given = delimiterOf(head)
  const tables = (given === undefined ? DELIMITERS : [given]).map(delimiter => {
    const headings = cellsOf(line, delimiter)
    return { delimiter, headings, system: systemOf(headings, mapping) }
  })
  const known = tables.find(({ system }) => system !== undefined)
  // Without a known heading, the delimiter is the one that divides the line most.
  const widest = tables.toSorted((one, other) => other.headings.length - one.headings.length)[0]
  return known ?? widest ?? { delimiter: ',', headings: [], system: undefined }
}

/** The system of headings; undefined where none has them. */
export function systemOf(headings: string[], mapping: ColumnMapping): TableSystem | undefined {
  const header = headerOf(renamed(headings, mapping))
  return tableSystems.find(each => each.recognises(header))
}

/** The headings with those that are mapped replaced. */
export function renamed(headings: string[], mapping: ColumnMapping): string[] {
  if (mapping.size === 0) return headings
  const names = new Map([...mapping].map(([heading, field]) => [columnName(heading), field]))
  return headings.map(heading => names.get(columnName(heading)) ?? heading)
}

/**
 * Reports that a table cannot be read, with what it looks like and what to do.
 * @param below whether the headings stand in a later row, as far as the first lines tell
 */
export function reportUnknown(headings: string[], isHeaderBelow: boolean, checks: FileChecks): void {
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
  const lack = tableSystems.map(system => system.lacks?.(header)).find(each => each !== undefined)
  if (lack !== undefined) checks.problem('', lack, undefined, columns)
  else checks.problem('', UNKNOWN, columns.slice(0, 12).join(', '), columns)
}

const UNKNOWN =
  'has no headings of a table that can be read, such as of a product or customer export, or of a sheet with a column sku or email: name the columns by --columns "Ürün Kodu=sku,Fiyat=price", over HTTP by ?columns='

/** Whether the headings of a known table stand below the first row. */
export function isHeaderBelow(head: string): boolean {
  const [, ...lines] = linesOf(head)
  const noMapping: ColumnMapping = new Map()
  return lines
    .slice(0, ROWS_ABOVE)
    .some(line => DELIMITERS.some(delimiter => systemOf(cellsOf(line, delimiter), noMapping) !== undefined))
}

function headerOf(headings: string[]): ReadonlySet<string> {
  return new Set(headings.map(columnName))
}

/** The first lines with text, without the one that tells the delimiter. */
function linesOf(head: string): string[] {
  const lines = head.split(/\r\n|\n|\r/)
  const rest = delimiterOf(head) === undefined ? lines : lines.slice(1)
  return rest.filter(line => /[^\s,;|"]/.test(line))
}

function delimiterOf(head: string): string | undefined {
  return /^sep=(.)\s*?(?:\r|\n|$)/i.exec(head)?.[1]
}

/** Cells of one line: headings have no line breaks. */
function cellsOf(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]
    return cells
  } catch {
    return line.split(delimiter)
  }
}
