/** The columns of a checkout that every read of it shares. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import { type Checkout, type HeldPromotions, stateOf } from './checkout.ts'
import { isCondensed } from './condensed-cart.ts'
import { payableOf } from './payable.ts'
import { toReturns } from './returns/returns.sql.ts'

/** A row of `checkouts` without its document and promotions. */
export type CheckoutRow = Pick<
  CheckoutTable,
  | 'reference'
  | 'state'
  | 'subject'
  | 'customer_id'
  | 'held_at'
  | 'expires_at'
  | 'completed_at'
  | 'over_limit'
  | 'over_stock'
>

/** Returns a row as a checkout without its cart. `now` and the times are milliseconds since the epoch. */
export function toCheckoutFields(
  row: CheckoutRow,
  now: number,
): Omit<Checkout, 'cart' | 'totals' | 'payable' | 'returns'> {
  return {
    reference: row.reference,
    state: stateOf(row, now),
    subject: row.subject,
    customerId: row.customer_id,
    heldAt: row.held_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    overLimit: row.over_limit === 1,
    overStock: row.over_stock === 1,
  }
}

/** A row of `checkouts` with its returns, as `returnsColumn` has them; without the column it has none. */
export type CheckoutWithReturns = CheckoutTable & { returns?: string | null }

/** Returns a row as a checkout. @param now milliseconds since the epoch */
export function toCheckout(row: CheckoutWithReturns, now: number): Checkout {
  const cart: HeldCartDocument = JSON.parse(row.document)
  const returns = toReturns(row.returns)
  const totals = { totals: cart.data.attributes, payable: payableOf(cart) }
  return { ...toCheckoutFields(row, now), cart: isCondensed(cart) ? null : cart, ...totals, returns }
}

/** Returns the promotions that a checkout uses. */
export function toPromotions(row: CheckoutTable): HeldPromotions {
  const {
    coupon_code: couponCode,
    campaign_id: first,
    further_campaigns: further,
    bound_campaign_id: boundCampaignId,
  } = row
  const campaignIds = first === null ? [] : [first, ...((further === null ? [] : JSON.parse(further)) as number[])]
  return { couponCode, campaignIds, boundCampaignId }
}

/** Returns the columns that store the campaigns of a hold. */
export function campaignColumns([first, ...further]: readonly number[]) {
  return { campaignId: first ?? null, furtherCampaigns: further.length === 0 ? null : JSON.stringify(further) }
}
