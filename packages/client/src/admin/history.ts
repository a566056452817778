/** The call of the client for the history: who changed what, from what to what. */

import { type Api, bodyOf, type Schemas } from '../responses.ts'
import { type Page, type PageQuery, toPage } from './pages.ts'
import { given } from './query.ts'

/** A change of a record: who made it, when and by which way, and its fields. */
export type Change = Schemas['Change']

/** What has a history: a record, by its kind and its id, code or reference, or the settings of the shop. */
export type HistoryTarget =
  | `product:${number}`
  | `coupon:${string}`
  | `campaign:${number}`
  | `customer:${number}`
  | `checkout:${string}`
  | 'shop'

/**
 * Reads a page of the changes of a record, the last one first. Requires the scope `events:read`.
 *
 * @param target The record, such as `product:101`.
 * @param query The page, and an `AbortSignal`.
 * @returns The changes. A record that nobody has changed has none.
 * @throws SepetError with 400 `parameter_invalid`, or a code of every administrator's call (see `AdminClient`).
 */
export type HistoryCall = (target: HistoryTarget, query?: PageQuery) => Promise<Page<Change>>

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
 * import { createHistoryCall } from "./history.ts"
 *
 * const history = createHistoryCall(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * const { data } = await history('product:101')
 * for (const { at, actorName, changes } of data) console.log(at, actorName, changes)
 * ```
 */
export function createHistoryCall(api: Api): HistoryCall {
  return async (target, { limit, after, ...options } = {}) => {
    const query = { 'filter[target]': target, ...given({ limit, after }) }
    return bodyOf(api.GET('/api/v3/admin/history', { params: { query }, ...options }), toPage)
  }
}
