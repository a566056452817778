/** Sessions of the staff: whose they are, and how long they last. */

const MINUTE_MS = 60_000
/** A session ends after 30 minutes without a request. */
export const OFFICE_IDLE_MS = 30 * MINUTE_MS
/** A session ends eight hours after the sign-in. */
export const OFFICE_ABSOLUTE_MS = 8 * 60 * MINUTE_MS

/** A member of the staff, as the identity provider told it at the sign-in. */
export interface Staff {
  /** The `sub` of the identity provider; audits name it as `admin:<subject>`. */
  subject: string
  /** The name that the office shows to this person, and the history of a record to the staff. */
  name: string
  /** Scopes of the admin API, without others. */
  scopes: readonly string[]
}

/** How old the rights of a session are, and who is reading them again. Times are milliseconds since the epoch. */
export interface RightsState {
  /** The encrypted grant. */
  sealed: string
  readAt: number
  /** Until when an instance is reading them; null while none does. */
  leasedUntil: number | null
  /** When they may be read again after a failure; null after a success. */
  retryAt: number | null
}

/** A session that has not ended. */
export interface OfficeSession extends Staff {
  /** Milliseconds since the epoch at which it ends without a further request. */
  endsAt: number
  /** Null where the provider gave no refresh token: the rights are those of the sign-in. */
  rights: RightsState | null
}

/** The rights are read again by the first request after ten minutes; the others need not wait for it before fifteen. */
const RIGHTS_DUE_MS = 10 * MINUTE_MS
/** No request has older rights, while the provider answers. */
const RIGHTS_MAX_AGE_MS = 15 * MINUTE_MS
/** No request has older rights, while the provider cannot be reached. */
const RIGHTS_OUTAGE_MS = 30 * MINUTE_MS

/**
 * Returns what a request does about the rights of its session: `use` them, `read` them again, `wait` for the request that does, or `refuse`,
 * because the provider cannot be reached for too long.
 */
export function nextStep(rights: RightsState | null, now: number): 'use' | 'read' | 'wait' | 'refuse' {
  if (!rights || now - rights.readAt < RIGHTS_DUE_MS) return 'use'
  const [isLeased, isPaused] = [rights.leasedUntil, rights.retryAt].map(until => until !== null && now < until)
  if (!isLeased && !isPaused) return 'read'
  if (now - rights.readAt < RIGHTS_MAX_AGE_MS) return 'use'
  return isLeased ? 'wait' : afterFailure(rights, now)
}

/** Returns what a request does that could not read the rights again. */
export function afterFailure({ readAt }: RightsState, now: number): 'use' | 'refuse' {
  return now - readAt < RIGHTS_OUTAGE_MS ? 'use' : 'refuse'
}

/** Returns when a session ends, in milliseconds since the epoch, as both were at its last request. */
export function endOf({ begunAt, lastSeenAt }: { begunAt: number; lastSeenAt: number }): number {
  return Math.min(begunAt + OFFICE_ABSOLUTE_MS, lastSeenAt + OFFICE_IDLE_MS)
}
