/** Changes to a customer as changed columns; members left out are no change. */

import type { CustomerTable } from '../db/tables.ts'
import type { CustomerChanges } from './customer.schema.ts'
import { normaliseEmail } from './email.ts'

type Column = keyof CustomerTable & string

const columnOf: Record<keyof CustomerChanges, Column> = {
  email: 'email',
  name: 'name',
  surname: 'surname',
  company: 'company',
  customerGroupId: 'customer_group_id',
  mobilePhone: 'mobile_phone',
  businessPhone: 'business_phone',
  countryCode: 'country_code',
  cityCode: 'city_code',
  address: 'address',
  status: 'status',
  dealer: 'dealer',
  freeCargo: 'free_cargo',
  emailNotification: 'email_notification',
  smsNotification: 'sms_notification',
  phoneCallNotification: 'phone_call_notification',
}

/** The columns to set. */
export function toChangedColumns(changes: CustomerChanges): Partial<Omit<CustomerTable, 'id'>> {
  const members = Object.entries(columnOf) as [keyof CustomerChanges, Column][]
  return Object.fromEntries(
    members
      .filter(([member]) => changes[member] !== undefined)
      .map(([member, column]) => [column, toColumn(member, changes[member])]),
  )
}

function toColumn(member: keyof CustomerChanges, value: unknown): unknown {
  if (member === 'email') return normaliseEmail(value as string)
  return typeof value === 'boolean' ? Number(value) : value
}
