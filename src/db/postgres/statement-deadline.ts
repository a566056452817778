/** Deadlines of waits for PostgreSQL: a slow answer starts probes of the server, and the deadline ends the wait. */

/** Time between two probes during one wait, in milliseconds. */
const PROBE_EVERY_MS = 250

/** Event handlers of a deadline. */
export interface DeadlineEvents {
  /** Called every 250 ms. Probes the server, unless one is in progress; a failed probe ends every wait. */
  onSlow: () => void
  /** Called at the deadline. Ends this wait, although the server answers other statements. */
  onTimeout: () => void
}

/**
 * Starts the deadline of one wait, in steps of 250 ms. Each step starts when the previous one ends, so that an answer that
 * arrived while the event loop was blocked is read first.
 * @param timeoutMs maximum wait, in milliseconds
 * @returns function that stops the deadline
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
