/** Comparison of carts that were read at different times. */

import { isDeepStrictEqual } from 'node:util'
import type { Campaign } from '../model/campaign.ts'
import { hasCustomerUseLeft, hasUseLeft, usesByCustomer, usesOf } from '../promotions/uses-left.ts'
import type { StoredCart } from './cart.ts'

/**
 * Whether a cart is still the one that was priced, apart from the uses of promotions and the times of its row. A first order since then has made
 * it another, and so has a campaign that can be held no more, or again.
 */
export function isSameCart(current: StoredCart, priced: StoredCart): boolean {
  return isDeepStrictEqual(comparedOf(current), comparedOf(priced))
}

function comparedOf(cart: StoredCart) {
  const { hasOrdered, heldTooOften } = cart.uses
  const times = { usedAt: null, changedAt: null }
  const asked = { limitedCampaigns: null, limitedPerCustomer: null, countsOrders: null, holdLimit: null }
  return { ...cart, uses: { hasOrdered, heldTooOften }, ...times, ...asked }
}

/**
 * Whether a cart that is the same has the same prices and offers in spite of the uses since: each promotion, also one that is only offered, has
 * a use left now if and only if it had one. How many are left shows nowhere in a cart.
 * @param campaigns the campaigns of the shop's revision, which both carts have
 */
export function hasSameUsesLeft(current: StoredCart, priced: StoredCart, campaigns: readonly Campaign[]): boolean {
  // The uses are those of these campaigns.
  if (current.limitedCampaigns !== priced.limitedCampaigns) return false
  if (current.limitedPerCustomer !== priced.limitedPerCustomer) return false
  const { coupon } = priced
  const isSame = (hasLeft: (cart: StoredCart) => boolean) => hasLeft(current) === hasLeft(priced)
  return [...campaigns, ...(coupon ? [coupon] : [])].every(
    each =>
      isSame(cart => hasUseLeft(each, usesOf(each, cart))) &&
      isSame(cart => hasCustomerUseLeft(each, usesByCustomer(each, cart))),
  )
}
