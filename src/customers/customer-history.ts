/** What the history keeps of changes of customers: the names of fields, never values. A deletion removes it. */

import type { NewChange } from '../history/history.ts'
import type { Author } from '../model/author.ts'
import { columnOf, customerFields, fieldNames } from '../model/customer-fields.ts'
import type { CustomerRow } from './customer-row.ts'

/** Returns the target of a customer's history. */
export function historyOf(customerId: number): string {
  return `customer:${customerId}`
}

/** Returns the changes that create customers, with the fields that say something. */
export function createdChanges(rows: readonly CustomerRow[], cause: Author & { now: number }): NewChange[] {
  return rows.map(row => {
    const said = fieldNames.filter(name => cellOf(row, name) !== toCell(customerFields[name].initial))
    return changeOf(row.id, ['email', ...said], cause)
  })
}

/** Returns the change of the fields of a customer. */
export function changeOf(
  id: number,
  fields: readonly string[],
  { now, ...author }: Author & { now: number },
): NewChange {
  return { target: historyOf(id), at: now, author, changes: fields.map(field => ({ field })) }
}

/** Returns the names of the fields that differ. */
export function changedFields(before: CustomerRow, after: CustomerRow): string[] {
  return ['email', ...fieldNames].filter(name => cellOf(before, name) !== cellOf(after, name))
}

function toCell(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function cellOf(row: CustomerRow, field: string): unknown {
  return (row as unknown as Record<string, unknown>)[columnOf(field)]
}
