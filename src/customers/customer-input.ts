/** New customers in a request body: one object, or a list of up to 100. */

import Type from 'typebox'
import { detailOf, Refusal, type RefusalCode, type Violation } from '../errors.ts'
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
  /** Every invalid field, and emails and external ids that occur twice in the list. */
  violations: Violation[]
  /** Whether the body is a list; the response is a list then too. */
  isBulk: boolean
}

type ConstrainedField = 'email' | 'externalId' | 'customerGroupId'

/** The fields of a customer that the database constrains; a field that is undefined or null conflicts with nothing. */
export type Constrained = { [F in ConstrainedField]?: CustomerDetails[F] | undefined }

/** Stored facts that customers conflict with. */
export interface Conflicts {
  takenEmails: Set<string>
  takenExternalIds: Set<string>
  unknownGroups: Set<number>
}

/** Fields that no two customers have in common, with the error code and the name of each. */
const uniqueFields: { field: 'email' | 'externalId'; code: RefusalCode; name: string }[] = [
  { field: 'email', code: 'email_taken', name: 'email' },
  { field: 'externalId', code: 'external_id_taken', name: 'external id' },
]

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
  return {
    customers,
    violations: [...violations, ...uniqueFields.flatMap(each => explainRepeated(customers, each))],
    isBulk,
  }
}

/** Why the customers cannot be stored; empty when there is no conflict (any more). */
export function explainConflicts({ customers, violations, isBulk }: NewCustomers, conflicts: Conflicts): Violation[] {
  const reported = new Set(violations.map(({ pointer }) => pointer))
  const found = customers.flatMap((customer, index) => explainConflict(customer, conflicts, isBulk ? `/${index}` : ''))
  return [...violations, ...found.filter(({ pointer }) => !reported.has(pointer))]
}

/** Why one customer cannot be stored. */
export function explainConflict(
  { customerGroupId, ...customer }: Constrained,
  { takenEmails, takenExternalIds, unknownGroups }: Conflicts,
  under = '',
): Violation[] {
  const taken = { email: takenEmails, externalId: takenExternalIds }
  const violations: Violation[] = uniqueFields
    .filter(({ field }) => taken[field].has(customer[field] ?? ''))
    .map(({ field, code, name }) => ({
      code,
      pointer: `${under}/${field}`,
      detail: `Another customer has this ${name}.`,
    }))
  if (customerGroupId && unknownGroups.has(customerGroupId)) {
    const pointer = `${under}/customerGroupId`
    violations.push({ code: 'customer_group_not_found', pointer, detail: detailOf('customer_group_not_found') })
  }
  return violations
}

function explainRepeated(
  customers: CustomerDetails[],
  { field, code, name }: (typeof uniqueFields)[number],
): Violation[] {
  const firsts = new Map<string, number>()
  return customers.flatMap(({ [field]: value }, index) => {
    if (value === null) return []
    const first = firsts.get(value)
    if (first === undefined) {
      firsts.set(value, index)
      return []
    }
    return [{ code, pointer: `/${index}/${field}`, detail: `Customer ${first} of the list has this ${name}.` }]
  })
}
