/** Rows as spreadsheets and people leave them: blank ones, and ones with fewer or more cells than the headings. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import type { TableRow } from './table-row.ts'

/** Line in front of a table by which spreadsheets are told the delimiter. */
const SEPARATOR = /^sep=.?$/i

/**
 * Yields the row of headings and the rows below it, each with one cell per heading. Blank rows are left out; a row with text behind the last
 * heading is a problem.
 */
export async function* tidyRows(rows: AsyncIterable<TableRow>, checks: FileChecks): AsyncGenerator<TableRow> {
  let width: number | undefined
  let isFilled = false
  for await (const row of rows) {
    if (row.fields.every(isBlank) || (width === undefined && isSeparator(row))) continue
    isFilled = width !== undefined
    width ??= row.fields.findLastIndex(cell => !isBlank(cell)) + 1
    const surplus = row.fields.length > width ? row.fields.slice(width).find(cell => !isBlank(cell)) : undefined
    if (surplus === undefined) yield resized(row, width)
    else checks.problem(`line ${row.line}`, SURPLUS, surplus)
  }
  if (width !== undefined && !isFilled) checks.warning('', 'has no rows below its headings: nothing of it is imported')
}

const SURPLUS = 'has a cell behind the last heading: quote cells that contain the delimiter'

function isSeparator({ line, fields: [cell = '', ...others] }: TableRow): boolean {
  return line === 1 && SEPARATOR.test(cell) && others.every(isBlank)
}

function resized(row: TableRow, width: number): TableRow {
  if (row.fields.length === width) return row
  return { line: row.line, fields: Array.from({ length: width }, (_, index) => row.fields[index] ?? '') }
}

function isBlank(cell: string): boolean {
  return cell.trim() === ''
}
