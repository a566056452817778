/**
 * Uses of coupons and campaigns by checkouts. Whoever takes a use has locked the promotion's row of `promotion_counts`; giving uses back
 * needs no lock.
 */

import { sql } from 'kysely'
import type { StoredCart } from '../cart/cart.ts'
import type { LimitLockWait } from '../cart/write-cart.sql.ts'
import type { Queries } from '../db/database.ts'
import type { CheckoutTable } from '../db/tables.ts'
import type { Campaign, Coupon } from '../promotions/campaign.ts'
import { hasUseLeft } from '../promotions/conditions.ts'
import type { HeldPromotions } from './checkout.ts'

/** Locks promotions until the transaction ends, so that of several checkouts that take the last use exactly one gets it. */
export async function lockPromotions({ kysely }: Queries, keys: string[], limitLockWait: LimitLockWait): Promise<void> {
  // One after the other, in the order of the keys: a statement with several rows would lock them in any order.
  for (const key of keys) {
    await limitLockWait()
    await sql`
      insert into promotion_counts (promotion, completed) values (${key}, 0)
      on conflict (promotion) do update set completed = promotion_counts.completed`.execute(kysely)
  }
}

/**
 * Finds a promotion of a hold that has no use left. The uses were read after the lock.
 * @param cart the cart with the uses of its promotions, without its own hold
 */
export async function findUsedUp(
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

/** Which uses of other checkouts are counted: those of one customer with `customerId`, and those within the limit. */
interface Others {
  reference: string
  /** Milliseconds since the epoch. */
  now: number
  customerId?: number
  /** Whether completed checkouts with `overLimit` are left out. */
  withinLimit?: boolean
}

/**
 * Whether the use of a checkout that is being completed is beyond a limit. A promotion that was deleted has no limit.
 * @param options `isHeld`: the use was taken before, within the limit, and goes beyond it only if the limit was lowered
 */
export async function isOverLimit(
  queries: Queries,
  row: CheckoutTable,
  { now, isHeld }: { now: number; isHeld: boolean },
): Promise<boolean> {
  const others = { reference: row.reference, now }
  if (!(await isLimitReached(queries, row, others))) return false
  return !isHeld || (await isLimitReached(queries, row, { ...others, withinLimit: true }))
}

/** Whether the uses of other checkouts reach a limit of a checkout's promotions. */
async function isLimitReached(queries: Queries, row: CheckoutTable, others: Others): Promise<boolean> {
  const { customer_id: customerId, coupon_code, campaign_id, bound_campaign_id } = row
  for (const id of [campaign_id, bound_campaign_id]) {
    const campaign = id === null ? undefined : await loadCampaign(queries, id)
    if (campaign && !hasUseLeft(campaign, await countUses(queries, `campaign:${id}`, others))) return true
  }
  const coupon = coupon_code === null ? undefined : await loadCoupon(queries, coupon_code)
  if (!coupon) return false
  const promotion = `coupon:${coupon_code}`
  if (!hasUseLeft(coupon, await countUses(queries, promotion, others))) return true
  const { usageLimitPerCustomer } = coupon
  if (usageLimitPerCustomer === null || customerId === null) return false
  return (await countUses(queries, promotion, { ...others, customerId })) >= usageLimitPerCustomer
}

/** Counts the uses of a promotion by other checkouts that are held or completed. */
async function countUses({ kysely }: Queries, promotion: string, others: Others): Promise<number> {
  const { reference, now, customerId, withinLimit } = others
  const count = sql<number>`count(*)`.as('uses')
  const uses = kysely
    .selectFrom('promotion_uses')
    .where('promotion', '=', promotion)
    .where('reference', '<>', reference)
  if (customerId !== undefined || withinLimit) {
    const isWithin = sql<boolean>`not exists (
      select 1 from checkouts c where c.reference = promotion_uses.reference and c.over_limit = 1)`
    const counted = uses
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .$if(customerId !== undefined, query => query.where('customer_id', '=', customerId as number))
      .$if(withinLimit === true, query => query.where(isWithin))
    return Number((await counted.select(count).executeTakeFirstOrThrow()).uses)
  }
  const held = await uses.where('expires_at', '>', now).select(count).executeTakeFirstOrThrow()
  const completed = kysely.selectFrom('promotion_counts').select('completed').where('promotion', '=', promotion)
  return Number(held.uses) + ((await completed.executeTakeFirst())?.completed ?? 0)
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
