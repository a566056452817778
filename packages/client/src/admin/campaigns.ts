/** The campaign calls of the client. A campaign has the fields of the shop file. */

import { type Api, bodyOf, type CallOptions, done, type Schemas, toRecord } from '../responses.ts'
import { createCodeCalls } from './codes.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given } from './query.ts'
import { type Saved, type SaveOptions, savedOf, saveRequest } from './saved.ts'

/** A campaign with every field. */
export type CampaignRecord = Schemas['CampaignRecord']

/** A campaign to save. Absent fields get their defaults, except `usageCount`, which is kept. */
export type NewCampaign = Schemas['CampaignInput']

/**
 * The campaign calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own.
 */
export type CampaignsClient = ReturnType<typeof createCampaignsClient>

const CAMPAIGNS = '/api/v3/admin/campaigns'

/**
 * Creates the campaign calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The campaign calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createCampaignsClient } from "./campaigns.ts"
 *
 * const campaigns = createCampaignsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await campaigns.read(7)).name)
 * ```
 */
export function createCampaignsClient(api: Api) {
  const list = async ({ limit, after, ...options }: PageQuery = {}): Promise<Page<CampaignRecord>> =>
    bodyOf(api.GET(CAMPAIGNS, { params: { query: given({ limit, after }) }, ...options }), toPage)
  const at = (id: number) => ({ params: { path: { id } } })

  return {
    ...createCodeCalls(api),

    /**
     * Reads a page of campaigns in the order of their ids. Requires the scope `promotions:read`.
     *
     * @param query The page, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     */
    list,

    /**
     * Iterates over all campaigns in the order of their ids, with one page in memory. Requires the scope `promotions:read`.
     *
     * @param query The size of a page, and an `AbortSignal`.
     * @returns The campaigns. The iterator throws as `list` does.
     */
    all: (query: PageQuery = {}): AsyncGenerator<CampaignRecord, void, undefined> => rowsOf(list, query),

    /**
     * Reads a campaign. Requires the scope `promotions:read`.
     *
     * @param id The id of the campaign.
     * @param options An `AbortSignal`.
     * @returns The campaign.
     * @throws SepetError with 404 `campaign_not_found`, or a code of every call (see `AdminClient`).
     */
    read: async (id: number, options: CallOptions = {}): Promise<CampaignRecord> =>
      bodyOf(api.GET(`${CAMPAIGNS}/{id}`, { ...at(id), ...options }), toRecord),

    /**
     * Creates a campaign or replaces it completely: the next request of every cart is priced with it. Requires the scope
     * `promotions:write`.
     *
     * @param id The id of the campaign, at least 1.
     * @param campaign The campaign.
     * @param options Whether the campaign is created only, and an `AbortSignal`.
     * @returns The campaign as it was stored, whether it was created, and warnings.
     * @throws SepetError with 400 `parameter_invalid`, 409 `campaign_in_use` if coupons are bound to it and it would no longer be
     *   `couponBound`, 412 `precondition_failed` (`createOnly`), 413 `payload_too_large` (1 MiB), 422 `field_required` or
     *   `field_invalid`, or a code of every call (see `AdminClient`).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { campaigns } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const monday = { name: 'Pazartesi 50 TL', weekdays: [1], reward: { type: 'fixed' as const, value: '50' } }
     * console.log((await campaigns.save(8, monday)).created)
     * ```
     */
    save: (id: number, campaign: NewCampaign, options: SaveOptions = {}): Promise<Saved<CampaignRecord>> =>
      savedOf(api.PUT(`${CAMPAIGNS}/{id}`, { ...at(id), body: campaign, ...saveRequest(options) })),

    /**
     * Deletes a campaign. Its uses stay: a campaign with the same id continues to count them. Requires the scope `promotions:write`.
     *
     * @param id The id of the campaign.
     * @param options An `AbortSignal`.
     * @throws SepetError with 404 `campaign_not_found`, 409 `campaign_in_use` if coupons are bound to it, or a code of every call (see
     *   `AdminClient`).
     */
    delete: (id: number, options: CallOptions = {}): Promise<void> =>
      done(api.DELETE(`${CAMPAIGNS}/{id}`, { ...at(id), ...options })),
  }
}
