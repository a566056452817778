/** How long a web session lasts. */

const HOUR_MS = 60 * 60_000

/** Without being asked for. */
export const SESSION_IDLE_MS = 2 * HOUR_MS
/** In any case. */
export const SESSION_ABSOLUTE_MS = 24 * HOUR_MS
