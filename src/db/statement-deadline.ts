/** Deadlines of whatever waits for PostgreSQL: while an answer is late the pool probes the server; in the end the wait ends. */

/** How often a wait has the server probed, in milliseconds. */
const PROBE_EVERY_MS = 250

export interface DeadlineEvents {
  /** Probes the server, unless a probe is under way. One that fails ends every wait. */
  onSlow: () => void
  /** Ends this wait, although the server answers others. */
  onTimeout: () => void
}

/**
 * Starts the deadlines of one wait. Each timer starts when the one before it fires, so that an answer which came while the
 * process was held up is read first.
 * @returns stops them; call it when the answer is there
 */
export function startDeadlines(timeoutMs: number, { onSlow, onTimeout }: DeadlineEvents): () => void {
  const endsAt = performance.now() + timeoutMs
  const check = () => {
    if (performance.now() >= endsAt) return onTimeout()
    onSlow()
    timer = setTimeout(check, PROBE_EVERY_MS)
  }
  let timer = setTimeout(check, PROBE_EVERY_MS)
  return () => clearTimeout(timer)
}
