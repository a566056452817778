/** The numbers of a period. Pure. */

import { type Currency, type Decimal, decimal } from '../../money/money.ts'

/** The numbers of one currency. */
export interface CurrencyTurnover {
  currency: Currency
  /** Orders that are not cancelled. */
  orders: number
  /** What they paid. */
  turnover: Decimal
  /** What the returns of the period refund. */
  refunds: Decimal
  /** Orders that were cancelled since. */
  cancelled: number
}

/** The turnover of a period, the shop's currency first. */
export interface Turnover {
  rows: CurrencyTurnover[]
  /** Returned lines whose amounts are unknown. */
  unknownRefunds: number
}

/** Returns what an order paid on average, rounded half up; null without orders. */
export function averageOf({ orders, turnover, currency }: CurrencyTurnover): Decimal | null {
  return orders === 0 ? null : turnover.dividedBy(decimal(String(orders)), currency.decimalPlaces)
}
