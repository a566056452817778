/** `sepet-client/admin`: the typed client of administrators' programs, such as back offices, ERP connectors and web shops. */

import { changedCartOf } from '../changed-cart.ts'
import { type ErrorCode, type ErrorObject, SepetError } from '../errors.ts'
import { isKeyedWrite } from '../idempotency-key.ts'
import {
  type Attempt,
  createAttempt,
  createSendOnce,
  createStreamedAttempt,
  isNetworkError,
  type Send,
} from '../network.ts'
import type { Api } from '../responses.ts'
import type { RetryOptions, RetryRules } from '../retrying-fetch.ts'
import { authorised, type ClientOptions, createApi, takeToken } from '../transport.ts'
import { type CampaignsClient, createCampaignsClient } from './campaigns.ts'
import { type BackOfficeCartsClient, createBackOfficeCartsClient } from './carts.ts'
import { type CheckoutsClient, createCheckoutsClient } from './checkouts.ts'
import { type CouponsClient, createCouponsClient } from './coupons.ts'
import { type CustomersClient, createCustomersClient } from './customers.ts'
import { createEventsClient, type EventsClient } from './events.ts'
import { createExportsClient, type ExportsClient } from './exports.ts'
import { createHistoryCall, type HistoryCall } from './history.ts'
import { createImportsClient, type ImportsClient } from './imports.ts'
import { createProductsClient, type ProductsClient } from './products.ts'
import { createPromotionResultsCall, type PromotionResultsCall } from './promotion-results.ts'
import { createTurnoverCall, type TurnoverCall } from './turnover.ts'
import { createSessionsClient, type SessionsClient } from './sessions.ts'
import { createWebhooksClient, type WebhooksClient } from './webhooks.ts'

export type { Cart, CartItem } from '../cart-document.ts'
export type { CallOptions, Schemas } from '../responses.ts'
export type { CampaignRecord, NewCampaign } from './campaigns.ts'
export type {
  CartContent,
  CartLink,
  CartQuery,
  ListedCart,
  NewCartLink,
  OwnerCart,
  OwnerCartOptions,
  PromotionPreview,
  ReplaceCartOptions,
  UnsavedPromotion,
} from './carts.ts'
export type {
  Checkout,
  CheckoutQuery,
  HeldCheckout,
  ItemsReturn,
  ListedCheckout,
  NewHold,
  NewReturn,
  PlannedReturn,
  ReturnOptions,
} from './checkouts.ts'
export type { Code, CodeBatch, CodeQuery, Codes, NewCodes, NewCodesOptions } from './codes.ts'
export type { Coupon, NewCoupon } from './coupons.ts'
export type {
  Customer,
  CustomerChanges,
  CustomerExport,
  CustomerPage,
  CustomerQuery,
  NewCustomer,
  ReadOptions,
  SavedCustomer,
} from './customers.ts'
export type { EventPage, EventQuery, ShopEvent, ShopEventType } from './event-page.ts'
export type { CouponsExportOptions, ExportedFile, OrdersExportOptions, ShopExportOptions } from './exports.ts'
export type { FollowFailure, FollowOptions } from './follow-events.ts'
export type { Change, HistoryTarget } from './history.ts'
export type {
  CsvImportOptions,
  FileContent,
  ImportOptions,
  ImportReport,
  ShopFile,
  WorkbookImportOptions,
} from './imports.ts'
export type { Page, PageQuery } from './pages.ts'
export type {
  CatalogueTerm,
  ChangedProducts,
  Product,
  ProductChange,
  ProductChangeOptions,
  ProductQuery,
  TermQuery,
} from './products.ts'
export type { PromotionResults, PromotionResultsQuery } from './promotion-results.ts'
export type { Turnover, TurnoverQuery } from './turnover.ts'
export type { Saved, SaveOptions } from './saved.ts'
export type { ActingToken, LoggedIn, LoginCustomer, LoginOptions, WebSession } from './sessions.ts'
export type { NewWebhook, SavedWebhook, WebhookRecord, WebhookTest } from './webhooks.ts'
export type {
  Api,
  BackOfficeCartsClient,
  CampaignsClient,
  CheckoutsClient,
  ClientOptions,
  CouponsClient,
  CustomersClient,
  EventsClient,
  ExportsClient,
  HistoryCall,
  ImportsClient,
  ProductsClient,
  PromotionResultsCall,
  TurnoverCall,
  RetryOptions,
  Send,
  SessionsClient,
  WebhooksClient,
}
export { changedCartOf, type ErrorCode, type ErrorObject, isNetworkError, SepetError }

