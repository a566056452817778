/**
 * Idempotency keys of writes to agents' carts. A key is stored with the answer, first in the transaction of the write: of several requests with
 * one key the others wait for it, and then find the answer.
 */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { UcpIdempotencyKeyTable } from '../../db/ucp-tables.ts'
import { DAY_MS } from '../../units.ts'
import type { Answer } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'

/** How long a key is kept: 24 hours, in milliseconds. */
export const KEY_RETENTION_MS = DAY_MS

/** A key, and what it stands for. */
export interface KeyedRequest {
  /** `Platform.key`. */
  platform: string
  key: string
  /** Digest of the parameters. */
  hash: string
}

/**
 * Finds the answer that was given to a key within 24 hours.
 * @param now milliseconds since the epoch
 * @throws UcpRefusal `idempotency_key_reused` for other parameters
 */
export async function findAnswer(queries: Queries, request: KeyedRequest, now: number): Promise<Answer | undefined> {
  const [stored] = await selectKey(queries, { ...request, after: now - KEY_RETENTION_MS })
  if (!stored) return undefined
  if (stored.request_hash === request.hash) {
    return { status: stored.status, body: JSON.parse(stored.body) as Answer['body'], isReplayed: true }
  }
  throw new UcpRefusal('idempotency_key_reused', 'The idempotency key was sent before, with other parameters.')
}

/**
 * Stores a key with its answer. It waits for another transaction that stores the same key.
 * @returns false where the key is stored already
 */
export async function insertAnswer(
  queries: Queries,
  request: KeyedRequest,
  { status, body }: Answer,
  now: number,
): Promise<boolean> {
  const after = now - KEY_RETENTION_MS
  const inserted = await insertKey(queries, { ...request, status, body: JSON.stringify(body), now, after })
  return inserted.length > 0
}

type KeyParameters = KeyedRequest & { after: number }
type StoredKey = Pick<UcpIdempotencyKeyTable, 'request_hash' | 'body'> & { status: Answer['status'] }

const selectKey = prepared<KeyParameters, StoredKey>(
  parameter => sql`
    select request_hash, status, body from ucp_idempotency_keys
    where platform = ${parameter('platform')} and key = ${parameter('key')} and created_at > ${parameter('after')}`,
)

/** An expired key of the same text is replaced. */
const insertKey = prepared<KeyParameters & { status: number; body: string; now: number }, object>(
  parameter => sql`
    insert into ucp_idempotency_keys (platform, key, request_hash, status, body, created_at)
    values (${parameter('platform')}, ${parameter('key')}, ${parameter('hash')}, ${parameter('status')},
      ${parameter('body')}, ${parameter('now')})
    on conflict (platform, key) do update set request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at
    where ucp_idempotency_keys.created_at <= ${parameter('after')}
    returning 1 as inserted`,
)
