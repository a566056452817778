/** The calls of a campaign's codes: make them, list them, switch batches off. */

import { newIdempotencyKey } from '../idempotency-key.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, toRecord } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given } from './query.ts'

/** Codes to make. */
export type NewCodes = Schemas['NewCodes']

/** Codes that were made or switched off: their batch, and their number. */
export type Codes = Schemas['MadeCodes']['data']

/** A code: the coupon, with its uses by completed and by held checkouts. */
export type Code = Schemas['CodeRecord']

/** A batch with the numbers of its codes: all, used ones, and those that are switched on. */
export type CodeBatch = Schemas['CodeBatch']

/** Options of {@link CodeCalls}`.createCodes`. */
export interface NewCodesOptions extends CallOptions {
  /**
   * A text of 1 to 255 ASCII characters without blanks that belongs to these codes alone, such as a UUID. Defaults to a new one. A program
   * that stores it can repeat the call for a day, also after a restart: the codes are made once.
   */
  idempotencyKey?: string
}

/** Options of {@link CodeCalls}`.codes`. */
export interface CodeQuery extends PageQuery {
  /** Filters. A code must match all of them. */
  filter?: {
    /** The name of the batch, compared exactly. */
    batch?: string
    /** Codes that were used, by a completed checkout or outside Sepet, or those that were not. A page can then have fewer codes than its limit. */
    used?: boolean
    /** The beginning of the code, in any letter case. */
    code?: string
  }
}

/** The calls of codes, from {@link createCodeCalls}. */
export type CodeCalls = ReturnType<typeof createCodeCalls>

const CAMPAIGN = '/api/v3/admin/campaigns/{id}'

/**
 * Creates the calls of codes.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createCodeCalls } from "./codes.ts"
 *
 * const codes = createCodeCalls(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await codes.batches(6)).data.length)
 * ```
 */
export function createCodeCalls(api: Api) {
  const codes = async (id: number, { limit, after, filter, ...options }: CodeQuery = {}): Promise<Page<Code>> => {
    const filters = { 'filter[batch]': filter?.batch, 'filter[used]': filter?.used, 'filter[code]': filter?.code }
    const params = { path: { id }, query: given({ limit, after, ...filters }) }
    return bodyOf(api.GET(`${CAMPAIGN}/codes`, { params, ...options }), toPage)
  }

  return {
    /**
     * Makes coupons with random codes that are bound to a campaign: all of them or none. A call makes them once, however often its request
     * is repeated. Requires the scope `promotions:write`.
     *
     * @param id The id of the campaign.
     * @param codes How many, up to 100,000, what they look like, their limits, their period and their batch.
     * @param options A key of the call, and an `AbortSignal`.
     * @returns The batch, and the number of codes.
     * @throws SepetError with 404 `campaign_not_found`, 409 `campaign_not_bindable`, `codes_full` (1,000,000) or `codes_exhausted`, 422
     *   `field_required`, `field_invalid` or `idempotency_key_reused`, 400 `parameter_invalid` for a key of another form, or a code of every
     *   call (see `AdminClient`).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { campaigns, exports } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { batch } = await campaigns.createCodes(6, { count: 1000, prefix: 'YAZ-', batch: 'newsletter' })
     * console.log(await new Response(await exports.coupons({ campaignId: 6, batch })).text())
     * ```
     */
    createCodes: async (id: number, codes: NewCodes, options: NewCodesOptions = {}): Promise<Codes> => {
      const { idempotencyKey = newIdempotencyKey(), ...call } = options
      const headers = { 'Idempotency-Key': idempotencyKey }
      return bodyOf(
        api.POST(`${CAMPAIGN}/codes`, { params: { path: { id } }, headers, body: codes, ...call }),
        toRecord,
      )
    },

    /**
     * Reads a page of the codes of a campaign. Requires the scope `promotions:read`.
     *
     * @param id The id of the campaign.
     * @param query The page, filters, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with 404 `campaign_not_found`, 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     */
    codes,

    /**
     * Iterates over all codes of a campaign, with one page in memory. Requires the scope `promotions:read`.
     *
     * @param id The id of the campaign.
     * @param query The size of a page, filters, and an `AbortSignal`.
     * @returns The codes. The iterator throws as `codes` does.
     */
    allCodes: (id: number, query: CodeQuery = {}): AsyncGenerator<Code, void, undefined> =>
      rowsOf((page: CodeQuery) => codes(id, page), query),

    /**
     * Reads a page of the batches of a campaign with their counts, in the order of their names. Requires the scope `promotions:read`.
     *
     * @param id The id of the campaign.
     * @param query The page, and an `AbortSignal`.
     * @returns The page. It can have fewer batches than its limit.
     * @throws SepetError with 404 `campaign_not_found`, 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     */
    batches: async (id: number, { limit, after, ...options }: PageQuery = {}): Promise<Page<CodeBatch>> => {
      const params = { path: { id }, query: given({ limit, after }) }
      return bodyOf(api.GET(`${CAMPAIGN}/batches`, { params, ...options }), toPage)
    },

    /**
     * Switches the codes of a batch off. Checkouts keep what they hold. Requires the scope `promotions:write`.
     *
     * @param id The id of the campaign.
     * @param batch The name of the batch, compared exactly.
     * @param options An `AbortSignal`.
     * @returns The batch, and the number of codes that were on.
     * @throws SepetError with 404 `campaign_not_found` or `batch_not_found`, 400 `parameter_invalid`, or a code of every call (see
     *   `AdminClient`).
     */
    switchOffCodes: async (id: number, batch: string, options: CallOptions = {}): Promise<Codes> => {
      const params = { path: { id }, query: { 'filter[batch]': batch } }
      return bodyOf(api.DELETE(`${CAMPAIGN}/codes`, { params, ...options }), toRecord)
    },
  }
}
