/** CSV for spreadsheets: UTF-8 with a byte order mark, texts without formulas. */

import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../customers/formula-text.ts'
import { formatInstant } from '../schema/instants.ts'

/** Spreadsheets read a CSV without it in the encoding of the system. */
const BYTE_ORDER_MARK = '\ufeff'

/** A cell. Texts are guarded against formulas; a number, flag or time in `plain` stays as it is. Null is an empty cell. */
export type Cell = string | number | boolean | null | { plain: string }

/** Returns the cell of a decimal or a time, which is no text that a customer or a member of the staff has written. */
export function plain(text: string | null): Cell {
  return text === null ? null : { plain: text }
}

/** Returns the cell of a time. @param instant milliseconds since the epoch */
export function time(instant: number | null | undefined): Cell {
  return plain(instant === null || instant === undefined ? null : formatInstant(instant))
}

/**
 * Yields a table as texts: the header, and a text for each page of rows.
 * @param columns the names of the columns, in their order
 */
export async function* writeCsv<Column extends string>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + write([columns])
  for await (const rows of pages) yield write(rows.map(row => columns.map(column => row[column])))
}

function write(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows.map(cells => cells.map(toText)))
}

function toText(cell: Cell): string {
  if (typeof cell === 'string') return escapeFormula(cell)
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.plain : String(cell)
}
