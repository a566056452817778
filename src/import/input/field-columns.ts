/** Columns of a table whose headings are the names of fields. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { columnName } from './column-name.ts'
import type { TableRow } from './table-row.ts'

/** A column to read. */
export interface FieldColumn<F extends string> {
  field: F
  index: number
}

/** What the headings mean. */
interface Headings<F extends string> {
  /** Returns the field of a column, by its name in lower case; undefined for a column that is not read. */
  fieldOf: (column: string) => F | undefined
  /** Whether a column that is not read is ignored without a word; never by default. */
  isIgnored?: (column: string) => boolean
}

/** Reads a header. A field with two columns is a problem, and is not read; an unknown column is told, and ignored. */
export function readFieldColumns<F extends string>(
  { line, fields }: TableRow,
  { fieldOf, isIgnored = () => false }: Headings<F>,
  checks: FileChecks,
): FieldColumn<F>[] {
  const columns = new Map<F, FieldColumn<F>>()
  const repeated = new Set<F>()
  const unread: string[] = []
  for (const [index, cell] of fields.entries()) {
    const field = fieldOf(columnName(cell))
    if (field && columns.has(field)) repeated.add(field)
    else if (field) columns.set(field, { field, index })
    else if (!isIgnored(columnName(cell))) unread.push(cell.trim())
  }
  warnOfUnread(unread, `line ${line}`, checks)
  for (const field of repeated) checks.problem(`line ${line} /${field}`, 'is repeated in the header')
  return [...columns.values()].filter(({ field }) => !repeated.has(field))
}

function warnOfUnread(names: string[], at: string, checks: FileChecks): void {
  if (names.length === 0) return
  const columns = names.length === 1 ? 'a column that is' : `${names.length} columns that are`
  checks.warning(at, `has ${columns} not read: ${NAME_IT}`, names.join(', '), names.filter(Boolean))
}

const NAME_IT = 'if one says a field, name it by --columns "Heading=price", over HTTP by ?columns='
