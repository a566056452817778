/** Finds what a link of the shop, or one that anybody has written, brings now: its items as the shop has them, and its coupon for a visitor. */

import type { FindEnteredCoupon } from '../../cart/choices/entered-coupon.store.ts'
import { promotionContextOf } from '../../cart/pricing/price-cart.ts'
import type { LoadProducts } from '../../catalog/products.store.ts'
import { countsStock } from '../../catalog/stock/counts-stock.ts'
import type { LoadItemStocks } from '../../catalog/stock/item-stocks.store.ts'
import type { CountedRequest } from '../../http/rate-limit/rate-limit.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { judgeEntry } from '../../promotions/judge-coupon.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { isGuestCheckoutAllowed } from '../../web-checkout/handoff/handoff.ts'
import type { CountedItem } from './bringing.ts'
import { type ItemRule, takeItems } from './items-to-bring.ts'
import type { AppliedCode, LinkedCart } from './linked-cart.ts'

/** What a link contains. */
export interface LinkContents extends Pick<LinkedCart, 'id' | 'countedLink'> {
  loadItems: () => Promise<readonly CountedItem[]>
  /** Which of its items are brought. */
  rule: ItemRule
  /** The coupon code as it was written; null for none. */
  enteredCode: string | null
  /** Counts an attempt with an unknown code; undefined where the shop has written the code. @throws Refusal 429 */
  countUnknown?: () => Promise<CountedRequest>
}

/** What is read. */
export interface LinkedCartSources {
  loadCurrentShop: () => Promise<ShopSnapshot>
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  findEnteredCoupon: FindEnteredCoupon
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Finds what a link brings. @throws Refusal 503 `database_busy` when imports change the shop faster than it can be read */
export type FindContents = (contents: LinkContents) => Promise<LinkedCart>

/** Creates the function. */
export function createContentsFinder(sources: LinkedCartSources): FindContents {
  const { loadCurrentShop, loadProducts, loadStocks } = sources
  return contents =>
    retryOnImport(async () => {
      const snapshot = await loadCurrentShop()
      const items = await contents.loadItems()
      const ids = items.map(({ productId }) => productId)
      const products = await loadProducts(ids, snapshot.revision)
      if (!products) return undefined
      const { settings } = snapshot.shop
      const isStockAsked = contents.rule === 'available' && countsStock(settings)
      const stocks = isStockAsked ? await loadStocks(contents.id, items) : undefined
      return {
        id: contents.id,
        revision: 1,
        items: takeItems(items, { products, stocks, settings, rule: contents.rule }),
        findCoupon: visitor => findCoupon(sources, contents, { snapshot, visitor }),
        shopRevision: snapshot.revision,
        isGuestAllowed: isGuestCheckoutAllowed(settings),
        event: null,
        countedLink: contents.countedLink,
      }
    })
}

type Visit = { snapshot: ShopSnapshot; visitor: Parameters<LinkedCart['findCoupon']>[0] }

/** The code becomes the coupon as if the visitor had entered it: unless neither the cart nor a login can remove what it is refused for. */
async function findCoupon(
  { findEnteredCoupon, now }: LinkedCartSources,
  { enteredCode, countUnknown }: LinkContents,
  { snapshot, visitor }: Visit,
): Promise<AppliedCode | null | undefined> {
  if (enteredCode === null) return null
  const counted = await countUnknown?.()
  const foldedCode = foldCouponCode(enteredCode)
  const entered = await findEnteredCoupon(visitor, foldedCode)
  const occasion = { now: now(), channel: 'web' as const }
  const refused = judgeEntry(enteredCode, promotionContextOf(entered, [], snapshot, occasion))
  if (refused?.reason !== 'unknown') await counted?.uncount()
  if (entered.shopRevision !== snapshot.revision) return undefined
  return refused ? null : { foldedCode, enteredCode }
}
