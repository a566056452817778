/** Lifetimes of web sessions. */

const HOUR_MS = 60 * 60_000

/** Maximum time between two requests of a session, in milliseconds. */
export const SESSION_IDLE_MS = 2 * HOUR_MS
/** Maximum age of a session, in milliseconds. */
export const SESSION_ABSOLUTE_MS = 24 * HOUR_MS
