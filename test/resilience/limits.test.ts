/** Rate limits over three instances that share Redis: exact in bursts and at the end of a window. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalsOf } from '../support/cart/cart.ts'
import { signIn } from '../support/checkout/checkout.ts'
import {
  AT_ONCE,
  askSession,
  LIMITS,
  type LimitedService,
  newAddress,
  open,
  passing,
  startLimited,
  withoutServer,
} from '../support/http/limited.ts'
import { record, rounds } from '../support/runner/rounds.ts'
import { type Call, startService, type TestService } from '../support/service/service.ts'

const isLong = rounds({ short: 0, long: 1 }) === 1

describe('rate limits over three instances', { skip: withoutServer }, () => {
  let limited: LimitedService
  before(async () => {
    limited = await startLimited()
    await on(0).importShop({ coupons: [{ code: 'BÜLTEN', discountType: 'percent', value: '5' }] })
  })
  after(() => limited.stop())
  const on = (n: number) => limited.on(n)
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  describe('refuse requests above the limit of', () => {
    const cart = (token: string) => limited.burst(each => each.call('GET', '/cart', { token }))
    const issue = async (path: string, call: (service: TestService) => Promise<Call> | Call) =>
      limited.burst(async each => each.call('POST', path, await call(each)))

    it(`cart requests of a token: ${LIMITS.cart} of ${AT_ONCE} at once pass`, async () => {
      const [one, two] = [await on(0).token('guest'), await on(0).token('guest')]
      assert.deepEqual(await Promise.all([cart(one), cart(two)]), [LIMITS.cart, LIMITS.cart])
    })

    it(`coupon attempts of a token: ${LIMITS.coupon} of ${AT_ONCE} at once pass`, async () => {
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

    it(`links of a customer per token and address: ${LIMITS.issue} of ${AT_ONCE} at once pass`, async () => {
      const token = await on(0).token('member')
      const headers = [from(newAddress()), from(newAddress())]
      const passed = headers.map(each => issue('/checkout-session', () => ({ token, headers: each })))
      assert.deepEqual(await Promise.all(passed), [LIMITS.issue, LIMITS.issue])
    })

    it(`links of a guest token from any address: ${LIMITS.issue} of ${AT_ONCE} at once pass`, async () => {
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

  describe('at the end of a window', () => {
    /** Uses up a window and shortens it to `leftMs`. */
    const age = async (address: string, leftMs: number) => {
      assert.equal(await passing(LIMITS.handoff + 1, n => open(on(n), address)), LIMITS.handoff)
      assert.equal(await limited.redis.pexpire(`sepet:handoff:${address}`, leftMs), 1)
    }
    const leftOf = (address: string) => limited.redis.pttl(`sepet:handoff:${address}`)

    it('refused requests have Retry-After, and do not prolong the window', async () => {
      const address = newAddress()
      await age(address, 50_000)
      for (let n = 0; n < 10; n++) {
        const before = await leftOf(address)
        const { status, headers } = await open(on(n), address)
        const now = await leftOf(address)
        assert.ok(now > 0 && now <= before, `${now} ≤ ${before} ms are left`)
        const seconds = Number(headers.get('retry-after'))
        assert.ok(status === 429 && seconds >= Math.ceil(now / 1000) && seconds <= Math.ceil(before / 1000))
      }
    })

    it('the next request begins a window of a minute, which later requests do not prolong', async () => {
      const address = newAddress()
      await age(address, 200)
      while ((await leftOf(address)) !== -2) await sleep(10)
      assert.equal((await open(on(0), address)).status, 302)
      const first = await leftOf(address)
      assert.ok(first > 50_000 && first <= 60_000, `${first} ms`)
      await sleep(20)
      assert.equal((await open(on(1), address)).status, 302)
      assert.ok((await leftOf(address)) < first)
    })

    it('requests across it pass up to the limit of the new window', async () => {
      const address = newAddress()
      await age(address, 300)
      let passed = 0
      const until = async (done: () => boolean) => {
        while (!done()) passed += await passing(30, n => open(on(n), address))
      }
      await until(() => passed > 0)
      for (let n = 0; n < 3; n++) passed += await passing(30, i => open(on(i), address))
      assert.equal(passed, LIMITS.handoff)
    })
  })
})

describe('a rate limit in memory', { skip: isLong ? false : 'it takes a minute: npm run test:long' }, () => {
  it('ends a minute after the first request, however many requests were refused meanwhile', async () => {
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
})
