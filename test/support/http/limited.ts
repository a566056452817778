/** Three instances that share a Redis server of their own, and requests that their rate limits count. */

import assert from 'node:assert/strict'
import { Redis } from 'ioredis'
import { HANDOFF, SESSION } from '../../../src/api-paths.ts'
import { countsInRedis } from '../database/redis.ts'
import { findRedisCommand, type RedisServer, startRedis } from '../database/start-redis.ts'
import { type Answer, startService, type TestService } from '../service/service.ts'

/** Number of requests in a burst: more than any limit. */
export const AT_ONCE = 200
/** Rate limits of the instances, in requests per minute. */
export const LIMITS = { cart: 50, coupon: 20, couponIp: 40, issue: 10, guestIssueIp: 30, handoff: 30, session: 60 }

/** The instances and their Redis server. */
export interface LimitedService {
  instances: [TestService, TestService, TestService]
  /** The instance for the nth request. */
  on: (n: number) => TestService
  /** Sends 200 simultaneous requests, spread over all instances. @returns the number of requests that were not 429 */
  burst: (call: (service: TestService) => Promise<Answer>) => Promise<number>
  server: RedisServer
  /** A Redis client that reads keys and changes their expiry. */
  redis: Redis
  stop: () => Promise<void>
}

/** Starts the Redis server, then the instances, and waits until all instances count in Redis. @param env further settings */
export async function startLimited(env: NodeJS.ProcessEnv = {}): Promise<LimitedService> {
  const server = await startRedis(findRedisCommand() ?? '')
  const service = await startService('sqlite', {
    REDIS_URL: server.url,
    TRUST_PROXY: '1',
    CART_RATE_LIMIT: String(LIMITS.cart),
    COUPON_RATE_LIMIT: String(LIMITS.coupon),
    COUPON_IP_RATE_LIMIT: String(LIMITS.couponIp),
    ISSUE_RATE_LIMIT: String(LIMITS.issue),
    GUEST_ISSUE_IP_RATE_LIMIT: String(LIMITS.guestIssueIp),
    HANDOFF_RATE_LIMIT: String(LIMITS.handoff),
    SESSION_RATE_LIMIT: String(LIMITS.session),
    // No burst is refused as an overload, however slow the machine is: limits alone refuse requests here.
    MAX_REQUESTS_UNDER_WAY: '1000',
    ...env,
  })
  const instances: LimitedService['instances'] = [service, await service.startPeer(), await service.startPeer()]
  await Promise.all(instances.map(countsInRedis))
  const redis = new Redis(server.url).on('error', () => {})
  const stop = async () => {
    redis.disconnect()
    for (const instance of instances.toReversed()) await instance.stop()
    await server.signal('SIGKILL')
  }
  const on = (n: number) => instances[n % 3] as TestService
  return { instances, on, burst: call => passing(AT_ONCE, n => call(on(n))), server, redis, stop }
}

/** The reason to skip tests that need a Redis server of their own; false when it can be started. */
export const withoutServer = findRedisCommand()
  ? false
  : 'no redis-server or valkey-server is installed, which these tests start, freeze and kill'

/** Sends a handoff token that is not valid, from an address; the handoff limit counts it. */
export function open(service: TestService, address: string): Promise<Answer> {
  return service.call('GET', `${HANDOFF}?t=x`, { headers: { 'X-Forwarded-For': address } })
}

/** Reads the session from an address, with a session cookie if given. */
export function askSession(service: TestService, address: string, Cookie = ''): Promise<Answer> {
  return service.call('GET', SESSION, { headers: { 'X-Forwarded-For': address, Cookie } })
}

/**
 * Sends `count` simultaneous requests; asserts that refused ones are 429 with a Retry-After of 1 to 60 s.
 * @returns the number of requests that were not refused
 */
export async function passing(count: number, request: (n: number) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => request(n)))
  const refused = answers.filter(({ status }) => status === 429)
  for (const { headers } of refused) assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
  const failed = answers.filter(({ status }) => status >= 400 && status !== 429)
  assert.deepEqual(
    failed.map(({ status, text }) => `${status} ${text}`),
    [],
  )
  return count - refused.length
}
