/** The coupons of a customer: those that name the customer, or the customer's group, and that the customer can still use. */

import { requireActiveOwner } from '../../auth/access.ts'
import type { Member } from '../../auth/identity.ts'
import type { Uses } from '../../promotions/promotion-context.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import { promotionContextOf } from '../pricing/price-cart.ts'
import type { OwnCouponStore } from './own-coupons.store.ts'
import { findNamed, hasUseLeftTo, inOrder, limitedKeys, type OwnCoupon } from './usable-coupons.ts'

/**
 * Lists the coupons of a customer.
 * @throws Refusal 401 when the customer is not active; 503 `database_busy`
 */
export type ListOwnCoupons = (owner: Member) => Promise<OwnCoupon[]>

interface Sources {
  store: OwnCouponStore
  loadShop: LoadShop
  /** Milliseconds since the epoch. */
  now: () => number
}

const NO_USES: Omit<Uses, 'hasOrdered'> = {
  coupon: 0,
  couponByCustomer: 0,
  campaigns: new Map(),
  campaignsByCustomer: new Map(),
  heldTooOften: new Set(),
}

/** Creates the function. */
export function createOwnCouponLister({ store, loadShop, now }: Sources): ListOwnCoupons {
  return owner =>
    retryOnImport(async () => {
      const at = now()
      const found = await store.findNaming(owner, at)
      requireActiveOwner(owner, found)
      const snapshot = await loadShop(found.shopRevision)
      if (snapshot.revision !== found.shopRevision) return undefined
      const uses = { ...NO_USES, hasOrdered: found.hasOrdered }
      // No condition that is asked depends on the channel.
      const context = promotionContextOf({ ...found, coupon: null, uses }, [], snapshot, { now: at, channel: 'app' })
      const named = findNamed(found.coupons, context)
      const counted = await store.countUses(owner, limitedKeys(named, context), at)
      return inOrder(
        named.filter(coupon => hasUseLeftTo(coupon, context, counted)),
        context,
      )
    })
}
