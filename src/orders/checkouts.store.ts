/** Checkouts in the database. A cart's row, the checkouts and the counts of promotions are locked in this order by every write. */

import { sql } from 'kysely'
import { cartIdOf, memberWithId, type Owner } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import { statementOfOwner } from '../cart/cart.sql.ts'
import { isSameCart, type StoredCart } from '../cart/cart.ts'
import { releasedEvents, releaseHold } from '../cart/hold.sql.ts'
import { cartBusy, type LimitLockWait, lockCart, lockOrInsertCart, type WriteCart } from '../cart/write-cart.sql.ts'
import type { Database, Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CheckoutTable } from '../db/tables.ts'
import type { EventType, NewEvent } from '../events/event.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import { type Checkout, type HeldPromotions, promotionKeys } from './checkout.ts'
import { toCheckoutFields } from './checkout-row.sql.ts'
import { subtractFromCart } from './subtract.sql.ts'
import { completeUses, findOverLimit, findUsedUp, lockPromotions, returnUses, takeUses } from './uses.sql.ts'

/** A hold to write. Times are milliseconds since the epoch. */
export interface NewHold {
  reference: string
  owner: Owner
  /** The cart that was priced, without its products: the hold is written only if the cart is still the same. */
  priced: StoredCart
  promotions: HeldPromotions
  /** The cart document, as JSON. */
  document: string
  heldAt: number
  expiresAt: number
  /** The administrator who holds the cart, such as `admin:web-shop`. */
  actor: string
}

/** Who changes a checkout, and when. */
interface Cause {
  /** The administrator, such as `admin:web-shop`. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * The result of a hold: the checkout, or why nothing was written. `changed`: the cart, the shop or the reference has changed since it
 * was read, and the hold must be decided again.
 */
export type HoldResult = Checkout | 'changed' | 'owner_inactive' | 'coupon_used_up' | 'campaign_used_up'

/** Attempts of a completion: each fails only when a merge, a deletion or another completion has changed the checkout meanwhile. */
const ATTEMPTS = 5

/** The dependencies of the checkout store. */
interface CheckoutStoreOptions {
  writeCart: WriteCart
  /** Reads a cart within a transaction, as of now. */
  loadCart: (queries: Queries, owner: Owner, now: number) => Promise<StoredCart>
}

/** The checkouts of one database. */
export type CheckoutStore = ReturnType<typeof createCheckoutStore>

/** Creates the checkout store. */
export function createCheckoutStore(database: Database, { writeCart, loadCart }: CheckoutStoreOptions) {
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

    /**
     * Holds a cart: takes one use of each promotion, and releases the cart's earlier hold.
     * @throws Refusal 503 `cart_busy`
     */
    hold(hold: NewHold): Promise<HoldResult> {
      const key = keyOf(hold.owner)
      const write = async (queries: Queries, limitLockWait: LimitLockWait): Promise<HoldResult> => {
        if (!(await lockOrInsertCart(queries, key, hold.heldAt))) return 'owner_inactive'
        await limitLockWait()
        const isKnown = await lockCheckouts(queries, hold.reference, key.cartId)
        const keys = promotionKeys(hold.promotions)
        await lockPromotions(queries, keys, limitLockWait)
        const current = await loadCart(queries, hold.owner, hold.heldAt)
        if (!isSameCart(current, hold.priced)) return 'changed'
        const usedUp = await findUsedUp(queries, current, hold.promotions)
        if (usedUp) return usedUp
        const claimed = await (isKnown ? updateHold : insertHold)(queries, key, toRow(hold))
        if (claimed.length === 0) return 'changed'
        const released = await releaseHold(queries, key.cartId, hold.reference)
        const row = await setState(queries, hold.reference, 'held')
        await takeUses(queries, keys, {
          reference: row.reference,
          customerId: row.customer_id,
          expiresAt: row.expires_at,
        })
        const cause = { at: hold.heldAt, actor: hold.actor, subject: row.subject }
        const held = eventOf('checkout.held', row, { actor: hold.actor, now: hold.heldAt })
        await recordEvents(queries, [...releasedEvents(released, cause), held])
        return toCheckout(row, hold.heldAt)
      }
      return writeCart(key.cartId, { locked: write })
    },

    /**
     * Completes a checkout: subtracts the held quantities from the cart once, and makes its uses final.
     * @returns undefined for an unknown reference; `isNew` is false when it was completed before
     * @throws Refusal 503 `cart_busy`
     */
    async complete(reference: string, cause: Cause): Promise<{ checkout: Checkout; isNew: boolean } | undefined> {
      const { now } = cause
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const [found] = await selectCheckout(database, { reference })
        if (!found) return undefined
        if (found.state === 'completed') return { checkout: toCheckout(found, now), isNew: false }
        const { subject } = found
        const write = (queries: Queries, limitLockWait: LimitLockWait) =>
          completeLocked(queries, limitLockWait, { reference, subject, ...cause })
        // Without a cart, completions of one reference wait for each other.
        const row = await writeCart(subject ?? reference, { locked: write })
        if (row) return { checkout: toCheckout(row, now), isNew: true }
      }
      throw cartBusy()
    },

