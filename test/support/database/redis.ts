/** Helpers for tests of rate limits in Redis. */

import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { decodeJwt } from 'jose'
import type { TestService } from '../service/service.ts'

/** The reason to skip tests of shared limits; false when they run. */
export const withoutRedis = process.env.TEST_REDIS_URL ? false : 'no Redis: npm run test:postgres'

/** The key in Redis by which the requests of a token's owner are counted. */
export function cartLimitKey(token: string): string {
  const { sub } = decodeJwt(token)
  return `sepet:limit:cart:${createHash('sha256').update(`${sub}`).digest('base64url')}`
}

/** Moves the times of the accepted requests of a key by milliseconds: forward, or back if negative. */
export async function shiftTimes(redis: Redis, key: string, ms: number): Promise<void> {
  const script = `
    local slots = cmsgpack.unpack(redis.call('GET', KEYS[1]))
    for i = 1, #slots, 2 do slots[i] = slots[i] + tonumber(ARGV[1]) end
    redis.call('SET', KEYS[1], cmsgpack.pack(slots), 'KEEPTTL')`
  await redis.eval(script, 1, key, ms * 1_000)
}

/** Waits until an instance, whose cart limit is on, counts in Redis: instances connect in the background. */
export async function countsInRedis(instance: TestService): Promise<void> {
  const redis = new Redis(instance.config.REDIS_URL ?? '')
  for (let counted = false; !counted; ) {
    const token = await instance.token('guest')
    await instance.call('GET', '/cart', { token })
    counted = (await redis.exists(cartLimitKey(token))) === 1
  }
  redis.disconnect()
}
