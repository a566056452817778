/** Cart rows: converts the rows of the cart query, one per line with the owner's columns repeated, into a `StoredCart`. */

import type { CartLineTable, CustomerTable, Flag } from '../db/tables.ts'
import type { Coupon } from '../promotions/campaign.ts'
import type { Uses } from '../promotions/promotion-context.ts'
import type { StoredCart, StoredLine } from './cart.ts'

/** A row of the cart query. Line columns are null when the cart has no lines. */
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
  coupon: string | null
  /** JSON: `StoredUses`; null where no promotion of the cart has a limit. */
  uses: string | null
  id: string | null
  product_id: number | null
  variant_id: number | null
  quantity: number | null
  order_note: string | null
  gift_note: string | null
  gift_package: Flag | null
}

/**
 * Converts the rows of the cart query into a cart.
 * @param rows at least one row, also for an empty cart
 * @param options `limitedCampaigns`: the campaigns that the query counted, as JSON
 * @throws Error when there is no row: the shop row is missing
 */
export function toCart(rows: CartRow[], { limitedCampaigns }: { limitedCampaigns: string }): StoredCart {
  const [owner] = rows
  if (!owner) throw new Error('The shop row is missing: run `sepet migrate`.')
  return {
    shopRevision: owner.shop_revision,
    customerStatus: owner.customer_status,
    customerId: owner.customer_id,
    customerGroupId: owner.customer_group_id,
    dealer: owner.dealer === 1,
    freeCargo: owner.customer_free_cargo === 1 || owner.group_free_cargo === 1,
    coupon: owner.coupon === null ? null : (JSON.parse(owner.coupon) as Coupon),
    campaignId: owner.campaign_id,
    mergedInto: owner.merged_into,
    usedAt: owner.used_at,
    changedAt: owner.changed_at,
    limitedCampaigns,
    uses: owner.uses === null ? NO_USES : parseUses(owner.uses),
    lines: rows.filter(isLine).map(toLine),
  }
}

const NO_USES: Uses = { coupon: 0, couponByCustomer: 0, campaigns: new Map() }

/** The uses as the cart query counts them. `campaigns` is by id; null or empty for none. */
type StoredUses = Omit<Uses, 'campaigns'> & { campaigns: Record<string, number> | null }

function parseUses(json: string): Uses {
  const { campaigns, ...uses } = JSON.parse(json) as StoredUses
  return { ...uses, campaigns: new Map(Object.entries(campaigns ?? {}).map(([id, count]) => [Number(id), count])) }
}

type LineRow = CartRow & {
  [Column in 'id' | 'product_id' | 'variant_id' | 'quantity' | 'gift_package']: NonNullable<CartRow[Column]>
}

function isLine(row: CartRow): row is LineRow {
  return row.id !== null
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
