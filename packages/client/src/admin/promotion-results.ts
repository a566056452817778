/** The call of the client for the results of promotions: which coupon, campaign and batch of codes sold what. */

import { type Api, bodyOf, type CallOptions, type Schemas } from '../responses.ts'
import { given, timeText } from './query.ts'

/** The rows with the highest turnover of each kind, and the totals of the period. */
export type PromotionResults = Schemas['PromotionResults']

/** Which orders are counted, and for which campaign. */
export interface PromotionResultsQuery extends CallOptions {
  /** Orders that were completed at this time or later: a `Date`, or ISO 8601 with an offset. By default 30 days before `to`. */
  from?: Date | string
  /** Orders that were completed before this time, at most 366 days after `from`. By default now. */
  to?: Date | string
  /** Only this campaign, the coupons that were bound to it, and their batches. */
  campaignId?: number
}

/**
 * Reads which promotion sold what in a period. Requires the scopes `promotions:read` and `checkouts:read`.
 *
 * @param query The period, a campaign, and an `AbortSignal`.
 * @returns The rows of campaigns, coupons and batches, at most 100 of each, and the totals of all orders in `meta`. An amount is a decimal
 *   number as text; rows of two currencies are never added.
 * @throws SepetError with 400 `parameter_invalid`, or a code of every administrator's call (see `AdminClient`).
 */
export type PromotionResultsCall = (query?: PromotionResultsQuery) => Promise<PromotionResults>

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
 * import { createPromotionResultsCall } from "./promotion-results.ts"
 *
 * const promotionResults = createPromotionResultsCall(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * const { data } = await promotionResults({ from: '2026-11-01T00:00:00+03:00', to: '2026-12-01T00:00:00+03:00' })
 * for (const { code, orders, turnover } of data.coupons) console.log(code, orders, turnover.amount)
 * ```
 */
export function createPromotionResultsCall(api: Api): PromotionResultsCall {
  return async ({ from, to, campaignId, ...options } = {}) => {
    const query = given({ from: timeText(from), to: timeText(to), 'filter[campaignId]': campaignId })
    return bodyOf(api.GET('/api/v3/admin/promotions/results', { params: { query }, ...options }), results => results)
  }
}
