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
export function presentProduct(product: SoldProduct, items: readonly ShownItem[], context: DocumentContext) {
  const prices = product.items.map(({ price }) => price)
  const amount = amountsOf(context.shop)
  return {
    id: product.id,
    title: product.name,
    description: { plain: product.name },
    price_range: {
      min: amount(prices.reduce((least, each) => Math.min(least, each))),
      max: amount(prices.reduce((greatest, each) => Math.max(greatest, each))),
    },
    ...mediaOf(product, context),
    variants: items.map(item => presentItem(item, amount, context)),
  }
}

/** The picture that a product, or a variant of its own, has. */
function mediaOf(
  { image, name }: Pick<SoldProduct, 'image' | 'name'>,
  { shop, publicUrl }: DocumentContext,
): { media?: object[] } {
  if (image === null) return {}
  return { media: [{ type: 'image', url: imageUrl(image, shop.imageBaseUrl, publicUrl), alt_text: name }] }
}

function presentItem(item: ShownItem, amount: ReturnType<typeof amountsOf>, context: DocumentContext) {
  const { id, sku, name, price, listPrice, tiers, inputs } = item
  return {
    id,
    ...(sku !== null && { sku }),
    title: name,
    description: { plain: name },
    price: amount(price),
    ...(listPrice > price && { list_price: amount(listPrice) }),
    availability: availabilityOf(item),
    ...mediaOf(item, context),
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
