/** What a customer is, and what a customer is who says nothing. */

import type { NewCustomer } from './customer.schema.ts'
import { normaliseEmail } from './email.ts'

/** Everything about a customer that others decide (specification 2.9). */
export interface CustomerDetails {
  /** Trimmed and lower-cased; null: to be generated, or kept. */
  email: string | null
  name: string | null
  surname: string | null
  company: string | null
  customerGroupId: number | null
  mobilePhone: string | null
  businessPhone: string | null
  countryCode: string | null
  cityCode: string | null
  address: string | null
  status: 'active' | 'inactive' | 'banned'
  dealer: boolean
  freeCargo: boolean
  emailNotification: boolean
  smsNotification: boolean
  phoneCallNotification: boolean
}

/** A customer as stored. Times are milliseconds since the epoch. */
export interface Customer extends CustomerDetails {
  id: number
  email: string
  createdAt: number
  updatedAt: number
  /** Where it was read; null without a group. */
  groupName?: string | null
}

/** Completes a new customer: texts default to null, booleans to false, the status to active. */
export function toCustomerDetails({
  email = null,
  name = null,
  surname = null,
  company = null,
  customerGroupId = null,
  mobilePhone = null,
  businessPhone = null,
  countryCode = null,
  cityCode = null,
  address = null,
  status = 'active',
  dealer = false,
  freeCargo = false,
  emailNotification = false,
  smsNotification = false,
  phoneCallNotification = false,
}: NewCustomer): CustomerDetails {
  const names = { name, surname, company }
  const contact = { mobilePhone, businessPhone, countryCode, cityCode, address }
  const marks = { dealer, freeCargo, emailNotification, smsNotification, phoneCallNotification }
  return { email: email && normaliseEmail(email), customerGroupId, status, ...names, ...contact, ...marks }
}

/** An email that nobody reads, for a customer who gave none. */
export function generatedEmail(randomId: string): string {
  return `customer-${randomId}@generated.invalid`
}
