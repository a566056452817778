/** The webhook calls of the client. A webhook gets the events of the feed, one after the other. */

import { type Api, bodyOf, type CallOptions, done, type Schemas, toRecord } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given } from './query.ts'
import { type SaveOptions, savedOf, saveRequest } from './saved.ts'

/** A webhook with the state of its deliveries. */
export type WebhookRecord = Schemas['WebhookRecord']

/** A webhook to save. Without a `secret` a new one gets a generated one, and an existing one keeps its own. */
export type NewWebhook = Schemas['WebhookInput']

/** A webhook that was saved. */
export interface SavedWebhook {
  /** The webhook as it was stored. */
  webhook: WebhookRecord
  /** The key of the signatures, if the call created the webhook; otherwise `undefined`. Store it: no other call returns it. */
  secret: string | undefined
  /** Whether the call created the webhook; otherwise it replaced the webhook. */
  created: boolean
  /** Types that no event has yet, a host that does not resolve, and each field that is ignored. */
  warnings: Schemas['Warning'][]
}

/** The result of a test: the status of the answer, or what the attempt failed at. */
export type WebhookTest = Schemas['TestedWebhook']['data']

/**
 * The webhook calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own, and 400 `parameter_invalid` for a
 * name that is not 1 to 64 of `a` to `z`, `0` to `9` and `-`, or begins with `-`.
 */
export type WebhooksClient = ReturnType<typeof createWebhooksClient>

const WEBHOOKS = '/api/v3/admin/webhooks'

/**
 * Creates the webhook calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The webhook calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createWebhooksClient } from "./webhooks.ts"
 *
 * const webhooks = createWebhooksClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await webhooks.read('erp')).state)
 * ```
 */
export function createWebhooksClient(api: Api) {
  const list = async ({ limit, after, ...options }: PageQuery = {}): Promise<Page<WebhookRecord>> =>
    bodyOf(api.GET(WEBHOOKS, { params: { query: given({ limit, after }) }, ...options }), toPage)
  const at = (name: string) => ({ params: { path: { name } } })

  return {
    /**
     * Reads a page of webhooks in the order of their names. Requires the scope `webhooks:read`.
     *
     * @param query The page, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with a code of every call (see {@link WebhooksClient}).
     */
    list,

    /**
     * Iterates over all webhooks in the order of their names. Requires the scope `webhooks:read`.
     *
     * @param query The size of a page, and an `AbortSignal`.
     * @returns The webhooks. The iterator throws as `list` does.
     */
    all: (query: PageQuery = {}): AsyncGenerator<WebhookRecord, void, undefined> => rowsOf(list, query),

    /**
     * Reads a webhook. Requires the scope `webhooks:read`.
     *
     * @param name The name of the webhook.
     * @param options An `AbortSignal`.
     * @returns The webhook.
     * @throws SepetError with 404 `webhook_not_found`, or a code of every call (see {@link WebhooksClient}).
     */
    read: async (name: string, options: CallOptions = {}): Promise<WebhookRecord> =>
      bodyOf(api.GET(`${WEBHOOKS}/{name}`, { ...at(name), ...options }), toRecord),

    /**
     * Creates a webhook or replaces it. A new one gets the events that are recorded from now on; replacing one that is disabled, or its
     * URL, begins afresh from where it is. Requires the scope `webhooks:write`, whose holder can read every event.
     *
     * @param name The name of the webhook.
     * @param webhook The webhook.
     * @param options `createOnly`, and an `AbortSignal`.
     * @returns The webhook, the secret of a new one, and warnings.
     * @throws SepetError with 409 `webhooks_full` (20), 412 `precondition_failed` (`createOnly`), 422 `field_required`, `field_invalid` or `address_not_allowed`, or a code of
     *   every call (see {@link WebhooksClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * declare function storeSecret(secret: string): Promise<void>
     *
     * const { webhooks } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const url = 'https://erp.example.com/sepet-events'
     * const { secret } = await webhooks.save('erp', { url, types: ['checkout.*'] })
     * if (secret !== undefined) await storeSecret(secret)
     * ```
     */
    save: async (name: string, webhook: NewWebhook, options: SaveOptions = {}): Promise<SavedWebhook> => {
      const saved = await savedOf<WebhookRecord & { secret?: string }>(
        api.PUT(`${WEBHOOKS}/{name}`, { ...at(name), body: webhook, ...saveRequest(options) }),
      )
      const { secret, ...record } = saved.record
      return { webhook: record, secret, created: saved.created, warnings: saved.warnings }
    },

    /**
     * Deletes a webhook: nothing is sent any more but the event that is being sent. Requires the scope `webhooks:write`.
     *
     * @param name The name of the webhook.
     * @param options An `AbortSignal`.
     * @throws SepetError with 404 `webhook_not_found`, or a code of every call (see {@link WebhooksClient}).
     */
    delete: (name: string, options: CallOptions = {}): Promise<void> =>
      done(api.DELETE(`${WEBHOOKS}/{name}`, { ...at(name), ...options })),

    /**
     * Replaces the secret of a webhook. The last two replaced ones sign too, for `WEBHOOK_SECRET_OVERLAP_HOURS` each. Requires the scope
     * `webhooks:write`.
     *
     * @param name The name of the webhook.
     * @param secret The new secret, `whsec_` and 24 to 64 bytes in base64; one is generated if it is left out.
     * @param options An `AbortSignal`.
     * @returns The new secret.
     * @throws SepetError with 404 `webhook_not_found`, 422 `field_invalid`, or a code of every call (see {@link WebhooksClient}).
     */
    rotateSecret: async (name: string, secret?: string, options: CallOptions = {}): Promise<string> => {
      const body = given({ secret })
      return bodyOf(
        api.POST(`${WEBHOOKS}/{name}/rotate-secret`, { ...at(name), body, ...options }),
        document => toRecord(document).secret,
      )
    },

    /**
     * Goes on after another event, back or forward, at once. Requires the scope `webhooks:write`.
     *
     * @param name The name of the webhook.
     * @param after The id of an event; 0 for the beginning of the feed.
     * @param options An `AbortSignal`.
     * @returns The webhook, and how many events that were to be sent are jumped over.
     * @throws SepetError with 404 `webhook_not_found`, 422 `field_invalid` for an id after the last one of the feed, or a code of every
     *   call (see {@link WebhooksClient}).
     */
    replay: async (
      name: string,
      after: number,
      options: CallOptions = {},
    ): Promise<{ webhook: WebhookRecord; skipped: number }> =>
      bodyOf(api.POST(`${WEBHOOKS}/{name}/replay`, { ...at(name), body: { after }, ...options }), document => ({
        webhook: toRecord(document),
        skipped: document.meta.skipped,
      })),

    /**
     * Sends a test to a webhook, in any state, which changes nothing. A receiver that fails is no error of the call. Requires the scope
     * `webhooks:write`.
     *
     * @param name The name of the webhook.
     * @param options An `AbortSignal`.
     * @returns The result.
     * @throws SepetError with 404 `webhook_not_found`, 409 `test_running`, or a code of every call (see {@link WebhooksClient}).
     */
    test: async (name: string, options: CallOptions = {}): Promise<WebhookTest> =>
      bodyOf(api.POST(`${WEBHOOKS}/{name}/test`, { ...at(name), ...options }), toRecord),
  }
}
