/** Budget of fetches of a process: in any minute, over all platforms, and a quarter of it for one client network or one origin of profiles. */

import { siteOrNetworkOf } from '../../fairness/client-site.ts'
import { createSlidingWindows, type Refused } from '../../http/rate-limit/sliding-windows.ts'

const WINDOW_MS = 60_000

/** Takes a fetch from the budget, or refuses it. @param network the client network whose request needs the fetch */
export type TakeFetch = (url: URL, network: string) => { isAccepted: true } | Refused

/**
 * Creates the budget.
 * @param perMinute fetches of all platforms together
 * @param now milliseconds of a monotonic clock
 */
export function createFetchBudget(perMinute: number, now: () => number): TakeFetch {
  const windowOf = (limit: number) => createSlidingWindows({ limit, windowMs: WINDOW_MS }, now)
  const quarter = Math.ceil(perMinute / 4)
  const [all, origins, sites] = [windowOf(perMinute), windowOf(quarter), windowOf(quarter)]
  return ({ origin }, network) => {
    const counted = [origins.count(origin), sites.count(siteOrNetworkOf(network)), all.count('')]
    const [refused] = counted.filter(each => !each.isAccepted).sort((one, two) => two.waitMs - one.waitMs)
    // What one has refused counts in none.
    if (refused) for (const each of counted) if (each.isAccepted) void each.uncount()
    return refused ?? { isAccepted: true }
  }
}
