/** Operation docs of the turnover. */

import type { OperationDocs } from '../../http/operation-docs.ts'

/** GET /turnover. */
export const readTurnover: OperationDocs = {
  name: 'readTurnover',
  section: 'Orders',
  summary: 'Read the turnover of a period',
  description:
    'Counts the orders that were completed in the period, by the time of their first completion, and adds up what they paid. Cancelled orders are counted in `cancelled` alone. Returns count at the time at which they were made, whenever their order was completed; they are not subtracted from the turnover. Amounts with two currencies or numbers of decimal places are never added, and have rows of their own. The orders are read one part after the other: one that is completed or cancelled meanwhile may be counted or not.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    day: {
      summary: 'A day',
      given: 'an order of a guest with six metres of linen, the coupon İNDİRİM and campaign 2',
      params: { from: '2026-01-21T00:00:00+03:00', to: '2026-01-22T00:00:00+03:00' },
      status: 200,
    },
  },
  refusalExamples: { parameter_invalid: { parameter: 'to', detail: 'to must be a time after from.' } },
}
