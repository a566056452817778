/** Customers as rows of their table, and back. Columns derive from `customer-fields.ts`. */

import type { Selectable, Updateable } from 'kysely'
import type { CustomerTable } from '../db/tables.ts'
import {
  type CustomerColumns,
  type CustomerValues,
  columnOf,
  customerFields,
  fieldNames,
} from '../model/customer-fields.ts'
import type { CustomerChanges, NewCustomer } from './customer.schema.ts'
import type { Customer, CustomerDetails } from './customer.ts'
import { normaliseEmail } from './email.ts'

/** A row, with the name of the customer's group and the number of completed orders where those were read too. */
export type CustomerRow = Selectable<CustomerTable> & { group_name?: string | null; completed_orders?: number }

/** All columns but `id`, `email` (which may have to be generated) and the times. */
export function toColumns(customer: CustomerDetails): CustomerColumns {
  return Object.fromEntries(fieldNames.map(name => [columnOf(name), toCell(customer[name])])) as CustomerColumns
}

/** The columns that changes set; a field left out is unchanged, and so is an email that is null. */
export function toChangedColumns({ email, ...changes }: CustomerChanges | NewCustomer): Updateable<CustomerTable> {
  const changed = fieldNames.filter(name => changes[name] !== undefined)
  return {
    ...(email && { email: normaliseEmail(email) }),
    ...Object.fromEntries(changed.map(name => [columnOf(name), toCell(changes[name])])),
  }
}

/** The customer of a row. */
export function toCustomer(row: CustomerRow): Customer {
  const cells = row as unknown as Record<string, unknown>
  const values = fieldNames.map(name => [name, fromCell(cells[columnOf(name)], customerFields[name].cell)])
  return {
    id: row.id,
    email: row.email,
    ...(Object.fromEntries(values) as CustomerValues),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.completed_orders !== undefined && { completedOrders: row.completed_orders }),
    ...(row.group_name !== undefined && { groupName: row.group_name }),
  }
}

/** SQLite has no booleans: both engines store flags as 0 and 1. */
function toCell(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function fromCell(value: unknown, kind: string): unknown {
  return kind === 'flag' ? value === 1 : value
}
