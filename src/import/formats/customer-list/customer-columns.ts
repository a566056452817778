/** Columns of a customer list, and how a file is recognised as one. */

import { type CustomerField, fieldNames } from '../../../model/customer-fields.ts'

/** What a column may hold: a field of the customer, its id or its email. */
export type ListedField = CustomerField | 'id' | 'email'

const fields = new Map((['id', 'email', ...fieldNames] as const).map(name => [name.toLowerCase(), name]))

/** Columns that an export writes and an import ignores: Sepet sets them. */
const IGNORED = ['createdat', 'updatedat', 'group']

/** Fields whose columns occur in product lists too. */
const COMMON: ListedField[] = ['id', 'externalId', 'name', 'status', 'freeCargo']

/** Field of a column, by the column's name in lower case; undefined for an unknown column. */
export function fieldOf(column: string): ListedField | undefined {
  return fields.get(column)
}

/** Whether a customer list may have the column, read or ignored. */
export function isKnownColumn(column: string): boolean {
  return fields.has(column) || IGNORED.includes(column)
}

/**
 * Whether a file with these columns is a customer list. An `email` column is enough. An `id` column is enough only when all columns are
 * known or one occurs in no product list.
 */
export function isCustomerList(header: ReadonlySet<string>): boolean {
  if (header.has('email')) return true
  const columns = [...header]
  return header.has('id') && (columns.every(isKnownColumn) || columns.some(isOfCustomersOnly))
}

function isOfCustomersOnly(column: string): boolean {
  const field = fieldOf(column)
  return field !== undefined && !COMMON.includes(field)
}
