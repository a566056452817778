/** Table: assigns the cells of an export's rows to fields by the names of their columns. */

import { columnName } from './column-name.ts'
import type { TableRow } from './table-row.ts'

/** The trimmed cells of one row. */
export interface FieldRow<F extends string> {
  line: number
  /** The row's place in findings: `line 12`. */
  at: string
  /** One cell per field: undefined where the file has no such column, empty where the cell is. */
  cells: Record<F, string | undefined>
  /** Cells of the numbered columns, in the order of the columns. */
  listed: string[]
}

/** Columns to read: the possible names of each field's column, and a pattern for the names of numbered columns. */
export interface Columns<F extends string> {
  fields: Record<F, string[]>
  listed?: RegExp
}

/**
 * Yields the rows below the header.
 * @param readHeader called with the header before the first row
 */
export async function* belowHeader(
  rows: AsyncIterable<TableRow>,
  readHeader: (header: TableRow) => void,
): AsyncGenerator<TableRow> {
  let isBelow = false
  for await (const row of rows) {
    if (isBelow) yield row
    else readHeader(row)
    isBelow = true
  }
}

/** Yields the rows below the header with their cells by field. */
export async function* readTable<F extends string>(
  rows: AsyncIterable<TableRow>,
  columns: Columns<F>,
): AsyncGenerator<FieldRow<F>> {
  let pick: ((row: TableRow) => FieldRow<F>) | undefined
  for await (const row of rows) {
    if (pick) yield pick(row)
    else pick = cellPicker(row.fields.map(columnName), columns)
  }
}

function cellPicker<F extends string>(
  header: string[],
  { fields, listed }: Columns<F>,
): (row: TableRow) => FieldRow<F> {
  const indexes = (Object.entries(fields) as [F, string[]][]).map(
    ([field, names]) => [field, header.findIndex(name => names.includes(name))] as const,
  )
  const listedIndexes = header.flatMap((name, index) => (listed?.test(name) ? [index] : []))
  return ({ line, fields }) => {
    const cells = {} as Record<F, string | undefined>
    for (const [field, index] of indexes) cells[field] = index < 0 ? undefined : (fields[index]?.trim() ?? '')
    return { line, at: `line ${line}`, cells, listed: listedIndexes.map(index => fields[index]?.trim() ?? '') }
  }
}
