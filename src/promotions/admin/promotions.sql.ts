/** Rows of coupons and campaigns. Coupons are found by their folded code, campaigns by their id. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonIsTrue, jsonMember } from '../../db/json-member.sql.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { PromotionKey, Section } from './saved-promotion.ts'

const keys = { coupons: sql.ref('folded_code'), campaigns: sql.ref('id') } satisfies Record<Section, unknown>

function bySection<F>(create: (section: Section) => F): Record<Section, F> {
  return { coupons: create('coupons'), campaigns: create('campaigns') }
}

const selectDocument = bySection(section =>
  prepared<{ key: PromotionKey }, { document: string }>(
    parameter => sql`select document from ${sql.table(section)} where ${keys[section]} = ${parameter('key')}`,
  ),
)

/** Finds the JSON text of a promotion; undefined for an unknown key. */
export async function findDocument(queries: Queries, section: Section, key: PromotionKey): Promise<string | undefined> {
  const [row] = await selectDocument[section](queries, { key })
  return row?.document
}

const selectLocked = bySection(section =>
  prepared<{ key: PromotionKey }, { document: string }>(
    (parameter, engine) => sql`
      select document from ${sql.table(section)} where ${keys[section]} = ${parameter('key')}
      ${engine === 'postgres' ? sql`for no key update` : sql``}`,
  ),
)

/**
 * Finds the JSON text of a promotion, and locks it until the transaction ends: codes of a campaign are made without the lock of the shop. On
 * SQLite the transaction holds the lock of all writes already.
 */
export async function findLockedDocument(
  queries: Queries,
  section: Section,
  key: PromotionKey,
): Promise<string | undefined> {
  const [row] = await selectLocked[section](queries, { key })
  return row?.document
}

/** Inserts the document of a promotion, or replaces the one with the same key. */
export async function saveDocument(
  { kysely }: Queries,
  section: Section,
  { key, document }: { key: PromotionKey; document: string },
): Promise<void> {
  await sql`
    insert into ${sql.table(section)} (${keys[section]}, document) values (${key}, ${document})
    on conflict (${keys[section]}) do update set document = excluded.document`.execute(kysely)
}

/** Deletes a promotion; an unknown key changes nothing. */
export async function deleteDocument({ kysely }: Queries, section: Section, key: PromotionKey): Promise<void> {
  await sql`delete from ${sql.table(section)} where ${keys[section]} = ${key}`.execute(kysely)
}

const selectBindable = prepared<{ id: number }, object>(
  (parameter, engine) => sql`
    select 1 as found from campaigns where id = ${parameter('id')} and ${jsonIsTrue(engine, 'document', 'couponBound')}`,
)

/** Whether there is a campaign that coupons may be bound to. */
export async function isBindable(queries: Queries, campaignId: number): Promise<boolean> {
  return (await selectBindable(queries, { id: campaignId })).length > 0
}

// In no order: PostgreSQL would otherwise read all coupons in the order of their codes when it expects many that are bound.
const selectBoundCodes = prepared<{ campaignId: number; limit: number }, { code: string }>(
  (parameter, engine) => sql`
    select ${jsonMember(engine, 'document', 'code')} as code from coupons
    where campaign_id = ${parameter('campaignId')} limit ${parameter('limit')}`,
)

/** Finds the codes of some coupons that are bound to a campaign, as the shop wrote them. */
export async function findBoundCodes(queries: Queries, campaignId: number, limit: number): Promise<string[]> {
  return (await selectBoundCodes(queries, { campaignId, limit })).map(({ code }) => code)
}
