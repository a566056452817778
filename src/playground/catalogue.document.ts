/** A product as the phone shows it: what a shop's own catalogue would say, at the prices that the cart will have. */

import Type, { type Static } from 'typebox'
import { imageUrl } from '../cart/cart.document.ts'
import { isAvailableForSale } from '../catalog/availability.ts'
import { type PriceContext, type Priced, resolveUnitPrice } from '../catalog/price.ts'
import type { Product, Variant } from '../catalog/product.ts'
import { stockIncrementOf } from '../catalog/stock-increment.ts'
import { type Decimal, toMoney } from '../money/money.ts'
import { money } from '../schema/fields.ts'
import type { Shop } from '../shop/shop.ts'

const item = {
  unitPrice: money('what one costs this shopper now'),
  /** The price before a discount, where one holds. */
  fullPrice: Type.Optional(money('what it would cost without its discount')),
  stock: Type.Number(),
  availableForSale: Type.Boolean(),
}

const CatalogueVariant = Type.Object({ id: Type.Integer(), name: Type.String(), ...item })

/** Of a product with variants, the price is that of the cheapest. */
const CatalogueProduct = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  image: Type.String(),
  vatRate: Type.Number(),
  stockUnit: Type.String(),
  stockIncrement: Type.Number(),
  ...item,
  variants: Type.Array(CatalogueVariant),
})

/** `next` is the id to ask for what comes after; null at the end. */
export const CatalogueDocument = Type.Object({
  products: Type.Array(CatalogueProduct),
  next: Type.Union([Type.Integer(), Type.Null()]),
})

export type CatalogueDocument = Static<typeof CatalogueDocument>
export type CatalogueProduct = Static<typeof CatalogueProduct>

/** A product's names: what pricing does not need. */
export interface Listing {
  id: number
  variants: { id: number; name: string }[]
}

/** For whom, when, and in which shop. */
export interface Showcase extends PriceContext {
  shop: Shop
  publicUrl: string
}

/** Presents a product with those of its variants that are listed. */
export function presentProduct({ id, variants }: Listing, product: Product, showcase: Showcase): CatalogueProduct {
  const { shop, publicUrl } = showcase
  const offers = variants.flatMap(({ id, name }) => {
    const variant = product.variants.get(id)
    return variant ? [{ id, name, ...offer(product, variant, showcase) }] : []
  })
  const [cheapest = offer(product, null, showcase)] = offers.toSorted((a, b) => a.price.cmp(b.price))
  const isAvailable = offers.length === 0 ? cheapest.availableForSale : offers.some(each => each.availableForSale)
  return {
    id,
    name: product.name,
    image: imageUrl(product.image, shop.imageBaseUrl, publicUrl),
    vatRate: product.vatRate,
    stockUnit: product.stockUnit,
    stockIncrement: stockIncrementOf(product),
    ...presentOffer(cheapest, shop),
    stock: product.stock.toNumber(),
    availableForSale: isAvailable,
    variants: offers.map(each => ({ id: each.id, name: each.name, ...presentOffer(each, shop) })),
  }
}

interface Offer {
  price: Decimal
  full: Decimal
  stock: Decimal
  availableForSale: boolean
}

function offer(product: Product, variant: Variant | null, context: Showcase): Offer {
  const { stock } = variant ?? product
  return {
    price: resolveUnitPrice(product, variant, context),
    full: resolveUnitPrice(undiscounted(product), variant && undiscounted(variant), context),
    stock,
    availableForSale: isAvailableForSale({ onSale: product.onSale, stock }, context.shop.settings),
  }
}

function undiscounted(priced: Priced): Priced {
  return { ...priced, discount: null }
}

function presentOffer({ price, full, stock, availableForSale }: Offer, shop: Shop) {
  const [unitPrice, fullPrice] = [toMoney(price, shop), toMoney(full, shop)]
  return {
    unitPrice,
    ...(fullPrice.amount !== unitPrice.amount && { fullPrice }),
    stock: stock.toNumber(),
    availableForSale,
  }
}
