/** Rows of tables that an export has written. */

import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import { type FieldColumn, readFieldColumns } from '../../input/field-columns.ts'
import { belowHeader } from '../../input/fields-of-rows.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableContext } from '../../table-system.ts'
import type { ReadCell } from './sepet-cells.ts'

/** A row with what it says. */
export interface SaidRow<F extends string> {
  /** Place of the row in findings: `line 12`. */
  at: string
  /** Values of the fields that the row says; invalid ones are text. */
  said: Partial<Record<F, unknown>>
}

/** Yields the rows that are not empty, and calls `begin` with the fields that have a column. */
export async function* readSaidRows<F extends string>(
  rows: AsyncIterable<TableRow>,
  { cells, context, begin }: { cells: Record<F, ReadCell>; context: TableContext; begin: (fields: Set<F>) => void },
): AsyncGenerator<SaidRow<F>> {
  const fields = new Map((Object.keys(cells) as F[]).map(field => [field.toLowerCase(), field]))
  let columns: FieldColumn<F>[] = []
  const readHeader = (header: TableRow) => {
    columns = readFieldColumns(header, { fieldOf: column => fields.get(column) }, context.checks)
    begin(new Set(columns.map(({ field }) => field)))
  }
  for await (const { line, fields: row } of belowHeader(rows, readHeader)) {
    if (row.every(cell => cell.trim() === '')) continue
    const values = columns.map(
      ({ field, index }) => [field, cells[field](row[index] ?? '', context, `line ${line} /${field}`)] as const,
    )
    const said = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    yield { at: `line ${line}`, said: said as SaidRow<F>['said'] }
  }
}

/** Columns that say a value only together. */
export interface Block<F extends string> {
  name: string
  columns: readonly F[]
}

/**
 * Finds out whether a file says a block: some of its columns alone do not, which is told.
 * @param fields those that have a column
 */
export function saysBlock<F extends string>(
  { name, columns }: Block<F>,
  fields: ReadonlySet<F>,
  checks: FileChecks,
): boolean {
  const missing = columns.filter(column => !fields.has(column))
  const isPart = missing.length > 0 && missing.length < columns.length
  if (isPart) checks.warning('line 1', `has no column ${missing.join(', ')}: ${name} is not read`)
  return missing.length === 0
}
