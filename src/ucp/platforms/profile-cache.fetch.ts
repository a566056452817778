/** Profiles in memory: good ones while they may be kept, and failures while their platforms must wait; one fetch at a time for each. */

import { LRUCache } from 'lru-cache'
import { shared, whilePaused } from '../../fairness/served-request.ts'
import { createSlidingWindows } from '../../http/rate-limit/sliding-windows.ts'
import { type UcpErrorCode, UcpRefusal } from '../refusals.ts'
import type { FetchProfile } from './profile.fetch.ts'
import type { Profile } from './read-profile.ts'

/** Profiles, and failures, that are kept; the least recently used goes first. */
const MAX_KEPT = 256
const WINDOW_MS = 60_000
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 300_000
/** Time after its fetch for which an outdated profile serves while the budget is spent. */
const MAX_OUTDATED_MS = 86_400_000

/** What became of a need for a fetch. */
export type FetchOutcome = 'ok' | 'failed' | 'over_budget'

/** What the cache needs. */
export interface ProfileCacheOptions {
  fetchProfile: FetchProfile
  /** Fetches a minute, of all platforms together. */
  budget: number
  count: (outcome: FetchOutcome) => void
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Finds the profile at a URL.
 * @throws UcpRefusal with the reason of the failed fetch, or `discovery_busy` when the budget is spent
 */
export type FindProfile = (url: URL) => Promise<Profile>

interface Kept {
  profile: Profile
  fetchedAt: number
  until: number
}

interface Failure {
  code: UcpErrorCode
  content: string
  /** Failures in a row. */
  times: number
  until: number
}

/** Creates the cache of this process. */
export function createProfileCache({ fetchProfile, budget, count, now }: ProfileCacheOptions): FindProfile {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT })
  const failures = new LRUCache<string, Failure>({ max: MAX_KEPT })
  const underway = new Map<string, Promise<Profile>>()
  const fetches = createSlidingWindows({ limit: budget, windowMs: WINDOW_MS }, () => performance.now())

  async function fetchNow(url: URL): Promise<Profile> {
    const { href } = url
    const fetched = await fetchProfile(url)
    const at = now()
    if ('profile' in fetched) {
      count('ok')
      failures.delete(href)
      kept.set(href, { profile: fetched.profile, fetchedAt: at, until: at + fetched.keptMs })
      return fetched.profile
    }
    count('failed')
    kept.delete(href)
    const times = (failures.peek(href)?.times ?? 0) + 1
    const failure = { ...fetched, times, until: at + waitOf(times) }
    failures.set(href, failure)
    throw refusalOf(failure)
  }

  /** The fetch is of all who wait for it. */
  function begin(url: URL): Promise<Profile> {
    const fetching = shared(() => fetchNow(url)).finally(() => underway.delete(url.href))
    underway.set(url.href, fetching)
    return fetching
  }

  return async url => {
    const { href } = url
    const time = now()
    const found = kept.get(href)
    if (found && time < found.until) return found.profile
    const failed = failures.get(href)
    if (failed && time < failed.until) throw refusalOf(failed)
    const fetching = underway.get(href)
    if (fetching) return whilePaused(fetching)
    const counted = fetches.count('')
    if (counted.isAccepted) return whilePaused(begin(url))
    count('over_budget')
    if (found && time < found.fetchedAt + MAX_OUTDATED_MS) return found.profile
    throw busy(counted.waitMs)
  }
}

/** Returns the time for which a failure is kept: 5 s, doubled with each further one, at most 5 minutes. */
function waitOf(times: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (times - 1), MAX_WAIT_MS)
}

function refusalOf({ code, content }: Failure): UcpRefusal {
  return new UcpRefusal(code, content)
}

function busy(waitMs: number): UcpRefusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new UcpRefusal('discovery_busy', `Too many profiles are fetched: try again in ${seconds} s.`, {
    'Retry-After': String(seconds),
  })
}