    /**
     * Releases a held checkout, or cancels a completed one.
     * @returns whether its state has changed; undefined for an unknown reference
     * @throws Refusal 503 `cart_busy`
     */
    release(reference: string, cause: Cause): Promise<boolean | undefined> {
      const write = async (queries: Queries, limitLockWait: LimitLockWait) => {
        const row = await lockCheckout(queries, reference)
        if (row?.state !== 'held' && row?.state !== 'completed') return row && false
        await limitLockWait()
        await returnUses(queries, reference)
        const state = row.state === 'held' ? 'released' : 'cancelled'
        await setState(queries, reference, state)
        await recordEvents(queries, [eventOf(`checkout.${state}`, row, cause)])
        return true
      }
      return writeCart(reference, { locked: write })
    },
  }
}

/** @returns the completed row; undefined when the checkout has another subject since it was read, or was completed meanwhile */
async function completeLocked(
  queries: Queries,
  limitLockWait: LimitLockWait,
  { reference, subject, now, actor }: Cause & { reference: string; subject: string | null },
): Promise<CheckoutTable | undefined> {
  // A cart that does not exist now was emptied since the hold: nothing is subtracted from one that is created meanwhile.
  const [cart] = subject === null ? [] : await lockCart(queries, { cartId: subject })
  await limitLockWait()
  const row = await lockCheckout(queries, reference)
  if (row?.subject !== subject || row.state === 'completed') return undefined
  // Before the promotions are locked, for which carts of other customers may wait.
  if (cart && row.completed_at === null) await subtractFromCart(queries, cart.id, row, now)
  const keys = promotionKeys(toPromotions(row))
  await lockPromotions(queries, keys, limitLockWait)
  const isHeld = row.state === 'held' && row.expires_at > now
  const overLimit = await findOverLimit(queries, row, { now, isHeld })
  await completeUses(queries, keys, { reference, customerId: row.customer_id, overLimit })
  const over_limit = overLimit.size > 0 ? 1 : 0
  const changes = { state: 'completed', completed_at: row.completed_at ?? now, over_limit } as const
  const query = queries.kysely.updateTable('checkouts').set(changes).where('reference', '=', reference)
  const completed = await query.returningAll().executeTakeFirstOrThrow()
  await recordEvents(queries, [eventOf('checkout.completed', completed, { actor, now })])
  return completed
}

function eventOf(type: EventType, { reference, subject, over_limit }: CheckoutTable, { actor, now }: Cause): NewEvent {
  const data = type === 'checkout.completed' ? { reference, overLimit: over_limit === 1 } : { reference }
  return { type, at: now, actor, subject, data }
}

