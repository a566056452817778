/** Types of the tables, equal on both engines. `migrations/` creates the tables. */

import type { Generated } from 'kysely'
import type { CustomerColumns } from '../model/customer-fields.ts'
import type { TermKind } from '../model/term.ts'
import type { CartLineTable, CartLinkTable, CartTable, IdempotencyKeyTable } from './cart-tables.ts'
import type {
  CheckoutReturnTable,
  ComputedCheckoutTable,
  PromotionCountTable,
  PromotionUseTable,
  StockReservationTable,
  UnpaidHoldTable,
} from './checkout-tables.ts'
import type { DecimalText, EpochMs, Flag, JsonText } from './column-types.ts'
import type { CodeRequestTable, CouponAudienceTable, CouponTable } from './coupon-tables.ts'
import type { HistoryTable } from './history-table.ts'
import type { OfficeSessionTable, OfficeSignInTable } from './office-tables.ts'
import type { ServerMarkTable, TransferMarkTable } from './transfer-tables.ts'
import type { UcpBroughtTable, UcpCartTable, UcpIdempotencyKeyTable } from './ucp-tables.ts'
import type { WebhookLeaseTable, WebhookTable } from './webhook-tables.ts'

/** One row: the settings of the shop. Every import that changes something, and every change of products increments `revision`. */
export interface ShopTable {
  id: 1
  revision: number
  /** How many of the latest revisions changed products alone; see `shop/revision.sql.ts`. */
  product_revisions: Generated<number>
  document: JsonText
}

/** A record of the shop snapshot, stored as the document of the shop file. */
export interface ShopRecordTable {
  id: number
  document: JsonText
}

/** A group of customers. */
export interface CustomerGroupTable {
  id: number
  name: string
  free_cargo: Flag
}

/** The columns of `model/customer-fields.ts`, and those with rules of their own. */
export interface CustomerTable extends CustomerColumns {
  id: Generated<number>
  /** Trimmed and lower-cased; unique. */
  email: string
  created_at: EpochMs
  updated_at: EpochMs
}

/** The folded text by which a customer is found, as `customers/search-text.ts` makes it. */
export interface CustomerSearchTable {
  customer_id: number
  folded_text: string
}

/** One row. Every write to customers increments its revision. */
export interface CustomerListTable {
  id: 1
  revision: number
}

/** One row, which lists of customers with external ids lock while they are inserted. */
export interface ExternalIdLockTable {
  id: 1
}

/** A product. */
export interface ProductTable {
  id: number
  /** Key of the record in the export it came from (`shopify:<handle>`), by which the next import finds it. */
  source_key: string | null
  /** The shop's stock keeping unit; several products and variants may have the same. */
  sku: string | null
  name: string
  image: string | null
  on_sale: Flag
  price: DecimalText
  vat_rate: DecimalText
  stock: DecimalText
  stock_unit: string
  stock_increment: DecimalText
  /** Sum of the quantities in `stock_reservations`, expired ones included, until a write to the item's stock deletes those. */
  reserved: Generated<number>
  free_cargo: Flag
  /** 1 for a product that is sold at any stock. */
  backorder: Generated<Flag>
  /** `Discount` of `catalog/price.ts`, or null. */
  discount: JsonText | null
  /** `{ [customerGroupId]: price }`, or null. */
  group_prices: JsonText | null
  brand: string | null
  /** A list of texts, or null for none. */
  categories: JsonText | null
  /** A list of texts, or null for none. */
  tags: JsonText | null
  /** A list of `TierPrice` of `catalog/price.ts`, or null for none. */
  tier_prices: JsonText | null
}

/** A term of a product, by which products are found: its brand, a tag, a category or one above it. */
export interface ProductTermTable {
  product_id: number
  kind: TermKind
  /** As terms are compared. */
  folded: string
  /** In the spelling of the product. */
  term: string
}

/** A variant of a product. */
export interface VariantTable {
  product_id: number
  id: number
  source_key: string | null
  sku: string | null
  name: string
  /** Null: the picture of the product. */
  image: string | null
  /** 0 when the last import of the product lacked this variant; cart lines that refer to it stay. */
  on_sale: Flag
  price: DecimalText | null
  stock: DecimalText
  /** As of `ProductTable`. */
  reserved: Generated<number>
  /** Null: the value of the product. */
  backorder: Flag | null
  discount: JsonText | null
  group_prices: JsonText | null
  /** Null: those of the product. */
  tier_prices: JsonText | null
}

