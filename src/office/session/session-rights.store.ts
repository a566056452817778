/** Storage of the rights of sessions: read again by one request at a time, on any instance. */

import { sql } from 'kysely'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { Staff } from './office-session.ts'

/** Longest time that the provider has for its answers, after which another request may ask it. */
const LEASE_MS = 30_000
/** Time after a failure for which no request asks the provider again. */
const RETRY_MS = 60_000

/** The lease of who reads the rights: the grant that it found is not used by any other. Times are milliseconds since the epoch. */
export interface ReadingLease {
  /** The id of the session. */
  id: string
  sealed: string
  now: number
}

/** Storage of rights. */
export type SessionRightsStore = ReturnType<typeof createSessionRightsStore>

/** Creates the store. Each write holds only while the session still has the grant of the lease. */
export function createSessionRightsStore(database: Queries) {
  return {
    /** Leases the reading. @returns false where another has the lease, has read the rights or failed just now, or the session has ended */
    async saveLease({ id, sealed, now }: ReadingLease): Promise<boolean> {
      const until = now + LEASE_MS
      return (await saveLease(database, { idHash: hashSessionId(id), sealed, now, until })).length > 0
    },

    /** Saves the rights and the next grant. @returns false where the session has ended meanwhile, or another request has read the rights */
    async saveRights(
      { id, sealed, now }: ReadingLease,
      { staff, next }: { staff: Staff; next: string },
    ): Promise<boolean> {
      const { name, scopes } = staff
      const values = { idHash: hashSessionId(id), sealed, next, name, scopes: scopes.join(' '), now }
      return (await saveRights(database, values)).length > 0
    },

    /**
     * Notes that the rights could not be read. @param next the grant, which the provider may have replaced
     * @returns false where the session has ended meanwhile, or another request has read the rights
     */
    async saveFailure({ id, sealed, now }: ReadingLease, next: string): Promise<boolean> {
      return (
        (await saveFailure(database, { idHash: hashSessionId(id), sealed, next, retryAt: now + RETRY_MS })).length > 0
      )
    },
  }
}

const saveLease = prepared<{ idHash: string; sealed: string; now: number; until: number }, object>(
  parameter => sql`
    update office_sessions set rights_leased_until = ${parameter('until')}
    where id_hash = ${parameter('idHash')} and sealed_grant = ${parameter('sealed')}
      and (rights_leased_until is null or rights_leased_until <= ${parameter('now')})
      and (rights_retry_at is null or rights_retry_at <= ${parameter('now')})
    returning 1 as leased`,
)

const saveRights = prepared<
  { idHash: string; sealed: string; next: string; name: string; scopes: string; now: number },
  object
>(
  parameter => sql`
    update office_sessions set sealed_grant = ${parameter('next')}, name = ${parameter('name')}, scopes = ${parameter('scopes')},
      rights_read_at = ${parameter('now')}, rights_leased_until = null, rights_retry_at = null
    where id_hash = ${parameter('idHash')} and sealed_grant = ${parameter('sealed')}
    returning 1 as saved`,
)

const saveFailure = prepared<{ idHash: string; sealed: string; next: string; retryAt: number }, object>(
  parameter => sql`
    update office_sessions set sealed_grant = ${parameter('next')}, rights_leased_until = null,
      rights_retry_at = ${parameter('retryAt')}
    where id_hash = ${parameter('idHash')} and sealed_grant = ${parameter('sealed')}
    returning 1 as saved`,
)
