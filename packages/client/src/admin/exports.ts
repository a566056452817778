/** The export calls of the client: a shop file, and tables of products, customers, orders and coupons as CSV. */

import { type Api, bodyOf, type CallOptions } from '../responses.ts'
import { given, timeText } from './query.ts'

/** The content of an exported file, in UTF-8. Reading it throws where the connection ends before the end of the file. */
export type ExportedFile = ReadableStream<Uint8Array>

/** Options of {@link ExportsClient}`.shop`. */
export interface ShopExportOptions extends CallOptions {
  /** Whether the file has the products, too. */
  products?: boolean
}

/** Options of {@link ExportsClient}`.coupons`. */
export interface CouponsExportOptions extends CallOptions {
  /** The coupons that are bound to this campaign; all where it is left out. */
  campaignId?: number
  /** Those of this batch of the campaign. */
  batch?: string
}

/** Options of {@link ExportsClient}`.orders`. */
export interface OrdersExportOptions extends CallOptions {
  /** Orders that were held at this time or later: a `Date`, or ISO 8601 with an offset. */
  from?: Date | string
  /** Orders that were held before this time. */
  to?: Date | string
}

/**
 * The export calls of a client. Each returns a stream, which is never whole in memory: `cancel` ends it. A call is retried until the file
 * begins, and not afterwards.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own. 503 `overloaded` also tells that other
 * exports are being sent.
 */
export type ExportsClient = ReturnType<typeof createExportsClient>

/**
 * Creates the export calls of a client.
 *
 * @param api The typed transport, which sends the access token and leaves successful bodies unread.
 * @returns The export calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createExportsClient } from "./exports.ts"
 *
 * const exports = createExportsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await new Response(await exports.products()).text()).length)
 * ```
 */
export function createExportsClient(api: Api) {
  const table = (what: 'products' | 'customers', options: CallOptions) =>
    bodyOf(api.GET(`/api/v3/admin/exports/${what}`, { parseAs: 'stream', ...options }), toFile)

  return {
    /**
     * Exports a shop file, which `imports.shopFile` takes back without a change. Requires the scopes `promotions:read` and `catalogue:read`.
     *
     * @param options Whether the file has the products, and an `AbortSignal`.
     * @returns The file: JSON.
     * @throws SepetError with a code of every export (see {@link ExportsClient}).
     */
    shop: async ({ products, ...options }: ShopExportOptions = {}): Promise<ExportedFile> => {
      const params = { query: given({ products }) }
      return bodyOf(api.GET('/api/v3/admin/exports/shop', { params, parseAs: 'stream', ...options }), toFile)
    },

    /**
     * Exports all products and variants. Requires the scope `catalogue:read`.
     *
     * @param options An `AbortSignal`.
     * @returns The file: CSV.
     * @throws SepetError with a code of every export (see {@link ExportsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { exports } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * console.log(await new Response(await exports.products()).text())
     * ```
     */
    products: async (options: CallOptions = {}): Promise<ExportedFile> => table('products', options),

    /**
     * Exports all customers. Requires the scope `customers:read`.
     *
     * @param options An `AbortSignal`.
     * @returns The file: CSV.
     * @throws SepetError with a code of every export (see {@link ExportsClient}).
     */
    customers: async (options: CallOptions = {}): Promise<ExportedFile> => table('customers', options),

    /**
     * Exports all coupons, or those of a campaign or of a batch of codes. Requires the scope `promotions:read`.
     *
     * @param options The campaign and the batch, and an `AbortSignal`.
     * @returns The file: CSV.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every export (see {@link ExportsClient}).
     */
    coupons: async ({ campaignId, batch, ...options }: CouponsExportOptions = {}): Promise<ExportedFile> => {
      const params = { query: given({ campaignId, batch }) }
      return bodyOf(api.GET('/api/v3/admin/exports/coupons', { params, parseAs: 'stream', ...options }), toFile)
    },

    /**
     * Exports the lines of orders and other checkouts. Requires the scope `checkouts:read`.
     *
     * @param options The times between which they were held, and an `AbortSignal`.
     * @returns The file: CSV.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every export (see {@link ExportsClient}).
     */
    orders: async ({ from, to, ...options }: OrdersExportOptions = {}): Promise<ExportedFile> => {
      const params = { query: given({ from: timeText(from), to: timeText(to) }) }
      return bodyOf(api.GET('/api/v3/admin/exports/orders', { params, parseAs: 'stream', ...options }), toFile)
    },
  }
}

function toFile(body: unknown): ExportedFile {
  if (typeof body !== 'object' || body === null || !('getReader' in body)) throw new TypeError('There is no file.')
  return body as ExportedFile
}
