/** Web session storage: sessions are found by the hash of their id, and expire after two idle hours or one day. */

import { sql } from 'kysely'
import type { Owner } from '../../auth/identity.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { WebSessionTable } from '../../db/tables.ts'
import { isBusy, isUnavailable } from '../../db/unavailable.ts'
import { hashSessionId, isSessionId } from './session-id.crypto.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './session-lifetime.ts'

/** Minimum time between two writes of `last_seen_at`, in milliseconds, so that most lookups write nothing. */
const TOUCH_AFTER_MS = 60_000

/** Creates the store of existing sessions. `handoff.store.ts` creates and deletes sessions. */
export function createWebSessionStore(database: Queries) {
  /** Updates `last_seen_at`. A database that is read-only or busy is no error: the session is still found. */
  const touchIfPossible = (idHash: string, now: number) =>
    touchSession(database, { idHash, now }).catch(error => {
      if (!isUnavailable(error) && !isBusy(error)) throw error
    })

  return {
    /**
     * Finds the owner of a session and updates `last_seen_at`.
     * @param now milliseconds since the epoch
     * @returns undefined when there is no valid session with this id
     */
    async findOwner(id: string, now: number): Promise<Owner | undefined> {
      if (!isSessionId(id)) return undefined
      const idHash = hashSessionId(id)
      const [row] = await selectSession(database, {
        idHash,
        seenAfter: now - SESSION_IDLE_MS,
        createdAfter: now - SESSION_ABSOLUTE_MS,
      })
      if (!row) return undefined
      if (row.last_seen_at < now - TOUCH_AFTER_MS) await touchIfPossible(idHash, now)
      if (row.customer_id !== null) return { kind: 'member', customerId: row.customer_id }
      return row.guest_id === null ? undefined : { kind: 'guest', guestId: row.guest_id }
    },
  }
}

type SessionRow = Pick<WebSessionTable, 'customer_id' | 'guest_id' | 'last_seen_at'>

const selectSession = prepared<{ idHash: string; seenAfter: number; createdAfter: number }, SessionRow>(
  parameter => sql`
    select customer_id, guest_id, last_seen_at from web_sessions
    where id_hash = ${parameter('idHash')}
      and last_seen_at > ${parameter('seenAfter')} and created_at > ${parameter('createdAfter')}`,
)

const touchSession = prepared<{ idHash: string; now: number }, never>(
  parameter => sql`update web_sessions set last_seen_at = ${parameter('now')} where id_hash = ${parameter('idHash')}`,
)