/** The folded name of a product, on sale or not. The index of its parts is the full-text table `product_name_grams` on SQLite. */
export interface ProductNameTable {
  product_id: number
  /** See `catalog/names/folded-name.ts`. */
  folded_name: string
}

/** The products that a revision of the shop changed; see `shop/changed-products-log.sql.ts`. */
export interface ProductChangeTable {
  revision: number
  changed_at: EpochMs
  /** The ids, as a JSON array. */
  product_ids: JsonText
}

/** The idempotency key of a list of product changes, with its answer. */
export interface ChangeRequestTable {
  /** The administrator who has sent the key. */
  subject: string
  idempotency_key: string
  /** SHA-256 of what was asked for. */
  request_hash: string
  result: JsonText
  /** `prune` deletes the row a day later. */
  created_at: EpochMs
}

/** A consumed handoff. The primary key lets exactly one of many concurrent requests consume it. */
export interface UsedHandoffTable {
  jti: string
  /** Expiry of the token; `prune` deletes the row some time later. */
  expires_at: EpochMs
}

/** A web session, of either a customer or a guest. */
export interface WebSessionTable {
  /** SHA-256 of the id in the cookie. */
  id_hash: string
  customer_id: number | null
  guest_id: string | null
  /** Keyed hash of the client network that the session was begun from; null where it is unknown. */
  network_hash: string | null
  created_at: EpochMs
  /** Exact to one minute. */
  last_seen_at: EpochMs
}

/** An event: a rare fact, written in the transaction that makes it true. */
export interface EventTable {
  /** The order in which events were recorded, which is not the order of their commits. */
  position: Generated<number>
  /** The id that readers see; null until the event is published. */
  id: number | null
  type: string
  at: EpochMs
  /** Who caused it: `admin:<name>`, `member:42`, `guest:<uuid>` or `command-line`; null once that customer is deleted. */
  actor: string | null
  /** The owner, coupon, campaign or file that it is about; null once that customer is deleted. */
  subject: string | null
  /** The customer that `actor` or `subject` names, by whom both are found when the customer is deleted. */
  customer_id: number | null
  data: JsonText
}

/** One row: the id of the last published event. It is the lock under which events get their ids. */
export interface EventCounterTable {
  id: 1
  last_id: number
}

/** At most one row: the import that is running, on any instance. */
export interface ImportLeaseTable {
  id: 1
  owner: string
  /** The holder renews the lease before this time; afterwards another import may take it. */
  expires_at: EpochMs
}

/** The last time at which rows were pruned: one row, none before the first run. */
export interface PruneClockTable {
  id: number
  seen_at: EpochMs
}

/** All tables by name. */
export interface Tables {
  shop: ShopTable
  customer_groups: CustomerGroupTable
  customers: CustomerTable
  customer_list: CustomerListTable
  customer_search: CustomerSearchTable
  external_id_lock: ExternalIdLockTable
  products: ProductTable
  variants: VariantTable
  product_names: ProductNameTable
  product_terms: ProductTermTable
  product_changes: ProductChangeTable
  shipping_companies: ShopRecordTable
  payment_methods: ShopRecordTable
  campaigns: ShopRecordTable
  coupons: CouponTable
  coupon_audiences: CouponAudienceTable
  code_requests: CodeRequestTable
  change_requests: ChangeRequestTable
  carts: CartTable
  cart_lines: CartLineTable
  idempotency_keys: IdempotencyKeyTable
  cart_links: CartLinkTable
  used_handoffs: UsedHandoffTable
  web_sessions: WebSessionTable
  checkouts: ComputedCheckoutTable
  checkout_returns: CheckoutReturnTable
  promotion_uses: PromotionUseTable
  promotion_counts: PromotionCountTable
  unpaid_holds: UnpaidHoldTable
  stock_reservations: StockReservationTable
  events: EventTable
  history: HistoryTable
  event_counter: EventCounterTable
  import_lease: ImportLeaseTable
  webhooks: WebhookTable
  webhook_lease: WebhookLeaseTable
  ucp_carts: UcpCartTable
  ucp_idempotency_keys: UcpIdempotencyKeyTable
  ucp_brought: UcpBroughtTable
  office_sessions: OfficeSessionTable
  prune_clock: PruneClockTable
  office_sign_ins: OfficeSignInTable
  server_marks: ServerMarkTable
  transfer_mark: TransferMarkTable
}
