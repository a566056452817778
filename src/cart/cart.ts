/** What a cart is, and every decision about changing it. */

import type { OwnerStatus } from '../auth/access.ts'
import type { Product, Variant } from '../catalog/product.ts'
import type { Violation } from '../errors.ts'
import type { Coupon } from '../promotions/campaign.ts'
import type { ShopSettings } from '../shop/shop.ts'

export const MAX_QUANTITY = 100_000

/** A line as it is kept. */
export interface StoredLine {
  id: string
  productId: number
  variantId: number | null
  quantity: number
  orderNote: string | null
  giftNote: string | null
  giftPackage: boolean
}

/** A line with what it is of. */
export interface CartLine extends StoredLine {
  product: Product
  variant: Variant | null
}

/** Everything that belongs to the owner, read in one round trip. */
export interface StoredCart extends OwnerStatus {
  /** When a use was last noted, in milliseconds since the epoch; null while there is no cart. */
  usedAt: number | null
  /** Null for a guest. */
  customerId: number | null
  customerGroupId: number | null
  dealer: boolean
  /** Whether shipping is free for the customer or the customer's group. */
  freeCargo: boolean
  /** The chosen coupon, whether or not it holds. */
  coupon: Coupon | null
  /** The chosen campaign, whether or not it applies. */
  campaignId: number | null
  /** The shop's revision when the cart was read. */
  shopRevision: number
  /** In the order in which they were first added. */
  lines: StoredLine[]
}

export interface Cart extends StoredCart {
  lines: CartLine[]
}

/** The cart with the products of its lines. Lines of what the shop does not know are left out. */
export function withProducts(cart: StoredCart, products: { get(id: number): Product | undefined }): Cart {
  const lines: CartLine[] = []
  for (const line of cart.lines) {
    const product = products.get(line.productId)
    const variant = line.variantId === null ? null : (product?.variants.get(line.variantId) ?? null)
    if (product) lines.push({ ...line, product, variant })
  }
  return { ...cart, lines }
}

/** A use is noted when the last note is older than a day, in milliseconds: so reading a cart hardly ever writes. */
export const TOUCH_INTERVAL_MS = 86_400_000

/** Whether a use at `now` has to be noted, or the cart might be taken for an idle one. */
export function isTouchDue({ usedAt }: StoredCart, now: number): boolean {
  return usedAt !== null && usedAt + TOUCH_INTERVAL_MS < now
}

/** What a client wants to add. */
export interface NewItem {
  productId: number
  variantId: number | null
  quantity: number
}

/** What the database knows about an item that could not be added, and about who wants it. */
export interface ItemFacts extends OwnerStatus {
  /** False also for an unknown product. */
  productOnSale: boolean
  /** Whether the product has variants on sale. */
  hasVariants: boolean
  /** False also for an unknown variant, or another product's. */
  variantOnSale: boolean
  /** How many of the item the cart holds already. */
  quantity: number
  /** How many lines the cart holds. */
  lines: number
}

/**
 * Why an item cannot be added; empty when nothing speaks against it (any more).
 * @param maxLines how many lines a cart may hold
 */
export function explainRefusedItem(item: NewItem, facts: ItemFacts, maxLines: number): Violation[] {
  const pointer = '/productId'
  if (!facts.productOnSale) return [{ code: 'product_not_on_sale', pointer, detail: 'The product is not on sale.' }]
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
    return { code: 'variant_required', pointer, detail: 'The product has variants: choose one.' }
  }
  if (!hasVariants && variantId !== null) {
    return { code: 'variant_invalid', pointer, detail: 'The product has no variants: leave variantId out.' }
  }
  if (variantId !== null && !variantOnSale) {
    return { code: 'variant_invalid', pointer, detail: 'The product has no such variant on sale.' }
  }
  return undefined
}

/** Changes to a line's notes; a member left out keeps its value, null clears it. */
export interface Notes {
  orderNote?: string | null
  giftNote?: string | null
  giftPackage?: boolean
}

/** Notes longer than the shop allows, counted in Unicode code points. */
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
