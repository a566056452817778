/** The limit of holds without an order. */

/** How often and how long one owner may hold a promotion with a usage limit within 24 hours without completing. */
export interface HoldLimit {
  holds: number
  durationMs: number
}

/** Returns the limit of the settings of the server; null where holds are not limited. */
export function holdLimitOf({
  HOLD_RENEWALS: renewals,
  CHECKOUT_HOLD_MINUTES: minutes,
}: {
  HOLD_RENEWALS: number
  CHECKOUT_HOLD_MINUTES: number
}): HoldLimit | null {
  if (renewals === 0) return null
  const holds = 1 + renewals
  return { holds, durationMs: holds * minutes * 60_000 }
}
