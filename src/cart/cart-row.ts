/** Reads the rows of a cart: one per line, each repeating what is said once of the owner. */

import type { Discount, GroupPrices, Priced } from '../catalog/price.ts'
import type { CustomerTable, Flag } from '../db/tables.ts'
import { decimal } from '../money/money.ts'
import type { Coupon } from '../promotions/campaign.ts'
import type { Cart, CartLine } from './cart.ts'

/** A row of the statement that reads a cart. Line, product and variant are null where there is none. */
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
  id: string | null
  product_id: number | null
  variant_id: number | null
  quantity: number | null
  order_note: string | null
  gift_note: string | null
  gift_package: Flag | null
  name: string | null
  image: string | null
  on_sale: Flag | null
  price: string | null
  vat_rate: string | null
  free_cargo: Flag | null
  stock: string | null
  stock_unit: string | null
  stock_increment: string | null
  discount: string | null
  group_prices: string | null
  variant_on_sale: Flag | null
  variant_price: string | null
  variant_stock: string | null
  variant_discount: string | null
  variant_group_prices: string | null
}

/** The cart that the rows describe. There is at least one row, also for an empty cart. */
export function toCart(rows: CartRow[]): Cart {
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
    lines: rows.filter(isLine).map(toLine),
  }
}

type LineRow = CartRow & {
  [Column in
    | 'id'
    | 'product_id'
    | 'variant_id'
    | 'quantity'
    | 'name'
    | 'vat_rate'
    | 'stock'
    | 'stock_unit'
    | 'stock_increment']: NonNullable<CartRow[Column]>
}

function isLine(row: CartRow): row is LineRow {
  return row.id !== null && row.name !== null
}

function toLine(row: LineRow): CartLine {
  return {
    id: row.id,
    productId: row.product_id,
    variantId: row.variant_id === 0 ? null : row.variant_id,
    quantity: row.quantity,
    orderNote: row.order_note,
    giftNote: row.gift_note,
    giftPackage: row.gift_package === 1,
    product: {
      ...toPriced(row.price, row.discount, row.group_prices),
      name: row.name,
      image: row.image,
      onSale: row.on_sale === 1,
      vatRate: row.vat_rate,
      freeCargo: row.free_cargo === 1,
      stock: decimal(row.stock),
      stockUnit: row.stock_unit,
      stockIncrement: row.stock_increment,
    },
    variant: toVariant(row),
  }
}

function toVariant(row: LineRow): CartLine['variant'] {
  if (row.variant_stock === null) return null
  return {
    ...toPriced(row.variant_price, row.variant_discount, row.variant_group_prices),
    onSale: row.variant_on_sale === 1,
    stock: decimal(row.variant_stock),
  }
}

function toPriced(price: string | null, discount: string | null, groupPrices: string | null): Priced {
  return {
    price,
    discount: discount === null ? null : (JSON.parse(discount) as Discount),
    groupPrices: groupPrices === null ? null : (JSON.parse(groupPrices) as GroupPrices),
  }
}
