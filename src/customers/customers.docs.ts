/** Operation docs of the customer endpoints, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../http/operation-docs.ts'
import { WITHOUT_NUL } from '../schema/described.ts'
import { MAX_EXTERNAL_ID } from '../schema/external-id.ts'
import { Id } from '../schema/fields.ts'

const given = 'the customers of the sample shop'
const params = Type.Object({ id: Id() })

/** The rule of external ids in paths. */
export const externalIdRule = `a text of 1 to ${MAX_EXTERNAL_ID} characters (without U+0000 and lone surrogates), percent-encoded as one segment of the path`
const externalIdParams = Type.Object({
  externalId: Type.String({
    minLength: 1,
    maxLength: MAX_EXTERNAL_ID,
    pattern: WITHOUT_NUL,
    description: externalIdRule,
  }),
})
const externalId = 'auth0|6740c2f1b3a9e5d80f1c7e24'

/** GET /customers. */
export const listCustomers: OperationDocs = {
  name: 'listCustomers',
  section: 'Customers',
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

/** GET /customer-groups. */
export const listCustomerGroups: OperationDocs = {
  name: 'listCustomerGroups',
  section: 'Customers',
  summary: 'List customer groups',
  description:
    'Returns one page of the groups that customers, prices and promotions name, in the order of their ids. The numbers of customers are shown to a token with `customers:read`.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: { all: { summary: 'All groups', given: 'the groups of the sample shop', status: 200 } },
}

/** GET /customers/:id. */
export const readCustomer: OperationDocs = {
  name: 'readCustomer',
  section: 'Customers',
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
  section: 'Customers',
  summary: 'Create one customer or many',
  description:
    'A list of 1 to 100 customers is created completely or not at all; errors point into the list, such as at `/3/email`. Emails are unique without regard to case; a customer without an email gets a generated one. External ids are unique and compared exactly.',
  headers: { 201: ['Location'] },
  refuses: ['bulk_size_invalid', 'email_taken', 'external_id_taken', 'customer_group_not_found', 'ids_exhausted'],
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
  section: 'Customers',
  summary: 'Update a customer',
  description:
    'A field that is left out keeps its value; `null` clears a text, the external id or the group. From the next request on, tokens and web sessions of an `inactive` or `banned` customer are refused.',
  params,
  refuses: ['customer_not_found', 'email_taken', 'external_id_taken', 'customer_group_not_found'],
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
  section: 'Customers',
  summary: 'Delete a customer',
  description: 'Deletes the customer’s cart and web sessions too. The customer’s tokens stop working.',
  params,
  otherResponses: { 204: null },
  refuses: ['customer_not_found'],
  examples: { deleted: { summary: 'No content', given, params: { id: 6 }, status: 204 } },
}

/** GET /customers/by-external-id/:externalId. */
export const readCustomerByExternalId: OperationDocs = {
  name: 'readCustomerByExternalId',
  section: 'Customers',
  summary: 'Read a customer by external id',
  description: 'The external id is the id by which the shop’s identity provider names the customer.',
  params: externalIdParams,
  refuses: ['parameter_invalid', 'customer_not_found'],
  examples: { linked: { summary: 'A customer of an identity provider', given, params: { externalId }, status: 200 } },
}

/** PUT /customers/by-external-id/:externalId. */
export const saveCustomerByExternalId: OperationDocs = {
  name: 'saveCustomerByExternalId',
  section: 'Customers',
  summary: 'Create or update a customer by external id',
  description:
    'For hooks of an identity provider, such as at sign-up. Answers 201 when it created the customer, and 200 when it updated the one with this external id; simultaneous requests create one customer. A field that is left out keeps its value, or gets its initial value in a new customer. An email that is absent or `null` is kept, or generated for a new customer.',
  params: externalIdParams,
  headers: { 201: ['Location'] },
  refuses: ['parameter_invalid', 'email_taken', 'customer_group_not_found', 'ids_exhausted'],
  examples: {
    signUp: {
      summary: 'A sign-up',
      given,
      params: { externalId: 'auth0|6742d90e5c1f8b7a3e4d6f01' },
      body: { email: 'nil@example.com', name: 'Nil', surname: 'Aksoy' },
      status: 201,
    },
    change: {
      summary: 'A changed phone number',
      given,
      params: { externalId },
      body: { mobilePhone: '+90 533 000 00 00' },
      status: 200,
    },
  },
}
