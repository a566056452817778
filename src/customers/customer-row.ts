/** Customers as rows of their table, and back. */

import type { Selectable } from 'kysely'
import type { CustomerTable, Flag } from '../db/tables.ts'
import type { Customer, CustomerDetails } from './customer.ts'

export type DetailColumns = Omit<CustomerTable, 'id' | 'email' | 'created_at' | 'updated_at'>

/** A row, with the name of the customer's group where that was read too. */
export type CustomerRow = Selectable<CustomerTable> & { group_name?: string | null }

/** All columns but the id, the email, which may have to be generated, and the times. */
export function toColumns(customer: CustomerDetails): DetailColumns {
  return {
    name: customer.name,
    surname: customer.surname,
    company: customer.company,
    customer_group_id: customer.customerGroupId,
    mobile_phone: customer.mobilePhone,
    business_phone: customer.businessPhone,
    country_code: customer.countryCode,
    city_code: customer.cityCode,
    address: customer.address,
    status: customer.status,
    dealer: flag(customer.dealer),
    free_cargo: flag(customer.freeCargo),
    email_notification: flag(customer.emailNotification),
    sms_notification: flag(customer.smsNotification),
    phone_call_notification: flag(customer.phoneCallNotification),
  }
}

/** The customer of a row. */
export function toCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    surname: row.surname,
    company: row.company,
    customerGroupId: row.customer_group_id,
    mobilePhone: row.mobile_phone,
    businessPhone: row.business_phone,
    countryCode: row.country_code,
    cityCode: row.city_code,
    address: row.address,
    status: row.status,
    dealer: row.dealer === 1,
    freeCargo: row.free_cargo === 1,
    emailNotification: row.email_notification === 1,
    smsNotification: row.sms_notification === 1,
    phoneCallNotification: row.phone_call_notification === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.group_name !== undefined && { groupName: row.group_name }),
  }
}

function flag(value: boolean): Flag {
  return value ? 1 : 0
}
