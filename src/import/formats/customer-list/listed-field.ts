/** Fields that a customer list has. */

import type { CustomerField } from '../../../model/customer-fields.ts'

/** What a column may hold: a field of the customer, its id or its email. */
export type ListedField = CustomerField | 'id' | 'email'
