/** Products of the catalogue in answers. */

import { imageUrl } from '../../catalog/image-url.ts'
import type { Shop } from '../../shop/shop.ts'
import type { SoldItem, SoldProduct } from './sold-product.ts'

/** What documents contain besides the product. */
export interface DocumentContext {
  shop: Shop
  publicUrl: string
}

/** Which id of a request an item is found by, and how. */
export interface Input {
  id: string
  match: 'exact' | 'featured'
}

/** An item to show; `inputs` of a lookup only. */
export type ShownItem = SoldItem & { inputs?: Input[] }

/** Presents a product with these items, of which the first represents it. Its range has the prices of all its items. */
export function presentProduct(
  product: SoldProduct,
  items: readonly ShownItem[],
  { shop, publicUrl }: DocumentContext,
) {
  const prices = product.items.map(({ price }) => price)
  const amount = amountsOf(shop)
  return {
    id: product.id,
    title: product.name,
    description: { plain: product.name },
    price_range: {
      min: amount(prices.reduce((least, each) => Math.min(least, each))),
      max: amount(prices.reduce((greatest, each) => Math.max(greatest, each))),
    },
    ...(product.image !== null && {
      media: [{ type: 'image', url: imageUrl(product.image, shop.imageBaseUrl, publicUrl), alt_text: product.name }],
    }),
    variants: items.map(item => presentItem(item, amount)),
  }
}

function presentItem(item: ShownItem, amount: ReturnType<typeof amountsOf>) {
  const { id, sku, name, price, listPrice, tiers, inputs } = item
  return {
    id,
    ...(sku !== null && { sku }),
    title: name,
    description: { plain: name },
    price: amount(price),
    ...(listPrice > price && { list_price: amount(listPrice) }),
    availability: availabilityOf(item),
    // The protocol has no member for prices by quantity, and leaves this one to the business.
    ...(tiers.length > 0 && {
      metadata: { tier_prices: tiers.map(tier => ({ from: tier.from, price: amount(tier.price) })) },
    }),
    ...(inputs && { inputs }),
  }
}

function availabilityOf({ isAvailable, isBackordered }: ShownItem) {
  if (!isAvailable) return { available: false, status: 'out_of_stock' }
  return { available: true, status: isBackordered ? 'backorder' : 'in_stock' }
}

function amountsOf({ currencyCode }: Shop) {
  return (amount: number) => ({ amount, currency: currencyCode })
}
