/** Profiles in memory: how many there are, how many of one origin, and which one is removed for another. */

import { LRUCache } from 'lru-cache'
import { siteOrNetworkOf } from '../../fairness/client-site.ts'

/** Profiles that are kept. */
const MAX_KEPT = 256
/** Profiles of one origin that are kept. */
const MAX_OF_ORIGIN = 8
/** Time after its last use when a profile gives way to any other. */
const IN_USE_MS = 3_600_000
/** Networks that are remembered of a profile. */
const MAX_USERS = 8

interface Entry<T> {
  origin: string
  value: T
  /** Sites or networks that have found it after the request that it was fetched for. */
  users: readonly string[]
  usedAt: number
}

/** Profiles that were fetched well, by their URLs. */
export interface KeptProfiles<T> {
  /** Finds a profile for a request of a client network, which uses it. */
  find(href: string, network: string): T | undefined
  /**
   * Keeps a profile that was fetched for a request. Where there is no room, one that no request has used is removed, the one that was asked for least
   * recently first. Where all are used, a profile that has been fetched twice takes the place of one that the same network alone uses, else of one
   * whose every user has at least two more, else of one that nobody has used for an hour; any other is not kept.
   */
  keep(url: URL, value: T, network: string): void
  delete(href: string): void
}

/** Creates the memory of a process. @param now milliseconds of any clock */
export function createKeptProfiles<T>(now: () => number): KeptProfiles<T> {
  /** The least recently used one is first. */
  const kept = new Map<string, Entry<T>>()
  /** Profiles that had no room. */
  const withoutRoom = new LRUCache<string, true>({ max: MAX_KEPT })

  type Candidate = [href: string, entry: Entry<T>]

  function put(href: string, entry: Entry<T>): void {
    kept.delete(href)
    kept.set(href, entry)
  }

  /** Returns the URLs of which one must be removed for another profile of an origin; none where there is room. */
  function candidatesOf(origin: string): Candidate[] {
    const all = [...kept]
    const own = all.filter(([, entry]) => entry.origin === origin)
    if (own.length >= MAX_OF_ORIGIN) return own
    return all.length >= MAX_KEPT ? all : []
  }

  /** Returns how many of some profiles a network uses. */
  const shareIn = (candidates: readonly Candidate[]) => (user: string) =>
    candidates.filter(([, { users }]) => users.includes(user)).length

  /** Returns the used profile that gives way to one of `user`: of its own, else one that only heavier users have, else an idle one. */
  function freeFor(user: string, candidates: readonly Candidate[]): Candidate | undefined {
    const shareOf = shareIn(candidates)
    const own = candidates.find(([, { users }]) => users.every(each => each === user))
    if (own) return own
    const [heaviest] = candidates
      .map(candidate => ({ candidate, share: Math.min(...candidate[1].users.map(shareOf)) }))
      .sort((a, b) => b.share - a.share)
    if (heaviest && heaviest.share > shareOf(user) + 1) return heaviest.candidate
    return candidates.find(([, { usedAt }]) => now() - usedAt > IN_USE_MS)
  }

  /** Adds a user; of more than eight, those are remembered who use fewest profiles, the newest first, because they keep it. */
  function withUser(users: readonly string[], user: string): readonly string[] {
    if (users.includes(user)) return users
    if (users.length < MAX_USERS) return [user, ...users]
    const shareOf = shareIn([...kept])
    const withShares = [user, ...users].map(each => ({ each, share: shareOf(each) }))
    return withShares
      .sort((a, b) => a.share - b.share)
      .map(({ each }) => each)
      .slice(0, MAX_USERS)
  }

  return {
    find(href, network) {
      const entry = kept.get(href)
      if (entry) put(href, { ...entry, users: withUser(entry.users, siteOrNetworkOf(network)), usedAt: now() })
      return entry?.value
    },
    keep({ href, origin }, value, network) {
      const known = kept.get(href)
      if (known) return put(href, { ...known, value })
      const users = withoutRoom.delete(href) ? [siteOrNetworkOf(network)] : []
      const candidates = candidatesOf(origin)
      const unused = candidates.find(([, entry]) => entry.users.length === 0)
      const [evicted] = unused ?? users.map(user => freeFor(user, candidates)).find(each => each !== undefined) ?? []
      if (evicted !== undefined) kept.delete(evicted)
      else if (candidates.length > 0) return void withoutRoom.set(href, true)
      put(href, { origin, value, users, usedAt: now() })
    },
    delete: href => void kept.delete(href),
  }
}
