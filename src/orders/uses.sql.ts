/** Uses of coupons and campaigns by checkouts. Every statement runs with the rows of `promotion_counts` locked. */

import { sql } from 'kysely'
import type { StoredCart } from '../cart/cart.ts'
import type { Queries } from '../db/database.ts'
import type { CheckoutTable } from '../db/tables.ts'
import type { Campaign, Coupon, Validity } from '../promotions/campaign.ts'
import type { HeldPromotions } from './checkout.ts'

/** Locks promotions until the transaction ends, so that of several checkouts that take the last use exactly one gets it. */
export async function lockPromotions({ kysely }: Queries, keys: string[]): Promise<void> {
  // One after the other, in the order of the keys: a statement with several rows would lock them in any order.
  for (const key of keys) {
    await sql`
      insert into promotion_counts (promotion, completed) values (${key}, 0)
      on conflict (promotion) do update set completed = promotion_counts.completed`.execute(kysely)
  }
}

/**
 * Returns which promotion of a hold has no use left. The uses were read after the lock.
 * @param cart the cart with the uses of its promotions, without its own hold
 */
export async function explainUsedUp(
  queries: Queries,
  { coupon, uses }: StoredCart,
  { couponCode, campaignId, boundCampaignId }: HeldPromotions,
): Promise<'coupon_used_up' | 'campaign_used_up' | undefined> {
  if (couponCode !== null && coupon && !hasUseLeft(coupon, uses.coupon)) return 'coupon_used_up'
  const limit = couponCode === null ? null : (coupon?.usageLimitPerCustomer ?? null)
  if (limit !== null && uses.couponByCustomer >= limit) return 'coupon_used_up'
  for (const id of [campaignId, boundCampaignId]) {
    const campaign = id === null ? undefined : await loadCampaign(queries, id)
    if (id !== null && campaign && !hasUseLeft(campaign, uses.campaigns.get(id) ?? 0)) return 'campaign_used_up'
  }
  return undefined
}

function hasUseLeft({ usageLimit, usageCount }: Pick<Validity, 'usageLimit' | 'usageCount'>, uses: number): boolean {
  return usageLimit === null || usageCount + uses < usageLimit
}

interface Use {
  reference: string
  customerId: number | null
}

/** Takes one use of each promotion until `expiresAt`, in milliseconds since the epoch. */
export async function takeUses(
  queries: Queries,
  keys: string[],
  { reference, customerId, expiresAt }: Use & { expiresAt: number },
): Promise<void> {
  await deleteUses(queries, reference)
  await insertUses(queries, keys, { reference, customerId, expiresAt })
}

/** Makes the uses of a checkout final: they do not expire. */
export async function completeUses(queries: Queries, keys: string[], { reference, customerId }: Use): Promise<void> {
  await deleteUses(queries, reference)
  await insertUses(queries, keys, { reference, customerId, expiresAt: null })
  await addToCounts(queries, reference, 1)
}

/** Returns the uses of a checkout that is released or cancelled. */
export async function returnUses(queries: Queries, reference: string): Promise<void> {
  await addToCounts(queries, reference, -1)
  await deleteUses(queries, reference)
}

async function insertUses(
  { kysely }: Queries,
  keys: string[],
  { reference, customerId, expiresAt }: Use & { expiresAt: number | null },
): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map(promotion => ({ promotion, reference, customer_id: customerId, expires_at: expiresAt }))
  await kysely.insertInto('promotion_uses').values(rows).execute()
}

async function deleteUses({ kysely }: Queries, reference: string): Promise<void> {
  await kysely.deleteFrom('promotion_uses').where('reference', '=', reference).execute()
}

/** Adds to the counts of the promotions that a checkout has used finally, in the order of their keys. */
async function addToCounts({ kysely }: Queries, reference: string, by: 1 | -1): Promise<void> {
  const used = await kysely
    .selectFrom('promotion_uses')
    .select('promotion')
    .where('reference', '=', reference)
    .where('expires_at', 'is', null)
    .orderBy('promotion')
    .execute()
  for (const { promotion } of used) {
    await sql`
      update promotion_counts set completed = completed + ${by} where promotion = ${promotion}`.execute(kysely)
  }
}

/** Whether one more use of a checkout's promotions is beyond a limit. A promotion that was deleted has none. */
export async function isOverLimit(
  queries: Queries,
  { row, now }: { row: CheckoutTable; now: number },
): Promise<boolean> {
  const { reference, customer_id, coupon_code, campaign_id, bound_campaign_id } = row
  const others = { reference, now }
  for (const id of [campaign_id, bound_campaign_id]) {
    const campaign = id === null ? undefined : await loadCampaign(queries, id)
    if (campaign && !hasUseLeft(campaign, await countUses(queries, `campaign:${id}`, others))) return true
  }
  const coupon = coupon_code === null ? undefined : await loadCoupon(queries, coupon_code)
  if (!coupon) return false
  const uses = await countUses(queries, `coupon:${coupon_code}`, others)
  const own = customer_id === null ? 0 : await countUses(queries, `coupon:${coupon_code}`, { ...others, customer_id })
  return !hasUseLeft(coupon, uses) || (coupon.usageLimitPerCustomer !== null && own >= coupon.usageLimitPerCustomer)
}

/** Counts the uses of a promotion by other checkouts; with `customer_id`, those of one customer. */
async function countUses(
  { kysely }: Queries,
  promotion: string,
  { reference, now, customer_id }: { reference: string; now: number; customer_id?: number },
): Promise<number> {
  const held = sql<number>`count(case when expires_at > ${now} then 1 end)`
  const final = sql<number>`count(case when expires_at is null then 1 end)`
  const uses = kysely
    .selectFrom('promotion_uses')
    .where('promotion', '=', promotion)
    .where('reference', '<>', reference)
  if (customer_id !== undefined) {
    const own = uses.where('customer_id', '=', customer_id)
    const counted = await own.select([held.as('held'), final.as('final')]).executeTakeFirstOrThrow()
    return Number(counted.held) + Number(counted.final)
  }
  const counted = await uses.where('expires_at', '>', now).select(held.as('held')).executeTakeFirstOrThrow()
  const count = kysely.selectFrom('promotion_counts').select('completed').where('promotion', '=', promotion)
  return Number(counted.held) + ((await count.executeTakeFirst())?.completed ?? 0)
}

async function loadCampaign({ kysely }: Queries, id: number): Promise<Campaign | undefined> {
  const row = await kysely.selectFrom('campaigns').select('document').where('id', '=', id).executeTakeFirst()
  return row && (JSON.parse(row.document) as Campaign)
}

async function loadCoupon({ kysely }: Queries, foldedCode: string): Promise<Coupon | undefined> {
  const query = kysely.selectFrom('coupons').select('document').where('folded_code', '=', foldedCode)
  const row = await query.executeTakeFirst()
  return row && (JSON.parse(row.document) as Coupon)
}
