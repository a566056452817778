/** The JSON:API document of a cart (specification 2.2 and 2.3): its schema and its serialisation, both from the tables of fields. */

import Type, { type Static } from 'typebox'
import type { Shop } from '../../shop/shop.ts'
import { CartVatFields, cartFields, cartMetaFields } from './cart-fields.ts'
import { present, type Shown, schemaOf } from './fields.ts'
import { CartItem, HeldCartItem, lineFields, type ShownLine } from './line-fields.ts'
import type { PricedCart } from './price-cart.ts'

const CART_META = schemaOf(cartMetaFields).properties

const CartResource = Type.Object(
  {
    type: Type.Literal('carts'),
    id: Type.Literal('me'),
    attributes: schemaOf(cartFields),
    relationships: Type.Object({
      items: Type.Object({
        data: Type.Array(Type.Object({ type: Type.Literal('cart-items'), id: Type.String() })),
      }),
    }),
    meta: Type.Optional(Type.Object({ ...CART_META, vat: CartVatFields }, { description: 'absent for an empty cart' })),
  },
  { title: 'CartResource' },
)

/** The schema of a cart. Responses of cart endpoints add what its owner alone gets: see cart-answer.document.ts. */
export const CartDocument = Type.Object({ data: CartResource, included: Type.Array(CartItem) }, { title: 'Cart' })

/** The schema of a cart as held, maybe by an earlier version. */
export const HeldCartDocument = Type.Object(
  { data: CartResource, included: Type.Array(HeldCartItem) },
  { title: 'HeldCart' },
)

/** The JSON:API document of a cart. */
export type CartDocument = Static<typeof CartDocument>
/** The JSON:API document of a cart as held. */
export type HeldCartDocument = Static<typeof HeldCartDocument>

/**
 * Converts a priced cart into its document.
 * @param publicUrl the base URL of pictures that Sepet serves itself
 */
export function presentCart(cart: PricedCart, shop: Shop, publicUrl: string): CartDocument {
  const shown = { shop, publicUrl }
  const meta = presentMeta(cart, shown)
  return {
    data: {
      type: 'carts',
      id: 'me',
      attributes: presentAttributes(cart, shown),
      relationships: {
        items: { data: cart.lines.map(({ id }) => ({ type: 'cart-items', id })) },
      },
      ...(meta && { meta }),
    },
    included: presentLines(cart, shown),
  }
}

/** Converts the lines of a priced cart. */
export function presentLines(cart: PricedCart, shown: Shown): CartDocument['included'] {
  return shownLinesOf(cart).map(each => ({ type: 'cart-items', id: each.line.id, ...present(lineFields, each, shown) }))
}

/** Converts what a priced cart has besides its lines and its VAT. */
export function presentAttributes(cart: PricedCart, shown: Shown): CartDocument['data']['attributes'] {
  return present(cartFields, cart, shown)
}

/** Converts what a priced cart with lines has beside its attributes; null for an empty cart. */
export function presentMeta(cart: PricedCart, shown: Shown): CartDocument['data']['meta'] | null {
  const { vat, ...others } = present(cartMetaFields, cart, shown)
  return vat ? { vat, ...others } : null
}

/** Returns the lines with their VAT. */
export function shownLinesOf({ lines, totals }: PricedCart): ShownLine[] {
  const vats = totals?.vat.lines ?? []
  return lines.flatMap((line, index) => {
    const vat = vats[index]
    return vat ? [{ line, vat }] : []
  })
}
