/** The call of the client for the turnover of a period. */

import { type Api, bodyOf, type CallOptions, type Schemas } from '../responses.ts'
import { given, timeText } from './query.ts'

/** The orders, the turnover, the average order and the refunds of a period, by currency. */
export type Turnover = Schemas['Turnover']

/** Which orders and returns are counted. */
export interface TurnoverQuery extends CallOptions {
  /** Orders that were completed, and returns that were made, at this time or later: a `Date`, or ISO 8601 with an offset. By default 30 days before `to`. */
  from?: Date | string
  /** Those before this time, at most 366 days after `from`. By default now. */
  to?: Date | string
}

/**
 * Reads the turnover of a period. Requires the scope `checkouts:read`.
 *
 * @param query The period, and an `AbortSignal`.
 * @returns One row for each currency. An amount is a decimal number as text; amounts of two currencies are never added.
 * @throws SepetError with 400 `parameter_invalid`, or a code of every administrator's call (see `AdminClient`).
 */
export type TurnoverCall = (query?: TurnoverQuery) => Promise<Turnover>

/**
 * Creates the call of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The call.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createTurnoverCall } from "./turnover.ts"
 *
 * const turnover = createTurnoverCall(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * for (const row of (await turnover()).data) console.log(row.orders, row.turnover.amount)
 * ```
 */
export function createTurnoverCall(api: Api): TurnoverCall {
  return async ({ from, to, ...options } = {}) => {
    const query = given({ from: timeText(from), to: timeText(to) })
    return bodyOf(api.GET('/api/v3/admin/turnover', { params: { query }, ...options }), turnover => turnover)
  }
}
