/** An agent's cart as the opening of its link sees it. */

import { cartIdOf, type UcpOwner } from '../../auth/identity.ts'
import { type CartLine, itemOf } from '../../cart/cart.ts'
import type { AppliedCode, LinkedCart } from '../../cart-links/opening/linked-cart.ts'
import { stockedItem } from '../../catalog/availability.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { isGuestCheckoutAllowed } from '../../web-checkout/handoff/handoff.ts'
import type { PricedUcpCart, PriceUcpCart } from '../carts/price-ucp-cart.ts'
import { isLiving } from '../carts/ucp-cart.ts'

/**
 * Finds the cart that a link opens, priced now: the items that are on sale, and the first of its codes that applies.
 * @returns undefined for a cart that is unknown, cancelled or expired
 */
export type FindAgentCart = (owner: UcpOwner) => Promise<LinkedCart | undefined>

/** Creates the function. @param price prices an agent's cart as stored */
export function createAgentCartFinder(price: PriceUcpCart): FindAgentCart {
  return async owner => {
    const priced = await price(owner)
    const { record, cart, snapshot, at } = priced
    if (!isLiving(record, at)) return undefined
    const coupon = appliedCodeOf(priced)
    return {
      id: cartIdOf(owner),
      revision: record.revision,
      items: cart.lines.filter(isOnSale).map(line => ({ ...itemOf(line), quantity: line.quantity })),
      findCoupon: async () => coupon,
      shopRevision: snapshot.revision,
      isGuestAllowed: isGuestCheckoutAllowed(snapshot.shop.settings),
      event: 'ucp_cart.continued',
      countedLink: null,
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
