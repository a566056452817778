/**
 * Benchmark of rate limits: the processor time and memory of counting a request in this process and in Redis.
 * `TEST_REDIS_URL=redis://127.0.0.1:6379 node --expose-gc bench/rate-limits.ts`
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createRateLimits, type RateLimit } from '../src/http/rate-limit/rate-limit.ts'

const REQUESTS = 300_000
const SHARED_REQUESTS = 30_000
const AT_ONCE = 50
const OWNERS = 100_000
const CONNECT_MS = 500
const SITE_FACTOR = 8

/** Requests to count: the limit, and the key of each request. */
interface Load {
  perMinute: number
  keyOf: (n: number) => string
}

const loads: Record<string, Load> = {
  '600 a minute, each request of another owner': { perMinute: 600, keyOf: n => `owner ${n % OWNERS}` },
  '1,000,000,000 a minute, all requests of one owner': { perMinute: 1e9, keyOf: () => 'one' },
  '30 a minute, each request of another address': { perMinute: 30, keyOf: n => `address ${n % OWNERS}` },
  '30 a minute, each request of another /64 of one /48': {
    perMinute: 30,
    keyOf: n => `2001:db8:0:${(n % OWNERS).toString(16)}::/64`,
  },
  '30 a minute, all requests of one address, nearly all refused': { perMinute: 30, keyOf: () => 'one' },
}

/** Counts requests, `AT_ONCE` at a time. @returns the microseconds of processor time of each */
async function timeOf(limit: RateLimit, { keyOf }: Load, requests: number): Promise<number> {
  const begin = process.cpuUsage()
  for (let n = 0; n < requests; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => limit(keyOf(n + i)).catch(() => {})))
  }
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / requests
}

/** Processor time of a Redis server, in microseconds. */
async function processorTime(redis: Redis): Promise<number> {
  const info = await redis.info('cpu')
  const seconds = ['used_cpu_sys', 'used_cpu_user'].map(name => new RegExp(`^${name}:(.*)`, 'm').exec(info)?.[1])
  return seconds.reduce((sum, each) => sum + Number(each) * 1e6, 0)
}

/** Returns the heap in bytes, after a garbage collection where the process may start one. */
function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const rounded = (number: number) => Math.round(number * 100) / 100
const rows: Record<string, Record<string, number | string>> = {}
for (const [name, load] of Object.entries(loads)) {
  const limits = createRateLimits(undefined, SITE_FACTOR, () => {})
  const limit = limits.create('bench', load.perMinute)
  const before = heap()
  const micros = await timeOf(limit, load, REQUESTS)
  const keys = new Set(Array.from({ length: OWNERS }, (_, n) => load.keyOf(n))).size
  const bytes = keys === 1 ? '' : Math.round((heap() - before) / keys)
  rows[name] = { 'µs in memory': rounded(micros), 'bytes a key': bytes }
  await limits.close()
}

const url = process.env.TEST_REDIS_URL
if (url) {
  const redis = new Redis(url)
  for (const [name, load] of Object.entries(loads)) {
    const limits = createRateLimits({ url, timeoutMs: 500 }, SITE_FACTOR, () => {})
    const limit = limits.create(`bench-${randomUUID()}`, load.perMinute)
    // Instances connect in the background.
    await sleep(CONNECT_MS)
    await timeOf(limit, load, 1_000)
    const before = await processorTime(redis)
    const micros = await timeOf(limit, load, SHARED_REQUESTS)
    const ofRedis = ((await processorTime(redis)) - before) / SHARED_REQUESTS
    Object.assign(rows[name] ?? {}, { 'µs with Redis': rounded(micros), 'µs of Redis': rounded(ofRedis) })
    await limits.close()
  }
  redis.disconnect()
}
console.table(rows)
