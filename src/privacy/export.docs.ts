/** Operation docs of the export of a customer. */

import Type from 'typebox'
import type { OperationDocs } from '../http/operation-docs.ts'
import { Id } from '../schema/fields.ts'

/** GET /customers/:id/export. */
export const exportCustomer: OperationDocs = {
  name: 'exportCustomer',
  section: 'Customers',
  summary: 'Export everything about a customer',
  description:
    'Returns all that is stored about one person, to answer a request for access. The response is sent while it is read: a connection that is cut before its end leaves JSON that is not complete. Few exports run at once; a further one is answered with 503 `overloaded`.',
  params: Type.Object({ id: Id() }),
  refuses: ['customer_not_found'],
  examples: {
    person: {
      summary: 'A customer who has not ordered yet',
      given: 'the customers of the sample shop',
      params: { id: 2 },
      status: 200,
    },
  },
}
