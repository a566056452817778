/** Products of the catalogue as guests see them. */

import { isAvailableForSale } from '../../catalog/availability.ts'
import { type Priced, quantityPrices, resolveUnitPrice } from '../../catalog/price.ts'
import { countsStock } from '../../catalog/stock/counts-stock.ts'
import type { ItemKey } from '../../catalog/stock/item-key.ts'
import { type Decimal, decimal, zero } from '../../money/money.ts'
import type { Shop } from '../../shop/shop.ts'
import { unitPriceInMinorUnits } from '../minor-units.ts'

/** A product on sale as stored. Its items are its variants on sale, in the order of their ids, or itself where it has none. */
export interface StoredProduct extends Priced {
  id: number
  name: string
  sku: string | null
  image: string | null
  items: StoredItem[]
}

/** An item as stored. */
export interface StoredItem extends Priced, ItemKey {
  name: string
  sku: string | null
  /** Null for that of the product. */
  image: string | null
  stock: Decimal
  /** Whether it is sold at any stock. */
  backorder: boolean
  /** Of all carts. */
  reserved: number
}

/** A product on sale. */
export interface SoldProduct {
  /** Its item id. */
  id: string
  productId: number
  name: string
  image: string | null
  /** One at least, in the order of their ids. */
  items: SoldItem[]
}

/** An item on sale. */
export interface SoldItem extends ItemKey {
  /** Its item id. */
  id: string
  sku: string | null
  name: string
  /** Null for that of the product. */
  image: string | null
  /** In minor units. */
  price: number
  /** Without a discount; in minor units. */
  listPrice: number
  /** Quantities from which on the price is another one, ascending; prices in minor units. */
  tiers: { from: number; price: number }[]
  isAvailable: boolean
  /** Whether it is available although nothing of it is left, for its backorder. */
  isBackordered: boolean
}

/** The shop, the time in milliseconds since the epoch, and what item ids are. */
export interface SaleContext {
  shop: Shop
  now: number
  /** Returns the item id of a key; null for an item that is not shown. */
  idOf: (item: ItemKey & { sku: string | null }) => string | null
}

/** Returns a product as guests see it; undefined where none of its items has an id. */
export function toSoldProduct(product: StoredProduct, context: SaleContext): SoldProduct | undefined {
  const items = product.items.flatMap(item => {
    const id = context.idOf(item)
    return id === null ? [] : [toSoldItem(product, { ...item, id }, context)]
  })
  const [first] = items
  if (!first) return undefined
  // Where SKUs are ids, a product may have none: that of its first variant finds it, too.
  const id = context.idOf({ productId: product.id, variantId: 0, sku: product.sku }) ?? first.id
  return { id, productId: product.id, name: product.name, image: product.image, items }
}

function toSoldItem(product: StoredProduct, item: StoredItem & { id: string }, { shop, now }: SaleContext): SoldItem {
  const guest = { customerGroupId: null, now }
  const priceOf = (parent: Priced, own: Priced) =>
    unitPriceInMinorUnits(resolveUnitPrice(parent, own, { ...guest, quantity: 1 }), shop)
  const undiscounted = { ...product, discount: null }
  const left = item.stock.minus(decimal(String(countsStock(shop.settings) ? item.reserved : 0)))
  return {
    productId: item.productId,
    variantId: item.variantId,
    id: item.id,
    sku: item.sku,
    name: item.name,
    image: item.image,
    price: priceOf(product, item),
    listPrice: priceOf(undiscounted, { ...item, discount: null }),
    tiers: quantityPrices(product, item, guest).map(({ from, price }) => ({
      from,
      price: unitPriceInMinorUnits(price, shop),
    })),
    isAvailable: isAvailableForSale({ onSale: true, stock: left, backorder: item.backorder }, shop.settings),
    isBackordered: item.backorder && left.lte(zero),
  }
}

/** Returns the item that represents a product: the first available one, else the first. */
export function featuredOf(items: readonly SoldItem[]): SoldItem | undefined {
  return items.find(({ isAvailable }) => isAvailable) ?? items[0]
}

/** Returns items with one of them before the others. */
export function withFirst(items: readonly SoldItem[], first: SoldItem | undefined): SoldItem[] {
  return first ? [first, ...items.filter(item => item !== first)] : [...items]
}
