/** When the tokens of a merged guest end: the marker that keeps them cancelled can be deleted some time later. */

/** Stands for no end, in milliseconds since the epoch: the largest number that every engine stores. */
export const NEVER = Number.MAX_SAFE_INTEGER

/**
 * Returns when the last token of a guest ends who is merged at `now`. Times are in milliseconds since the epoch.
 * @param ttlMs lifetime of a guest's token
 * @param presentedUntil when the token ends that was presented for the merge; 0 where none was
 */
export function tokensEndAt(now: number, ttlMs: number, presentedUntil: number): number {
  return Math.min(Math.max(now + ttlMs, Math.ceil(presentedUntil)), NEVER)
}
