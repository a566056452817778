/**
 * A clock of the time during which this process runs: it stands still while a busy machine runs other processes.
 * Deadlines of a second are measured with it; a timer of this process takes as long by this clock as by any other.
 */

const TICK_MS = 10
/** The longest delay of a tick that counts in full. */
const MOST_MS = 2 * TICK_MS

/** Starts a clock. @returns the milliseconds since the start, and a function that stops the clock */
export function startOwnTime(): { elapsedMs: () => number; stop: () => void } {
  let [elapsedMs, last] = [0, performance.now()]
  const tick = () => {
    const now = performance.now()
    elapsedMs += Math.min(now - last, MOST_MS)
    last = now
    return elapsedMs
  }
  const timer = setInterval(tick, TICK_MS)
  return { elapsedMs: tick, stop: () => clearInterval(timer) }
}

/** @returns the duration of `work` in milliseconds of this clock */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const { elapsedMs, stop } = startOwnTime()
  try {
    await work()
    return elapsedMs()
  } finally {
    stop()
  }
}
