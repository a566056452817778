/** The response of `GET /playground/products`: products in place of a shop's own catalogue, at the prices that people pay. */

import Type, { type Static } from 'typebox'
import { isAvailableForSale } from '../catalog/availability.ts'
import { imageUrl } from '../catalog/image-url.ts'
import { type PriceContext, type QuantityPrice, quantityPrices, resolvePrice, shelfPrice } from '../catalog/price.ts'
import type { Product, Variant } from '../catalog/product.ts'
import { itemKeyOf } from '../catalog/stock/item-key.ts'
import type { ItemStocks } from '../catalog/stock/item-stock.ts'
import { stockIncrementOf } from '../catalog/stock-increment.ts'
import { type Decimal, round, toMoney } from '../money/money.ts'
import { money } from '../schema/fields.ts'
import type { Shop } from '../shop/shop.ts'

const item = {
  unitPriceWithVat: money('what one costs this shopper now, with VAT'),
  /** The price before a discount; absent without one. */
  fullPriceWithVat: Type.Optional(money('what it would cost without its discount, with VAT')),
  /** Absent where the quantity does not change the price. */
  tierPrices: Type.Optional(
    Type.Array(
      Type.Object({
        from: Type.Integer({ description: 'the first quantity of a line with this price' }),
        unitPriceWithVat: money('the unit price for this shopper from this quantity on, with VAT'),
      }),
      { description: 'quantities from which on another unit price applies, ascending' },
    ),
  ),
  stock: Type.Number(),
  availableForSale: Type.Boolean(),
}

const CatalogueVariant = Type.Object({ id: Type.Integer(), name: Type.String(), ...item })

/** A product; with variants, its price is the lowest price of a variant. */
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

/** A page of products. `next` is the id that the next page begins after; null on the last page. */
export const CatalogueDocument = Type.Object({
  products: Type.Array(CatalogueProduct),
  next: Type.Union([Type.Integer(), Type.Null()]),
})

/** A page of products. */
export type CatalogueDocument = Static<typeof CatalogueDocument>
/** A product at a shopper's prices. */
export type CatalogueProduct = Static<typeof CatalogueProduct>

/** A product's id, with the ids and names of its variants on sale. */
export interface Listing {
  id: number
  variants: { id: number; name: string }[]
}

/** What prices, stocks and pictures depend on: the customer group, the time and the shop. */
export interface CatalogueContext extends Omit<PriceContext, 'quantity'> {
  shop: Shop
  /** What is left for this shopper of the items, where the stock guard counts; otherwise empty. */
  stocks: ItemStocks
  publicUrl: string
}

/** Presents a product with its listed variants. */
export function presentProduct(
  { id, variants }: Listing,
  product: Product,
  context: CatalogueContext,
): CatalogueProduct {
  const { shop, publicUrl, stocks } = context
  const leftOf = (variantId: number) => stocks.get(itemKeyOf({ productId: id, variantId }))?.available
  const offers = variants.flatMap(({ id, name }) => {
    const variant = product.variants.get(id)
    return variant ? [{ id, name, ...offer(product, { variant, left: leftOf(id) }, context) }] : []
  })
  const whole = { variant: null, left: leftOf(0) }
  const [cheapest = offer(product, whole, context)] = offers.toSorted((a, b) => a.price.cmp(b.price))
  const isAvailable = offers.length === 0 ? cheapest.availableForSale : offers.some(each => each.availableForSale)
  return {
    id,
    name: product.name,
    image: imageUrl(product.image, shop.imageBaseUrl, publicUrl),
    vatRate: product.vatRate,
    stockUnit: product.stockUnit,
    stockIncrement: stockIncrementOf(product),
    ...presentOffer(cheapest, shop),
    stock: (whole.left ?? product.stock).toNumber(),
    availableForSale: isAvailable,
    variants: offers.map(each => ({ id: each.id, name: each.name, ...presentOffer(each, shop) })),
  }
}

interface Offer {
  /** With VAT, as `full`: what one costs as a line of the cart, which is rounded before its VAT is added. */
  price: Decimal
  /** Null without a discount. */
  full: Decimal | null
  /** With VAT. */
  tiers: QuantityPrice[]
  stock: Decimal
  availableForSale: boolean
}

interface OfferedItem {
  /** Null for a product without variants. */
  variant: Variant | null
  /** What is left of it; undefined where only the stock is known. */
  left: Decimal | undefined
}

function offer(product: Product, { variant, left }: OfferedItem, context: CatalogueContext): Offer {
  const item = variant ?? product
  const stock = left ?? item.stock
  const { shop } = context
  const withVat = (price: Decimal) => shelfPrice(price, product.vatFactor, shop.settings)
  const { price, listPrice } = resolvePrice(product, variant, { ...context, quantity: 1 })
  return {
    price: withVat(round(price, shop)),
    full: listPrice && withVat(listPrice),
    tiers: quantityPrices(product, variant, context).map(({ from, price }) => ({ from, price: withVat(price) })),
    stock,
    availableForSale: isAvailableForSale({ onSale: product.onSale, stock, backorder: item.backorder }, shop.settings),
  }
}

function presentOffer({ price, full, tiers, stock, availableForSale }: Offer, shop: Shop) {
  const [unitPriceWithVat, fullPriceWithVat] = [toMoney(price, shop), full && toMoney(full, shop)]
  return {
    unitPriceWithVat,
    ...(fullPriceWithVat && fullPriceWithVat.amount !== unitPriceWithVat.amount && { fullPriceWithVat }),
    ...(tiers.length > 0 && {
      tierPrices: tiers.map(tier => ({ from: tier.from, unitPriceWithVat: toMoney(tier.price, shop) })),
    }),
    stock: stock.toNumber(),
    availableForSale,
  }
}
