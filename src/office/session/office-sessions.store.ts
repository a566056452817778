/** Storage of the staff's sessions: found by the hash of their id. */

import { sql } from 'kysely'
import { hashSessionId, isSessionId, newSessionId } from '../../auth/session-id.crypto.ts'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import type { OfficeSessionTable } from '../../db/office-tables.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { isBusy, isUnavailable } from '../../db/unavailable.ts'
import {
  endOf,
  OFFICE_ABSOLUTE_MS,
  OFFICE_IDLE_MS,
  type OfficeSession,
  type RightsState,
  type Staff,
} from './office-session.ts'
import { type Grant, openGrant, sealGrant } from './sealed-grant.crypto.ts'

/** Minimum time between two writes of `last_seen_at`, so that most requests write nothing. */
const TOUCH_AFTER_MS = 60_000
const ROWS_PER_BATCH = 500

/** A member of the staff who signs in. */
export interface NewOfficeSession extends Staff {
  /** The `sid` of the identity provider's session; null where it tells none. */
  providerSession: string | null
  /** What renews the rights; null where the provider gave no refresh token. */
  grant: Grant | null
}

/**
 * Whose sessions a logout at the identity provider ends: all of a subject, or one session of it, with those of its subject that the provider
 * has begun without naming its own.
 */
export type EndedAtProvider = { providerSession: string; subject: string | null } | { subject: string }

/** Storage of sessions. Times are milliseconds since the epoch. */
export type OfficeSessionStore = ReturnType<typeof createOfficeSessionStore>

/** Creates the store. */
export function createOfficeSessionStore(database: Queries) {
  /** A database that is read-only or busy is no error: the session is still found. */
  const touchIfPossible = (idHash: string, now: number) =>
    touchSession(database, { idHash, now }).catch(error => {
      if (!isUnavailable(error) && !isBusy(error)) throw error
    })

  return {
    /** Begins a session. @returns its id, which only the browser has from then on */
    async insertSession(session: NewOfficeSession, now: number): Promise<string> {
      const { subject, name, scopes, providerSession, grant } = session
      const id = newSessionId()
      const idHash = hashSessionId(id)
      const sealed = grant && sealGrant(grant, id)
      await insertSession(database, { idHash, subject, name, scopes: scopes.join(' '), providerSession, sealed, now })
      await deleteOldest(database, { subject })
      return id
    },

    /** Finds a living session and prolongs it. @returns undefined when no session has this id, or it has ended */
    async findSession(id: string, now: number): Promise<OfficeSession | undefined> {
      if (!isSessionId(id)) return undefined
      const idHash = hashSessionId(id)
      const [row] = await selectSession(database, {
        idHash,
        seenAfter: now - OFFICE_IDLE_MS,
        begunAfter: now - OFFICE_ABSOLUTE_MS,
      })
      if (!row) return undefined
      if (row.last_seen_at < now - TOUCH_AFTER_MS) await touchIfPossible(idHash, now)
      const { subject, name, scopes, begun_at: begunAt } = row
      const endsAt = endOf({ begunAt, lastSeenAt: now })
      return { subject, name, scopes: scopes.split(' ').filter(each => each !== ''), endsAt, rights: rightsOf(row) }
    },

    /** Ends a session. An unknown id is no error. @returns its grant, which the provider need not honour any longer */
    async deleteSession(id: string): Promise<Grant | undefined> {
      if (!isSessionId(id)) return undefined
      const [row] = await deleteSession(database, { idHash: hashSessionId(id) })
      return row?.sealed_grant ? openGrant(row.sealed_grant, id) : undefined
    },

    /** Ends the sessions that the identity provider has ended. */
    async deleteEndedAtProvider(ended: EndedAtProvider): Promise<void> {
      if ('providerSession' in ended) await deleteOfProviderSession(database, ended)
      else await deleteOfSubject(database, ended)
    },
  }
}

/**
 * Deletes a batch of sessions that are older than the longest one.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteEndedOfficeSessions(database: Queries, now: number): Promise<number> {
  return await deleteOldSessions(database, { before: now - OFFICE_ABSOLUTE_MS })
}

interface InsertedSession extends Pick<NewOfficeSession, 'subject' | 'name' | 'providerSession'> {
  idHash: string
  scopes: string
  sealed: string | null
  now: number
}

const insertSession = prepared<InsertedSession, never>(
  parameter => sql`
    insert into office_sessions
      (id_hash, subject, name, scopes, provider_session, sealed_grant, rights_read_at, begun_at, last_seen_at)
    values (${parameter('idHash')}, ${parameter('subject')}, ${parameter('name')}, ${parameter('scopes')},
      ${parameter('providerSession')}, ${parameter('sealed')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})`,
)

/** A person has as many sessions at once as browsers, and no more rows than that. */
const MAX_SESSIONS = 20

const deleteOldest = prepared<{ subject: string }, never>(
  parameter => sql`
    delete from office_sessions where subject = ${parameter('subject')} and id_hash not in (
      select id_hash from office_sessions where subject = ${parameter('subject')}
      order by begun_at desc, id_hash limit ${sql.lit(MAX_SESSIONS)})`,
)

type SessionRow = Omit<OfficeSessionTable, 'id_hash' | 'provider_session'>

function rightsOf(row: SessionRow): RightsState | null {
  const { sealed_grant: sealed, rights_read_at, begun_at, rights_leased_until, rights_retry_at: retryAt } = row
  return sealed === null
    ? null
    : { sealed, readAt: rights_read_at ?? begun_at, leasedUntil: rights_leased_until, retryAt }
}

const selectSession = prepared<{ idHash: string; seenAfter: number; begunAfter: number }, SessionRow>(
  parameter => sql`
    select subject, name, scopes, begun_at, last_seen_at, sealed_grant, rights_read_at, rights_leased_until, rights_retry_at
    from office_sessions
    where id_hash = ${parameter('idHash')}
      and last_seen_at > ${parameter('seenAfter')} and begun_at > ${parameter('begunAfter')}`,
)

/** Two requests at once may come in either order: time does not go back. */
const touchSession = prepared<{ idHash: string; now: number }, never>(
  parameter => sql`
    update office_sessions set last_seen_at = ${parameter('now')}
    where id_hash = ${parameter('idHash')} and last_seen_at < ${parameter('now')}`,
)

const deleteSession = prepared<{ idHash: string }, Pick<OfficeSessionTable, 'sealed_grant'>>(
  parameter => sql`delete from office_sessions where id_hash = ${parameter('idHash')} returning sealed_grant`,
)

const deleteOfProviderSession = prepared<{ providerSession: string; subject: string | null }, never>(
  parameter => sql`
    delete from office_sessions where provider_session = ${parameter('providerSession')}
      or (provider_session is null and subject = ${parameter('subject')})`,
)

const deleteOfSubject = prepared<{ subject: string }, never>(
  parameter => sql`delete from office_sessions where subject = ${parameter('subject')}`,
)

const deleteOldSessions = batchDeletion<{ before: number }>({
  table: 'office_sessions',
  key: { id_hash: 'text' },
  condition: parameter => sql`begun_at < ${parameter('before')}`,
  order: 'begun_at',
  rows: ROWS_PER_BATCH,
})
