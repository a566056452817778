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
  /** Tells when Redis goes away, with the code of the error, and when it is back, without. */
  onStateChange(listener: (code: string | undefined) => void): void
  close(): Promise<void>
}

/**
 * Limits in the Redis at `url`, or in this process without one, or while it is away.
 * @param onRefusal is told the name of a limit whenever it refuses a request
 */
export function rateLimits(url: string | undefined, onRefusal: (name: string) => void): RateLimits {
  const redis = url === undefined ? undefined : connect(url)
  return {
    create: (name, perMinute) =>
      perMinute === 0 ? async () => {} : createLimit(redis, { name, perMinute, onRefused: () => onRefusal(name) }),
    onStateChange: listener => watch(redis, listener),
    close: async () => redis?.disconnect(),
  }
}

function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    retryStrategy: attempts => Math.min(attempts * 100, 2_000),
  })
  // Without a listener an error would end the process.
  return redis.on('error', () => {})
}

function watch(redis: Redis | undefined, listener: (code: string | undefined) => void): void {
  let away = false
  const change = (code: string | undefined) => {
    if (away !== (code !== undefined)) listener(code)
    away = code !== undefined
  }
  redis?.on('error', error => change('code' in error ? String(error.code) : error.name))
  redis?.on('ready', () => change(undefined))
}

interface Limit {
  name: string
  perMinute: number
  onRefused: () => void
}

function createLimit(redis: Redis | undefined, { name, perMinute, onRefused }: Limit): RateLimit {
  const window = { keyPrefix: `sepet:${name}`, points: perMinute, duration: WINDOW_SECONDS }
  const memory = new RateLimiterMemory(window)
  const limiter = redis
    ? new RateLimiterRedis({ ...window, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory
  return async key => {
    try {
      await limiter.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      onRefused()
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      throw refuse('rate_limited', `Too many requests: try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
    }
  }
}
