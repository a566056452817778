/** Fixed windows of a minute, counted from a key's first request; shared by all instances when there is a Redis. */

import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from '../errors.ts'

const WINDOW_SECONDS = 60
const REDIS_TIMEOUT_MS = 250

/** Counts one request of a key. @throws Refusal 429 with Retry-After when the window is used up */
export type RateLimit = (key: string) => Promise<void>

export interface RateLimits {
  /** A limit of so many requests a minute; 0 switches it off. */
  create(name: string, perMinute: number): RateLimit
  close(): Promise<void>
}

/** Limits in the Redis at `url`, or in this process without one, or while it is away. */
export function rateLimits(url: string | undefined, onRedisError: (error: Error) => void): RateLimits {
  const redis = url === undefined ? undefined : connect(url, onRedisError)
  return {
    create: (name, perMinute) => (perMinute === 0 ? async () => {} : createLimit(redis, name, perMinute)),
    close: async () => redis?.disconnect(),
  }
}

function connect(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    retryStrategy: attempts => Math.min(attempts * 100, 2_000),
  })
  return redis.on('error', onError)
}

function createLimit(redis: Redis | undefined, name: string, points: number): RateLimit {
  const window = { keyPrefix: `sepet:${name}`, points, duration: WINDOW_SECONDS }
  const memory = new RateLimiterMemory(window)
  const limiter = redis
    ? new RateLimiterRedis({ ...window, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory
  return async key => {
    try {
      await limiter.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      throw refuse('rate_limited', `Too many requests: try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
    }
  }
}
