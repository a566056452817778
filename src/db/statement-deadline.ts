/** Deadlines of whatever waits for PostgreSQL: a slow answer makes the pool probe the server, a late one ends the wait. */

/** An answer that takes longer, in milliseconds, starts a probe. */
const SLOW_MS = 250

export interface DeadlineEvents {
  /** Probes the server. A probe that fails ends every wait. */
  onSlow: () => void
  /** Ends this wait, although the server answers others. */
  onTimeout: () => void
}

/**
 * Starts the deadlines of one wait. The second timer starts when the first fires, so that an answer which came while the
 * process was held up is read first.
 * @param timeoutMs more than a quarter of a second
 * @returns stops them; call it when the answer is there
 */
export function startDeadlines(timeoutMs: number, { onSlow, onTimeout }: DeadlineEvents): () => void {
  let timer = setTimeout(() => {
    onSlow()
    timer = setTimeout(onTimeout, timeoutMs - SLOW_MS)
  }, SLOW_MS)
  return () => clearTimeout(timer)
}
