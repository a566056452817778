/** Prices an agent's cart: as stored, or with the lines and codes of a request. All that it reads is of one revision of the shop. */

import { cartIdOf, type UcpOwner } from '../../auth/identity.ts'
import type { Cart, StoredCart, StoredLine } from '../../cart/cart.ts'
import { itemOf } from '../../cart/cart.ts'
import { loadConsistentCart } from '../../cart/storage/load-consistent-cart.ts'
import type { LoadProducts } from '../../catalog/products.store.ts'
import { type ItemKey, itemKeyOf } from '../../catalog/stock/item-key.ts'
import type { LoadItemStocks } from '../../catalog/stock/item-stocks.store.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { FoundCoupons } from './coupons-of-codes.sql.ts'
import { type JudgedCart, judgeCodes } from './judge-codes.ts'
import { type RefusedLine, type RequestedLine, takeLines } from './take-lines.ts'
import { isLiving, type StoredUcpCart, type UcpRecord } from './ucp-cart.ts'

/** What a request puts in place of the lines and codes of a cart. */
export interface NewContent {
  lines: readonly RequestedLine[]
  codes: readonly string[]
  /** Returns the id of an item's line. */
  lineIdOf: (key: ItemKey) => string
  /** Judges codes that the cart does not have yet. @param brought folded codes, each once @throws UcpRefusal `rate_limited` */
  limitCodes: (
    brought: readonly string[],
    judge: () => Promise<JudgedCart | undefined>,
  ) => Promise<JudgedCart | undefined>
}

/** A priced cart of one revision of the shop. */
export interface PricedUcpCart extends JudgedCart {
  /** The cart as stored; undefined where there is none. */
  record: UcpRecord | undefined
  snapshot: ShopSnapshot
  codes: readonly string[]
  /** Lines of the request that are not taken. */
  refused: RefusedLine[]
  /** When it was priced, in milliseconds since the epoch. */
  at: number
}

/** What carts are priced from. */
export interface PricingSources {
  /** Loads an agent's cart, whatever its state. */
  loadUcpCart: (owner: UcpOwner) => Promise<StoredUcpCart>
  findCouponsOf: (owner: UcpOwner, codes: readonly string[], now: number) => Promise<FoundCoupons>
  loadShop: LoadShop
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  /** Records the number of lines that a request has cost. */
  countPricedLines: (lines: number) => void
  maxLines: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Prices a cart.
 * @param content what a request puts in its place; without it, the cart is priced as stored
 * @throws Refusal 503 `database_busy` when imports change the shop faster than it can be read; what `limitCodes` throws
 */
export type PriceUcpCart = (owner: UcpOwner, content?: NewContent) => Promise<PricedUcpCart>

/** Creates the function. */
export function createUcpCartPricer(sources: PricingSources): PriceUcpCart {
  return (owner, content) =>
    retryOnImport(async () => {
      const { record, cart: loaded, snapshot } = await loadAll(sources, owner, content)
      const { cart, refused } = content ? withTaken(loaded, content, snapshot, sources) : { cart: loaded, refused: [] }
      const codes = content?.codes ?? record?.codes ?? []
      const at = sources.now()
      const judge = async () => {
        const found = codes.length > 0 ? await sources.findCouponsOf(owner, codes, at) : undefined
        if (found && found.shopRevision !== snapshot.revision) return undefined
        sources.countPricedLines(loaded.lines.length)
        return judgeCodes(cart, { codes, coupons: found?.coupons ?? new Map() }, snapshot, at)
      }
      const judged = content ? await content.limitCodes(newCodes(content, record, at), judge) : await judge()
      return judged && { ...judged, record, snapshot, codes, refused, at }
    })
}

/** Returns the codes that a cart does not have yet, folded and each once. A cart that has ended has none. */
function newCodes({ codes }: NewContent, record: UcpRecord | undefined, now: number): string[] {
  const had = new Set(isLiving(record, now) ? record.codes.map(foldCouponCode) : [])
  return [...new Set(codes.map(foldCouponCode))].filter(code => !had.has(code))
}

/** Loads the cart, the products of its lines and the shop. With new content, its items take the place of the stored lines. */
async function loadAll(sources: PricingSources, owner: UcpOwner, content: NewContent | undefined) {
  let record: UcpRecord | undefined
  const load = async (): Promise<StoredCart> => {
    const found = await sources.loadUcpCart(owner)
    record = found.record
    return content ? { ...found.stored, lines: candidatesOf(content) } : found.stored
  }
  const { loadShop, loadProducts, loadStocks } = sources
  const { cart, snapshot } = await loadConsistentCart(await load(), {
    reload: load,
    loadShop,
    loadProducts,
    loadStocks: items => loadStocks(cartIdOf(owner), items),
  })
  return { record, cart, snapshot }
}

/** Returns a line for each item of a request. */
function candidatesOf({ lines, lineIdOf }: NewContent): StoredLine[] {
  const keys = new Map(lines.flatMap(({ key }) => (key ? [[itemKeyOf(key), key] as const] : [])))
  return [...keys.values()].map(key => ({
    id: lineIdOf(key),
    productId: key.productId,
    variantId: key.variantId || null,
    quantity: 1,
    orderNote: null,
    giftNote: null,
    giftPackage: false,
  }))
}

/** Replaces the lines of a cart, one for each item of a request, by those that are taken. */
function withTaken(
  cart: Cart,
  { lines: requested }: NewContent,
  { shop }: ShopSnapshot,
  { maxLines }: PricingSources,
): { cart: Cart; refused: RefusedLine[] } {
  const candidates = new Map(cart.lines.map(line => [itemKeyOf(itemOf(line)), line]))
  const { lines, refused } = takeLines(requested, candidates, { settings: shop.settings, maxLines })
  return { cart: { ...cart, lines }, refused }
}
