/** An agent's cart as the opening of its link sees it. */

import { cartIdOf, type UcpOwner } from '../../auth/identity.ts'
import { type CartLine, itemOf } from '../../cart/cart.ts'
import { stockedItem } from '../../catalog/availability.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { isGuestCheckoutAllowed } from '../../web-checkout/handoff/handoff.ts'
import type { PricedUcpCart, PriceUcpCart } from '../carts/price-ucp-cart.ts'
import { isLiving } from '../carts/ucp-cart.ts'
import type { CountedItem } from './bringing.ts'

/** A coupon code. */
export interface AppliedCode {
  foldedCode: string
  /** As it was sent. */
  enteredCode: string
}

/** A living cart of an agent: neither unknown, nor cancelled, nor expired. */
export interface AgentCart {
  /** `ucp:<uuid>`. */
  id: string
  revision: number
  /** The items that are on sale, in their order. */
  items: readonly CountedItem[]
  /** The first of its codes that applies now; null when none does. */
  coupon: AppliedCode | null
  /** The shop's revision for which items, coupon and gate hold. */
  shopRevision: number
  /** Whether guests may check out. */
  isGuestAllowed: boolean
}

/**
 * Finds the cart that a link opens, priced now.
 * @returns undefined for a cart that is unknown, cancelled or expired
 */
export type FindAgentCart = (owner: UcpOwner) => Promise<AgentCart | undefined>

/** Creates the function. @param price prices an agent's cart as stored */
export function createAgentCartFinder(price: PriceUcpCart): FindAgentCart {
  return async owner => {
    const priced = await price(owner)
    const { record, cart, snapshot, at } = priced
    if (!isLiving(record, at)) return undefined
    return {
      id: cartIdOf(owner),
      revision: record.revision,
      items: cart.lines.filter(isOnSale).map(line => ({ ...itemOf(line), quantity: line.quantity })),
      coupon: appliedCodeOf(priced),
      shopRevision: snapshot.revision,
      isGuestAllowed: isGuestCheckoutAllowed(snapshot.shop.settings),
    }
  }
}

/** Whether an item can be added to a cart. A product may have got variants since. */
function isOnSale({ product, variant }: CartLine): boolean {
  return stockedItem(product, variant).onSale
}

function appliedCodeOf({ codes, refusals }: PricedUcpCart): AppliedCode | null {
  const enteredCode = codes[refusals.indexOf(null)]
  return enteredCode === undefined ? null : { foldedCode: foldCouponCode(enteredCode), enteredCode }
}
