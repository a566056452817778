/** Cart rows: converts the row of the cart query, with the lines as JSON, into a `StoredCart`. */

import type { Flag, JsonText } from '../../db/column-types.ts'
import type { CartLineTable } from '../../db/cart-tables.ts'
import type { CustomerTable } from '../../db/tables.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { parseCoupon } from '../../promotions/parse-coupon.ts'
import type { Uses } from '../../promotions/promotion-context.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { StoredCart, StoredLine } from '../cart.ts'
import type { CartQuery } from './cart.sql.ts'

/** The row of the cart query. The owner's columns are null where there is no customer or cart. */
export interface CartRow {
  shop_revision: number
  customer_status: CustomerTable['status'] | null
  customer_id: number | null
  customer_group_id: number | null
  dealer: Flag | null
  customer_free_cargo: Flag | null
  group_free_cargo: Flag | null
  merged_into: number | null
  used_at: number | null
  changed_at: number | null
  campaign_id: number | null
  campaign_off: Flag | null
  /** The code of the chosen coupon, folded for comparison. */
  coupon_code: string | null
  /** The code as it was entered; null, or another code, after a choice by an earlier version. */
  entered_code: string | null
  coupon: JsonText | null
  /** JSON: `StoredUses`; null where no promotion of the cart has a limit. */
  uses: JsonText | null
  /** Whether the customer has an order; null for a guest, and where no promotion of the cart asks for it. */
  has_ordered: Flag | null
  /** JSON: the keys of the promotions that the cart can hold no more in 24 hours; null for none, and where no campaign of the shop asks for them. */
  held_too_often: JsonText | null
  /** JSON: an array of `LineValues` in the order of the lines; null for none on PostgreSQL. */
  lines: JsonText | null
}

/** A line in the JSON of the cart query: an array of values takes a third less time than a row of its own. */
type LineValues = [
  id: string,
  productId: number,
  variantId: number,
  quantity: number,
  orderNote: string | null,
  giftNote: string | null,
  giftPackage: Flag,
]

/**
 * Converts the row of the cart query into a cart.
 * @param query what the query counted
 * @throws Error when there is no row: the shop row is missing
 */
export function toCart(
  [found]: CartRow[],
  { limitedCampaigns, limitedPerCustomer, countsOrders, holdLimit }: Omit<CartQuery, 'now'>,
): StoredCart {
  const row = requireShopRow(found)
  return {
    shopRevision: row.shop_revision,
    customerStatus: row.customer_status,
    customerId: row.customer_id,
    customerGroupId: row.customer_group_id,
    dealer: row.dealer === 1,
    freeCargo: row.customer_free_cargo === 1 || row.group_free_cargo === 1,
    coupon: row.coupon === null ? null : parseCoupon(row.coupon),
    enteredCode: enteredCodeOf(row),
    campaignId: row.campaign_id,
    campaignOff: row.campaign_off === 1,
    mergedInto: row.merged_into,
    usedAt: row.used_at,
    changedAt: row.changed_at,
    limitedCampaigns,
    limitedPerCustomer,
    countsOrders: countsOrders === 1,
    holdLimit,
    uses: toUses(row),
    lines: row.lines === null ? [] : (JSON.parse(row.lines) as LineValues[]).map(lineOf),
  }
}

/** Returns the chosen code as it was entered, or folded where that is not known. */
function enteredCodeOf({ coupon_code: folded, entered_code: entered }: CartRow): string | null {
  if (folded === null || entered === null) return folded
  return foldCouponCode(entered) === folded ? entered : folded
}

function lineOf([id, productId, variantId, quantity, orderNote, giftNote, giftPackage]: LineValues): StoredLine {
  return {
    id,
    productId,
    variantId: variantId === 0 ? null : variantId,
    quantity,
    orderNote,
    giftNote,
    giftPackage: giftPackage === 1,
  }
}

const NONE: ReadonlySet<number> = new Set()
const NO_USES: Uses = {
  coupon: 0,
  couponByCustomer: 0,
  hasOrdered: false,
  campaigns: new Map(),
  campaignsByCustomer: new Map(),
  heldTooOften: NONE,
}

/** Counts by id; null or empty for none. */
type StoredCounts = Record<string, number> | null

/** The uses as the cart query counts them. */
type StoredUses = Pick<Uses, 'coupon' | 'couponByCustomer'> & {
  campaigns: StoredCounts
  campaignsByCustomer: StoredCounts
}

/** Converts the uses that a query counted; null where no promotion has a limit. A query that counts no holds has no `held_too_often`. */
export function toUses({
  uses: json,
  has_ordered,
  held_too_often = null,
}: Pick<CartRow, 'uses' | 'has_ordered'> & Partial<Pick<CartRow, 'held_too_often'>>): Uses {
  const hasOrdered = has_ordered === 1
  const heldTooOften = held_too_often === null ? NONE : campaignsOf(JSON.parse(held_too_often) as string[])
  if (json === null) return hasOrdered ? { ...NO_USES, hasOrdered } : NO_USES
  const { coupon, couponByCustomer, ...stored } = JSON.parse(json) as StoredUses
  const campaigns = countsOf(stored.campaigns)
  return {
    ...{ coupon, couponByCustomer, hasOrdered, heldTooOften },
    ...{ campaigns, campaignsByCustomer: countsOf(stored.campaignsByCustomer) },
  }
}

function countsOf(counts: StoredCounts): ReadonlyMap<number, number> {
  return new Map(Object.entries(counts ?? {}).map(([id, count]) => [Number(id), count]))
}

/** Returns the ids of the campaigns among promotions. @param keys such as `campaign:21` */
function campaignsOf(keys: readonly string[]): ReadonlySet<number> {
  const prefix = 'campaign:'
  return new Set(keys.filter(key => key.startsWith(prefix)).map(key => Number(key.slice(prefix.length))))
}

/** Converts a row of `cart_lines`. */
export function toLine(row: Omit<CartLineTable, 'cart_id' | 'position'>): StoredLine {
  return {
    id: row.id,
    productId: row.product_id,
    variantId: row.variant_id === 0 ? null : row.variant_id,
    quantity: row.quantity,
    orderNote: row.order_note,
    giftNote: row.gift_note,
    giftPackage: row.gift_package === 1,
  }
}
