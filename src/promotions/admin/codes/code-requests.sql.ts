/**
 * Idempotency keys of requests for codes. A key is stored in the transaction that makes the codes, with the campaign’s row locked, so that of
 * several requests with one key exactly one makes codes.
 */

import { sql } from 'kysely'
import { batchDeletion } from '../../../db/batch-deletion.ts'
import type { CodeRequestTable } from '../../../db/coupon-tables.ts'
import type { Queries } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { Refusal } from '../../../errors.ts'
import { IDEMPOTENCY_KEY } from '../../../http/request/idempotency-key.ts'
import { DAY_MS } from '../../../units.ts'
import type { MadeCodes } from './code-order.ts'

/** How long a key is kept: 24 hours, in milliseconds. */
const RETENTION_MS = DAY_MS
/** Keys per statement of the deletion. */
const KEYS_PER_BATCH = 1_000

/** A key of a campaign, and what it stands for. */
export interface KeyedOrder {
  campaignId: number
  key: string
  /** SHA-256 of what is asked for. */
  hash: string
}

const selectRequest = prepared<
  { campaignId: number; key: string; after: number },
  Pick<CodeRequestTable, 'request_hash' | 'batch' | 'count'>
>(
  parameter => sql`
    select request_hash, batch, count from code_requests
    where campaign_id = ${parameter('campaignId')} and idempotency_key = ${parameter('key')}
      and created_at > ${parameter('after')}`,
)

/**
 * Finds what was made for a key within 24 hours.
 * @param now milliseconds since the epoch
 * @throws Refusal 422 `idempotency_key_reused` for a key that stands for another request
 */
export async function findMade(queries: Queries, order: KeyedOrder, now: number): Promise<MadeCodes | undefined> {
  const { campaignId, key, hash } = order
  const [stored] = await selectRequest(queries, { campaignId, key, after: now - RETENTION_MS })
  if (!stored) return undefined
  if (stored.request_hash === hash) return { batch: stored.batch, count: stored.count }
  const detail = 'The key was sent before, with another body: use a new key for each request for codes.'
  throw new Refusal({ code: 'idempotency_key_reused', header: IDEMPOTENCY_KEY, detail })
}

const insertRequest = prepared<KeyedOrder & MadeCodes & { now: number }, never>(
  parameter => sql`
    insert into code_requests (campaign_id, idempotency_key, request_hash, batch, count, created_at)
    values (${parameter('campaignId')}, ${parameter('key')}, ${parameter('hash')}, ${parameter('batch')},
      ${parameter('count')}, ${parameter('now')})
    on conflict (campaign_id, idempotency_key) do update set request_hash = excluded.request_hash,
      batch = excluded.batch, count = excluded.count, created_at = excluded.created_at`,
)

/** Stores the key of codes that were made; an expired key of the same text is replaced. @param now milliseconds since the epoch */
export async function saveMade(queries: Queries, order: KeyedOrder, made: MadeCodes, now: number): Promise<void> {
  await insertRequest(queries, { ...order, ...made, now })
}

/** Deletes the keys of a campaign that is deleted: a campaign that is created with its id has none. */
export async function deleteRequests({ kysely }: Queries, campaignId: number): Promise<void> {
  await kysely.deleteFrom('code_requests').where('campaign_id', '=', campaignId).execute()
}

/**
 * Deletes a batch of keys that are older than a day.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredRequests(database: Queries, now: number): Promise<number> {
  return await deleteExpired(database, { before: now - RETENTION_MS })
}

const deleteExpired = batchDeletion<{ before: number }>({
  table: 'code_requests',
  key: { campaign_id: 'bigint', idempotency_key: 'text' },
  condition: parameter => sql`created_at <= ${parameter('before')}`,
  order: 'created_at',
  rows: KEYS_PER_BATCH,
})
