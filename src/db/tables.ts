/** The tables as stores see them: one type per table, the same on both engines. Shaped by `migrations/`. */

import type { Generated } from 'kysely'
import type { CustomerColumns } from '../customers/customer-fields.ts'

/** SQLite has no boolean, so both engines keep 0 and 1. */
export type Flag = 0 | 1
/** A decimal number as text: no engine may round it. */
export type DecimalText = string
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number
/** A JSON document as text, written and read by the one module that owns it. */
export type JsonText = string

/** One row: everything the shop decides for all of its carts. `revision` moves with every import. */
export interface ShopTable {
  id: 1
  revision: number
  document: JsonText
}

/** A record that only the shop snapshot reads, kept as its shop file document. */
export interface ShopRecordTable {
  id: number
  document: JsonText
}

export interface CustomerGroupTable {
  id: number
  name: string
  free_cargo: Flag
}

/** The columns of `customers/customer-fields.ts`, and those with rules of their own. */
export interface CustomerTable extends CustomerColumns {
  id: Generated<number>
  /** Trimmed and lower-cased; unique. */
  email: string
  created_at: EpochMs
  updated_at: EpochMs
}

/** One row, whose revision moves with every write to customers. */
export interface CustomerListTable {
  id: 1
  revision: number
}

export interface ProductTable {
  id: number
  /** Names the record in the export it came from (`shopify:<handle>`), so that importing again finds it. */
  source_key: string | null
  name: string
  image: string | null
  on_sale: Flag
  price: DecimalText
  vat_rate: DecimalText
  stock: DecimalText
  stock_unit: string
  stock_increment: DecimalText
  free_cargo: Flag
  /** `Discount` of `catalog/price.ts`, or null. */
  discount: JsonText | null
  /** `{ [customerGroupId]: price }`, or null. */
  group_prices: JsonText | null
}

export interface VariantTable {
  product_id: number
  id: number
  source_key: string | null
  name: string
  /** 0 once the product has been imported without this variant: lines that hold it stay. */
  on_sale: Flag
  price: DecimalText | null
  stock: DecimalText
  discount: JsonText | null
  group_prices: JsonText | null
}

export interface CouponTable {
  /** The code folded for comparison; see `promotions/coupon-code.ts`. */
  folded_code: string
  document: JsonText
}

/** A cart's choices. Exists from the first write on; `id` is its owner, `member:42` or `guest:<uuid>`. */
export interface CartTable {
  id: string
  coupon_code: string | null
  campaign_id: number | null
  /** The customer a guest's cart was merged into; the guest's tokens are cancelled from then on. */
  merged_into: number | null
  created_at: EpochMs
  /** When a use, also a mere reading, was last noted: at most a day before the last use. */
  used_at: Generated<EpochMs>
  /** Moves with every write on PostgreSQL. SQLite's writes come one after another and need none. */
  revision: Generated<number>
}

/** Keyed by (cart, product, variant): a second line for the same item cannot exist. */
export interface CartLineTable {
  cart_id: string
  product_id: number
  /** 0 on a line without a variant, so that the key holds there too. */
  variant_id: number
  id: string
  /** Rises in the order in which lines were first added. */
  position: number
  quantity: number
  order_note: string | null
  gift_note: string | null
  gift_package: Flag
}

/** A handoff that was opened: the primary key is what lets only one of many openings win. */
export interface UsedHandoffTable {
  jti: string
  /** When its token expires, and some time later this row may go. */
  expires_at: EpochMs
}

/** Who a browser is. Either a customer or a guest. */
export interface WebSessionTable {
  /** SHA-256 of the id in the cookie. */
  id_hash: string
  customer_id: number | null
  guest_id: string | null
  created_at: EpochMs
  /** To the minute. */
  last_seen_at: EpochMs
}

export interface Tables {
  shop: ShopTable
  customer_groups: CustomerGroupTable
  customers: CustomerTable
  customer_list: CustomerListTable
  products: ProductTable
  variants: VariantTable
  shipping_companies: ShopRecordTable
  payment_methods: ShopRecordTable
  campaigns: ShopRecordTable
  coupons: CouponTable
  carts: CartTable
  cart_lines: CartLineTable
  used_handoffs: UsedHandoffTable
  web_sessions: WebSessionTable
}
