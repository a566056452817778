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
  /** The name that the office shows to this person alone. */
  name: string
  /** Scopes of the admin API, without others. */
  scopes: readonly string[]
}

/** A session that has not ended. */
export interface OfficeSession extends Staff {
  /** Milliseconds since the epoch at which it ends without a further request. */
  endsAt: number
}

/** Returns when a session ends, in milliseconds since the epoch, as both were at its last request. */
export function endOf({ begunAt, lastSeenAt }: { begunAt: number; lastSeenAt: number }): number {
  return Math.min(begunAt + OFFICE_ABSOLUTE_MS, lastSeenAt + OFFICE_IDLE_MS)
}
