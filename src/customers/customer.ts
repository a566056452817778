/** A customer, and the initial values of a new one. */

import { type CustomerValues, customerFields, fieldNames } from '../model/customer-fields.ts'
import type { NewCustomer } from './customer.schema.ts'
import { normaliseEmail } from './email.ts'

const GENERATED = '@generated.invalid'

/** Everything about a customer that clients and imports decide. */
export interface CustomerDetails extends CustomerValues {
  /** Trimmed and lower-cased; null: generated for a new customer, kept for a stored one. */
  email: string | null
}

/** A customer as stored. Times are milliseconds since the epoch. */
export interface Customer extends CustomerDetails {
  id: number
  email: string
  createdAt: number
  updatedAt: number
  /** Completed orders here that were not cancelled; undefined where they were not counted, and for a new customer. */
  completedOrders?: number
  /** Name of the customer's group: null without a group, undefined where it was not read. */
  groupName?: string | null
}

/** Completes a new customer with initial values: texts null, flags false, the status `active`. */
export function toCustomerDetails(given: NewCustomer): CustomerDetails {
  // Only the fields are read: a body of 4 MiB may have hundreds of thousands of other members.
  const values = fieldNames.map(name => [name, given[name] ?? customerFields[name].initial])
  const email = given.email ? normaliseEmail(given.email) : null
  return { email, ...(Object.fromEntries(values) as CustomerValues) }
}

/** Unique email address for a customer who has none; `.invalid` never receives mail (RFC 2606). */
export function generatedEmail(randomId: string): string {
  return `customer-${randomId}${GENERATED}`
}

/** Whether an email was generated. */
export function isGeneratedEmail(email: string): boolean {
  return email.endsWith(GENERATED)
}
