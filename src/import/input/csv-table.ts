/** The rows of an export with their cells by meaning, whatever the columns are called in this version of it. */

import type { FileChecks } from '../checks.ts'
import { columnName } from './detect-format.ts'
import type { CsvRow } from './read-csv.ts'

/** A row's cells, trimmed; empty where the file has no such column. */
export interface TableRow<F extends string> {
  line: number
  /** Its place in findings: `line 12`. */
  at: string
  cells: Record<F, string>
  /** The cells of columns whose names are numbered without limit, in their order. */
  listed: string[]
}

/** Which columns to read: each field under all names it may have, and a pattern for numbered ones. */
export interface Columns<F extends string> {
  fields: Record<F, string[]>
  listed?: RegExp
}

/** The rows below the header, which `readHeader` is given; one with more or fewer cells is reported and left out. */
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

/** Reads the rows below a header by the meaning of their cells. */
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
