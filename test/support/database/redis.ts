/** Helpers for tests of rate limits in Redis. */

import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { TestService } from '../service/service.ts'

/** The reason to skip tests of shared limits; false when they run. */
export const withoutRedis = process.env.TEST_REDIS_URL ? false : 'no Redis'

/** The Redis key part of a token: the SHA-256 of its header and payload. */
export function keyOf(token: string): string {
  const signedPart = token.slice(0, token.lastIndexOf('.'))
  return createHash('sha256').update(signedPart).digest('base64url')
}

/** Waits until an instance, whose cart limit is on, counts in Redis: instances connect in the background. */
export async function countsInRedis(instance: TestService): Promise<void> {
  const redis = new Redis(instance.config.REDIS_URL ?? '')
  for (let counted = false; !counted; ) {
    const token = await instance.token('guest')
    await instance.call('GET', '/cart', { token })
    counted = (await redis.exists(`sepet:cart:${keyOf(token)}`)) === 1
  }
  redis.disconnect()
}
