/**
 * Checkouts in the database. A cart's row, the checkouts, the counts of promotions and the items are locked in this order by every
 * write.
 */

import { cartIdOf, memberWithId, type Owner } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import { cartBusy, lockCart } from '../cart/storage/write-cart.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Database, Queries } from '../db/database.ts'
import type { LimitLockWait } from '../db/write-turns.ts'
import { Refusal } from '../errors.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import { recordChanges } from '../history/record-changes.sql.ts'
import { type Checkout, promotionKeys } from './checkout.ts'
import { endedEvents, eventOf, type StaffCause, stateChange } from './checkout-events.ts'
import { toCheckout, toPromotions } from './checkout-row.sql.ts'
import { lockCheckout, lockCheckouts, selectCheckout, selectCheckoutFor, setState } from './checkout-statements.sql.ts'
import { endReservations, returnStock, takeStock } from './checkout-stock.sql.ts'
import { condenseOld, hasOld } from './condense-checkouts.sql.ts'
import { isLateFirstOrder } from './first-order.sql.ts'
import { deletePlaceholder, lockOwner, type OwnerLock } from './owner-lock.sql.ts'
import { completeUses, findOverLimit, loadPromotions, lockPromotions, returnUses } from './promotion-uses.sql.ts'
import { loadReturns } from './returns/returns.sql.ts'
import { subtractFromCart } from './subtract-from-cart.sql.ts'
import { deleteUnpaidHolds } from './unpaid-holds.sql.ts'
import { createHoldWriter, type HoldOptions } from './write-hold.sql.ts'

/** Attempts of a completion: each fails only when a merge, a deletion or another completion has changed the checkout meanwhile. */
const ATTEMPTS = 5

/** The checkouts of one database. */
export type CheckoutStore = ReturnType<typeof createCheckoutStore>

