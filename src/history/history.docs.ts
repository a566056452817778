/** API documentation of the endpoint of the history, with an example from the sample shop. */

import type { OperationDocs } from '../http/operation-docs.ts'

/** GET /history. */
export const listHistory: OperationDocs = {
  name: 'listHistory',
  section: 'Events',
  summary: 'List who changed what',
  description:
    'Returns one page of the changes of one record, the last one first: of a product its prices, discount, sale, name and VAT, and its stock where a member of staff has set it in the office or by a file imported there; of a coupon, a campaign and the settings of the shop every field; of a customer the names of the fields; of a checkout its state and the number of returned pieces. A record that nobody has changed has none. The last 100 changes of a record are kept, for `HISTORY_RETENTION_DAYS` (180).',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  refusalExamples: {
    parameter_invalid: {
      parameter: 'filter[target]',
      detail:
        'filter[target] must be product:<id>, coupon:<code>, campaign:<id>, customer:<id>, checkout:<reference> or shop.',
    },
  },
  examples: {
    product: {
      summary: 'The changes of a product',
      given: 'an administrator, and a shop in which the price of a product was changed',
      params: { 'filter[target]': 'product:101' },
      status: 200,
    },
  },
}
