/** Statements on web sessions that several stores run. */

import { sql } from 'kysely'
import { guestWithId, memberWithId, type Owner } from '../../auth/identity.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { WebSessionTable } from '../../db/tables.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './session-lifetime.ts'

/** The columns of a session that name its owner, its client network and its times. */
export type SessionRow = Pick<
  WebSessionTable,
  'customer_id' | 'guest_id' | 'network_hash' | 'created_at' | 'last_seen_at'
>

/** A session that is neither idle nor too old. */
export type LivingSession = { idHash: string; seenAfter: number; createdAfter: number }

/** Returns the parameters that select a living session at `now`, in milliseconds since the epoch. */
export function livingSession(idHash: string, now: number): LivingSession {
  return { idHash, seenAfter: now - SESSION_IDLE_MS, createdAfter: now - SESSION_ABSOLUTE_MS }
}

/** Whether a session is neither idle nor too old at `now`, in milliseconds since the epoch. */
export function isLiving({ created_at, last_seen_at }: SessionRow, now: number): boolean {
  const { seenAfter, createdAfter } = livingSession('', now)
  return last_seen_at > seenAfter && created_at > createdAfter
}

/** Returns the owner of a session. */
export function ownerOf({ customer_id, guest_id }: SessionRow): Owner | undefined {
  if (customer_id !== null) return memberWithId(customer_id)
  return guest_id === null ? undefined : guestWithId(guest_id)
}

/** Selects a living session. */
export const selectSession = prepared<LivingSession, SessionRow>(
  parameter => sql`
    select customer_id, guest_id, network_hash, created_at, last_seen_at from web_sessions
    where id_hash = ${parameter('idHash')}
      and last_seen_at > ${parameter('seenAfter')} and created_at > ${parameter('createdAfter')}`,
)

/** Sets `last_seen_at`. */
export const touchSession = prepared<{ idHash: string; now: number }, never>(
  parameter => sql`update web_sessions set last_seen_at = ${parameter('now')} where id_hash = ${parameter('idHash')}`,
)

/** Deletes a session and returns it. */
export const deleteSession = prepared<{ idHash: string }, SessionRow>(
  parameter => sql`
    delete from web_sessions where id_hash = ${parameter('idHash')}
    returning customer_id, guest_id, network_hash, created_at, last_seen_at`,
)

/** Inserts a session of either a customer or a guest. */
export const insertSession = prepared<
  { idHash: string; customerId: number | null; guestId: string | null; networkHash: string | null; now: number },
  never
>(
  parameter => sql`
    insert into web_sessions (id_hash, customer_id, guest_id, network_hash, created_at, last_seen_at)
    values (${parameter('idHash')}, ${parameter('customerId')}, ${parameter('guestId')}, ${parameter('networkHash')},
      ${parameter('now')}, ${parameter('now')})`,
)
