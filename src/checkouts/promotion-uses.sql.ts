/**
 * Uses of coupons and campaigns by checkouts. Whoever takes a use has locked the promotion's row of `promotion_counts`; giving uses back
 * needs no lock.
 */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import type { LimitLockWait } from '../db/write-turns.ts'
import type { Campaign, Coupon } from '../model/campaign.ts'
import type { Promotion } from '../promotions/promotion-context.ts'
import { hasCustomerUseLeft, hasUseLeft } from '../promotions/uses-left.ts'
import { type HeldPromotions, heldCampaignIds } from './checkout.ts'
import type { HeldCampaigns } from './usage-limits.ts'

/** Locks promotions until the transaction ends, so that of several checkouts that take the last use exactly one gets it. */
export async function lockPromotions({ kysely }: Queries, keys: string[], limitLockWait: LimitLockWait): Promise<void> {
  // One after the other, in the order of the keys: a statement with several rows would lock them in any order.
  for (const key of keys) {
    await limitLockWait()
    await sql`
      insert into promotion_counts (promotion, completed, over_limit) values (${key}, 0, 0)
      on conflict (promotion) do update set completed = promotion_counts.completed`.execute(kysely)
  }
}

/** Loads the campaigns of a hold that exist. */
export async function loadCampaigns(queries: Queries, promotions: HeldPromotions): Promise<HeldCampaigns> {
  const campaigns = new Map<number, Campaign>()
  for (const id of heldCampaignIds(promotions)) {
    const campaign = await loadCampaign(queries, id)
    if (campaign) campaigns.set(id, campaign)
  }
  return campaigns
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

/** Makes the uses of a checkout final: they do not expire. @param overLimit the promotions that it uses beyond their limit */
export async function completeUses(
  queries: Queries,
  keys: string[],
  { reference, customerId, overLimit }: Use & { overLimit: ReadonlySet<string> },
): Promise<void> {
  await deleteUses(queries, reference)
  await insertUses(queries, keys, { reference, customerId, expiresAt: null, overLimit })
  for (const key of keys) await addToCount(queries, key, { by: 1, isOver: overLimit.has(key) })
}

/** Gives the uses of a checkout back that is released or cancelled. */
export async function returnUses(queries: Queries, reference: string): Promise<void> {
  const final = await queries.kysely
    .selectFrom('promotion_uses')
    .select(['promotion', 'over_limit'])
    .where('reference', '=', reference)
    .where('expires_at', 'is', null)
    .orderBy('promotion')
    .execute()
  for (const { promotion, over_limit } of final) {
    await addToCount(queries, promotion, { by: -1, isOver: over_limit === 1 })
  }
  await deleteUses(queries, reference)
}

async function insertUses(
  { kysely }: Queries,
  keys: string[],
  { reference, customerId, expiresAt, overLimit }: Use & { expiresAt: number | null; overLimit?: ReadonlySet<string> },
): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map(promotion => ({
    promotion,
    reference,
    customer_id: customerId,
    expires_at: expiresAt,
    over_limit: overLimit?.has(promotion) ? (1 as const) : (0 as const),
  }))
  await kysely.insertInto('promotion_uses').values(rows).execute()
}

async function deleteUses({ kysely }: Queries, reference: string): Promise<void> {
  await kysely.deleteFrom('promotion_uses').where('reference', '=', reference).execute()
}

async function addToCount(
  { kysely }: Queries,
  promotion: string,
  { by, isOver }: { by: 1 | -1; isOver: boolean },
): Promise<void> {
  await sql`
    update promotion_counts set completed = completed + ${by}, over_limit = over_limit + ${isOver ? by : 0}
    where promotion = ${promotion}`.execute(kysely)
}

/** The promotions of a checkout as they are now, without those that were deleted, which have no limit. */
export interface CurrentPromotions {
  campaigns: HeldCampaigns
  coupon: Coupon | undefined
}

/** Loads the promotions of a checkout as they are now. */
export async function loadPromotions(queries: Queries, promotions: HeldPromotions): Promise<CurrentPromotions> {
  const { couponCode } = promotions
  const campaigns = await loadCampaigns(queries, promotions)
  return { campaigns, coupon: couponCode === null ? undefined : await loadCoupon(queries, couponCode) }
}

/**
 * Finds the promotions that a checkout which is being completed uses beyond their limit.
 * @param options `isHeld`: the use was taken before, within the limit, and is beyond it only if the limit was lowered
 * @returns keys of promotions
 */
export async function findOverLimit(
  queries: Queries,
  { reference, customer_id: customerId, coupon_code }: CheckoutTable,
  { promotions, now, isHeld }: { promotions: CurrentPromotions; now: number; isHeld: boolean },
): Promise<Set<string>> {
  const found = new Set<string>()
  // A use that was taken before does not compete with those that were beyond the limit anyway.
  const usesOf = async (key: string, of: { customerId?: number } = {}) => {
    const { all, beyond } = await countUses(queries, key, { reference, now, ...of })
    return isHeld ? all - beyond : all
  }
  const { campaigns, coupon } = promotions
  const used = [...campaigns].map(([id, campaign]): [string, Promotion] => [`campaign:${id}`, campaign])
  if (coupon) used.push([`coupon:${coupon_code}`, coupon])
  for (const [key, promotion] of used) {
    const isLimited = (promotion.usageLimitPerCustomer ?? null) !== null && customerId !== null
    if (!hasUseLeft(promotion, await usesOf(key))) found.add(key)
    if (isLimited && !hasCustomerUseLeft(promotion, await usesOf(key, { customerId }))) found.add(key)
  }
  return found
}

/** Uses of a promotion by other checkouts: held and completed ones, and how many of the completed ones are beyond the limit. */
interface Counted {
  all: number
  beyond: number
}

async function countUses(
  { kysely }: Queries,
  promotion: string,
  { reference, now, customerId }: { reference: string; now: number; customerId?: number },
): Promise<Counted> {
  const others = kysely
    .selectFrom('promotion_uses')
    .where('promotion', '=', promotion)
    .where('reference', '<>', reference)
  const all = sql<number>`count(*)`.as('all')
  if (customerId !== undefined) {
    const own = await others
      .where('customer_id', '=', customerId)
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .select([all, sql<number>`coalesce(sum(over_limit), 0)`.as('beyond')])
      .executeTakeFirstOrThrow()
    return { all: Number(own.all), beyond: Number(own.beyond) }
  }
  const held = await others.where('expires_at', '>', now).select(all).executeTakeFirstOrThrow()
  const counts = kysely.selectFrom('promotion_counts').selectAll().where('promotion', '=', promotion)
  const { completed = 0, over_limit = 0 } = (await counts.executeTakeFirst()) ?? {}
  return { all: Number(held.all) + completed, beyond: over_limit }
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
