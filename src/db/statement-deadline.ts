/** Deadlines of whatever waits for PostgreSQL: a slow answer starts a probe, silence ends the wait early, a busy server later. */

/** An answer that takes longer makes the pool probe the server: early enough that its answer is there before `SILENT_MS`. */
const SLOW_MS = 250
/** A server that has answered nobody meanwhile is taken for silent. */
const SILENT_MS = 900

export interface DeadlineEvents {
  /** Probes the server. */
  onSlow: () => void
  /** Whether the server has answered anybody since a time of `performance.now()`. */
  hasAnsweredSince: (time: number) => boolean
  /** Ends the wait. */
  onTimeout: (reason: 'silent' | 'busy') => void
}

/**
 * Starts the deadlines of one wait: a silent server ends it after 0.9 s, one that answers others after `busyMs`.
 * Each timer starts when the one before it fires, so that an answer which came while the process was held up is read first.
 * @returns stops them; call it when the answer is there
 */
export function startDeadlines(busyMs: number, { onSlow, hasAnsweredSince, onTimeout }: DeadlineEvents): () => void {
  const slow = () => {
    const slowAt = performance.now()
    onSlow()
    timer = setTimeout(() => silent(slowAt), SILENT_MS - SLOW_MS)
  }
  const silent = (slowAt: number) => {
    if (!hasAnsweredSince(slowAt)) onTimeout('silent')
    else timer = setTimeout(() => onTimeout('busy'), busyMs - SILENT_MS)
  }
  let timer = setTimeout(slow, SLOW_MS)
  return () => clearTimeout(timer)
}
