/** The customer as the API answers it (specification 2.9): its schema, and the field list that fills it. */

import Type, { type Static } from 'typebox'
import { Id, instant, nullable, oneOf } from '../schema/fields.ts'
import type { Customer } from './customer.ts'

const text = nullable(Type.String())
const Group = Type.Object({ id: Id(), name: Type.String() })

/** `group` only where it was asked for. */
export const CustomerDocument = Type.Object(
  {
    id: Id(),
    email: Type.String(),
    name: text,
    surname: text,
    company: text,
    customerGroupId: nullable(Id()),
    mobilePhone: text,
    businessPhone: text,
    countryCode: text,
    cityCode: text,
    address: text,
    status: oneOf('active', 'inactive', 'banned'),
    dealer: Type.Boolean(),
    freeCargo: Type.Boolean(),
    emailNotification: Type.Boolean(),
    smsNotification: Type.Boolean(),
    phoneCallNotification: Type.Boolean(),
    createdAt: instant('when the customer was created'),
    updatedAt: instant('when the customer was last changed'),
    group: Type.Optional(Type.Union([Group, Type.Null()], { description: 'only where it was asked for' })),
  },
  { title: 'Customer' },
)

export type CustomerDocument = Static<typeof CustomerDocument>

/** Presents a customer. */
export function presentCustomer(customer: Customer, withGroup = false): CustomerDocument {
  const { groupName, createdAt, updatedAt, ...details } = customer
  const group = details.customerGroupId === null ? null : { id: details.customerGroupId, name: groupName ?? '' }
  return {
    ...details,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(withGroup && { group }),
  }
}
