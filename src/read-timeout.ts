/** Time-outs for the answers of other servers. */

/** Steps of a time-out: a process whose event loop is blocked for a second uses one of them. */
const STEP_MS = 25

/**
 * Starts a time-out that counts the time in which answers can be read. A process that serves hundreds of requests at once, or whose machine
 * runs other programs, is slow to read what a server has sent long ago, which says nothing about the server.
 * @param timeoutMs in milliseconds; longer while the event loop is blocked
 * @param onTimeout called after the answers that have arrived were read
 * @returns function that stops it
 */
export function startReadTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  let steps = Math.ceil(timeoutMs / STEP_MS)
  const step = () => {
    steps--
    // An answer that arrived while the event loop was blocked is read before the immediate runs.
    if (steps <= 0) setImmediate(onTimeout)
    else timer = setTimeout(step, STEP_MS)
  }
  let timer = setTimeout(step, STEP_MS)
  return () => clearTimeout(timer)
}
