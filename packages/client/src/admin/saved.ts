/** Records that are saved by their keys: the option of the calls, and the result of saving a coupon or a campaign. */

import { bodyOf, type CallOptions, type Schemas, type TransportResult, toRecord } from '../responses.ts'

/** Options of calls that save a record by its key. */
export interface SaveOptions extends CallOptions {
  /**
   * Whether the record is created only: one that exists is not changed, and the call throws 412 `precondition_failed`. Of several such
   * calls at once, one creates the record. After a failure of the network the record may be the call's own: read it. Defaults to false.
   */
  createOnly?: boolean
}

/**
 * Returns what a request that saves a record is sent with.
 *
 * @param options The options of the call.
 * @returns The signal, and the header of `createOnly`.
 * @example
 *
 * ```ts
 * import { saveRequest } from "./saved.ts"
 *
 * console.log(saveRequest({ createOnly: true }).headers) // { 'If-None-Match': '*' }
 * ```
 */
export function saveRequest({
  createOnly,
  ...options
}: SaveOptions): CallOptions & { headers?: Record<string, string> } {
  return createOnly ? { ...options, headers: { 'If-None-Match': '*' } } : options
}

/** A coupon or campaign as it was stored. */
export interface Saved<PromotionRecord> {
  /** The record as it was stored, with every field. */
  record: PromotionRecord
  /** Whether the call created the record; otherwise it replaced the record, or changed nothing. */
  created: boolean
  /** Each stored value that was reset because the new record leaves it out, and each field that is ignored. */
  warnings: Schemas['Warning'][]
}

interface SavedDocument<PromotionRecord> {
  data: PromotionRecord
  meta: { warnings: Schemas['Warning'][] }
}

/**
 * Waits for the response to a record that is saved.
 *
 * @param result The result of a call of the transport.
 * @returns The record, whether it was created, and the warnings.
 * @throws SepetError If the response is not successful.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { savedOf } from "./saved.ts"
 *
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * const [params, body] = [{ path: { code: 'YAZ10' } }, { discountType: 'free_shipping' as const }]
 * console.log((await savedOf(api.PUT('/api/v3/admin/coupons/{code}', { params, body }))).created)
 * ```
 */
export async function savedOf<PromotionRecord extends object>(
  result: Promise<TransportResult<SavedDocument<PromotionRecord>>>,
): Promise<Saved<PromotionRecord>> {
  const toSaved = (document: SavedDocument<PromotionRecord>) => ({
    record: toRecord(document),
    warnings: document.meta.warnings,
  })
  return { ...(await bodyOf(result, toSaved)), created: (await result).response.status === 201 }
}
