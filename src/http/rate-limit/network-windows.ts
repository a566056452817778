/** Sliding windows of client networks: what counts for an IPv6 network counts for its site, too, whose limit is a multiple. */

import { siteKeyOf } from './network-keys.ts'
import { type Counted, createSlidingWindows, type SlidingWindows, type WindowSize } from './sliding-windows.ts'

/** A limit of networks and of their sites. */
export interface NetworkWindowSize extends WindowSize {
  /** How many times the limit of a network its site has; 0 where sites have no limit. */
  siteFactor: number
}

/** Returns the limit of a site. */
export function siteSizeOf({ limit, windowMs, siteFactor }: NetworkWindowSize): WindowSize {
  return { limit: limit * siteFactor, windowMs }
}

/** Creates a counter. A key that names no network is counted by itself. @param now milliseconds of a monotonic clock */
export function createNetworkWindows(size: NetworkWindowSize, now: () => number): SlidingWindows {
  const networks = createSlidingWindows(size, now)
  if (size.siteFactor === 0) return networks
  const sites = createSlidingWindows(siteSizeOf(size), now)
  /** The windows that count a key, the one of the key itself first. */
  const windowsOf = (key: string): [SlidingWindows, string][] => {
    const site = siteKeyOf(key)
    return site === undefined
      ? [[networks, key]]
      : [
          [networks, key],
          [sites, site],
        ]
  }
  const waitMs = (key: string) => Math.max(...windowsOf(key).map(([windows, each]) => windows.waitMs(each)))
  return {
    waitMs,
    count(key) {
      const wait = waitMs(key)
      if (wait > 0) return { isAccepted: false, waitMs: wait }
      return together(windowsOf(key).map(([windows, each]) => windows.count(each)))
    },
    weigh(key, weight) {
      for (const [windows, each] of windowsOf(key)) windows.weigh(each, weight)
    },
    size: () => {
      const [one, two] = [networks.size(), sites.size()]
      return { keys: one.keys + two.keys, slots: one.slots + two.slots }
    },
  }
}

/** Joins counts of one request, all of which are accepted. */
function together(counts: Counted[]): Counted {
  return {
    isAccepted: true,
    uncount: () => {
      for (const counted of counts) if (counted.isAccepted) void counted.uncount()
    },
  }
}
