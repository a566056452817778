/** The customer of API responses (specification 2.9): its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { propertiesOf } from '../model/customer-fields.ts'
import { Id, instant } from '../schema/fields.ts'
import type { Customer } from './customer.ts'

const Group = Type.Object({ id: Id(), name: Type.String() })

/** `group` only where it was asked for. */
export const CustomerDocument = Type.Object(
  {
    id: Id(),
    email: Type.String(),
    ...propertiesOf('output'),
    completedOrders: Type.Integer({ description: 'orders here that are completed and not cancelled' }),
    createdAt: instant('when the customer was created'),
    updatedAt: instant('when the customer was last changed'),
    group: Type.Optional(Type.Union([Group, Type.Null()], { description: 'only where it was asked for' })),
  },
  { title: 'Customer' },
)

export type CustomerDocument = Static<typeof CustomerDocument>

/** A response with one customer. */
export const OneCustomer = Type.Object({ data: CustomerDocument }, { title: 'OneCustomer' })

/** Presents a customer without its group. */
export function presentCustomer({ groupName: _, createdAt, updatedAt, ...details }: Customer): CustomerDocument {
  const { completedOrders = 0 } = details
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  return { ...details, completedOrders, ...times }
}

/** Presents a customer with its group, which is null for a customer without one. */
export function presentWithGroup(customer: Customer): CustomerDocument {
  const { customerGroupId, groupName } = customer
  const group = customerGroupId === null ? null : { id: customerGroupId, name: groupName ?? '' }
  return { ...presentCustomer(customer), group }
}
