/** The JSON:API document of a cart (specification 2.2 and 2.3): its schema, and the field list that fills it. */

import Type, { type Static } from 'typebox'
import { toMoney } from '../money/money.ts'
import { Money } from '../schema/members.ts'
import type { Shop } from '../shop/shop.ts'
import type { PricedCart, PricedLine } from './price-cart.ts'

const CartItem = Type.Object({
  type: Type.Literal('cart-items'),
  id: Type.String(),
  attributes: Type.Object({
    productId: Type.Integer(),
    variantId: Type.Union([Type.Integer(), Type.Null()]),
    quantity: Type.Integer(),
    productName: Type.String(),
    image: Type.String(),
    availableForSale: Type.Boolean(),
    unitPrice: Money,
    lineTotal: Money,
    vatRate: Type.Number(),
    orderNote: Type.Union([Type.String(), Type.Null()]),
    giftNote: Type.Union([Type.String(), Type.Null()]),
    giftPackage: Type.Boolean(),
    stock: Type.Number(),
    stockUnit: Type.String(),
    stockIncrement: Type.Number(),
  }),
})

/** The body of every cart answer; `meta` only answers POST /cart-items. */
export const CartDocument = Type.Object({
  data: Type.Object({
    type: Type.Literal('carts'),
    id: Type.Literal('me'),
    attributes: Type.Object({
      totalQuantity: Type.Integer(),
      subtotal: Money,
    }),
    relationships: Type.Object({
      items: Type.Object({
        data: Type.Array(Type.Object({ type: Type.Literal('cart-items'), id: Type.String() })),
      }),
    }),
  }),
  included: Type.Array(CartItem),
  meta: Type.Optional(Type.Object({ affectedItemId: Type.String() })),
})

export type CartDocument = Static<typeof CartDocument>

/** Presents a priced cart. `publicUrl` is where Sepet serves pictures itself. */
export function presentCart(cart: PricedCart, shop: Shop, publicUrl: string): CartDocument {
  return {
    data: {
      type: 'carts',
      id: 'me',
      attributes: {
        totalQuantity: cart.totalQuantity,
        subtotal: toMoney(cart.subtotal, shop),
      },
      relationships: {
        items: { data: cart.lines.map(({ id }) => ({ type: 'cart-items', id })) },
      },
    },
    included: cart.lines.map(line => presentLine(line, shop, publicUrl)),
  }
}

function presentLine(line: PricedLine, shop: Shop, publicUrl: string): Static<typeof CartItem> {
  const { product } = line
  return {
    type: 'cart-items',
    id: line.id,
    attributes: {
      productId: line.productId,
      variantId: line.variantId,
      quantity: line.quantity,
      productName: product.name,
      image: imageUrl(product.image, shop.imageBaseUrl, publicUrl),
      availableForSale: line.availableForSale,
      unitPrice: toMoney(line.unitPrice, shop),
      lineTotal: toMoney(line.lineTotal, shop),
      vatRate: Number(product.vatRate),
      orderNote: line.orderNote,
      giftNote: line.giftNote,
      giftPackage: line.giftPackage,
      stock: line.stock.toNumber(),
      stockUnit: product.stockUnit,
      stockIncrement: Number(product.stockIncrement),
    },
  }
}

/** The absolute URL of a product's picture: its own, below the shop's base, or the placeholder. */
function imageUrl(image: string | null, imageBaseUrl: string | null, publicUrl: string): string {
  if (image === null) return `${publicUrl}/images/placeholder.png`
  if (/^https?:/i.test(image)) return image
  return `${(imageBaseUrl ?? publicUrl).replace(/\/+$/, '')}/${image.replace(/^\/+/, '')}`
}
