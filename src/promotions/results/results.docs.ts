/** Operation docs of the results of promotions. */

import type { OperationDocs } from '../../http/operation-docs.ts'

/** GET /promotions/results. */
export const readResults: OperationDocs = {
  name: 'readPromotionResults',
  section: 'Promotions',
  summary: 'See which promotion sold what',
  description:
    'Counts the orders that were completed in the period and are not cancelled, by the time of their first completion, and adds up what they paid, their `payable`. An order counts for its coupon, for the batch of that code, for each campaign that applied, and for the campaign that the coupon was bound to: the rows of a kind may have more orders together than there are. Rows come in the order of the turnover, those of the shop’s currency first: amounts with another currency or number of decimal places are never added, and have rows of their own. Each kind has 100 rows at most, and `meta.leftOut` says how many it has besides. Promotions that were deleted are counted, without their names. The orders are read one part after the other: one that is completed or cancelled meanwhile may be counted or not.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    month: {
      summary: 'A month',
      given: 'an order of a guest with six metres of linen, the coupon İNDİRİM and campaign 2',
      params: { from: '2026-01-01T00:00:00+03:00', to: '2026-02-01T00:00:00+03:00' },
      status: 200,
    },
  },
  refusalExamples: { parameter_invalid: { parameter: 'to', detail: 'to must be a time after from.' } },
}
