/** The columns of a customer list, and by which of them a file is known to be one. */

import { CustomerRecord } from '../../../customers/customer.schema.ts'

/** What a column of a customer list says of the customer. */
export type CustomerField = keyof CustomerRecord

const fields = new Map(Object.keys(CustomerRecord.properties).map(name => [name.toLowerCase(), name as CustomerField]))

/** An export writes them; they are not the file's to say. */
const SILENTLY_IGNORED = ['createdat', 'updatedat', 'group']

/** Lists of products have these columns too. */
const COMMON: CustomerField[] = ['id', 'name', 'status', 'freeCargo']

/** The member that a column gives, by its name in lower case. */
export function fieldOf(column: string): CustomerField | undefined {
  return fields.get(column)
}

/** Whether a list of customers may have the column: as a member, or as one that is not read. */
export function isKnownColumn(column: string): boolean {
  return fields.has(column) || SILENTLY_IGNORED.includes(column)
}

/**
 * Whether a file with these columns is a customer list.
 * An id alone does not tell: with columns that nobody knows, one must be there that only customers have.
 */
export function isCustomerList(header: ReadonlySet<string>): boolean {
  if (header.has('email')) return true
  const columns = [...header]
  return header.has('id') && (columns.every(isKnownColumn) || columns.some(isOfCustomersOnly))
}

function isOfCustomersOnly(column: string): boolean {
  const member = fieldOf(column)
  return member !== undefined && !COMMON.includes(member)
}
