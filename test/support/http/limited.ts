/** Three instances that share a Redis of their own, and everything of theirs that is limited. */

import assert from 'node:assert/strict'
import { Redis } from 'ioredis'
import { HANDOFF, SESSION } from '../../../src/api-paths.ts'

import { countsInRedis } from '../database/redis.ts'
import { findRedisCommand, type RedisServer, startRedis } from '../database/start-redis.ts'
import { type Answer, startService, type TestService } from '../service/service.ts'

/** How many requests a burst has: more than any limit. */
export const AT_ONCE = 200
export const LIMITS = { cart: 50, coupon: 20, couponIp: 40, issue: 10, guestIssueIp: 30, handoff: 30, session: 60 }

export interface LimitedService {
  instances: [TestService, TestService, TestService]
  /** The instance that the nth request goes to. */
  on: (n: number) => TestService
  /** Sends 200 requests at the same time, over all instances. @returns how many passed */
  burst: (call: (service: TestService) => Promise<Answer>) => Promise<number>
  server: RedisServer
  /** A client of the server, for looking at keys and aging them. */
  redis: Redis
  stop: () => Promise<void>
}

/** Starts the server, then the instances, and waits until all of them count there. */
export async function startLimited(): Promise<LimitedService> {
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

/** Why these tests are skipped, or false when they are not. */
export const withoutServer = findRedisCommand()
  ? false
  : 'no redis-server or valkey-server is installed, which these tests start, freeze and kill'

let networks = 0

/** An address that nothing has been counted for. */
export function newAddress(): string {
  networks++
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}

/** Opens a link that is none, from an address: what the handoff's limit counts. */
export function open(service: TestService, address: string): Promise<Answer> {
  return service.call('GET', `${HANDOFF}?t=x`, { headers: { 'X-Forwarded-For': address } })
}

/** Asks who is there, from an address and with a session's cookie if there is one. */
export function askSession(service: TestService, address: string, Cookie = ''): Promise<Answer> {
  return service.call('GET', SESSION, { headers: { 'X-Forwarded-For': address, Cookie } })
}

/** How many of so many requests at the same time passed; the rest must be 429 and say truly when to come back. */
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
