/** Cells of a customer list as values of fields. An invalid cell stays text, which the schema refuses. */

import { unescapeFormula } from '../../../customers/formula-text.ts'
import { customerFields } from '../../../model/customer-fields.ts'
import { readWholeNumber } from '../../input/cell-numbers.ts'
import { readFlag } from '../../input/flag-words.ts'
import type { CustomerColumn } from './customer-tables.ts'
import type { ListedField } from './listed-field.ts'

type Value = string | number | boolean | null

/** The fields of a row, and the customer's number in another system. */
export interface CustomerCells {
  fields: Partial<Record<ListedField, unknown>>
  sourceNumber: string | null
  /** Whether the status is that of an account in another system, which knows nothing of a ban. */
  keepsBan: boolean
  /** A number of orders that cannot be read; undefined where it can, or where there is none. */
  unreadOrders: string | undefined
}

/** Reads a trimmed cell that is not blank. */
type Read = (cell: string) => Value

const readers: Record<'integer' | 'flag' | 'word', Read> = {
  integer: cell => (/^\d+$/.test(cell) ? Number(cell) : cell),
  flag: cell => readFlag(cell) ?? cell,
  word: cell => cell,
}

/**
 * Value of a cell.
 * @returns null when the cell clears the field; undefined when it is blank, so that the field keeps its stored or initial value
 */
export function readCell(field: ListedField, cell: string): Value | undefined {
  const content = unescapeFormula(cell)
  if (field === 'id') return readOr(undefined, readers.integer, content)
  if (field === 'email') return readOr(null, readers.word, content)
  const { cell: kind, initial } = customerFields[field]
  // Text keeps its blanks: they may be intended.
  if (kind === 'text') return content === '' ? null : content
  return readOr(initial === null ? null : undefined, readers[kind], content)
}

function readOr(blank: null | undefined, read: Read, cell: string): Value | undefined {
  const trimmed = cell.trim()
  return trimmed === '' ? blank : read(trimmed)
}

/** Reads the cells of a row by their columns. */
export function readCustomerCells(cells: readonly (readonly [CustomerColumn, string])[]): CustomerCells {
  const fields: CustomerCells['fields'] = {}
  for (const [column, cell] of cells) {
    const [field, value] = readColumn(column, cell)
    if (field !== null) set(fields, field, value)
  }
  const textsOf = (column: CustomerColumn) =>
    cells.filter(([each]) => each === column).flatMap(([, cell]) => unquoted(cell) || [])
  const hasAddress = cells.some(([column]) => column === 'addressPart')
  if (hasAddress) set(fields, 'address', textsOf('addressPart').join(', ') || null)
  const refused = textsOf('refusedAt').length > 0
  if (refused || textsOf('consentedAt').length > 0) set(fields, 'emailNotification', !refused)
  const keepsBan = cells.some(([column, cell]) => column === 'active' && readFlag(cell) !== null)
  const unreadOrders = textsOf('orders').find(text => readWholeNumber(text) === null)
  return { fields, sourceNumber: textsOf('sourceNumber')[0] ?? null, keepsBan, unreadOrders }
}

type OfSeveral = 'sourceNumber' | 'addressPart' | 'consentedAt' | 'refusedAt'

/** Whether a column is read with others. */
function isOfSeveral(column: CustomerColumn): column is OfSeveral {
  return ['sourceNumber', 'addressPart', 'consentedAt', 'refusedAt'].includes(column)
}

/** The field and value of one cell; no field for a cell that is read with others. */
function readColumn(column: CustomerColumn, cell: string): [ListedField | null, unknown] {
  if (isOfSeveral(column)) return [null, null]
  if (column === 'orders') return ['orderCount', readWholeNumber(unquoted(cell)) ?? undefined]
  if (column === 'active') return ['status', statusOf(cell)]
  const isPhone = column === 'mobilePhone' || column === 'businessPhone'
  return [column, readCell(column, isPhone ? unquotedPhone(cell) : cell)]
}

/** The first column of a field that is not empty counts. */
function set(fields: CustomerCells['fields'], field: ListedField, value: unknown): void {
  if (value !== undefined && (fields[field] === undefined || fields[field] === null)) fields[field] = value
}

/** Undoes the apostrophe that exporters put before numbers, so that spreadsheets keep them as texts. */
function unquoted(cell: string): string {
  return unescapeFormula(cell.trim()).replace(/^'(?=\d+$)/, '')
}

function unquotedPhone(cell: string): string {
  return cell.replace(/^'(?=[\d+(])/, '')
}

function statusOf(cell: string): string | undefined {
  const isActive = readFlag(cell)
  if (cell.trim() === '') return undefined
  return isActive === null ? cell : isActive ? 'active' : 'inactive'
}
