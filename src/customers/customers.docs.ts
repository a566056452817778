/** What the API description says of the customer endpoints, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../http/operation-docs.ts'
import { Id } from '../schema/fields.ts'
import { CustomerCreation } from './customer-input.ts'
import { CustomerIncludeParameter, CustomerQueryParameters } from './customer-query.ts'

const given = 'the customers of the sample shop'
const params = Type.Object({ id: Id() })

export const listCustomers: OperationDocs = {
  name: 'listCustomers',
  summary: 'List customers',
  description:
    'Page by page. All filters must hold; of the values of one, separated by commas, any may. What is not understood is refused, never guessed. A page past the end is empty.',
  querystring: CustomerQueryParameters,
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    students: {
      summary: 'The students, by surname',
      given,
      params: { limit: 2, sort: 'surname', include: 'group', 'filter[customerGroupId]': '3' },
      status: 200,
    },
  },
}

export const readCustomer: OperationDocs = {
  name: 'readCustomer',
  summary: 'Read a customer',
  params,
  querystring: CustomerIncludeParameter,
  refuses: ['parameter_invalid', 'customer_not_found'],
  examples: {
    dealer: { summary: 'A dealer with the group', given, params: { id: 2, include: 'group' }, status: 200 },
  },
}

export const createCustomers: OperationDocs = {
  name: 'createCustomers',
  summary: 'Create one customer or many',
  description:
    'A list of 1 to 100 customers is created as a whole or not at all; violations then point into the list, such as at `/3/email`. No two customers have the same email, whatever its case; where none is given, one is generated.',
  body: CustomerCreation,
  headers: { 201: ['Location'] },
  refuses: ['bulk_size_invalid', 'email_taken', 'customer_group_not_found', 'ids_exhausted'],
  examples: {
    one: {
      summary: 'One customer',
      given,
      body: { email: 'Ada@Example.com', name: 'Ada', surname: 'Yılmaz', mobilePhone: '+90 532 000 00 00' },
      status: 201,
    },
    many: {
      summary: 'Two at once',
      given: 'the customers of the sample shop and one more',
      body: [
        { email: 'can@example.com', name: 'Can', customerGroupId: 3 },
        { email: 'deniz@example.com', name: 'Deniz', dealer: true },
      ],
      status: 201,
    },
  },
}

export const updateCustomer: OperationDocs = {
  name: 'updateCustomer',
  summary: 'Update a customer',
  description:
    'A member that is left out keeps its value, `null` clears a text or the group. Whoever becomes `inactive` or `banned` is out with the next request.',
  params,
  refuses: ['customer_not_found', 'email_taken', 'customer_group_not_found'],
  examples: {
    moved: {
      summary: 'Another group, and no more emails',
      given,
      params: { id: 4 },
      body: { customerGroupId: 1, emailNotification: false },
      status: 200,
    },
  },
}

export const deleteCustomer: OperationDocs = {
  name: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Cart and web sessions go too, and the customer’s tokens stop working.',
  params,
  answers: { 204: null },
  refuses: ['customer_not_found'],
  examples: { deleted: { summary: 'Nothing is left to say', given, params: { id: 6 }, status: 204 } },
}
