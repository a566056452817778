/** Rate limits: fixed windows of one minute from a key's first request, shared by all instances through Redis if there is one. */

import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { refusal } from '../../errors.ts'
import { type Count, createFixedWindows } from './fixed-windows.ts'
import { createRedisLink, type RedisLink, type StateListener } from './redis.ts'

const WINDOW_SECONDS = 60

/** One rate limit. */
export interface RateLimit {
  /** Counts one request of a key. @throws Refusal 429 with `Retry-After` when the limit is exceeded */
  (key: string): Promise<void>
  /** Subtracts a counted request that turns out not to count. */
  uncount(key: string): Promise<void>
}

/** All rate limits of a process. */
export interface RateLimits {
  /** Creates a limit of `perMinute` requests per minute and key; 0 disables it. */
  create(name: string, perMinute: number): RateLimit
  /** Sets the listener of changes in the availability of Redis. */
  onStateChange(listener: StateListener): void
  /** Closes the connection to Redis. */
  close(): Promise<void>
}

/**
 * Creates the rate limits of a process. They count in Redis, or in this process without Redis or while Redis is unavailable.
 * @param url of Redis; undefined without Redis
 * @param onRefusal called with the name of the limit for each refused request
 */
export function createRateLimits(url: string | undefined, onRefusal: (name: string) => void): RateLimits {
  const link = url === undefined ? undefined : createRedisLink(url)
  return {
    create: (name, perMinute) =>
      perMinute === 0 ? unlimited() : createLimit(link, { name, perMinute, onRefused: () => onRefusal(name) }),
    onStateChange: listener => link?.onStateChange(listener),
    close: async () => link?.close(),
  }
}

function unlimited(): RateLimit {
  return Object.assign(async () => {}, { uncount: async () => {} })
}

interface Limit {
  name: string
  perMinute: number
  onRefused: () => void
}

function createLimit(link: RedisLink | undefined, { name, perMinute, onRefused }: Limit): RateLimit {
  const counter = createCounter(link, { keyPrefix: `sepet:${name}`, points: perMinute, duration: WINDOW_SECONDS })
  const limit = async (key: string) => {
    const { consumedPoints, msBeforeNext } = await counter.count(key)
    if (consumedPoints <= perMinute) return
    onRefused()
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    throw refusal('rate_limited', `Too many requests: try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
  }
  return Object.assign(limit, { uncount: async (key: string) => counter.uncount(key) })
}

type Window = { keyPrefix: string; points: number; duration: number }

interface Counter {
  count(key: string): Count | Promise<Count>
  uncount(key: string): void | Promise<void>
}

function createCounter(link: RedisLink | undefined, window: Window): Counter {
  const here = createFixedWindows(window.duration * 1000, () => performance.now())
  if (!link) return here
  const shared = new RateLimiterRedis({ ...window, storeClient: link.redis })
  return {
    count: key =>
      link.ask(
        () => consume(shared, key),
        async () => here.count(key),
      ),
    uncount: key =>
      link.ask(
        async () => {
          await shared.reward(key)
        },
        async () => here.uncount(key),
      ),
  }
}

/** Counts a request in Redis. The library rejects with the count when a limit is exceeded; here it is returned. */
function consume(limiter: RateLimiterRedis, key: string): Promise<Count> {
  return limiter.consume(key).catch(error => {
    if (error instanceof RateLimiterRes) return error
    throw error
  })
}