function toCheckout(row: CheckoutTable, now: number): Checkout {
  return { ...toCheckoutFields(row, now), cart: JSON.parse(row.document) }
}

function toPromotions(row: CheckoutTable): HeldPromotions {
  return { couponCode: row.coupon_code, campaignId: row.campaign_id, boundCampaignId: row.bound_campaign_id }
}

function toRow({ reference, promotions, document, heldAt, expiresAt }: NewHold): HoldRow {
  return { ...promotions, reference, heldAt, expiresAt, document }
}

const selectCheckout = prepared<{ reference: string }, CheckoutTable>(
  parameter => sql`select * from checkouts where reference = ${parameter('reference')}`,
)

const selectCheckoutFor = statementOfOwner<{ reference: string }, CheckoutTable & { merged_into: number | null }>(
  parameter => sql`
    select checkouts.*, (select merged_into from carts where id = ${parameter('cartId')}) as merged_into
    from checkouts where reference = ${parameter('reference')}`,
)

/** Locks a checkout and the hold of a cart, in the order of their references. @returns whether there is a checkout of the reference */
async function lockCheckouts(queries: Queries, reference: string, subject: string): Promise<boolean> {
  const locked = await selectCheckouts(queries, { reference, subject })
  return locked.some(each => each.reference === reference)
}

const selectCheckouts = prepared<{ reference: string; subject: string }, { reference: string }>(
  (parameter, engine) => sql`
    select reference from checkouts
    where reference = ${parameter('reference')} or (subject = ${parameter('subject')} and state = 'held')
    order by reference ${engine === 'postgres' ? sql`for update` : sql``}`,
)

async function lockCheckout({ kysely, engine }: Queries, reference: string): Promise<CheckoutTable | undefined> {
  const query = kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
  return query.$if(engine === 'postgres', each => each.forUpdate()).executeTakeFirst()
}

type HoldRow = HeldPromotions & {
  reference: string
  heldAt: number
  expiresAt: number
  document: string
}

/**
 * Inserts a hold in the state `released`: the cart's earlier hold still stands. Returns no row when there is a checkout of the reference,
 * and does not lock that row: a hold that has locked it may wait for the promotions of this one, which would be a deadlock.
 */
const insertHold = statementOfOwner<HoldRow, { reference: string }>(
  parameter => sql`
    insert into checkouts (reference, state, subject, customer_id, coupon_code, campaign_id, bound_campaign_id, held_at,
      expires_at, completed_at, over_limit, document)
    values (${parameter('reference')}, 'released', ${parameter('cartId')}, ${parameter('customerId')}, ${parameter('couponCode')},
      ${parameter('campaignId')}, ${parameter('boundCampaignId')}, ${parameter('heldAt')}, ${parameter('expiresAt')}, null, 0,
      ${parameter('document')})
    on conflict (reference) do nothing
    returning reference`,
)

/** Writes a hold to the owner's released or expired one, in the state `released`. Returns no row for any other checkout. */
const updateHold = statementOfOwner<HoldRow, { reference: string }>(
  parameter => sql`
    update checkouts set state = 'released', customer_id = ${parameter('customerId')}, coupon_code = ${parameter('couponCode')},
      campaign_id = ${parameter('campaignId')}, bound_campaign_id = ${parameter('boundCampaignId')},
      held_at = ${parameter('heldAt')}, expires_at = ${parameter('expiresAt')}, over_limit = 0,
      document = ${parameter('document')}
    where reference = ${parameter('reference')} and subject = ${parameter('cartId')}
      and (state = 'released' or (state = 'held' and expires_at <= ${parameter('heldAt')}))
    returning reference`,
)

function setState({ kysely }: Queries, reference: string, state: CheckoutTable['state']): Promise<CheckoutTable> {
  const update = kysely.updateTable('checkouts').set({ state }).where('reference', '=', reference)
  return update.returningAll().executeTakeFirstOrThrow()
}
