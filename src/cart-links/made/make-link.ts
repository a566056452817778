/** Making of a link to a cart: its items are checked against the products of the shop, and stored with the digest of the link's code. */

import { type Identity, type Owner, parseSubject } from '../../auth/identity.ts'
import { itemOf, type StoredCart } from '../../cart/cart.ts'
import type { LoadProducts, Products } from '../../catalog/products.store.ts'
import { detailOf, Refusal, type Violation } from '../../errors.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { CountedItem } from '../opening/bringing.ts'
import type { LinkLine, LinkOrder } from './cart-link.schema.ts'
import type { CartLink } from './cart-links.store.ts'

/** A link that was made. */
export interface MadeLink {
  /** What its URL contains. */
  code: string
  expiresAt: number
}

/**
 * Makes a link.
 * @throws Refusal 422 for what the shop does not have, and `cart_empty` for a subject without items
 */
export type MakeLink = (order: LinkOrder) => Promise<MadeLink>

/** What links are made with. */
export interface LinkSources {
  loadCart: (owner: Owner) => Promise<StoredCart>
  loadCurrentShop: () => Promise<ShopSnapshot>
  loadProducts: LoadProducts
  hasCoupon: (foldedCode: string) => Promise<boolean>
  /** Stores a link. */
  insertLink: (code: string, link: CartLink) => Promise<void>
  newCode: () => string
}

/** Creates the function that makes links. */
export function createLinkMaker(sources: LinkSources): MakeLink {
  return async ({ from, couponCode, expiresAt, uses }) => {
    const [items, coupon] = [await readItems(sources, from), await explainCoupon(sources, couponCode)]
    const violations = [...items.violations, ...coupon]
    if (violations.length > 0) throw new Refusal(violations)
    const code = sources.newCode()
    await sources.insertLink(code, { items: items.items, enteredCode: couponCode, expiresAt, uses })
    return { code, expiresAt }
  }
}

interface ReadItems {
  items: CountedItem[]
  violations: Violation[]
}

async function readItems(sources: LinkSources, from: LinkOrder['from']): Promise<ReadItems> {
  const lines = 'lines' in from ? from.lines : await linesOf(sources, from.subject)
  const products = await loadAll(sources, lines)
  const items = lines.map(({ productId, variantId = null, quantity }) => ({
    ...itemOf({ productId, variantId }),
    quantity,
  }))
  const violations = lines.map((line, index) => explainLine(line, products, index))
  if ('lines' in from) return { items, violations: violations.filter(each => each !== undefined) }
  const kept = items.filter((_, index) => violations[index] === undefined)
  const empty: Violation = { code: 'cart_empty', pointer: '/subject', detail: detailOf('cart_empty') }
  return { items: kept, violations: kept.length === 0 ? [empty] : [] }
}

/** The lines of a cart without their notes: nothing else of it gets into a link. */
async function linesOf({ loadCart }: LinkSources, subject: string): Promise<LinkLine[]> {
  const owner = parseSubject(subject)
  if (!isOwner(owner)) return []
  const { lines } = await loadCart(owner)
  return lines.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
}

function isOwner(identity: Identity | undefined): identity is Owner {
  return identity?.kind === 'member' || identity?.kind === 'guest'
}

async function loadAll({ loadCurrentShop, loadProducts }: LinkSources, lines: readonly LinkLine[]): Promise<Products> {
  const ids = lines.map(({ productId }) => productId)
  return retryOnImport(async () => loadProducts(ids, (await loadCurrentShop()).revision))
}

function explainLine(
  { productId, variantId = null }: LinkLine,
  products: Products,
  index: number,
): Violation | undefined {
  const product = products.get(productId)
  const at = (name: string) => `/lines/${index}/${name}`
  if (!product)
    return { code: 'product_unknown', pointer: at('productId'), detail: 'There is no product with this id.' }
  const pointer = at('variantId')
  if (variantId !== null && !product.variants.has(variantId)) {
    return { code: 'variant_unknown', pointer, detail: 'The product has no variant with this id.' }
  }
  if (variantId !== null || !product.hasVariantsOnSale) return undefined
  return { code: 'variant_required', pointer, detail: detailOf('variant_required') }
}

async function explainCoupon({ hasCoupon }: LinkSources, code: string | null): Promise<Violation[]> {
  if (code === null || (await hasCoupon(foldCouponCode(code)))) return []
  return [{ code: 'field_invalid', pointer: '/couponCode', detail: 'couponCode must be the code of a coupon.' }]
}
