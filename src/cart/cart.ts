/** The cart model, and the rules for changing a cart. */

import type { OwnerStatus } from '../auth/access.ts'
import type { Product, Variant } from '../catalog/product.ts'
import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import type { ItemStock, ItemStocks } from '../catalog/stock/item-stock.ts'
import { detailOf, type Violation } from '../errors.ts'
import type { Coupon } from '../model/campaign.ts'
import type { Uses } from '../promotions/promotion-context.ts'
import type { ShopSettings } from '../shop/shop.ts'

/** Maximum quantity of a line. */
export const MAX_QUANTITY = 100_000

/** A cart line as stored. */
export interface StoredLine {
  id: string
  productId: number
  variantId: number | null
  quantity: number
  orderNote: string | null
  giftNote: string | null
  giftPackage: boolean
}

/** A cart line with its product and variant. */
export interface CartLine extends StoredLine {
  product: Product
  variant: Variant | null
  /** The item's stock as of now, where the stock guard counts. */
  itemStock?: ItemStock | undefined
}

/** A cart as stored, with the data of its owner that pricing needs. It is read in one round trip. */
export interface StoredCart extends OwnerStatus {
  /** When the cart was last touched, in milliseconds since the epoch; null when there is no cart. */
  usedAt: number | null
  /** When the cart last changed, in milliseconds since the epoch, at most ten minutes too early; null when there is no cart. */
  changedAt: number | null
  /** Null for a guest. */
  customerId: number | null
  customerGroupId: number | null
  dealer: boolean
  /** Whether shipping is free for the customer or the customer's group. */
  freeCargo: boolean
  /** The chosen coupon, valid or not; null also while no coupon has the chosen code. */
  coupon: Coupon | null
  /** The code of the chosen coupon as it was entered; null when none is chosen. */
  enteredCode: string | null
  /** The chosen campaign, applicable or not. */
  campaignId: number | null
  /** Whether the shopper has switched off the campaigns that apply by themselves. */
  campaignOff: boolean
  /** Uses of the chosen coupon, of `limitedCampaigns` and of `limitedPerCustomer`. */
  uses: Uses
  /** Ids of the campaigns whose uses were counted, as JSON. */
  limitedCampaigns: string
  /** Ids of those whose uses by the customer were counted, as JSON. */
  limitedPerCustomer: string
  /** Whether the read found out if the customer has ordered, because a campaign asks. */
  countsOrders: boolean
  /** The limit by which it was asked which promotions the cart has held too often; null where it was not. */
  holdLimit: string | null
  /** The shop's revision when the cart was read. */
  shopRevision: number
  /** In the order in which the lines were first added. */
  lines: StoredLine[]
}

/** A stored cart with the products of its lines. */
export interface Cart extends StoredCart {
  lines: CartLine[]
}

/** Joins a stored cart with its products. Lines of unknown products and variants are omitted. */
export function withProducts(cart: StoredCart, products: { get(id: number): Product | undefined }): Cart {
  const lines: CartLine[] = []
  for (const line of cart.lines) {
    const product = products.get(line.productId)
    const variant = line.variantId === null ? null : product?.variants.get(line.variantId)
    if (product && variant !== undefined) lines.push({ ...line, product, variant })
  }
  return { ...cart, lines }
}

/** Returns the item of a line. */
export function itemOf({ productId, variantId }: Pick<StoredLine, 'productId' | 'variantId'>): ItemKey {
  return { productId, variantId: variantId ?? 0 }
}

/** Joins a cart with the stocks of its items as of now. */
export function withStocks(cart: Cart, stocks: ItemStocks): Cart {
  return { ...cart, lines: cart.lines.map(line => ({ ...line, itemStock: stocks.get(itemKeyOf(itemOf(line))) })) }
}

/** Minimum time between two touches of a cart, in milliseconds (one day), so that most reads of a cart write nothing. */
export const TOUCH_INTERVAL_MS = 86_400_000

/**
 * Time after a change of a cart in which further changes are not stored, in milliseconds (ten minutes), so that most writes change no
 * index.
 */
export const CHANGE_INTERVAL_MS = 600_000

/** Returns whether the cart must be touched at `now` (milliseconds since the epoch), so that it does not count as idle. */
export function isTouchDue({ usedAt }: StoredCart, now: number): boolean {
  return usedAt !== null && usedAt + TOUCH_INTERVAL_MS < now
}

/** An item to add to a cart. `variantId` is null for a product without variants. */
export interface NewItem {
  productId: number
  variantId: number | null
  quantity: number
}

/** The database state that explains why an item could not be added, with the owner status. */
export interface ItemFacts extends OwnerStatus {
  /** False also for an unknown product. */
  productOnSale: boolean
  /** Whether the product has variants on sale. */
  hasVariants: boolean
  /** False also for an unknown variant, or a variant of another product. */
  variantOnSale: boolean
  /** Quantity of the item that is already in the cart. */
  quantity: number
  /** Number of lines in the cart. */
  lines: number
}

/**
 * Returns the reasons why an item cannot be added.
 * @param maxLines maximum number of lines of a cart
 * @returns empty when the item can be added, for example because the facts have changed since the failed attempt
 */
export function explainRefusedItem(item: NewItem, facts: ItemFacts, maxLines: number): Violation[] {
  const pointer = '/productId'
  if (!facts.productOnSale) return [{ code: 'product_not_on_sale', pointer, detail: detailOf('product_not_on_sale') }]
  if (facts.quantity === 0 && facts.lines >= maxLines) {
    return [{ code: 'cart_full', pointer, detail: `A cart holds at most ${maxLines} lines.` }]
  }
  const violations: Violation[] = []
  const variant = explainRefusedVariant(item, facts)
  if (variant) violations.push(variant)
  if (facts.quantity + item.quantity > MAX_QUANTITY) {
    const detail = `The cart holds ${facts.quantity} of this item already; a line takes at most ${MAX_QUANTITY}.`
    violations.push({ code: 'quantity_too_large', pointer: '/quantity', detail })
  }
  return violations
}

function explainRefusedVariant(
  { variantId }: NewItem,
  { hasVariants, variantOnSale }: ItemFacts,
): Violation | undefined {
  const pointer = '/variantId'
  if (hasVariants && variantId === null) {
    return { code: 'variant_required', pointer, detail: detailOf('variant_required') }
  }
  if (!hasVariants && variantId !== null) {
    return { code: 'variant_invalid', pointer, detail: 'The product has no variants: leave variantId out.' }
  }
  if (variantId !== null && !variantOnSale) {
    return { code: 'variant_invalid', pointer, detail: detailOf('variant_invalid') }
  }
  return undefined
}

/** Changes to a line's notes. A field left out keeps its value; null clears it. */
export interface Notes {
  orderNote?: string | null
  giftNote?: string | null
  giftPackage?: boolean
}

/** Returns a violation for each note that is longer than the shop allows. Length is counted in Unicode code points. */
export function explainLongNotes({ orderNote, giftNote }: Notes, settings: ShopSettings): Violation[] {
  return [
    ...explainLongNote('orderNote', orderNote, settings.orderNoteMaxLength),
    ...explainLongNote('giftNote', giftNote, settings.giftNoteMaxLength),
  ]
}

function explainLongNote(name: string, note: string | null | undefined, limit: number): Violation[] {
  const length = [...(note ?? '')].length
  if (length <= limit) return []
  return [
    { code: 'note_too_long', pointer: `/${name}`, detail: `${name} takes at most ${limit} characters, not ${length}.` },
  ]
}
