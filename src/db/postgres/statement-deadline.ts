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
 * Starts the deadlines of one wait, in steps of a quarter of a second. Each step starts when the one before it ends, so that an answer
 * which came while the process was held up is read first.
 * @returns stops them; call it when the answer is there
 */
export function startDeadlines(timeoutMs: number, { onSlow, onTimeout }: DeadlineEvents): () => void {
  let checks = Math.ceil(timeoutMs / PROBE_EVERY_MS)
  const check = () => {
    checks--
    if (checks <= 0) return onTimeout()
    onSlow()
    timer = setTimeout(check, PROBE_EVERY_MS)
  }
  let timer = setTimeout(check, PROBE_EVERY_MS)
  return () => clearTimeout(timer)
}
