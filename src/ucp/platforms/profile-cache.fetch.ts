/** Profiles in memory: good ones while they may be kept, and failures while their platforms must wait; one fetch at a time for each. */

import { LRUCache } from 'lru-cache'
import { shared, whilePaused } from '../../fairness/served-request.ts'
import { type UcpErrorCode, UcpRefusal } from '../refusals.ts'
import { createFetchBudget } from './fetch-budget.fetch.ts'
import { createKeptProfiles } from './kept-profiles.fetch.ts'
import type { FetchProfile } from './profile.fetch.ts'
import type { Profile } from './read-profile.ts'

/** Failures that are kept; the least recently used goes first. */
const MAX_FAILURES = 256
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 300_000
/** Time after its fetch for which an outdated profile serves while the budget is spent. */
const MAX_OUTDATED_MS = 86_400_000

/** What became of a need for a fetch. */
export type FetchOutcome = 'ok' | 'failed' | 'over_budget'

/** What the cache needs. */
export interface ProfileCacheOptions {
  fetchProfile: FetchProfile
  /** Fetches a minute, of all platforms together; a quarter of it for one client network or one origin. */
  budget: number
  count: (outcome: FetchOutcome) => void
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Finds the profile at a URL.
 * @param network the client network that asks
 * @throws UcpRefusal with the reason of the failed fetch, or `discovery_busy` when the budget is spent
 */
export type FindProfile = (url: URL, network: string) => Promise<Profile>

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
  const kept = createKeptProfiles<Kept>(now)
  const failures = new LRUCache<string, Failure>({ max: MAX_FAILURES })
  const underway = new Map<string, Promise<Profile>>()
  const takeFetch = createFetchBudget(budget, () => performance.now())

  async function fetchNow(url: URL, network: string): Promise<Profile> {
    const { href } = url
    const fetched = await fetchProfile(url)
    const at = now()
    if ('profile' in fetched) {
      count('ok')
      failures.delete(href)
      kept.keep(url, { profile: fetched.profile, fetchedAt: at, until: at + fetched.keptMs }, network)
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
  function begin(url: URL, network: string): Promise<Profile> {
    const fetching = shared(() => fetchNow(url, network)).finally(() => underway.delete(url.href))
    underway.set(url.href, fetching)
    return fetching
  }

  return async (url, network) => {
    const { href } = url
    const time = now()
    const found = kept.find(href, network)
    if (found && time < found.until) return found.profile
    const failed = failures.get(href)
    if (failed && time < failed.until) throw refusalOf(failed)
    const fetching = underway.get(href)
    if (fetching) return whilePaused(() => fetching)
    const counted = takeFetch(url, network)
    if (counted.isAccepted) return whilePaused(() => begin(url, network))
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
