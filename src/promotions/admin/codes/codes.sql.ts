/** Statements on the coupons that are bound to a campaign. Its index is in the order of the bytes of their folded codes. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../../db/database.ts'
import { jsonInteger } from '../../../db/json-member.sql.ts'
import { jsonRows } from '../../../db/json-rows.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { CodeRow } from './code-order.ts'

/** The folded code in the order of the index. */
export function byBytes(engine: Engine): RawBuilder<string> {
  return engine === 'postgres' ? sql`folded_code collate "C"` : sql`folded_code`
}

/** The condition that a code of the table of coupons was used: by completed checkouts, or outside Sepet. */
export function isUsed(engine: Engine): RawBuilder<boolean> {
  return sql`(${jsonInteger(engine, 'document', 'usageCount')} > 0 or exists (
    select 1 from promotion_counts c where c.promotion = 'coupon:' || folded_code and c.completed > 0))`
}

const selectLocked = prepared<{ id: number }, { document: string }>(
  (parameter, engine) => sql`
    select document from campaigns where id = ${parameter('id')} ${engine === 'postgres' ? sql`for no key update` : sql``}`,
)

/**
 * Locks a campaign against its deletion, its replacement and other requests for codes, until the transaction ends; on SQLite the transaction
 * holds the lock of all writes already.
 * @returns its document; undefined for an unknown one
 */
export async function lockCampaign(queries: Queries, id: number): Promise<string | undefined> {
  const [row] = await selectLocked(queries, { id })
  return row?.document
}

const selectUsed = prepared<{ rows: string }, { folded_code: string }>(
  (parameter, engine) => sql`
    select n.folded_code from ${jsonRows(parameter('rows'), 'n', { columns: { folded_code: 'text' }, engine })}
    where exists (select 1 from promotion_counts c where c.promotion = 'coupon:' || n.folded_code)
      or exists (select 1 from promotion_uses u where u.promotion = 'coupon:' || n.folded_code)`,
)

/** A distributed database writes what a statement selects from other tables only by detours: those are read first. */
const insertRows = prepared<{ rows: string }, object>(
  (parameter, engine) => sql`
    insert into coupons (folded_code, document)
    select n.folded_code, n.document
    from ${jsonRows(parameter('rows'), 'n', { columns: { folded_code: 'text', document: 'text' }, engine })}
    where true
    on conflict (folded_code) do nothing
    returning 1 as inserted`,
)

/**
 * Inserts coupons, without those whose code a coupon has, or ever had uses.
 * @returns the number of inserted ones
 */
export async function insertCodes(queries: Queries, rows: readonly CodeRow[]): Promise<number> {
  const codes = rows.map(({ folded_code }) => ({ folded_code }))
  const used = new Set((await selectUsed(queries, { rows: JSON.stringify(codes) })).map(each => each.folded_code))
  const unused = rows.filter(({ folded_code }) => !used.has(folded_code))
  return (await insertRows(queries, { rows: JSON.stringify(unused) })).length
}

const countSome = prepared<{ campaignId: number; limit: number }, { count: number }>(
  parameter => sql`
    select count(*) as count from (
      select 1 from coupons where campaign_id = ${parameter('campaignId')} limit ${parameter('limit')}
    ) as bound`,
)

/** Counts the coupons that are bound to a campaign. @param limit the count ends at it */
export async function countCodes(queries: Queries, campaignId: number, limit: number): Promise<number> {
  return (await countSome(queries, { campaignId, limit }))[0]?.count ?? 0
}

const selectBatch = prepared<{ campaignId: number; batch: string }, object>(
  parameter => sql`
    select 1 as found from coupons
    where campaign_id = ${parameter('campaignId')} and batch = ${parameter('batch')} limit 1`,
)

/** Whether a campaign has codes of a batch. */
export async function hasBatch(queries: Queries, campaignId: number, batch: string): Promise<boolean> {
  return (await selectBatch(queries, { campaignId, batch })).length > 0
}
