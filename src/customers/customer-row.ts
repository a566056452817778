/** A customer's details as columns of the table, for every writer of it. */

import type { CustomerTable, Flag } from '../db/tables.ts'
import type { CustomerDetails } from './customer.ts'

export type DetailColumns = Omit<CustomerTable, 'id' | 'email' | 'created_at' | 'updated_at'>

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

function flag(value: boolean): Flag {
  return value ? 1 : 0
}
