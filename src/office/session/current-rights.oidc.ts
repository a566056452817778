/** The rights of a session that a request may use: read again at the identity provider where they are old, by one request for all. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, isUnavailable } from '../../db/unavailable.ts'
import { whilePaused } from '../../fairness/served-request.ts'
import { afterFailure, nextStep, type OfficeSession, type Staff } from './office-session.ts'
import type { OfficeSessionStore } from './office-sessions.store.ts'
import { type Grant, openGrant, sealGrant } from './sealed-grant.crypto.ts'
import type { ReadingLease, SessionRightsStore } from './session-rights.store.ts'

/** Pause before a request looks again whether another has read the rights, and how often it looks: ten seconds. */
const PAUSE_MS = 250
const MAX_PAUSES = 40

/**
 * What the provider says about a person: the rights, that the session has ended, or nothing, because it cannot be asked. The grant is the next
 * one, also where the rights could not be read.
 */
export type ReadRights = (grant: Grant, subject: string) => Promise<RightsRead>

/** The answer of the provider. A session that has ended may leave a grant, which nothing needs any more. */
export type RightsRead =
  | { staff: Staff; grant: Grant }
  | { hasEnded: true; grant?: Grant | undefined }
  | { grant: Grant }

/** What the lookup uses. */
export interface RightsDependencies {
  sessions: OfficeSessionStore
  rights: SessionRightsStore
  readRights: ReadRights
  /** Ends a grant at the provider; its failure is no failure of the request. */
  endGrant: (grant: Grant) => void
}

/**
 * Returns the session with rights that are not too old.
 * @param id of the session
 * @param now milliseconds since the epoch
 * @returns undefined where the session has ended, or its rights cannot be read for too long
 */
export type WithCurrentRights = (id: string, session: OfficeSession, now: number) => Promise<OfficeSession | undefined>

/** Creates the lookup. */
export function createCurrentRights(dependencies: RightsDependencies): WithCurrentRights {
  return async (id, found, now) => {
    let session: OfficeSession | undefined = found
    for (let pauses = 0; session && pauses < MAX_PAUSES; pauses++) {
      const decided = await decide(dependencies, { id, session, now })
      if (decided !== 'wait') return decided.session
      await whilePaused(() => sleep(PAUSE_MS))
      session = await dependencies.sessions.findSession(id, now)
    }
    return session && withoutNewRights(session, now)
  }
}

interface Asked {
  id: string
  session: OfficeSession
  now: number
}

/** Decides by what the session's row says now. */
async function decide(
  dependencies: RightsDependencies,
  { id, session, now }: Asked,
): Promise<'wait' | { session: OfficeSession | undefined }> {
  const step = nextStep(session.rights, now)
  if (step === 'use' || !session.rights) return { session }
  if (step === 'refuse') return { session: undefined }
  const lease = { id, sealed: session.rights.sealed, now }
  const leased = step === 'read' && (await saveLease(dependencies.rights, lease))
  if (leased === 'impossible') return { session: withoutNewRights(session, now) }
  return leased ? { session: await readAgain(dependencies, lease, session) } : 'wait'
}

async function readAgain(
  { sessions, rights, readRights, endGrant }: RightsDependencies,
  lease: ReadingLease,
  session: OfficeSession,
): Promise<OfficeSession | undefined> {
  const { id, now } = lease
  const grant = openGrant(lease.sealed, id)
  const read: RightsRead = grant ? await readRights(grant, session.subject) : { hasEnded: true }
  if ('hasEnded' in read) {
    if (read.grant) endGrant(read.grant)
    await sessions.deleteSession(id)
    return undefined
  }
  const next = sealGrant(read.grant, id)
  const staff = 'staff' in read ? read.staff : undefined
  const isSaved = staff ? await rights.saveRights(lease, { staff, next }) : await rights.saveFailure(lease, next)
  if (!isSaved) {
    // The session has ended meanwhile, with the grant before this one, or another request has read the rights.
    const remaining = await sessions.findSession(id, now)
    if (!remaining) endGrant(read.grant)
    return remaining
  }
  return staff ? { ...session, name: staff.name, scopes: staff.scopes } : withoutNewRights(session, now)
}

function withoutNewRights(session: OfficeSession, now: number): OfficeSession | undefined {
  return !session.rights || afterFailure(session.rights, now) === 'use' ? session : undefined
}

/** A database that is read-only or busy is like a provider that cannot be reached. */
async function saveLease(rights: SessionRightsStore, lease: ReadingLease): Promise<boolean | 'impossible'> {
  try {
    return await rights.saveLease(lease)
  } catch (error) {
    if (isUnavailable(error) || isBusy(error)) return 'impossible'
    throw error
  }
}
