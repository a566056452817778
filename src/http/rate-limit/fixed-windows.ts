/** Counts in this process: windows of equal length, each from a key's first request on. */

export interface Count {
  /** Requests in the window, this one included. */
  consumedPoints: number
  /** How long until the window ends. */
  msBeforeNext: number
}

interface Window {
  count: number
  endsAt: number
}

export interface FixedWindows {
  /** Counts one request of a key. */
  count(key: string): Count
  /** Takes back a request of a key, unless its window has ended. */
  takeBack(key: string): void
}

/**
 * Makes a counter, which needs no timer: windows end in the order in which they began, which is that of the map, so that each
 * request clears away those at its front that are over.
 * @param now milliseconds of any clock that never goes back
 */
export function createFixedWindows(windowMs: number, now: () => number): FixedWindows {
  const windows = new Map<string, Window>()

  const clearAway = (time: number) => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return
      windows.delete(key)
    }
  }
  return {
    count(key) {
      const time = now()
      clearAway(time)
      const window = windows.get(key) ?? { count: 0, endsAt: time + windowMs }
      if (!windows.has(key)) windows.set(key, window)
      window.count++
      return { consumedPoints: window.count, msBeforeNext: window.endsAt - time }
    },
    takeBack(key) {
      clearAway(now())
      const window = windows.get(key)
      if (window && window.count > 0) window.count--
    },
  }
}
