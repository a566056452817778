/**
 * Idempotency keys of changes of products. A key is stored in the transaction of the change, with the shop locked, so that of several requests
 * with one key exactly one changes something.
 */

import { sql } from 'kysely'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { ChangeRequestTable } from '../../db/tables.ts'
import { Refusal } from '../../errors.ts'
import { IDEMPOTENCY_KEY } from '../../http/request/idempotency-key.ts'
import { DAY_MS } from '../../units.ts'

/** How long a key is kept: 24 hours, in milliseconds. */
const RETENTION_MS = DAY_MS
/** Keys per statement of the deletion. */
const KEYS_PER_BATCH = 1_000

/** A key of an administrator, and what it stands for. */
export interface KeyedChange {
  /** The administrator, such as `admin:erp`, as the database can store it. */
  subject: string
  key: string
  /** SHA-256 of what is asked for. */
  hash: string
}

const selectRequest = prepared<
  Omit<KeyedChange, 'hash'> & { after: number },
  Pick<ChangeRequestTable, 'request_hash' | 'result'>
>(
  parameter => sql`
    select request_hash, result from change_requests
    where subject = ${parameter('subject')} and idempotency_key = ${parameter('key')}
      and created_at > ${parameter('after')}`,
)

/**
 * Finds the result of the change that was made with a key within 24 hours, as JSON.
 * @param now milliseconds since the epoch
 * @throws Refusal 422 `idempotency_key_reused` for a key that stands for another request
 */
export async function findResult(queries: Queries, keyed: KeyedChange, now: number): Promise<string | undefined> {
  const { subject, key, hash } = keyed
  const [stored] = await selectRequest(queries, { subject, key, after: now - RETENTION_MS })
  if (!stored || stored.request_hash === hash) return stored?.result
  const detail = 'The key was sent before, with another request: use a new key for each change.'
  throw new Refusal({ code: 'idempotency_key_reused', header: IDEMPOTENCY_KEY, detail })
}

const insertRequest = prepared<KeyedChange & { result: string; now: number }, never>(
  parameter => sql`
    insert into change_requests (subject, idempotency_key, request_hash, result, created_at)
    values (${parameter('subject')}, ${parameter('key')}, ${parameter('hash')}, ${parameter('result')}, ${parameter('now')})
    on conflict (subject, idempotency_key) do update set request_hash = excluded.request_hash,
      result = excluded.result, created_at = excluded.created_at`,
)

/** Stores the key of a change that was made; an expired key of the same text is replaced. @param now milliseconds since the epoch */
export async function saveResult(queries: Queries, keyed: KeyedChange, result: string, now: number): Promise<void> {
  await insertRequest(queries, { ...keyed, result, now })
}

/**
 * Deletes a batch of keys that are older than a day.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredChangeKeys(database: Queries, now: number): Promise<number> {
  return await deleteExpired(database, { before: now - RETENTION_MS })
}

const deleteExpired = batchDeletion<{ before: number }>({
  table: 'change_requests',
  key: { subject: 'text', idempotency_key: 'text' },
  condition: parameter => sql`created_at <= ${parameter('before')}`,
  order: 'created_at',
  rows: KEYS_PER_BATCH,
})
