/** CSV table: assigns the cells of an export's rows to fields by the names of their columns. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { columnName } from './detect-format.ts'
import type { CsvRow } from './read-csv.ts'

/** The trimmed cells of one row. */
export interface TableRow<F extends string> {
  line: number
  /** The row's place in findings: `line 12`. */
  at: string
  /** One cell per field; empty when the file has no such column. */
  cells: Record<F, string>
  /** Cells of the numbered columns, in the order of the columns. */
  listed: string[]
}

/** Columns to read: the possible names of each field's column, and a pattern for the names of numbered columns. */
export interface Columns<F extends string> {
  fields: Record<F, string[]>
  listed?: RegExp
}

/**
 * Yields the rows below the header. A row with more or fewer cells than the header is reported as a problem and left out.
 * @param readHeader called with the header before the first row
 */
export async function* belowHeader(
  rows: AsyncIterable<CsvRow>,
  checks: FileChecks,
  readHeader: (header: CsvRow) => void,
): AsyncGenerator<CsvRow> {
  let width: number | undefined
  for await (const row of rows) {
    if (width === undefined) {
      readHeader(row)
      width = row.fields.length
    } else if (row.fields.length === width) yield row
    else checks.problem(`line ${row.line}`, `has ${row.fields.length} cells, but the header has ${width}`)
  }
}

/** Yields the rows below the header with their cells by field. */
export async function* readTable<F extends string>(
  rows: AsyncIterable<CsvRow>,
  columns: Columns<F>,
  checks: FileChecks,
): AsyncGenerator<TableRow<F>> {
  let pick: ((row: CsvRow) => TableRow<F>) | undefined
  const readHeader = (header: CsvRow) => {
    pick = cellPicker(header.fields.map(columnName), columns)
  }
  for await (const row of belowHeader(rows, checks, readHeader)) if (pick) yield pick(row)
}

function cellPicker<F extends string>(header: string[], { fields, listed }: Columns<F>): (row: CsvRow) => TableRow<F> {
  const indexes = Object.entries<string[]>(fields).map(
    ([field, names]) => [field, header.findIndex(name => names.includes(name))] as const,
  )
  const listedIndexes = header.flatMap((name, index) => (listed?.test(name) ? [index] : []))
  return ({ line, fields: cells }) => ({
    line,
    at: `line ${line}`,
    cells: Object.fromEntries(indexes.map(([field, index]) => [field, cells[index]?.trim() ?? ''])) as Record<
      F,
      string
    >,
    listed: listedIndexes.map(index => cells[index]?.trim() ?? ''),
  })
}
