/** Checkouts in the database. A cart's row, the checkouts and the counts of promotions are locked in this order by every write. */

import { sql } from 'kysely'
import { cartIdOf, customerIdOf, type Owner } from '../auth/identity.ts'
import { keyOf } from '../cart/cart.sql.ts'
import type { StoredCart } from '../cart/cart.ts'
import { releaseHold } from '../cart/hold.sql.ts'
import { cartBusy, type LimitLockWait, lockCart, lockOrInsertCart, type WriteCart } from '../cart/write-cart.sql.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CheckoutTable } from '../db/tables.ts'
import { type Checkout, type HeldPromotions, promotionKeys } from './checkout.ts'
import { subtractFromCart } from './subtract.sql.ts'
import { completeUses, explainUsedUp, isOverLimit, lockPromotions, returnUses, takeUses } from './uses.sql.ts'

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
}

/**
 * The result of a hold: the checkout, or why nothing was written. `changed`: the cart, the shop or the reference has changed since it
 * was read, and the hold must be decided again.
 */
export type HoldResult = Checkout | 'changed' | 'owner_inactive' | 'coupon_used_up' | 'campaign_used_up'

/** Rolls a hold back: its reference was taken after the cart's earlier hold was released. */
class ReferenceTaken extends Error {}

/** A completion fails only when a merge, a deletion or another completion has changed the checkout since it was read. */
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
     * Holds a cart: takes one use of each promotion, and releases the cart's earlier hold.
     * @throws Refusal 503 `cart_busy`
     */
    hold(hold: NewHold): Promise<HoldResult> {
      const key = { ...keyOf(hold.owner), now: hold.heldAt }
      const write = async (queries: Queries, limitLockWait: LimitLockWait): Promise<HoldResult> => {
        if (!(await lockOrInsertCart(queries, key, limitLockWait))) return 'owner_inactive'
        await limitLockWait()
        await lockCheckouts(queries, hold.reference, key.cartId)
        await limitLockWait()
        const keys = promotionKeys(hold.promotions)
        await lockPromotions(queries, keys)
        const current = await loadCart(queries, hold.owner, hold.heldAt)
        if (!isSameCart(current, hold.priced)) return 'changed'
        const usedUp = await explainUsedUp(queries, current, hold.promotions)
        if (usedUp) return usedUp
        await releaseHold(queries, key.cartId, hold.reference)
        const [row] = await upsertHold(queries, toRow(hold))
        if (!row) throw new ReferenceTaken()
        await takeUses(queries, keys, {
          reference: row.reference,
          customerId: row.customer_id,
          expiresAt: row.expires_at,
        })
        return toCheckout(row, hold.heldAt)
      }
      return writeCart<HoldResult>(key.cartId, { locked: write }).catch(error => {
        if (error instanceof ReferenceTaken) return 'changed'
        throw error
      })
    },

    /**
     * Completes a checkout: subtracts the held quantities from the cart once, and makes its uses final.
     * @returns undefined for an unknown reference; `isNew` is false when it was completed before
     * @throws Refusal 503 `cart_busy`
     */
    async complete(reference: string, now: number): Promise<{ checkout: Checkout; isNew: boolean } | undefined> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const [found] = await selectCheckout(database, { reference })
        if (!found) return undefined
        if (found.state === 'completed') return { checkout: toCheckout(found, now), isNew: false }
        const { subject } = found
        const write = (queries: Queries) => completeLocked(queries, { reference, subject, now })
        const row = await writeCart(subject ?? reference, { locked: write })
        if (row) return { checkout: toCheckout(row, now), isNew: true }
      }
      throw cartBusy()
    },

    /**
     * Releases a held checkout, or cancels a completed one.
     * @returns whether its state has changed; undefined for an unknown reference
     */
    release(reference: string): Promise<boolean | undefined> {
      return transaction(database, async queries => {
        const row = await lockCheckout(queries, reference)
        if (row?.state !== 'held' && row?.state !== 'completed') return row && false
        await returnUses(queries, reference)
        const state = row.state === 'held' ? 'released' : 'cancelled'
        await queries.kysely.updateTable('checkouts').set({ state }).where('reference', '=', reference).execute()
        return true
      })
    },
  }
}

