/** Operation docs of the customer endpoints, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../http/operation-docs.ts'
import { Id } from '../schema/fields.ts'

const given = 'the customers of the sample shop'
const params = Type.Object({ id: Id() })

/** GET /customers. */
export const listCustomers: OperationDocs = {
  name: 'listCustomers',
  summary: 'List customers',
  description:
    'Returns one page. A customer matches when every filter matches; a filter with several values, separated by commas, matches any of them. Unknown parameters are refused. A page past the end is empty.',
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

/** GET /customers/:id. */
export const readCustomer: OperationDocs = {
  name: 'readCustomer',
  summary: 'Read a customer',
  params,
  refuses: ['parameter_invalid', 'customer_not_found'],
  examples: {
    dealer: { summary: 'A dealer with the group', given, params: { id: 2, include: 'group' }, status: 200 },
  },
}

/** POST /customers. */
export const createCustomers: OperationDocs = {
  name: 'createCustomers',
  summary: 'Create one customer or many',
  description:
    'A list of 1 to 100 customers is created completely or not at all; errors point into the list, such as at `/3/email`. Emails are unique without regard to case; a customer without an email gets a generated one.',
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

/** PUT /customers/:id. */
export const updateCustomer: OperationDocs = {
  name: 'updateCustomer',
  summary: 'Update a customer',
  description:
    'A field that is left out keeps its value; `null` clears a text or the group. From the next request on, tokens and web sessions of an `inactive` or `banned` customer are refused.',
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

/** DELETE /customers/:id. */
export const deleteCustomer: OperationDocs = {
  name: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Deletes the customer’s cart and web sessions too. The customer’s tokens stop working.',
  params,
  otherResponses: { 204: null },
  refuses: ['customer_not_found'],
  examples: { deleted: { summary: 'No content', given, params: { id: 6 }, status: 204 } },
}
