/** Rate limits over three instances that share Redis: exact in bursts and in any minute. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalsOf } from '../../support/cart/cart.ts'
import { shiftTimes } from '../../support/database/redis.ts'
import {
  AT_ONCE,
  askSession,
  LIMITS,
  type LimitedService,
  open,
  passing,
  startLimited,
  withoutServer,
} from '../../support/http/limited.ts'
import { newAddress } from '../../support/http/networks.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type Call, startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

const isLong = rounds({ short: 0, long: 1 }) === 1

describe('rate limits over three instances', { skip: withoutServer }, () => {
  let limited: LimitedService
  before(async () => {
    // A burst on a slow machine may take longer than Redis usually has.
    limited = await startLimited({ REDIS_TIMEOUT_MS: '60000' })
    await on(0).importShop({ coupons: [{ code: 'BÜLTEN', discountType: 'percent', value: '5' }] })
  })
  after(() => limited.stop())
  const on = (n: number) => limited.on(n)
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  describe('refuse requests above the limit of', () => {
    const cart = (token: string) => limited.burst(each => each.call('GET', '/cart', { token }))
    const issue = async (path: string, call: (service: TestService) => Promise<Call> | Call) =>
      limited.burst(async each => each.call('POST', path, await call(each)))

    it(`cart requests of an owner: ${LIMITS.cart} of ${AT_ONCE} at once pass`, async () => {
      const [one, two] = [await on(0).token('guest'), await on(0).token('guest')]
      assert.deepEqual(await Promise.all([cart(one), cart(two)]), [LIMITS.cart, LIMITS.cart])
    })

    it(`coupon attempts of an owner: ${LIMITS.coupon} of ${AT_ONCE} at once pass`, async () => {
      const token = await on(0).token('guest')
      const body = { couponCode: 'X' }
      assert.equal(await limited.burst(each => each.call('POST', '/cart/coupon', { token, body })), LIMITS.coupon)
    })

    it(`unknown coupons of an address, with any token: ${LIMITS.couponIp} of ${AT_ONCE} at once pass`, async () => {
      const headers = from(newAddress())
      const body = { couponCode: 'X' }
      const attempt = async (each: TestService) =>
        each.call('POST', '/cart/coupon', { token: await each.token('guest'), body, headers })
      assert.equal(await limited.burst(attempt), LIMITS.couponIp)
    })

    it('unknown coupons of an address: known coupons are not counted, unless too many are sent at once', async () => {
      const headers = from(newAddress())
      const attempt = async (n: number, couponCode: string) =>
        on(n).call('POST', '/cart/coupon', { token: await on(n).token('guest'), body: { couponCode }, headers })
      for (let n = 0; n < 4; n++)
        assert.equal(await passing(LIMITS.couponIp, i => attempt(i, 'BÜLTEN')), LIMITS.couponIp)
      assert.equal(await passing(AT_ONCE, n => attempt(n, 'X')), LIMITS.couponIp)
    })

    it(`requests of a web session from any address: ${LIMITS.session} of ${AT_ONCE} at once pass`, async () => {
      const cookies = await Promise.all(
        [0, 1].map(async n => signIn(on(n), await on(n).token('guest'), from(newAddress()))),
      )
      const passed = cookies.map(cookie => limited.burst(each => askSession(each, newAddress(), cookie)))
      assert.deepEqual(await Promise.all(passed), [LIMITS.session, LIMITS.session])
    })

    it(`requests of an address without a session: ${LIMITS.session} of ${AT_ONCE} at once pass`, async () => {
      const address = newAddress()
      const madeUp = () => `sepet_session=${randomBytes(32).toString('base64url')}`
      assert.equal(await limited.burst(each => askSession(each, address, madeUp())), LIMITS.session)
    })

    it(`links of a customer per address, with whatever token: ${LIMITS.issue} of ${AT_ONCE} at once pass`, async () => {
      const passed = [from(newAddress()), from(newAddress())].map(headers =>
        issue('/checkout-session', async each => ({ token: await each.token('member'), headers })),
      )
      assert.deepEqual(await Promise.all(passed), [LIMITS.issue, LIMITS.issue])
    })

    it(`links of a guest from any address: ${LIMITS.issue} of ${AT_ONCE} at once pass`, async () => {
      const token = await on(0).token('guest')
      const passed = await issue('/checkout-guest-session', () => ({ token, headers: from(newAddress()) }))
      assert.equal(passed, LIMITS.issue)
    })

    it(`links of all guests of an address: ${LIMITS.guestIssueIp} of ${AT_ONCE} at once pass`, async () => {
      const headers = from(newAddress())
      const call = async (each: TestService) => ({ token: await each.token('guest'), headers })
      assert.equal(await issue('/checkout-guest-session', call), LIMITS.guestIssueIp)
    })

    it(`consumed links of an address: ${LIMITS.handoff} of ${AT_ONCE} at once pass`, async () => {
      const [one, two] = [newAddress(), newAddress()]
      const passed = [one, two].map(address => limited.burst(each => open(each, address)))
      assert.deepEqual(await Promise.all(passed), [LIMITS.handoff, LIMITS.handoff])
    })
  })

  // Proves: forged-address
  it('count all spellings of an address as one client, and an IPv6 network as one client', async () => {
    const ipv4 = newAddress()
    const spellings = [ipv4, `::ffff:${ipv4}`, `::FFFF:${ipv4}`]
    assert.equal(await passing(AT_ONCE, n => open(on(n), spellings[n % 3] as string)), LIMITS.handoff)
    const neighbours = ['2001:db8::1', '2001:DB8:0:0::1', '2001:db8:0:0:ffff::', '2001:db8::8:7']
    assert.equal(await passing(AT_ONCE, n => open(on(n), neighbours[n % 4] as string)), LIMITS.handoff)
    assert.equal(await passing(LIMITS.handoff, n => open(on(n), '2001:db8:0:1::1')), LIMITS.handoff)
  })

  it('do not count requests with a token that is not valid', async () => {
    const token = await on(0).token('guest')
    const forged = `${token.slice(0, -4)}AAAA`
    for (let n = 0; n < LIMITS.cart + 5; n++) {
      assert.deepEqual(refusalsOf(await on(n).call('GET', '/cart', { token: forged })), ['401 token_invalid'])
    }
    assert.equal(await limited.burst(each => each.call('GET', '/cart', { token })), LIMITS.cart)
    assert.equal((await on(1).call('GET', '/cart', { token: forged })).status, 401)
  })

  describe('in any minute', () => {
    const key = (address: string) => `sepet:limit:handoff:${address}`
    /** Lets milliseconds pass for the requests of an address. */
    const pass = (address: string, ms: number) => shiftTimes(limited.redis, key(address), -ms)
    const openMany = (count: number, address: string) => passing(count, n => open(on(n), address))

    // Proves: minute-edge
    it('requests at the edge of a minute pass up to the limit, over all instances', async () => {
      const address = newAddress()
      assert.equal(await openMany(1, address), 1)
      // Half a minute each: so much time is left to a busy machine until the next request leaves the window.
      await pass(address, 30_000)
      assert.equal(await openMany(2 * LIMITS.handoff, address), LIMITS.handoff - 1)
      await pass(address, 30_000)
      assert.equal(await openMany(2 * LIMITS.handoff, address), 1)
      await pass(address, 60_000)
      assert.equal(await openMany(2 * LIMITS.handoff, address), LIMITS.handoff)
    })

    it('refused requests do not count, and have the time until the oldest accepted one leaves as Retry-After', async () => {
      const address = newAddress()
      await openMany(10, address)
      await pass(address, 30_000)
      await openMany(LIMITS.handoff, address)
      for (let n = 0; n < 10; n++) {
        const { status, headers } = await open(on(n), address)
        const seconds = Number(headers.get('retry-after'))
        assert.ok(status === 429 && seconds > 0 && seconds <= 30, `${seconds} s`)
      }
      await pass(address, 30_000)
      assert.equal(await openMany(2 * LIMITS.handoff, address), 10)
    })

    it('a guest’s link that is refused for the address does not count for the guest', async () => {
      const [address, other] = [newAddress(), newAddress()]
      const ask = async (n: number, from: string, token?: string) =>
        on(n).call('POST', '/checkout-guest-session', {
          token: token ?? (await on(n).token('guest')),
          headers: { 'X-Forwarded-For': from },
        })
      assert.equal(await passing(LIMITS.guestIssueIp, n => ask(n, address)), LIMITS.guestIssueIp)
      const token = await on(0).token('guest')
      assert.equal(await passing(LIMITS.issue, n => ask(n, address, token)), 0)
      assert.equal(await passing(2 * LIMITS.issue, n => ask(n, other, token)), LIMITS.issue)
    })
  })
})

