/** The turnover in API responses: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { toMoney } from '../../money/money.ts'
import type { Period } from '../../promotions/results/period.ts'
import { instant, money, nullable } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import { averageOf, type CurrencyTurnover, type Turnover } from './turnover.ts'

const TurnoverRow = Type.Object(
  {
    orders: Type.Integer({ description: 'orders that were completed in the period, and not cancelled' }),
    turnover: money('the sum of what they paid, their `payable`: with VAT and shipping, after discounts'),
    average: nullable(money('what an order paid on average, rounded half up; `null` without orders')),
    refunds: money('what the returns that were made in the period refund, of any order that is not cancelled'),
    cancelled: Type.Integer({ description: 'orders that were completed in the period, and are cancelled' }),
  },
  { title: 'TurnoverRow' },
)

/** The response: one row for each currency. */
export const TurnoverDocument = Type.Object(
  {
    data: Type.Array(TurnoverRow, {
      description:
        'one for each currency and number of decimal places; that of the shop is always there, and the first',
    }),
    meta: Type.Object({
      from: instant('the beginning of the period'),
      to: instant('its end, which is not part of it'),
      unknownRefunds: Type.Integer({
        description: 'returned lines of the period whose amounts are not known, and in no `refunds`',
      }),
    }),
  },
  { title: 'Turnover' },
)

/** Presents the turnover of a period. */
export function presentTurnover(
  { rows, unknownRefunds }: Turnover,
  { from, to }: Period,
): Static<typeof TurnoverDocument> {
  return { data: rows.map(presentRow), meta: { from: formatInstant(from), to: formatInstant(to), unknownRefunds } }
}

function presentRow(row: CurrencyTurnover): Static<typeof TurnoverRow> {
  const { currency, orders, turnover, refunds, cancelled } = row
  const average = averageOf(row)
  return {
    orders,
    turnover: toMoney(turnover, currency),
    average: average && toMoney(average, currency),
    refunds: toMoney(refunds, currency),
    cancelled,
  }
}
