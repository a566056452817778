/** Writes holds: takes the uses of promotions and releases the earlier hold, in one transaction with the cart's row locked. */

import type { Owner } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import type { StoredCart } from '../cart/cart.ts'
import { hasSameUsesLeft, isSameCart } from '../cart/same-cart.ts'
import { lockOrInsertCart, type WriteCart } from '../cart/storage/write-cart.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import type { Deadline } from '../db/deadline.ts'
import type { LimitLockWait } from '../db/write-turns.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import type { Campaign } from '../model/campaign.ts'
import type { HoldLimit } from '../shop/hold-limit.ts'
import { type Checkout, type HeldPromotions, promotionKeys } from './checkout.ts'
import { endedEvents, eventOf } from './checkout-events.ts'
import { campaignColumns, toCheckout } from './checkout-row.sql.ts'
import {
  type HoldRow,
  insertHold,
  type LockedRow,
  lockCheckouts,
  setState,
  updateHold,
} from './checkout-statements.sql.ts'
import { reserveStock } from './checkout-stock.sql.ts'
import { condenseOld } from './condense-checkouts.sql.ts'
import { loadCampaigns, lockPromotions, takeUses } from './promotion-uses.sql.ts'
import { releasedEvents, releaseHold } from './release-hold.sql.ts'
import type { ItemQuantity } from './stock-rows.sql.ts'
import { findHoldLimitReached, insertUnpaidHolds } from './unpaid-holds.sql.ts'
import { findUsedUp, limitedKeys } from './usage-limits.ts'

/** A hold to write. Times are milliseconds since the epoch. */
export interface NewHold {
  reference: string
  owner: Owner
  /** The cart that was priced, without its products: the hold is written only if the cart is still the same. */
  priced: StoredCart
  /** The shop's campaigns with which it was priced. */
  campaigns: readonly Campaign[]
  /** Whether the web shop has named the cart by its tag: no promotion may have lost its last use since, or got one back. */
  isTagged: boolean
  promotions: HeldPromotions
  /** The cart document, as JSON. */
  document: string
  /** The items of the document, in the order of its lines. */
  items: ItemQuantity[]
  heldAt: number
  expiresAt: number
  /** The administrator who holds the cart, such as `admin:web-shop`. */
  actor: string
}

/**
 * The result of a hold: the checkout, or why nothing was written. `changed`: the cart, the shop or the reference has changed since it
 * was read, and the hold must be decided again. `coupon_hold_limit`: the owner has held the coupon as often as is allowed without an order.
 */
export type HoldResult = Checkout | 'changed' | 'owner_inactive' | HoldConflict

/** Why a promotion cannot be held. */
export type HoldConflict = 'coupon_used_up' | 'campaign_used_up' | 'coupon_hold_limit' | 'campaign_hold_limit'

/** The dependencies of holds. */
export interface HoldOptions {
  writeCart: WriteCart
  /** Reads a cart within a transaction, as of now. */
  loadCart: (queries: Queries, owner: Owner, now: number) => Promise<StoredCart>
  /** How often an owner may hold a promotion with a usage limit; null without a limit. */
  holdLimit: HoldLimit | null
}

/**
 * Creates the function that writes holds: it takes one use of each promotion, releases the cart's earlier hold, and reserves stock while the
 * stock guard counts.
 * @returns a function that throws Refusal 409 `insufficient_stock`, after which nothing was written, and 503 `cart_busy`
 */
export function createHoldWriter({ writeCart, loadCart, holdLimit }: HoldOptions) {
  /** Decides under the locks whether the priced cart may be held. @returns the promotions whose holds count, or why it may not */
  async function decide(
    queries: Queries,
    { owner, priced, campaigns: offered, isTagged, promotions, heldAt }: NewHold,
  ) {
    const current = await loadCart(queries, owner, heldAt)
    if (!isSameCart(current, priced)) return 'changed'
    if (isTagged && !hasSameUsesLeft(current, priced, offered)) return 'changed'
    const campaigns = await loadCampaigns(queries, promotions)
    const usedUp = findUsedUp(current, campaigns, promotions)
    if (usedUp || !holdLimit) return usedUp ?? []
    const limited = limitedKeys(current, campaigns, promotions)
    const { cartId } = keyOf(owner)
    const reached = await findHoldLimitReached(queries, cartId, { promotions: limited, limit: holdLimit, now: heldAt })
    if (reached === undefined) return limited
    return reached.startsWith('coupon:') ? 'coupon_hold_limit' : 'campaign_hold_limit'
  }

  return (hold: NewHold, deadline: Deadline): Promise<HoldResult> => {
    const key = keyOf(hold.owner)
    const { reference } = hold
    const write = async (queries: Queries, limitLockWait: LimitLockWait): Promise<HoldResult> => {
      if (!(await lockOrInsertCart(queries, key, hold.heldAt))) return 'owner_inactive'
      await limitLockWait()
      const locked = await lockCheckouts(queries, { reference, subject: key.cartId })
      await lockPromotions(queries, promotionKeys(hold.promotions), limitLockWait)
      const counted = await decide(queries, hold)
      if (typeof counted === 'string') return counted
      const earlier = locked.find(each => each.reference === reference)
      const claimed = await (earlier ? updateHold : insertHold)(queries, key, toRow(hold))
      if (claimed.length === 0) return 'changed'
      const { row, replaced } = await writeClaimed(queries, hold, earlier)
      await insertUnpaidHolds(queries, key.cartId, { ...hold, promotions: counted })
      const ended = locked.filter(each => each.reference !== reference && each.subject === key.cartId)
      await condenseOld(queries, ended)
      await limitLockWait()
      await recordEvents(queries, await reserveStock(queries, { ...hold, replaced, at: hold.heldAt }))
      return toCheckout(row, hold.heldAt)
    }
    return writeCart(key.cartId, { locked: write }, deadline)
  }
}

/**
 * Makes a claimed row the hold of its cart.
 * @param earlier what the row was before
 * @returns the row, and the references of the holds that it replaces
 */
async function writeClaimed(
  queries: Queries,
  hold: NewHold,
  earlier: LockedRow | undefined,
): Promise<{ row: CheckoutTable; replaced: string[] }> {
  const { reference, promotions, actor, heldAt } = hold
  const { cartId } = keyOf(hold.owner)
  const replaced = await releaseHold(queries, cartId, reference)
  const row = await setState(queries, reference, 'held')
  const use = { reference, customerId: row.customer_id, expiresAt: row.expires_at }
  await takeUses(queries, promotionKeys(promotions), use)
  const cause = { at: heldAt, actor, subject: row.subject }
  const held = eventOf('checkout.held', row, { actor, now: heldAt })
  const ended = earlier ? endedEvents(earlier, heldAt) : []
  await recordEvents(queries, [...ended, ...releasedEvents(replaced, cause), held])
  return { row, replaced: replaced.map(each => each.reference) }
}

function toRow({ reference, promotions, document, heldAt, expiresAt }: NewHold): HoldRow {
  const { campaignIds, couponCode, boundCampaignId } = promotions
  return { couponCode, ...campaignColumns(campaignIds), boundCampaignId, reference, heldAt, expiresAt, document }
}