/** Creates the checkout store. */
export function createCheckoutStore(database: Database, options: HoldOptions) {
  const { writeCart } = options

  /** Condenses old checkouts after a release, which has not locked the cart. Those of a busy cart are left for its next hold. */
  async function condenseReleased(subject: string): Promise<void> {
    if (!(await hasOld(database, subject))) return
    const write = async (queries: Queries, limitLockWait: LimitLockWait) => {
      await lockCart(queries, { cartId: subject })
      await limitLockWait()
      const locked = await lockCheckouts(queries, { reference: '', subject })
      const released = locked.filter(({ state }) => state === 'released')
      await condenseOld(queries, released)
    }
    await writeCart(subject, { locked: write }).catch(error => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  return {
    /** Finds a checkout; undefined for an unknown reference. @param now milliseconds since the epoch */
    async find(reference: string, now: number): Promise<Checkout | undefined> {
      const [row] = await selectCheckout(database, { reference })
      return row && toCheckout(row, now)
    },

    /**
     * Finds a checkout for an owner who holds it, with the subject of the owner's checkouts: of a merged guest, those that were
     * completed before are the guest's, the others the member's.
     * @param now milliseconds since the epoch
     */
    async findFor(
      reference: string,
      owner: Owner,
      now: number,
    ): Promise<{ checkout: Checkout; subject: string } | undefined> {
      const [row] = await selectCheckoutFor(database, keyOf(owner), { reference })
      if (!row) return undefined
      const [own, customerId] = [cartIdOf(owner), row.merged_into]
      const isOwn = customerId === null || row.subject === own
      const subject = isOwn ? own : cartIdOf(memberWithId(customerId))
      return { checkout: toCheckout(row, now), subject }
    },

    hold: createHoldWriter(options),

    /**
     * Completes a checkout: subtracts the held quantities from the cart once, makes its uses final, and takes its items from the stock.
     * @returns undefined for an unknown reference; `isNew` is false when it was completed before
     * @throws Refusal 503 `cart_busy`
     */
    async complete(reference: string, cause: StaffCause): Promise<{ checkout: Checkout; isNew: boolean } | undefined> {
      const { now } = cause
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const [found] = await selectCheckout(database, { reference })
        if (!found) return undefined
        if (found.state === 'completed') return { checkout: toCheckout(found, now), isNew: false }
        const { subject } = found
        const write = (queries: Queries, limitLockWait: LimitLockWait) =>
          completeLocked(queries, limitLockWait, { reference, subject, ...cause })
        // Without a cart, completions of one reference wait for each other.
        const checkout = await writeCart(subject ?? reference, { locked: write })
        if (checkout) return { checkout, isNew: true }
      }
      throw cartBusy()
    },

    /**
     * Releases a held checkout, or cancels a completed one.
     * @returns whether its state has changed; undefined for an unknown reference
     * @throws Refusal 503 `cart_busy`
     */
    async release(reference: string, cause: StaffCause): Promise<boolean | undefined> {
      const write = async (queries: Queries, limitLockWait: LimitLockWait) => {
        const row = await lockCheckout(queries, reference)
        if (row?.state !== 'held' && row?.state !== 'completed') return row && false
        await limitLockWait()
        await returnUses(queries, reference)
        const isHeld = row.state === 'held'
        const state = isHeld ? 'released' : 'cancelled'
        await setState(queries, reference, state)
        await recordChanges(queries, [stateChange(row, state, cause)])
        const changed = eventOf(isHeld ? 'checkout.released' : 'checkout.cancelled', row, cause)
        await recordEvents(queries, [...endedEvents(row, cause.now), changed])
        await limitLockWait()
        await (isHeld ? endReservations(queries, [reference], cause.now) : returnStock(queries, row, cause.now))
        return row
      }
      const released = await writeCart(reference, { locked: write })
      if (!released) return released
      if (released.state === 'held' && released.subject !== null) await condenseReleased(released.subject)
      return true
    },
  }
}

/** @returns the completed checkout; undefined when the checkout has another subject since it was read, or was completed meanwhile */
async function completeLocked(
  queries: Queries,
  limitLockWait: LimitLockWait,
  { reference, subject, ...cause }: StaffCause & { reference: string; subject: string | null },
): Promise<Checkout | undefined> {
  const lock = subject === null ? 'none' : await lockOwner(queries, limitLockWait, { cartId: subject, now: cause.now })
  await limitLockWait()
  const row = await lockCheckout(queries, reference)
  const isOpen = row?.subject === subject && row.state !== 'completed'
  const completed = isOpen ? await completeRow(queries, limitLockWait, { row, lock, ...cause }) : undefined
  if (subject !== null && lock === 'placeholder') await deletePlaceholder(queries, subject)
  return completed
}

async function completeRow(
  queries: Queries,
  limitLockWait: LimitLockWait,
  { row, lock, ...cause }: StaffCause & { row: CheckoutTable; lock: OwnerLock },
): Promise<Checkout> {
  const { reference, subject } = row
  const { actor, now } = cause
  // Before the promotions are locked, for which carts of other customers may wait. A cart that was emptied since the hold has nothing to subtract.
  if (subject !== null && lock === 'cart' && row.completed_at === null)
    await subtractFromCart(queries, subject, row, now)
  const held = toPromotions(row)
  const keys = promotionKeys(held)
  await lockPromotions(queries, keys, limitLockWait)
  const isHeld = row.state === 'held' && row.expires_at > now
  const promotions = await loadPromotions(queries, held)
  const overLimit = await findOverLimit(queries, row, { promotions, now, isHeld })
  const isOverLimit = overLimit.size > 0 || (await isLateFirstOrder(queries, row, promotions))
  await completeUses(queries, keys, { reference, customerId: row.customer_id, overLimit })
  if (subject !== null && keys.length > 0) await deleteUnpaidHolds(queries, subject, reference)
  await limitLockWait()
  const returns = row.completed_at === null ? [] : await loadReturns(queries, reference)
  const { taken, isOver, events } = await takeStock(queries, { row, returns }, { at: now, actor })
  const over = { over_limit: isOverLimit ? 1 : 0, over_stock: isOver ? 1 : 0 } as const
  const changes = { state: 'completed', completed_at: row.completed_at ?? now, taken, ...over } as const
  const query = queries.kysely.updateTable('checkouts').set(changes).where('reference', '=', reference)
  const completed = await query.returningAll().executeTakeFirstOrThrow()
  const changed = eventOf('checkout.completed', completed, { actor, now })
  await recordEvents(queries, [...endedEvents(row, now), changed, ...events])
  await recordChanges(queries, [stateChange(row, 'completed', cause)])
  return { ...toCheckout(completed, now), returns }
}