/**
 * The calls of an administrator's client. Each call names the scope that its token needs.
 *
 * Every call throws a {@link SepetError} with one of these codes if the request is refused, besides the codes of the call itself:
 *
 * - 401 `token_invalid` (also for an expired token), `wrong_token_kind` (not an administrator's token)
 * - 403 `insufficient_scope`
 * - 500 `internal_error`
 * - 503 `unavailable`, `database_busy`, `overloaded`
 *
 * A call throws a `TypeError` if the access token is missing or contains a character that no token contains. Errors of `fetch`
 * (network failure, abort) and of the `token` function are thrown unchanged.
 */
export interface AdminClient {
  /** The customers of the shop: `customers:read`, `customers:write`, `customers:delete`. */
  customers: CustomersClient
  /** What a web shop reports about orders: `checkouts:read`, `checkouts:write`. */
  checkouts: CheckoutsClient
  /** What a web shop does for a browser's web session: `sessions:act`. */
  sessions: SessionsClient
  /** Imports of shop files and CSV files: `catalogue:write`. */
  imports: ImportsClient
  /** A shop file and tables as streams: `promotions:read` with `catalogue:read`, `catalogue:read`, `customers:read`, `checkouts:read`. */
  exports: ExportsClient
  /** Products with their prices and stocks: `catalogue:read`, `catalogue:write`. */
  products: ProductsClient
  /** Coupons one by one: `promotions:read`, `promotions:write`. */
  coupons: CouponsClient
  /** Campaigns one by one, and their codes in bulk: `promotions:read`, `promotions:write`. */
  campaigns: CampaignsClient
  /** Which promotion sold what: `promotions:read` with `checkouts:read`. */
  promotionResults: PromotionResultsCall
  /** The turnover of a period. */
  turnover: TurnoverCall
  /** The carts of customers and guests: `carts:read`, `carts:write`. */
  carts: BackOfficeCartsClient
  /** What happens in the shop: `events:read`. */
  events: EventsClient
  /** Who changed what, from what to what: `events:read`. */
  history: HistoryCall
  /** Receivers to which the service sends the events: `webhooks:read`, `webhooks:write`. */
  webhooks: WebhooksClient
  /**
   * The `openapi-fetch` client: every endpoint by its path, with documents as they are on the wire. It sends the token and
   * retries like the other calls. A refusal is not thrown, but is the `error` of the result.
   */
  api: Api
}

/** Reads, and writes with a key: any other write that is repeated late may undo what another program has written in between. An import may take minutes. */
const ADMIN: RetryRules = {
  isRepeatable: request => request.method === 'GET' || isKeyedWrite(request),
  limits: {
    attempts: 3,
    maxWaitSeconds: 10,
    timeoutSeconds: Number.POSITIVE_INFINITY,
    deadlineSeconds: Number.POSITIVE_INFINITY,
  },
}

/**
 * Creates a client of the administrators' API. The client keeps no state: every call reads from the service.
 *
 * @param options The URL of the service, the access token of an administrator, and optionally `fetch` and the limits of the retries.
 * @returns The client. The token is read and checked by each call.
 * @throws RangeError If a limit of the retries is out of its range.
 * @example
 *
 * ```ts
 * import { createAdminClient } from "sepet-client/admin"
 *
 * declare function readAccessToken(): Promise<string>
 *
 * const sepet = createAdminClient({ baseUrl: 'https://shop.example.com', token: () => readAccessToken() })
 * for await (const { id, name, stock } of sepet.products.all()) console.log(id, name, stock)
 * ```
 */
export function createAdminClient(options: ClientOptions): AdminClient {
  const withToken =
    (send: Attempt): Attempt =>
    async (request, timeoutSeconds) =>
      send(authorised(request, await takeToken(options.token, request.signal)), timeoutSeconds)
  const attempt = withToken(createAttempt(options.fetch))
  const streamedAttempt = withToken(createStreamedAttempt(options.fetch))
  const api = createApi(options, () => attempt, ADMIN)
  return {
    customers: createCustomersClient(api),
    checkouts: createCheckoutsClient(api),
    sessions: createSessionsClient(api),
    imports: createImportsClient(api, createSendOnce(attempt)),
    exports: createExportsClient(createApi(options, () => streamedAttempt, ADMIN)),
    products: createProductsClient(api),
    coupons: createCouponsClient(api),
    campaigns: createCampaignsClient(api),
    promotionResults: createPromotionResultsCall(api),
    turnover: createTurnoverCall(api),
    carts: createBackOfficeCartsClient(api),
    events: createEventsClient(api),
    history: createHistoryCall(api),
    webhooks: createWebhooksClient(api),
    api,
  }
}
