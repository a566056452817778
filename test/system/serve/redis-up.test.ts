/** The gauge `sepet_redis_up` while no request arrives: Redis dies, freezes, refuses and comes back. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createRateLimits } from '../../../src/http/rate-limit/rate-limit.ts'
import { findRedisCommand, type RedisServer, startRedis } from '../../support/database/start-redis.ts'
import { withoutServer } from '../../support/http/limited.ts'
import { sample } from '../../support/ops/metrics.ts'
import { startService, type TestService } from '../../support/service/service.ts'

/** Longer than the interval in which an instance looks at Redis. */
const BUSY_MS = 2_500

describe('sepet_redis_up of an instance without requests', { skip: withoutServer }, () => {
  let redis: RedisServer
  let service: TestService
  before(async () => {
    redis = await startRedis(findRedisCommand() ?? '')
    service = await startService('sqlite', { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '3000' })
  })
  after(async () => {
    await service.stop()
    await redis.signal('SIGKILL')
  })

  /** Waits until the gauge has the value; the runner's time limit ends a wait that never does. */
  const becomes = async (value: 0 | 1) => {
    while ((await sample(service, 'sepet_redis_up')) !== value) await sleep(20)
  }
  const run = async (...[name = '', ...args]: string[]) => {
    const client = new Redis(redis.url)
    await client.call(name, ...args)
    client.disconnect()
  }
  const logged = () =>
    service.log.flatMap(line => {
      const { msg = '' } = JSON.parse(line) as { msg?: string }
      return msg.startsWith('Redis is') ? [msg.split(':')[0]] : []
    })

  it('becomes 1 when the instance has connected, which is no line in the log', async () => {
    await becomes(1)
    assert.deepEqual(logged(), [])
  })

  it('is not 0 first where the instance is busy while it connects', async () => {
    const limits = createRateLimits({ url: redis.url, timeoutMs: 3_000 }, 0, () => {})
    const states: (string | undefined)[] = []
    limits.onStateChange(code => states.push(code))
    // The thread does nothing else meanwhile, as during a long start.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    while (states.length === 0) await sleep(10)
    await limits.close()
    assert.deepEqual(states, [undefined])
  })

  it('becomes 0 when Redis is killed, and 1 when it is started again', async () => {
    await redis.signal('SIGKILL')
    await becomes(0)
    await redis.restart()
    await becomes(1)
    assert.deepEqual(logged(), ['Redis is unavailable', 'Redis is available again'])
  })

  it('becomes 0 when Redis freezes, and 1 when it goes on', async () => {
    await redis.signal('SIGSTOP')
    await becomes(0)
    await redis.signal('SIGCONT')
    await becomes(1)
  })

  it('becomes 0 when Redis answers and stores nothing, and 1 when it stores again', async () => {
    await run('config', 'set', 'maxmemory', '1')
    await becomes(0)
    await run('config', 'set', 'maxmemory', '0')
    await becomes(1)
  })

  it('is 0 from the start while Redis is not there', async () => {
    const alone = await service.startPeer({ REDIS_URL: 'redis://127.0.0.1:9' })
    for (let n = 0; n < 5; n++) assert.equal(await sample(alone, 'sepet_redis_up'), 0)
    await alone.stop()
  })
})
