/** New customers in a request body: one object, or a list of up to 100. */

import Type from 'typebox'
import { Refusal, type Violation } from '../errors.ts'
import { createSchemaCheck } from '../schema/check.ts'
import { violationOf } from '../schema/violation.ts'
import { NewCustomer } from './customer.schema.ts'
import { type CustomerDetails, toCustomerDetails } from './customer.ts'

/** Specification 8. */
const MAX_BULK = 100

/** Body of a creation: one customer, or a list of 1 to 100. */
export const CustomerCreation = Type.Union([NewCustomer, Type.Array(NewCustomer, { minItems: 1, maxItems: MAX_BULK })])

/** A body of a creation, read and checked. */
export interface NewCustomers {
  /** Customers without their invalid fields. */
  customers: CustomerDetails[]
  /** Every invalid field, and emails that occur twice in the list. */
  violations: Violation[]
  /** Whether the body is a list; the response is a list then too. */
  isBulk: boolean
}

/** Stored facts that customers conflict with. */
export interface Conflicts {
  takenEmails: Set<string>
  unknownGroups: Set<number>
}

const checkCustomer = createSchemaCheck(NewCustomer)

/**
 * Reads the body of a creation.
 * @throws Refusal 422 for a list of the wrong length
 */
export function readNewCustomers(body: unknown): NewCustomers {
  const isBulk = Array.isArray(body)
  const items: unknown[] = isBulk ? body : [body]
  if (items.length < 1 || items.length > MAX_BULK) {
    const detail = `A list must hold 1 to ${MAX_BULK} customers, not ${items.length}.`
    throw new Refusal({ code: 'bulk_size_invalid', pointer: '', detail })
  }
  const checked = items.map(checkCustomer)
  const customers = checked.map(({ sound }) => toCustomerDetails(sound))
  const violations = checked.flatMap(({ problems }, index) =>
    [...problems].map(([pointer, problem]) => violationOf(pointer, problem, isBulk ? `/${index}` : '')),
  )
  return { customers, violations: [...violations, ...explainRepeated(customers)], isBulk }
}

/** Why the customers cannot be stored; empty when there is no conflict (any more). */
export function explainConflicts({ customers, violations, isBulk }: NewCustomers, conflicts: Conflicts): Violation[] {
  const reported = new Set(violations.map(({ pointer }) => pointer))
  const found = customers.flatMap((customer, index) => explainConflict(customer, conflicts, isBulk ? `/${index}` : ''))
  return [...violations, ...found.filter(({ pointer }) => !reported.has(pointer))]
}

/** Why one customer cannot be stored. */
export function explainConflict(
  { email, customerGroupId }: Partial<Pick<CustomerDetails, 'email' | 'customerGroupId'>>,
  { takenEmails, unknownGroups }: Conflicts,
  under = '',
): Violation[] {
  const violations: Violation[] = []
  if (email && takenEmails.has(email)) {
    violations.push({ code: 'email_taken', pointer: `${under}/email`, detail: 'Another customer has this email.' })
  }
  if (customerGroupId && unknownGroups.has(customerGroupId)) {
    const pointer = `${under}/customerGroupId`
    violations.push({ code: 'customer_group_not_found', pointer, detail: 'There is no such customer group.' })
  }
  return violations
}

function explainRepeated(customers: CustomerDetails[]): Violation[] {
  const firsts = new Map<string, number>()
  return customers.flatMap(({ email }, index) => {
    if (email === null) return []
    const first = firsts.get(email)
    if (first === undefined) {
      firsts.set(email, index)
      return []
    }
    return [
      { code: 'email_taken', pointer: `/${index}/email`, detail: `Customer ${first} of the list has this email.` },
    ]
  })
}
