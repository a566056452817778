/** Fixed windows of a minute, counted from a key's first request; shared by all instances when there is a Redis. */

import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { refusal } from '../../errors.ts'
import { type Count, createFixedWindows } from './fixed-windows.ts'
import { createRedisLink, type RedisLink, type StateListener } from './redis.ts'

const WINDOW_SECONDS = 60

export interface RateLimit {
  /** Counts one request of a key. @throws Refusal 429 with Retry-After when the window is used up */
  (key: string): Promise<void>
  /** Takes back a request that was counted, once it turns out that it should not have been. */
  takeBack(key: string): Promise<void>
}

export interface RateLimits {
  /** A limit of so many requests a minute; 0 switches it off. */
  create(name: string, perMinute: number): RateLimit
  /** Tells when Redis goes away, with the code of the error, and when it is back, without. */
  onStateChange(listener: StateListener): void
  close(): Promise<void>
}

/**
 * Limits in the Redis at `url`, or in this process without one, or while it is away.
 * @param onRefusal is told the name of a limit whenever it refuses a request
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
  return Object.assign(async () => {}, { takeBack: async () => {} })
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
  return Object.assign(limit, { takeBack: async (key: string) => counter.takeBack(key) })
}

type Window = { keyPrefix: string; points: number; duration: number }

interface Counter {
  count(key: string): Count | Promise<Count>
  takeBack(key: string): void | Promise<void>
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
    takeBack: key =>
      link.ask(
        async () => {
          await shared.reward(key)
        },
        async () => here.takeBack(key),
      ),
  }
}

/** A window that is used up is an outcome like any other. */
function consume(limiter: RateLimiterRedis, key: string): Promise<Count> {
  return limiter.consume(key).catch(error => {
    if (error instanceof RateLimiterRes) return error
    throw error
  })
}
