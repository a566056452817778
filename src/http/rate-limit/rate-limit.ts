/** Rate limits: accepted requests of a key within any minute, shared by all instances through Redis if there is one. */

import { refusal } from '../../errors.ts'
import { createNetworkWindows, type NetworkWindowSize } from './network-windows.ts'
import { createRedisLink, type RedisLink, type StateListener } from './redis.ts'
import { createSharedWindows, defineWindowCommands } from './shared-windows.ts'
import type { Counted } from './sliding-windows.ts'

const WINDOW_MS = 60_000
/** Begins all keys in Redis. Keys of earlier versions begin with `sepet:<name>`, and are of another type. */
const PREFIX = 'sepet:limit'
/** A limit that no number of checks reaches. */
const CHECKS = 1e9

/** A request that a limit has accepted. */
export interface CountedRequest {
  /** Takes the request back when it turns out not to count. */
  uncount(): Promise<void>
}

/**
 * Counts one request of a key.
 * @throws Refusal 429 with `Retry-After` when the limit is reached; the request does not count then
 */
export type RateLimit = (key: string) => Promise<CountedRequest>

/** All rate limits of a process. */
export interface RateLimits {
  /**
   * Creates a limit of `perMinute` requests per minute and key; 0 disables it. A key that ends with an IPv6 network, or with its hash, counts
   * for the network's site, too.
   */
  create(name: string, perMinute: number): RateLimit
  /** Sets the listener of changes in the availability of Redis, and calls it with the present state once that is known. */
  onStateChange(listener: StateListener): void
  /** Closes the connection to Redis. */
  close(): Promise<void>
}

/** Where Redis is, and how many milliseconds it has for a result. */
export interface RedisSettings {
  url: string
  timeoutMs: number
}

/**
 * Creates the rate limits of a process. They count in Redis, or in this process without Redis or while Redis is unavailable.
 * @param settings of Redis; undefined without Redis
 * @param siteFactor how many times the limit of an IPv6 network its site has; 0 where sites have no limits
 * @param onRefusal called with the name of the limit for each refused request
 */
export function createRateLimits(
  settings: RedisSettings | undefined,
  siteFactor: number,
  onRefusal: (name: string) => void,
): RateLimits {
  const link = settings === undefined ? undefined : connect(settings)
  const sizeOf = (limit: number): NetworkWindowSize => ({ limit, windowMs: WINDOW_MS, siteFactor })
  return {
    create: (name, perMinute) =>
      perMinute === 0 ? unlimited : createLimit(createCounter(link, name, sizeOf(perMinute)), () => onRefusal(name)),
    onStateChange: listener => link?.onStateChange(listener),
    close: async () => link?.close(),
  }
}

/** Counts one request by several limits, or by none of them when one refuses it. @throws Refusal 429 */
export async function countByAll(...counts: [limit: RateLimit, key: string][]): Promise<CountedRequest[]> {
  const counted: CountedRequest[] = []
  try {
    for (const [limit, key] of counts) counted.push(await limit(key))
    return counted
  } catch (error) {
    for (const each of counted) await each.uncount()
    throw error
  }
}

async function unlimited(): Promise<CountedRequest> {
  return { uncount: async () => {} }
}

/** Connects to Redis. A check counts as requests do, so that Redis is available exactly when it counts. */
function connect({ url, timeoutMs }: RedisSettings): RedisLink {
  const link = createRedisLink(url, timeoutMs)
  defineWindowCommands(link.redis)
  const check = createSharedWindows(link.redis, PREFIX, { limit: CHECKS, windowMs: WINDOW_MS })
  link.watch(() => check('check'))
  return link
}

type Count = (key: string) => Promise<Counted>

function createLimit(count: Count, onRefused: () => void): RateLimit {
  return async key => {
    const counted = await count(key)
    if (counted.isAccepted) return { uncount: async () => counted.uncount() }
    onRefused()
    const seconds = Math.max(1, Math.ceil(counted.waitMs / 1000))
    throw refusal('rate_limited', `Too many requests: try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
  }
}

function createCounter(link: RedisLink | undefined, name: string, size: NetworkWindowSize): Count {
  const here = createNetworkWindows(size, () => performance.now())
  const countHere = async (key: string) => here.count(key)
  if (!link) return countHere
  const countShared = createSharedWindows(link.redis, `${PREFIX}:${name}`, size)
  return key =>
    link.ask(
      () => countThere(link, () => countShared(key)),
      () => countHere(key),
    )
}

/** Counts in Redis. A request that Redis has counted is taken back there, or not at all while Redis is unavailable. */
async function countThere(link: RedisLink, countShared: () => Promise<Counted>): Promise<Counted> {
  const counted = await countShared()
  if (!counted.isAccepted) return counted
  return {
    isAccepted: true,
    uncount: () =>
      link.ask(
        async () => counted.uncount(),
        async () => {},
      ),
  }
}
