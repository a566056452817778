/** The result of saving a coupon or a campaign. */

import { bodyOf, type Schemas, type TransportResult, toRecord } from '../responses.ts'

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
