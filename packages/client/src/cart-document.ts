/** A cart as the client returns it: without the JSON:API envelope of the response. */

import type { Schemas } from './responses.ts'

/** A line of a cart: product, quantity, prices with their currency, VAT rate, notes and stock. */
export type CartItem = Schemas['CartItem']['attributes'] & {
  id: string
  /**
   * The stock keeping unit of the variant, else of its product; `null` where neither has one. A cart that an earlier version has held lacks
   * it, as it lacks `variantName`.
   */
  sku?: string | null
  /** The name of the variant, such as `M / Mavi`; `null` for a product without variants. */
  variantName?: string | null
  /** The prices that people pay, with VAT, and the line's share of the discounts. A cart that an earlier version has held lacks it. */
  vat?: Schemas['LineVat']
  /**
   * How many pieces, or how much of its unit, this cart can order: the stock less what other carts have reserved. It may be a fraction, zero or
   * below zero. Absent where the shop reserves no stock for held carts; then `stock` is all that is known.
   */
  available?: number
  /** Present where the item is sold at any stock: no quantity is too large, whatever `available` and `stock` are. */
  backorder?: true
}

/** The chosen coupon of a cart while it does not apply, with the `reason`. Codes of reasons never change; new ones may come. */
export type UnappliedCoupon = Schemas['UnappliedCoupon']

/** A promotion that applies: a coupon with its `code`, or a campaign with its `id`. Codes of kinds never change; new ones may come. */
export type AppliedPromotion = Schemas['AppliedPromotion']

/** A campaign that only a minimum keeps from applying, with the total or the number of pieces that is missing. */
export type CampaignOffer = Schemas['CampaignOffer']

/**
 * A cart: its totals, discounts and campaigns, and its `items` in the order in which they were first added.
 *
 * A field that does not apply is absent, never `null`. Amounts are decimal numbers as text: never parse them into a float.
 */
export type Cart = Schemas['Cart']['data']['attributes'] & {
  items: CartItem[]
  /** The subtotal with VAT, and the VAT per rate. An empty cart lacks it, and a cart that an earlier version has held. */
  vat?: Schemas['CartVat']
  /** All promotions that apply, where a campaign applies by itself or several campaigns apply. {@link promotionsOf} has them of any cart. */
  promotions?: AppliedPromotion[]
  /** The campaigns that the cart nearly reaches, in a shop that shows them. */
  offers?: CampaignOffer[]
  /**
   * Why the chosen coupon does not apply, or why the code of this call was refused. Carts of errors, of checkouts, of web sessions and
   * of `AdminClient` do not have it.
   */
  unappliedCoupon?: UnappliedCoupon
  /**
   * The tag of this cart, for `ifMatch` of a write. Carts of checkouts, of web sessions and of `AdminClient` do not have it, nor
   * has a cart whose response lost its `ETag` in a proxy.
   */
  etag?: string
}

/** The document of a cart; the `data.meta` of cart endpoints has more. */
type CartResponse = Schemas['Cart'] | Schemas['CartAnswer'] | Schemas['HeldCart']

/**
 * Converts a JSON:API document into a cart: its attributes, and its included items in the order of the relationship.
 *
 * @param document The JSON:API document of a cart.
 * @param etag The tag of the cart, if it is known.
 * @returns The cart.
 * @example
 *
 * ```ts
 * import type { Schemas } from "./responses.ts"
 * import { toCart } from "./cart-document.ts"
 *
 * declare const document: Schemas['Cart']
 * console.log(toCart(document).items.length)
 * ```
 */
export function toCart({ data, included }: CartResponse, etag?: string): Cart {
  const items = new Map(included.map(each => [each.id, toItem(each)]))
  const inOrder = data.relationships.items.data.map(({ id }) => items.get(id))
  const { vat, promotions, offers, coupon }: NonNullable<Schemas['CartAnswer']['data']['meta']> = data.meta ?? {}
  return {
    ...data.attributes,
    ...(vat && { vat }),
    ...(promotions && { promotions }),
    ...(offers && { offers }),
    ...(coupon && { unappliedCoupon: coupon }),
    ...(etag !== undefined && { etag }),
    items: inOrder.filter(each => each !== undefined),
  }
}

/**
 * Lists the promotions of a cart, for a summary: the amounts add up to its `discountTotal`.
 *
 * @param cart A cart of any call.
 * @returns The promotions that apply, the coupon first, in the order in which they are computed.
 * @example
 *
 * ```ts
 * import { createClient, promotionsOf } from "sepet-client"
 *
 * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * for (const { name, discountAmount } of promotionsOf(await cart.read())) console.log(name, discountAmount.amount)
 * ```
 */
export function promotionsOf(cart: Pick<Cart, 'promotions' | 'appliedCoupon' | 'appliedCampaign'>): AppliedPromotion[] {
  const { promotions, appliedCoupon, appliedCampaign } = cart
  if (promotions) return promotions
  return [
    ...(appliedCoupon ? [couponPromotion(appliedCoupon)] : []),
    ...(appliedCampaign ? [campaignPromotion(appliedCampaign)] : []),
  ]
}

function couponPromotion({ code, description, discountAmount }: NonNullable<Cart['appliedCoupon']>): AppliedPromotion {
  return { kind: 'coupon', code, name: description || code, discountAmount }
}

function campaignPromotion({ id, name, discountAmount }: NonNullable<Cart['appliedCampaign']>): AppliedPromotion {
  return { kind: 'campaign', id, name, discountAmount }
}

function toItem({ id, attributes, meta }: Schemas['CartItem'] | Schemas['HeldCartItem']): CartItem {
  const { sku, variantName, vat, available, backorder } = meta ?? {}
  return {
    id,
    ...attributes,
    ...(sku !== undefined && { sku }),
    ...(variantName !== undefined && { variantName }),
    ...(vat && { vat }),
    ...(available !== undefined && { available }),
    ...(backorder && { backorder }),
  }
}

/** A cart after a write. */
export interface CartChange {
  /** The cart. */
  cart: Cart
  /** The id of the item that an add has added or increased; empty for other writes. */
  affectedItemId: string
}

/**
 * Converts the JSON:API document of a write.
 *
 * @param document The JSON:API document of a cart.
 * @param etag The tag of the cart, if it is known.
 * @returns The cart, and the id of the item that was added.
 * @example
 *
 * ```ts
 * import { toCartChange } from "./cart-document.ts"
 * import type { Schemas } from "./responses.ts"
 *
 * declare const document: Schemas['CartAfterAdding']
 * console.log(toCartChange(document).affectedItemId)
 * ```
 */
export function toCartChange(document: Schemas['CartAnswer'] | Schemas['CartAfterAdding'], etag?: string): CartChange {
  return { cart: toCart(document, etag), affectedItemId: 'meta' in document ? document.meta.affectedItemId : '' }
}

/** The notes of an item. An absent field keeps its value; `null` clears a note. */
export interface ItemNotes {
  /** The note on the order of this item. The shop limits its length, in Unicode code points. */
  orderNote?: string | null
  /** The note on the gift. The shop limits its length, in Unicode code points. */
  giftNote?: string | null
  /** Whether a gift package is wanted. */
  giftPackage?: boolean
}