describe('a rate limit in memory', { skip: isLong ? false : 'it takes a minute: npm run test:long' }, () => {
  it('accepts again a minute after the first request, however many requests were refused meanwhile', async () => {
    const service = await startService('sqlite', { CART_RATE_LIMIT: '3' })
    const token = await service.token('guest')
    const read = () => service.call('GET', '/cart', { token })
    assert.equal(await passing(5, read), 3)
    const { headers } = await read()
    const back = performance.now() + 1000 * Number(headers.get('retry-after'))
    for (; performance.now() < back - 2_000; await sleep(500)) assert.equal((await read()).status, 429)
    await sleep(back - performance.now())
    assert.equal(await passing(5, read), 3)
    await service.stop()
    record('a limit in memory', 'passes again after the seconds of Retry-After')
  })

  it('accepts no second limit of links at the edge of a minute', async () => {
    const service = await startService('sqlite', { ISSUE_RATE_LIMIT: '10' })
    const token = await service.token('member', { id: '1' })
    const issue = () => service.call('POST', '/checkout-session', { token })
    const begin = performance.now()
    const until = (second: number) => sleep(begin + second * 1_000 - performance.now())
    assert.equal(await passing(1, issue), 1)
    await until(57)
    assert.equal(await passing(20, issue), 9)
    await until(61)
    assert.equal(await passing(20, issue), 1)
    await service.stop()
    record('a limit of ten links in memory', 'accepts ten within four seconds at the edge of a minute')
  })
})
