/** Cart rows: converts the rows of the cart query, one per line with the owner's columns repeated, into a `StoredCart`. */

import type { CustomerTable, Flag } from '../db/tables.ts'
import type { Coupon } from '../promotions/campaign.ts'
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
  campaign_id: number | null
  coupon: string | null
  coupon_uses: number
  customer_uses: number
  /** JSON: uses by campaign id; null when no campaign was asked for. */
  campaign_uses: string | null
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
    limitedCampaigns,
    uses: {
      coupon: owner.coupon_uses,
      couponByCustomer: owner.customer_uses,
      campaigns: owner.campaign_uses === null ? NO_CAMPAIGNS : parseCampaignUses(owner.campaign_uses),
    },
    lines: rows.filter(isLine).map(toLine),
  }
}

const NO_CAMPAIGNS: ReadonlyMap<number, number> = new Map()

function parseCampaignUses(json: string): ReadonlyMap<number, number> {
  const uses = Object.entries(JSON.parse(json) as Record<string, number>)
  return new Map(uses.map(([id, count]) => [Number(id), count]))
}

type LineRow = CartRow & {
  [Column in 'id' | 'product_id' | 'variant_id' | 'quantity']: NonNullable<CartRow[Column]>
}

function isLine(row: CartRow): row is LineRow {
  return row.id !== null
}

function toLine(row: LineRow): StoredLine {
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
