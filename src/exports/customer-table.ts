/** The table of customers, whose columns have the names of the API's fields. */

import { presentCustomer } from '../customers/customer.document.ts'
import type { Customer } from '../customers/customer.ts'
import { fieldNames } from '../model/customer-fields.ts'
import type { Cell } from './csv.ts'

/** Columns, as an import of a customer list reads them; it ignores the times. */
export const customerColumns = ['id', 'email', ...fieldNames, 'createdAt', 'updatedAt'] as const

/** Returns the row of a customer. */
export function customerRow(customer: Customer): Record<(typeof customerColumns)[number], Cell> {
  return presentCustomer(customer)
}