/** @returns the completed row; undefined when the checkout has another subject since it was read, or was completed meanwhile */
async function completeLocked(
  queries: Queries,
  { reference, subject, now }: { reference: string; subject: string | null; now: number },
): Promise<CheckoutTable | undefined> {
  // Without the lock of a row, nothing is subtracted: a cart that is created from now on has what was added since the hold.
  const [cart] = subject === null ? [] : await lockCart(queries, { cartId: subject })
  const row = await lockCheckout(queries, reference)
  if (row?.subject !== subject || row.state === 'completed') return undefined
  const keys = promotionKeys(toPromotions(row))
  await lockPromotions(queries, keys)
  const isHeld = row.state === 'held' && row.expires_at > now
  const overLimit = (await isOverLimit(queries, row, { now, isHeld })) ? 1 : 0
  await completeUses(queries, keys, { reference, customerId: row.customer_id })
  if (cart && row.completed_at === null) await subtractFromCart(queries, cart.id, row)
  const changes = { state: 'completed', completed_at: row.completed_at ?? now, over_limit: overLimit } as const
  const query = queries.kysely.updateTable('checkouts').set(changes).where('reference', '=', reference)
  return query.returningAll().executeTakeFirstOrThrow()
}

/** Whether a cart is still as it was priced. The uses of promotions are checked on their own. */
function isSameCart(current: StoredCart, priced: StoredCart): boolean {
  const comparable = ({ lines, uses: _, usedAt: __, limitedCampaigns: ___, ...cart }: StoredCart) =>
    JSON.stringify({
      ...cart,
      lines: lines.map(line => [
        line.id,
        line.productId,
        line.variantId,
        line.quantity,
        line.orderNote,
        line.giftNote,
        line.giftPackage,
      ]),
    })
  return comparable(current) === comparable(priced)
}

function toCheckout(row: CheckoutTable, now: number): Checkout {
  return {
    reference: row.reference,
    state: row.state === 'held' && row.expires_at <= now ? 'expired' : row.state,
    subject: row.subject,
    customerId: row.customer_id,
    heldAt: row.held_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    overLimit: row.over_limit === 1,
    cart: JSON.parse(row.document),
  }
}

function toPromotions(row: CheckoutTable): HeldPromotions {
  return { couponCode: row.coupon_code, campaignId: row.campaign_id, boundCampaignId: row.bound_campaign_id }
}

function toRow({ reference, owner, promotions, document, heldAt, expiresAt }: NewHold): HoldRow {
  return {
    reference,
    subject: cartIdOf(owner),
    customerId: customerIdOf(owner),
    ...promotions,
    heldAt,
    expiresAt,
    document,
  }
}

const selectCheckout = prepared<{ reference: string }, CheckoutTable>(
  parameter => sql`select * from checkouts where reference = ${parameter('reference')}`,
)

/** Locks a checkout and the hold of a cart, in the order of their references. */
async function lockCheckouts({ kysely, engine }: Queries, reference: string, subject: string): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    select 1 from checkouts where reference = ${reference} or (subject = ${subject} and state = 'held')
    order by reference for update`.execute(kysely)
}

async function lockCheckout({ kysely, engine }: Queries, reference: string): Promise<CheckoutTable | undefined> {
  const query = kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
  return query.$if(engine === 'postgres', each => each.forUpdate()).executeTakeFirst()
}

type HoldRow = HeldPromotions & {
  reference: string
  subject: string
  customerId: number | null
  heldAt: number
  expiresAt: number
  document: string
}

/** Inserts a hold, or holds the owner's released or expired one again. Returns no row for any other checkout of the reference. */
const upsertHold = prepared<HoldRow, CheckoutTable>(
  parameter => sql`
    insert into checkouts (reference, state, subject, customer_id, coupon_code, campaign_id, bound_campaign_id, held_at,
      expires_at, completed_at, over_limit, document)
    values (${parameter('reference')}, 'held', ${parameter('subject')}, ${parameter('customerId')}, ${parameter('couponCode')},
      ${parameter('campaignId')}, ${parameter('boundCampaignId')}, ${parameter('heldAt')}, ${parameter('expiresAt')}, null, 0,
      ${parameter('document')})
    on conflict (reference) do update set state = 'held', customer_id = excluded.customer_id,
      coupon_code = excluded.coupon_code, campaign_id = excluded.campaign_id,
      bound_campaign_id = excluded.bound_campaign_id, held_at = excluded.held_at, expires_at = excluded.expires_at,
      over_limit = 0, document = excluded.document
    where checkouts.subject = excluded.subject
      and (checkouts.state = 'released' or (checkouts.state = 'held' and checkouts.expires_at <= excluded.held_at))
    returning *`,
)
