/** What listed carts are worth: each is priced as its owner sees it now, a few at a time. Nothing is stored. */

import { type CartOwner, cartIdOf } from '../../auth/identity.ts'
import type { LoadProducts } from '../../catalog/products.store.ts'
import type { LoadItemStocks } from '../../catalog/stock/item-stocks.store.ts'
import { Refusal } from '../../errors.ts'
import { type Money, round, toMoney } from '../../money/money.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { StoredCart } from '../cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { loadConsistentCart } from '../storage/load-consistent-cart.ts'
import { usualChannelOf } from './channel-query.ts'
import { requireOwner } from './owner-cart.ts'

/** Carts of a page that are priced. */
export const MAX_VALUES = 50
/** Carts that are priced at the same time. */
const AT_ONCE = 4

/** What carts are priced from. */
export interface CartValueSources {
  loadCart: (owner: CartOwner) => Promise<StoredCart | undefined>
  loadShop: LoadShop
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Finds what carts are worth, in their order; null for one that cannot be priced. */
export type FindCartValues = (subjects: readonly string[]) => Promise<(Money | null)[]>

/** Creates the function. */
export function createCartValuer(sources: CartValueSources): FindCartValues {
  return async subjects => {
    const values: (Money | null)[] = []
    for (let first = 0; first < subjects.length; first += AT_ONCE) {
      const some = subjects.slice(first, first + AT_ONCE)
      values.push(...(await Promise.all(some.map(subject => findValue(sources, subject)))))
      // On the embedded engine nothing else runs while carts are read and priced.
      await new Promise(resolve => setImmediate(resolve))
    }
    return values
  }
}

async function findValue(sources: CartValueSources, subject: string): Promise<Money | null> {
  const owner = requireOwner(subject)
  const stored = await sources.loadCart(owner)
  return stored ? priceStored(sources, owner, stored) : null
}

/** The lines with VAT less the discounts: the grand total without shipping. */
async function priceStored(
  { loadCart, loadShop, loadProducts, loadStocks, now }: CartValueSources,
  owner: CartOwner,
  stored: StoredCart,
): Promise<Money | null> {
  const { cart, snapshot } = await loadConsistentCart(stored, {
    // A cart that has ended meanwhile is worth what it was.
    reload: async () => (await loadCart(owner)) ?? stored,
    ...{ loadShop, loadProducts },
    loadStocks: items => loadStocks(cartIdOf(owner), items),
  }).catch(nothingWhileImported)
  if (!cart || !snapshot) return null
  const { base, discounts, totals } = priceCart(cart, snapshot, { now: now(), channel: usualChannelOf(owner) })
  return totals && toMoney(round(base, snapshot.shop).minus(discounts.total), snapshot.shop)
}

/** An import that changes the shop faster than it can be read leaves one cart without a value. */
function nothingWhileImported(error: unknown): { cart?: undefined; snapshot?: undefined } {
  if (error instanceof Refusal && error.status === 503) return {}
  throw error
}
