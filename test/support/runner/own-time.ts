/**
 * Time as this process lives it: while a busy machine gives the processor to others, it stands still. What is promised within a second is
 * promised to a process that runs; a timer of the process takes as long by this clock as by any other.
 */

const TICK_MS = 10
/** As much as a tick may be late and still count in full. */
const MOST_MS = 2 * TICK_MS

/** Starts a clock. @returns the milliseconds since, and what stops it */
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

/** How long some work took, in the time of this process. */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const { elapsedMs, stop } = startOwnTime()
  try {
    await work()
    return elapsedMs()
  } finally {
    stop()
  }
}
