/** Reads an owner's cart for a response: load, check that the owner is active, price, present. */

import { requireActiveOwner } from '../auth/access.ts'
import { cartIdOf, type Owner } from '../auth/identity.ts'
import type { LoadProducts } from '../catalog/products.store.ts'
import type { LoadItemStocks } from '../catalog/stock/item-stocks.store.ts'
import type { Campaign, Channel } from '../model/campaign.ts'
import type { LoadShop } from '../shop/shop.store.ts'
import type { Cart, StoredCart } from './cart.ts'
import type { CartDocument } from './pricing/cart.document.ts'
import { createCartTextWriter } from './pricing/cart-text.ts'
import { type PresentedAnswer, presentAnswer } from './pricing/presented-answer.ts'
import { type PricedCart, priceCart } from './pricing/price-cart.ts'
import { loadConsistentCart } from './storage/load-consistent-cart.ts'
import type { TouchIfDue } from './storage/touch-cart.ts'

/** A cart, priced and presented. */
export interface PresentedCart {
  stored: StoredCart
  cart: Cart
  priced: PricedCart
  /** The shop's campaigns with which it was priced. */
  campaigns: readonly Campaign[]
  /** Made when it is first read. */
  readonly document: CartDocument
  /** The document as its owner gets it: also why the chosen coupon does not apply. */
  answer: PresentedAnswer
}

interface Sources {
  loadCart: (owner: Owner) => Promise<StoredCart>
  touchIfDue: TouchIfDue
  loadShop: LoadShop
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  /** Records the number of lines that a request has cost. */
  countPricedLines: (lines: number) => void
  /** Milliseconds since the epoch. */
  now: () => number
  publicUrl: string
}

/** Whose cart is read, and where: the request of a cart endpoint is one. */
export interface CartReader {
  owner: Owner
  channel: Channel
}

/**
 * Reads the cart of an owner.
 * @param written the cart as a write has just returned it, which saves reading it again
 * @throws Refusal 401 when the customer is not active or the guest is cancelled
 */
export type ReadCart = (reader: CartReader, written?: StoredCart) => Promise<PresentedCart>

/** Creates the function that every cart endpoint ends with. */
export function createCartReader(sources: Sources): ReadCart {
  const { loadCart, touchIfDue, loadShop, loadProducts, loadStocks, countPricedLines, now, publicUrl } = sources
  const writeText = createCartTextWriter(publicUrl)
  const load = async (owner: Owner): Promise<StoredCart> => {
    const stored = await loadCart(owner)
    requireActiveOwner(owner, stored)
    return stored
  }
  const loadTouched = async (owner: Owner): Promise<StoredCart> => {
    const stored = await load(owner)
    return (await touchIfDue(owner, stored, now())) ? stored : load(owner)
  }
  return async ({ owner, channel }, written) => {
    if (written) requireActiveOwner(owner, written)
    const first = written ?? (await loadTouched(owner))
    const reload = () => load(owner)
    const { stored, cart, snapshot } = await loadConsistentCart(first, {
      ...{ reload, loadShop, loadProducts },
      loadStocks: items => loadStocks(cartIdOf(owner), items),
    })
    const priced = priceCart(cart, snapshot, { now: now(), channel })
    countPricedLines(cart.lines.length)
    const answer = presentAnswer(priced, { shop: snapshot.shop, writeText, publicUrl })
    return {
      stored,
      cart,
      priced,
      campaigns: snapshot.campaigns,
      get document() {
        return answer.document
      },
      answer,
    }
  }
}
