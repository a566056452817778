/** `sepet serve --workers`: several processes that serve as one. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { withoutPostgres } from '../../support/database/engines.ts'
import { findRedisCommand, type RedisServer, startRedis } from '../../support/database/start-redis.ts'
import { withoutServer } from '../../support/http/limited.ts'
import { ids } from '../../support/import/shop-file.ts'
import { runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const WORKERS = 2
const ADDS = 60
const LIMIT = 25
/** Time-out for a request whose connection was lost: the primary passed it to a worker that was killed. */
const UNANSWERED_MS = 5_000

describe('several workers', { skip: withoutPostgres || withoutServer }, () => {
  let witness: TestService
  let redis: RedisServer
  let serving: ServingProcess
  let env: NodeJS.ProcessEnv
  before(async () => {
    witness = await startService('postgres')
    const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = witness.config
    redis = await startRedis(findRedisCommand() ?? '')
    const REDIS_URL = redis.url
    env = {
      DATA_DIR,
      DATABASE_URL,
      ACCESS_TOKEN_SECRET,
      REDIS_URL,
      REDIS_TIMEOUT_MS: '10000',
      CART_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    }
    serving = await serveProcess({ ...env, COUPON_RATE_LIMIT: String(LIMIT) }, ['--workers', String(WORKERS)])
  })
  after(async () => {
    await serving.kill('SIGKILL')
    await witness.stop()
    await redis.signal('SIGKILL')
  })

  /** @returns the process ids of the running workers */
  const workers = () =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='])
      .toString()
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .filter(([, parent, state]) => parent === String(serving.child.pid) && !state?.startsWith('Z'))
      .map(([pid]) => Number(pid))

  /** Sends a request on a new connection, which any worker may accept. */
  async function send(method: string, path: string, token: string, more: RequestInit = {}): Promise<number> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' }
    const answer = await fetch(serving.url + STOREFRONT + path, { method, headers, ...more })
    await answer.arrayBuffer()
    return answer.status
  }
  const json = (body: object) => ({ body: JSON.stringify(body) })
  const quantityOf = async (token: string) => {
    const { json } = await witness.call('GET', '/cart', { token })
    return (json as { data: { attributes: { totalQuantity: number } } }).data.attributes.totalQuantity
  }

  it('serve one cart together, and keep every one of many simultaneous adds', async () => {
    assert.equal(workers().length, WORKERS)
    const token = await witness.token('guest')
    // Again after 503: such an add has waited for the others for five seconds, and was not made.
    const add = async () => {
      for (;;) {
        const status = await send('POST', '/cart-items', token, json({ productId: ids.plain, quantity: 1 }))
        if (status !== 503) return status
      }
    }
    const statuses = await Promise.all(Array.from({ length: ADDS }, add))
    assert.deepEqual([...new Set(statuses)], [201])
    assert.equal(await quantityOf(token), ADDS)
  })

  it('share a rate limit', async () => {
    const token = await witness.token('guest')
    const apply = () => send('POST', '/cart/coupon', token, json({ couponCode: 'X' }))
    const statuses = await Promise.all(Array.from({ length: LIMIT * 2 }, apply))
    assert.equal(statuses.filter(status => status === 429).length, LIMIT)
    // One that has waited for the others for five seconds was counted, too.
    assert.ok(
      statuses.every(status => [200, 429, 503].includes(status)),
      statuses.join(),
    )
  })

  it('answer with the same metrics of all workers', async () => {
    const read = async () => (await fetch(`${serving.url}/metrics`, { headers: { Connection: 'close' } })).text()
    const counted = async () =>
      Number(/_count\{method="POST",route="[^"]*\/cart-items",status="201"\} (\d+)/.exec(await read())?.[1])
    // A response is counted once it was sent.
    while ((await counted()) < ADDS) await sleep(20)
    assert.deepEqual([await counted(), await counted(), await counted()], [ADDS, ADDS, ADDS])
    assert.match(await read(), /^sepet_build_info\{version="[^"]+"\} 1$/m)
  })

  it('are replaced when one is killed, while the others go on serving', async () => {
    const known = workers()
    const [victim, ...others] = known
    assert.ok(victim)
    process.kill(victim, 'SIGKILL')
    const token = await witness.token('guest')
    while (!workers().some(pid => !known.includes(pid))) {
      const signal = AbortSignal.timeout(UNANSWERED_MS)
      const status = await send('GET', '/cart', token, { signal }).catch(() => 0)
      // The connection may have been passed to the killed worker.
      assert.ok([200, 0].includes(status), String(status))
    }
    assert.ok(others.every(pid => workers().includes(pid)))
  })

  it('exit 0 with their primary, also when a terminal signals all of them', async () => {
    for (const pid of workers()) process.kill(pid, 'SIGINT')
    assert.equal(await serving.kill('SIGINT'), 0)
    assert.deepEqual(workers(), [])
  })

  it('are refused without a shared database or Redis', async () => {
    const serve = async (without: object) => {
      const { status, stderr } = await runSepet(['serve', '--port', '0', '--workers', '2'], { ...env, ...without })
      return [status, /set (\w+)/.exec(stderr)?.[1]]
    }
    assert.deepEqual(await serve({ DATABASE_URL: '' }), [1, 'DATABASE_URL'])
    assert.deepEqual(await serve({ REDIS_URL: '' }), [1, 'REDIS_URL'])
  })
})
