/** The rows of checkouts: statements that read, lock and write them. */

import { sql } from 'kysely'
import { statementOfOwner } from '../cart/storage/cart.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { HeldPromotions } from './checkout.ts'
import type { CheckoutWithReturns, campaignColumns } from './checkout-row.sql.ts'
import type { LockedCheckout } from './condense-checkouts.sql.ts'
import { returnsColumn } from './returns/returns.sql.ts'

/** Reads a checkout. */
export const selectCheckout = prepared<{ reference: string }, CheckoutWithReturns>(
  (parameter, engine) =>
    sql`select checkouts.*, ${returnsColumn(engine)} from checkouts where reference = ${parameter('reference')}`,
)

/** Reads a checkout for an owner, with the customer that the owner was merged into. */
export const selectCheckoutFor = statementOfOwner<
  { reference: string },
  CheckoutWithReturns & { merged_into: number | null }
>(
  (parameter, engine) => sql`
    select checkouts.*, ${returnsColumn(engine)}, (select merged_into from carts where id = ${parameter('cartId')}) as merged_into
    from checkouts where reference = ${parameter('reference')}`,
)

/** A checkout that a hold has locked. */
export type LockedRow = LockedCheckout & Pick<CheckoutTable, 'subject' | 'state' | 'expires_at' | 'told_end'>

/**
 * Locks a checkout of any cart, the hold of a cart, and the released checkouts of that cart that were not condensed, in the order of their
 * references. An empty reference is that of no checkout.
 */
export const lockCheckouts = prepared<{ reference: string; subject: string }, LockedRow>(
  // Each part of the condition has an index.
  (parameter, engine) => sql`
    select reference, subject, state, held_at, expires_at, told_end, quantities from checkouts
    where reference = ${parameter('reference')}
      or (subject = ${parameter('subject')} and state = 'held')
      or (subject = ${parameter('subject')} and state in ('held', 'released') and quantities is null)
    order by reference ${engine === 'postgres' ? sql`for update` : sql``}`,
)

/** Locks a checkout. @returns undefined for an unknown reference */
export async function lockCheckout({ kysely, engine }: Queries, reference: string): Promise<CheckoutTable | undefined> {
  const query = kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
  return query.$if(engine === 'postgres', each => each.forUpdate()).executeTakeFirst()
}

/** The columns of a new hold. */
export type HoldRow = Omit<HeldPromotions, 'campaignIds'> &
  ReturnType<typeof campaignColumns> & {
    reference: string
    heldAt: number
    expiresAt: number
    document: string
  }

/**
 * Inserts a hold in the state `released`: the cart's earlier hold still stands. Returns no row when there is a checkout of the reference,
 * and does not lock that row: a hold that has locked it may wait for the promotions of this one, which would be a deadlock.
 */
export const insertHold = statementOfOwner<HoldRow, { reference: string }>(
  parameter => sql`
    insert into checkouts (reference, state, subject, customer_id, coupon_code, campaign_id, further_campaigns, bound_campaign_id,
      held_at, expires_at, completed_at, over_limit, document)
    values (${parameter('reference')}, 'released', ${parameter('cartId')}, ${parameter('customerId')}, ${parameter('couponCode')},
      ${parameter('campaignId')}, ${parameter('furtherCampaigns')}, ${parameter('boundCampaignId')}, ${parameter('heldAt')},
      ${parameter('expiresAt')}, null, 0, ${parameter('document')})
    on conflict (reference) do nothing
    returning reference`,
)

/** Writes a hold to the owner's released or expired one, in the state `released`. Returns no row for any other checkout. */
export const updateHold = statementOfOwner<HoldRow, { reference: string }>(
  parameter => sql`
    update checkouts set state = 'released', customer_id = ${parameter('customerId')}, coupon_code = ${parameter('couponCode')},
      campaign_id = ${parameter('campaignId')}, further_campaigns = ${parameter('furtherCampaigns')},
      bound_campaign_id = ${parameter('boundCampaignId')},
      held_at = ${parameter('heldAt')}, expires_at = ${parameter('expiresAt')}, over_limit = 0, over_stock = 0, taken = null, told_end = null,
      document = ${parameter('document')}, quantities = null
    where reference = ${parameter('reference')} and subject = ${parameter('cartId')}
      and (state = 'released' or (state = 'held' and expires_at <= ${parameter('heldAt')}))
    returning reference`,
)

/** Sets the state of a checkout. @returns its row */
export function setState(
  { kysely }: Queries,
  reference: string,
  state: CheckoutTable['state'],
): Promise<CheckoutTable> {
  const update = kysely.updateTable('checkouts').set({ state }).where('reference', '=', reference)
  return update.returningAll().executeTakeFirstOrThrow()
}
