/** Fixed windows in the memory of this process: windows of equal length, each beginning with a key's first request. */

/** The state of a window after a request. Its fields are named as in `rate-limiter-flexible`. */
export interface Count {
  /** Requests in the window, this one included. */
  consumedPoints: number
  /** Milliseconds until the window ends. */
  msBeforeNext: number
}

interface Window {
  count: number
  endsAt: number
}

/** Counts requests per key. */
export interface FixedWindows {
  /** Counts one request of a key. */
  count(key: string): Count
  /** Subtracts one request of a key, unless its window has ended. */
  uncount(key: string): void
}

/**
 * Creates a counter. It needs no timer: windows end in the order in which they began, which is the order of the map, so that each
 * request deletes the ended windows at the front.
 * @param windowMs length of a window
 * @param now milliseconds of a monotonic clock
 */
export function createFixedWindows(windowMs: number, now: () => number): FixedWindows {
  const windows = new Map<string, Window>()

  const deleteEnded = (time: number) => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return
      windows.delete(key)
    }
  }
  return {
    count(key) {
      const time = now()
      deleteEnded(time)
      const window = windows.get(key) ?? { count: 0, endsAt: time + windowMs }
      if (!windows.has(key)) windows.set(key, window)
      window.count++
      return { consumedPoints: window.count, msBeforeNext: window.endsAt - time }
    },
    uncount(key) {
      deleteEnded(now())
      const window = windows.get(key)
      if (window && window.count > 0) window.count--
    },
  }
}
