/** The turnover of a period: what its orders paid, how many they are, and what its returns refund, one row for each currency. */

import type { Queries } from '../../db/database.ts'
import { createKeyedQueue } from '../../db/keyed-queue.ts'
import { type Currency, decimal, zero } from '../../money/money.ts'
import { entryOf, keyOfCurrency } from '../../promotions/results/orders-tally.ts'
import type { Period } from '../../promotions/results/period.ts'
import { loadCurrency } from '../../promotions/results/promotion-names.sql.ts'
import { compareCurrencies } from '../../promotions/results/top-rows.ts'
import type { CurrencyTurnover, Turnover } from './turnover.ts'
import { findRefunds, sumOrders } from './turnover.sql.ts'

/** A year of a million orders takes seconds: one period is computed at a time, while few others wait. */
const TURNS = { maxWaitMs: 15_000, maxLength: 20 }

/**
 * Finds the turnover of a period, one period after the other.
 * @param now milliseconds since the epoch: later orders are not read
 * @throws LockConflict when other periods take too long
 */
export type FindTurnover = (period: Period, now: number) => Promise<Turnover>

/** Creates the function that finds the turnover. */
export function createTurnoverFinder(queries: Queries): FindTurnover {
  const runInTurn = createKeyedQueue(TURNS)
  return (period, now) => runInTurn('turnover', () => findTurnover(queries, period, now))
}

async function findTurnover(queries: Queries, { from, to }: Period, now: number): Promise<Turnover> {
  const shop = await loadCurrency(queries)
  const period = { from, to: Math.min(to, now + 1) }
  const rows = new Map<string, CurrencyTurnover>()
  const rowOf = (currency: Currency) => entryOf(rows, keyOfCurrency(currency), () => nothing(currency))
  rowOf(shop)
  for await (const sums of sumOrders(queries, 'completed', period)) {
    for (const { currency, orders, paid } of sums) {
      const row = rowOf(currency)
      row.orders += orders
      row.turnover = row.turnover.plus(paid)
    }
  }
  for await (const sums of sumOrders(queries, 'cancelled', period)) {
    for (const { currency, orders } of sums) rowOf(currency).cancelled += orders
  }
  const unknownRefunds = await addRefunds(queries, period, rowOf)
  return { rows: [...rows.values()].sort((a, b) => compareCurrencies(shop, a.currency, b.currency)), unknownRefunds }
}

/** Adds the refunds to their rows. @returns the number of returned lines without an amount */
async function addRefunds(
  queries: Queries,
  period: Period,
  rowOf: (currency: Currency) => CurrencyTurnover,
): Promise<number> {
  let unknown = 0
  for await (const refunds of findRefunds(queries, period)) {
    for (const refund of refunds) {
      if (refund === null) unknown++
      else {
        const row = rowOf(refund)
        row.refunds = row.refunds.plus(decimal(refund.amount))
      }
    }
  }
  return unknown
}

function nothing({ currencyCode, decimalPlaces }: Currency): CurrencyTurnover {
  return { currency: { currencyCode, decimalPlaces }, orders: 0, turnover: zero, refunds: zero, cancelled: 0 }
}
