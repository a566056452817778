/** Columns of a plain customer list, and how a file is recognised as one. */

import { fieldNames } from '../../../model/customer-fields.ts'
import { columnName } from '../../input/column-name.ts'
import { type CustomerColumn, plainColumns } from './customer-tables.ts'

const fields = new Map((['id', 'email', ...fieldNames] as const).map(name => [name.toLowerCase(), name]))
const plain = new Map(Object.entries(plainColumns).map(([name, column]) => [columnName(name), column]))

/** Fields of the API that an import ignores: Sepet sets them. */
const IGNORED = ['completedorders', 'createdat', 'updatedat', 'group']

/** Fields whose columns occur in product lists too. */
const COMMON: CustomerColumn[] = ['id', 'externalId', 'name', 'status', 'active', 'freeCargo']

/** What a column is, by its name in lower case; undefined for an unknown column. */
export function columnOf(name: string): CustomerColumn | undefined {
  return fields.get(name) ?? plain.get(name)
}

/** Whether a column of a list is known, and not read. */
export function isIgnoredColumn(name: string): boolean {
  return IGNORED.includes(name)
}

/**
 * Whether a file with these columns is a customer list. An email is enough. An `id` or `externalId` is enough only when all columns are known or one
 * occurs in no product list.
 */
export function isCustomerList(header: ReadonlySet<string>): boolean {
  const columns = [...header]
  if (columns.some(name => columnOf(name) === 'email')) return true
  if (header.has('externalid') && columns.some(isOfCustomersOnly)) return true
  const isKnown = (name: string) => fields.has(name) || isIgnoredColumn(name)
  return header.has('id') && (columns.every(isKnown) || columns.some(isOfCustomersOnly))
}

/** Tells a list of customers that lacks what names them. */
export function lacksKey(header: ReadonlySet<string>): string | undefined {
  const names = [...header].filter(isOfCustomersOnly)
  if (names.length < 2) return undefined
  return 'looks like a list of customers without their emails: export the emails, or map a column by --columns "Adres=email"'
}

function isOfCustomersOnly(name: string): boolean {
  const column = columnOf(name)
  return column !== undefined && !COMMON.includes(column)
}
