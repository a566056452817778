/**
 * Rate limits over three instances while Redis refuses, freezes, loses data or is killed: no request fails, and each
 * instance counts alone.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cartLimitKey, countsInRedis } from '../../support/database/redis.ts'
import {
  AT_ONCE,
  askSession,
  LIMITS,
  type LimitedService,
  passing,
  startLimited,
  withoutServer,
} from '../../support/http/limited.ts'
import { newAddress } from '../../support/http/networks.ts'
import { ownTimeOf } from '../../support/runner/process-clock.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

describe('rate limits over three instances', { skip: withoutServer }, () => {
  let limited: LimitedService
  before(async () => {
    // Longer than a busy machine takes for a burst, which would be counted in each instance after it.
    limited = await startLimited({ REDIS_TIMEOUT_MS: '10000' })
    await on(0).importShop({ coupons: [{ code: 'BÜLTEN', discountType: 'percent', value: '5' }] })
  })
  after(() => limited.stop())
  const on = (n: number) => limited.on(n)

  describe('are counted in each instance when Redis answers with an error:', () => {
    const refusing: Record<string, [string[], undo: string[]]> = {
      'it has no memory left': [
        ['config', 'set', 'maxmemory', '1'],
        ['config', 'set', 'maxmemory', '0'],
      ],
      'it became a replica': [
        ['replicaof', '127.0.0.1', '9'],
        ['replicaof', 'no', 'one'],
      ],
      'the command is not allowed': [
        ['acl', 'setuser', 'default', '-eval', '-evalsha'],
        ['acl', 'setuser', 'default', '+eval', '+evalsha'],
      ],
    }
    for (const [when, [fault, undo]] of Object.entries(refusing)) {
      it(when, async () => {
        const run = ([name = '', ...args]: string[]) => limited.redis.call(name, ...args)
        await run(fault)
        const token = await on(0).token('guest')
        assert.equal(await passing(60, () => on(0).call('GET', '/cart', { token })), LIMITS.cart)
        await run(undo)
        await Promise.all(limited.instances.map(countsInRedis))
      })
    }

    it('the key of a count has another type', async () => {
      const [one, two] = [await on(0).token('guest'), await on(0).token('guest')]
      await limited.redis.hset(cartLimitKey(one), 'a', 'b')
      await limited.redis.set(cartLimitKey(two), 'text')
      for (const token of [one, two]) {
        assert.equal(await passing(60, () => on(0).call('GET', '/cart', { token })), LIMITS.cart)
      }
    })

    it('new connections need a password', async () => {
      await limited.redis.config('SET', 'requirepass', 'secret')
      await limited.redis.call('client', 'kill', 'type', 'normal', 'skipme', 'yes')
      const token = await on(0).token('guest')
      assert.equal(await passing(60, () => on(0).call('GET', '/cart', { token })), LIMITS.cart)
      await limited.redis.config('SET', 'requirepass', '')
      await Promise.all(limited.instances.map(countsInRedis))
    })
  })

  it('count unknown coupons by address in each instance while Redis refuses, and do not count known coupons', async () => {
    await limited.redis.config('SET', 'maxmemory', '1')
    const headers = { 'X-Forwarded-For': newAddress() }
    const attempt = async (couponCode: string) =>
      on(0).call('POST', '/cart/coupon', { token: await on(0).token('guest'), body: { couponCode }, headers })
    for (let n = 0; n < 3; n++) assert.equal(await passing(LIMITS.couponIp, () => attempt('BÜLTEN')), LIMITS.couponIp)
    assert.equal(await passing(60, () => attempt('X')), LIMITS.couponIp)
    await limited.redis.config('SET', 'maxmemory', '0')
    await Promise.all(limited.instances.map(countsInRedis))
  })

  it('count web sessions in each instance while Redis refuses', async () => {
    await limited.redis.config('SET', 'maxmemory', '1')
    const cookie = await signIn(on(0), await on(0).token('guest'), { 'X-Forwarded-For': newAddress() })
    assert.equal(await passing(80, () => askSession(on(0), newAddress(), cookie)), LIMITS.session)
    assert.equal(await passing(80, () => askSession(on(1), newAddress(), cookie)), LIMITS.session)
    await limited.redis.config('SET', 'maxmemory', '0')
    await Promise.all(limited.instances.map(countsInRedis))
  })

  it('stay exact when Redis loses its scripts', async () => {
    const token = await on(0).token('guest')
    const flushing = Promise.all(Array.from({ length: 10 }, () => limited.redis.script('FLUSH')))
    assert.equal(await limited.burst(each => each.call('GET', '/cart', { token })), LIMITS.cart)
    await flushing
  })

  it('are counted in each instance when Redis freezes, and only the first request waits for it', async () => {
    await limited.server.signal('SIGSTOP')
    const token = await on(0).token('guest')
    const took = await ownTimeOf(async () => {
      for (let n = 0; n < 100; n++) {
        const { status } = await on(0).call('GET', '/cart', { token })
        assert.equal(status, n < LIMITS.cart ? 200 : 429)
      }
    })
    // A wait of ten seconds for each request would take 1,000 seconds.
    assert.ok(took < 60_000, `${took} ms`)
    await limited.server.signal('SIGCONT')
    await Promise.all(limited.instances.map(countsInRedis))
    const other = await on(0).token('guest')
    assert.equal(await limited.burst(each => each.call('GET', '/cart', { token: other })), LIMITS.cart)
  })

  it('are counted in each instance when Redis is killed during a burst, and are shared again after its return', async () => {
    const ROUNDS = rounds({ short: 2, long: 100 })
    for (let round = 0; round < ROUNDS; round++) {
      const token = await on(0).token('guest')
      const read = (n: number) => on(n).call('GET', '/cart', { token })
      const burst = passing(AT_ONCE, async n => {
        if (n === AT_ONCE / 2) await limited.server.signal('SIGKILL')
        return read(n)
      })
      const passed = await burst
      assert.ok(passed >= LIMITS.cart && passed <= 4 * LIMITS.cart, `${passed} passed`)
      const separate = await on(0).token('guest')
      for (const each of limited.instances) {
        assert.equal(await passing(60, () => each.call('GET', '/cart', { token: separate })), LIMITS.cart)
      }
      await limited.server.restart()
      await Promise.all(limited.instances.map(countsInRedis))
      const shared = await on(0).token('guest')
      assert.equal(await limited.burst(each => each.call('GET', '/cart', { token: shared })), LIMITS.cart)
    }
    record(
      'kill -9 of Redis in a burst of 200',
      `${ROUNDS} times no failure, each instance’s limit exact, then shared again`,
    )
  })

  it('log when Redis becomes unavailable and when it is back', () => {
    const logged = on(0).log.flatMap(line => {
      const { msg, code } = JSON.parse(line) as { msg?: string; code?: string }
      return msg?.startsWith('Redis is') ? [code ?? msg] : []
    })
    assert.ok(logged.includes('ETIMEDOUT'), `${logged}`)
    // Before Redis 7, an error of a command in a script has the code ERR.
    assert.ok(logged.includes('OOM') || logged.includes('ERR'), `${logged}`)
    assert.equal(logged.at(-1), 'Redis is available again')
  })
})
