/** Limits that instances share through Redis. */

import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { TestService } from '../service/service.ts'

/** Why tests of shared limits are skipped, or false when they are not. */
export const withoutRedis = process.env.TEST_REDIS_URL ? false : 'no Redis'

/** The name that a limit per token counts a token by. */
export function keyOf(token: string): string {
  const said = token.slice(0, token.lastIndexOf('.'))
  return createHash('sha256').update(said).digest('base64url')
}

/** Instances connect to Redis in the background: waits until one, whose cart limit is on, has counted a request there. */
export async function countsInRedis(instance: TestService): Promise<void> {
  const redis = new Redis(instance.config.REDIS_URL ?? '')
  for (let counted = false; !counted; ) {
    const token = await instance.token('guest')
    await instance.call('GET', '/cart', { token })
    counted = (await redis.exists(`sepet:cart:${keyOf(token)}`)) === 1
  }
  redis.disconnect()
}
