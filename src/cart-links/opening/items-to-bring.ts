/** Which items of a link can be brought, as the shop is now. */

import { isAvailableForSale, stockedItem } from '../../catalog/availability.ts'
import type { Products } from '../../catalog/products.store.ts'
import { itemKeyOf } from '../../catalog/stock/item-key.ts'
import type { ItemStocks } from '../../catalog/stock/item-stock.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import type { CountedItem } from './bringing.ts'

/** `on sale`: in stock or not; `available`: those that can be had. */
export type ItemRule = 'on sale' | 'available'

/** What items are taken by. */
interface TakenBy {
  products: Products
  /** Stocks as of now, while the stock guard counts. */
  stocks: ItemStocks | undefined
  settings: ShopSettings
  rule: ItemRule
}

/** Returns the items that can be brought, in their order. */
export function takeItems(items: readonly CountedItem[], by: TakenBy): CountedItem[] {
  return items.filter(item => canBring(item, by))
}

function canBring(item: CountedItem, { products, stocks, settings, rule }: TakenBy): boolean {
  const product = products.get(item.productId)
  const variant = item.variantId === 0 ? null : product?.variants.get(item.variantId)
  if (!product || variant === undefined) return false
  const stocked = stockedItem(product, variant)
  if (!stocked.onSale || rule === 'on sale') return stocked.onSale
  const stock = stocks?.get(itemKeyOf(item))?.available ?? stocked.stock
  return isAvailableForSale({ ...stocked, stock }, settings)
}
