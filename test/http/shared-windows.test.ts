/** Sliding windows in Redis: they decide as those in memory do, by the clock of Redis. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { createNetworkWindows } from '../../src/http/rate-limit/network-windows.ts'
import { createSharedWindows, defineWindowCommands, sharedSizeOf } from '../../src/http/rate-limit/shared-windows.ts'
import { createSlidingWindows, MAX_SLOTS } from '../../src/http/rate-limit/sliding-windows.ts'
import { shiftTimes, withoutRedis } from '../support/database/redis.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed } from '../support/runner/seed.ts'

/** A window that passes several times within a test. */
const WINDOW_MS = 120
const MICROS = 1_000

interface Decision {
  isAccepted: boolean
  wait: number
  now: number
}

describe('sliding windows in Redis', { skip: withoutRedis }, () => {
  let redis: Redis
  before(() => {
    redis = new Redis(process.env.TEST_REDIS_URL ?? '')
    defineWindowCommands(redis)
  })
  after(() => redis.disconnect())

  const newKey = () => `test:${randomUUID()}`
  const sizeOf = (limit: number) => ({ limit, windowMs: WINDOW_MS })
  const counterOf = (limit: number) => createSharedWindows(redis, newKey(), sizeOf(limit))
  /** Sends requests with pauses. @returns the decisions, with their times by the clock of Redis in microseconds */
  async function send(limit: number, all: { pause: number; count: number }[]): Promise<Decision[]> {
    const key = newKey()
    const decisions: Decision[] = []
    for (const { pause, count } of all) {
      await sleep(pause)
      const answers = Array.from({ length: count }, () => redis.sepetCount(key, sharedSizeOf(sizeOf(limit))))
      for (const [accepted, wait, now] of await Promise.all(answers)) {
        decisions.push({ isAccepted: accepted === 1, wait, now })
      }
    }
    return decisions
  }

  const limits = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(MAX_SLOTS, MAX_SLOTS + 1, 200))
  const bursts = fc.array(
    fc.record({ pause: fc.constantFrom(0, 1, 5, 30, 60, WINDOW_MS), count: fc.integer({ min: 1, max: 150 }) }),
    { minLength: 1, maxLength: 8 },
  )
  const parameters = { numRuns: rounds({ short: 5, long: 1_000 }), seed }

  // Proves: client-flood
  it('decide and wait as those in memory do at the same times', async () => {
    await fc.assert(
      fc.asyncProperty(limits, bursts, async (limit, all) => {
        let time = 0
        const { count } = createSlidingWindows({ limit, windowMs: WINDOW_MS * MICROS }, () => time)
        for (const { isAccepted, wait, now } of await send(limit, all)) {
          time = now
          const counted = count('a')
          assert.deepEqual([isAccepted, wait], [counted.isAccepted, counted.isAccepted ? 0 : counted.waitMs])
        }
      }),
      parameters,
    )
  })

  // Proves: rotated-networks
  it('count a network and its /48 in one step, as those in memory do at the same times', async () => {
    const size = { limit: 3, windowMs: WINDOW_MS * MICROS, siteFactor: 2 }
    const network = fc.constantFrom(1, 2, 3, 4)
    const sent = fc.array(fc.record({ pause: fc.constantFrom(0, 1, 5, 60), networks: fc.array(network) }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(sent, async all => {
        let time = 0
        const { count } = createNetworkWindows(size, () => time)
        const prefix = newKey()
        for (const { pause, networks } of all) {
          await sleep(pause)
          const sizes = [sharedSizeOf(sizeOf(size.limit)), sharedSizeOf(sizeOf(size.limit * size.siteFactor))] as const
          const answers = networks.map(n => redis.sepetCountBoth([`${prefix}:{s}:${n}`, `${prefix}:{s}`], ...sizes))
          for (const [n, [isAccepted, wait, now]] of (await Promise.all(answers)).entries()) {
            time = now
            const counted = count(`2001:db8:1:${networks[n]}::/64`)
            assert.deepEqual([isAccepted === 1, wait], [counted.isAccepted, counted.isAccepted ? 0 : counted.waitMs])
          }
        }
      }),
      parameters,
    )
  })

  it('take a request back for a network and its /48, once', async () => {
    const size = { limit: 2, windowMs: 60_000, siteFactor: 1 }
    const count = createSharedWindows(redis, newKey(), size)
    const [one, other] = ['2001:db8:1:1::/64', '2001:db8:1:2::/64']
    const [first] = [await count(one), await count(other)]
    assert.equal((await count(other)).isAccepted, false)
    assert.ok(first?.isAccepted)
    for (let n = 0; n < 3; n++) await first.uncount()
    assert.equal((await count(one)).isAccepted, true)
    assert.equal((await count(other)).isAccepted, false)
  })

  it('accept no more than the limit in any window, also when requests arrive at once on many connections', async () => {
    const others = Array.from({ length: 8 }, () => redis.duplicate())
    for (const each of others) defineWindowCommands(each)
    const key = newKey()
    const times: number[] = []
    for (let n = 0; n < 40; n++) {
      const answers = await Promise.all(others.map(each => each.sepetCount(key, sharedSizeOf(sizeOf(5)))))
      times.push(...answers.flatMap(([isAccepted, , now]) => (isAccepted ? [now] : [])))
      await sleep(7)
    }
    for (const each of others) each.disconnect()
    times.sort((one, two) => one - two)
    const spans = times.slice(5).map((time, n) => time - (times[n] ?? 0))
    assert.ok(spans.length > 0 && spans.every(span => span >= WINDOW_MS * MICROS), `${spans}`)
  })

  it('accept a request after the wait of a refusal, and none before', async () => {
    const windowMs = 3_600_000
    for (const limit of [3, 200]) {
      const prefix = newKey()
      const count = createSharedWindows(redis, prefix, { limit, windowMs })
      for (let n = 0; n < limit; n++) assert.equal((await count('a')).isAccepted, true)
      await shiftTimes(redis, `${prefix}:a`, -windowMs / 2)
      const refused = await count('a')
      assert.ok(!refused.isAccepted && refused.waitMs <= windowMs / 2 && refused.waitMs > windowMs / 4)
      await shiftTimes(redis, `${prefix}:a`, -Math.ceil(refused.waitMs))
      assert.equal((await count('a')).isAccepted, true)
    }
  })

  it('take exactly the request back that is taken back, once', async () => {
    const key = newKey()
    const minute = sharedSizeOf({ limit: 2, windowMs: 60_000 })
    const [, , first] = await redis.sepetCount(key, minute)
    await sleep(5)
    const [, , second] = await redis.sepetCount(key, minute)
    assert.equal(await redis.sepetUncount(key, 0, second), 1)
    assert.equal(await redis.sepetUncount(key, 0, second), 0)
    const [isAccepted, , third] = await redis.sepetCount(key, minute)
    assert.equal(isAccepted, 1)
    const [, wait, now] = await redis.sepetCount(key, minute)
    assert.equal(wait, first + 60_000 * MICROS - now)
    for (const time of [first, third]) assert.equal(await redis.sepetUncount(key, 0, time), 1)
    assert.equal(await redis.exists(key), 0)
  })

  it('take a request of a large limit back from its slot, once', async () => {
    const limit = MAX_SLOTS + 1
    const countMinute = createSharedWindows(redis, newKey(), { limit, windowMs: 60_000 })
    const [first] = [await countMinute('a'), await countMinute('a')]
    assert.ok(first?.isAccepted)
    for (let n = 0; n < 3; n++) await first.uncount()
    for (let n = 1; n < limit; n++) assert.equal((await countMinute('a')).isAccepted, true)
    assert.equal((await countMinute('a')).isAccepted, false)
  })

  it('take requests of a large limit back for as long as they are sent', async () => {
    const count = counterOf(MAX_SLOTS + 1)
    for (let n = 0; n < 5 * MAX_SLOTS; n++) {
      const counted = await count('a')
      assert.ok(counted.isAccepted)
      await counted.uncount()
    }
  })

  it('begin again when the clock of Redis has gone back, such as by a failover to another server', async () => {
    const key = newKey()
    const minute = sharedSizeOf({ limit: 1, windowMs: 60_000 })
    await redis.sepetCount(key, minute)
    await shiftTimes(redis, key, 3_600_000)
    assert.equal((await redis.sepetCount(key, minute))[0], 1)
    assert.equal((await redis.sepetCount(key, minute))[0], 0)
  })

  it('hold at most 61 slots for a key, and expire with their last request', async () => {
    const [key, size] = [newKey(), sharedSizeOf(sizeOf(1e9))]
    for (const end = performance.now() + 3 * WINDOW_MS; performance.now() < end; ) await redis.sepetCount(key, size)
    // In one step with a request: the key would expire while a busy machine runs other programs.
    const answers = await redis.multi().sepetCount(key, size).strlen(key).pttl(key).exec()
    const [, length = 0, left = 0] = answers?.map(([, answer]) => Number(answer)) ?? []
    // A slot has a time of 9 bytes and a count of at most 5, and the list of them a header of 3.
    assert.ok(length > 0 && length <= (MAX_SLOTS + 1) * 14 + 3, String(length))
    assert.ok(left > 0 && left <= WINDOW_MS + 1_000, String(left))
  })
})
