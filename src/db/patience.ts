/** How long the database is waited for: first in silence, then with doubt whether it is still there, then no longer. */

/** An answer that takes longer, in milliseconds, makes us ask the server whether it is still there. */
const DOUBT_AFTER_MS = 500

export interface Impatience {
  /** Asks whether the server is still there. */
  doubt: () => void
  /** Ends the waiting. */
  giveUp: () => void
}

/**
 * Doubts once an answer is late, and gives up when it has not come within the limit. Of two timers in a row the second
 * starts late where this process was held up, so that an answer which came meanwhile is read.
 * @param limitMs more than half a second
 * @returns call it when the answer is there
 */
export function awaitAnswer(limitMs: number, { doubt, giveUp }: Impatience): () => void {
  let timer = setTimeout(() => {
    doubt()
    timer = setTimeout(giveUp, limitMs - DOUBT_AFTER_MS)
  }, DOUBT_AFTER_MS)
  return () => clearTimeout(timer)
}
