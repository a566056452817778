/** Products in the shape of the shop file, so that a product that was read can be changed and imported. */

import Type, { type Static } from 'typebox'
import { nullable, oneOf } from '../../schema/fields.ts'
import { formatInstant } from '../../schema/instants.ts'
import { pageOf } from '../../schema/keyset.ts'
import { MAX_TIER_PRICES } from '../product.ts'
import { type Discount, type GroupPrices, type Priced, resolveUnitPrice } from '../price.ts'
import { readPriced, readTierPrices } from '../read-priced.ts'
import { readTexts } from '../stored-texts.ts'
import type { ListedProduct, ListedVariant } from './product-list.store.ts'

const decimal = Type.String({ description: 'a decimal number as text', examples: ['199.90'] })

const DiscountDocument = Type.Object(
  {
    type: oneOf('percent', 'amount', 'price'),
    value: decimal,
    startsAt: nullable(Type.String()),
    endsAt: nullable(Type.String()),
  },
  { title: 'ProductDiscount' },
)

const GroupPriceList = Type.Array(
  Type.Object({ customerGroupId: Type.Integer({ format: 'int64' }), price: decimal }, { title: 'ProductGroupPrice' }),
)

const TierPriceList = Type.Array(
  Type.Object(
    {
      from: Type.Integer({ description: 'the first quantity of a line with this price' }),
      price: decimal,
      customerGroupId: Type.Optional(
        Type.Integer({ format: 'int64', description: 'absent for everyone whose group has no prices by quantity' }),
      ),
    },
    { title: 'ProductTierPrice' },
  ),
  {
    maxItems: MAX_TIER_PRICES,
    description: 'prices by quantity; of a variant its own, and where it has none, those of its product apply',
  },
)

const id = Type.Integer({ format: 'int64' })
const sku = nullable(Type.String())
const name = Type.String()
const image = {
  product: nullable(Type.String({ description: 'the URL of a picture, or a path below that of the shop’s pictures' })),
  variant: nullable(Type.String({ description: 'as of a product; null for that of the product' })),
}
const onSale = Type.Boolean()
const stock = Type.Number()
const reserved = Type.Integer({
  description: 'what holds of all carts reserve of the stock; 0 while the stock guard does not count',
})
const backorder = {
  product: Type.Boolean({ description: 'whether it is sold at any stock' }),
  variant: nullable(Type.Boolean({ description: 'whether it is sold at any stock: null leaves it to the product' })),
}
const discount = nullable(DiscountDocument)
const currentPrice = Type.String({
  description:
    'what one piece costs a guest now: the price with the discount that is active, unrounded, with or without VAT as `price`; it cannot be written',
  examples: ['159.92'],
})

const VariantDocument = Type.Object(
  {
    ...{ id, sku, name, image: image.variant, onSale, price: nullable(decimal), currentPrice, stock, reserved },
    backorder: backorder.variant,
    discount,
    groupPrices: GroupPriceList,
    tierPrices: TierPriceList,
  },
  { title: 'ProductVariant' },
)

/** A product with its variants, those off sale included. */
export const ProductDocument = Type.Object(
  {
    ...{ id, sku, name, image: image.product, onSale, price: decimal, currentPrice },
    vatRate: Type.Number({ description: 'percent' }),
    stock,
    reserved,
    stockUnit: Type.String(),
    stockIncrement: Type.Number(),
    freeCargo: Type.Boolean(),
    backorder: backorder.product,
    discount,
    groupPrices: GroupPriceList,
    tierPrices: TierPriceList,
    brand: nullable(Type.String()),
    categories: Type.Array(Type.String({ description: 'a path, its parts separated by ` > `' })),
    tags: Type.Array(Type.String()),
    variants: Type.Array(VariantDocument),
  },
  { title: 'Product' },
)

/** A page of products in the order of their ids. */
export const ProductPageDocument = pageOf(ProductDocument, 'ProductPage')

/**
 * Presents a product of the list, with what it costs a guest.
 * @param now milliseconds since the epoch, as of which discounts are active
 */
export function presentListedProduct(product: ListedProduct, now: number): Static<typeof ProductDocument> {
  const shown = presentProduct(product)
  const priced = readPriced(product)
  const priceOf = (variant: Priced | null) =>
    resolveUnitPrice(priced, variant, { customerGroupId: null, quantity: 1, now }).toFixed()
  const variants = shown.variants.map((variant, at) => {
    const stored = product.variants[at]
    return { ...variant, currentPrice: priceOf(stored ? readPriced(stored) : null) }
  })
  return { ...shown, currentPrice: priceOf(null), variants }
}

/** Presents a product as it is stored; times become ISO 8601, prices stay text. */
export function presentProduct(product: ListedProduct) {
  return {
    ...presentItem(product),
    image: product.image,
    price: product.price,
    vatRate: Number(product.vat_rate),
    stockUnit: product.stock_unit,
    stockIncrement: Number(product.stock_increment),
    freeCargo: product.free_cargo === 1,
    backorder: product.backorder === 1,
    brand: product.brand,
    categories: readTexts(product.categories),
    tags: readTexts(product.tags),
    variants: product.variants.map(variant => ({
      ...presentItem(variant),
      image: variant.image,
      price: variant.price,
      backorder: variant.backorder === null ? null : variant.backorder === 1,
    })),
  }
}

function presentItem(item: ListedProduct | ListedVariant) {
  return {
    id: item.id,
    sku: item.sku,
    name: item.name,
    onSale: item.on_sale === 1,
    stock: Number(item.stock),
    reserved: item.reserved,
    discount: item.discount === null ? null : presentDiscount(JSON.parse(item.discount) as Discount),
    groupPrices: item.group_prices === null ? [] : presentGroupPrices(JSON.parse(item.group_prices) as GroupPrices),
    tierPrices: readTierPrices(item.tier_prices),
  }
}

/** Presents a discount; times become ISO 8601. */
export function presentDiscount({ type, value, startsAt, endsAt }: Discount) {
  return {
    type,
    value,
    startsAt: startsAt === null ? null : formatInstant(startsAt),
    endsAt: endsAt === null ? null : formatInstant(endsAt),
  }
}

/** Presents the prices of customer groups. */
export function presentGroupPrices(prices: GroupPrices) {
  return Object.entries(prices).map(([customerGroupId, price]) => ({ customerGroupId: Number(customerGroupId), price }))
}
