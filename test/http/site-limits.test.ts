/** Limits per address: the /64 networks of one IPv6 /48 have a multiple of the limit of one of them together. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CONTINUE, HANDOFF, SESSION, UCP_MCP, UCP_REST } from '../../src/api-paths.ts'
import { countsInRedis, withoutRedis } from '../support/database/redis.ts'
import { ids } from '../support/import/shop-file.ts'
import { startProvidedOffice } from '../support/office/office.ts'
import { sample } from '../support/ops/metrics.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const FACTOR = 3
const LIMITS = {
  CART_RATE_LIMIT: '600',
  ISSUE_RATE_LIMIT: '1',
  GUEST_ISSUE_IP_RATE_LIMIT: '1',
  HANDOFF_RATE_LIMIT: '1',
  SESSION_RATE_LIMIT: '1',
  GUEST_TOKEN_IP_RATE_LIMIT: '1',
  COUPON_IP_RATE_LIMIT: '1',
  UCP_RATE_LIMIT: '1',
  UCP_ENABLED: 'true',
  TRUST_PROXY: '1',
  // A burst on a slow machine may take longer than Redis usually has.
  REDIS_TIMEOUT_MS: '60000',
}

type Headers = Record<string, string>
/** A request that a limit per address counts. */
type Door = (service: TestService, headers: Headers) => Promise<Answer>

const get =
  (path: string): Door =>
  (service, headers) =>
    service.call('GET', path, { headers })
const post =
  (path: string, kind: 'member' | 'guest' | undefined, body?: object): Door =>
  async (service, headers) => {
    const who = kind === 'member' ? { id: String(ids.member) } : {}
    return service.call('POST', path, { headers, body, ...(kind && { token: await service.token(kind, who) }) })
  }

const doors: Record<string, Door> = {
  'new guests': post('/guest-tokens', undefined),
  'links of a member': post('/checkout-session', 'member'),
  'links of guests': post('/checkout-guest-session', 'guest'),
  'unknown coupon codes': post('/cart/coupon', 'guest', { couponCode: 'YOK' }),
  'opened links': get(`${HANDOFF}?t=x`),
  'opened links of agents’ carts': get(`${CONTINUE}?c=x`),
  'requests without a session': get(SESSION),
  'agents over REST': get(`${UCP_REST}/carts/x`),
  'agents over MCP': (service, headers) =>
    service.call('POST', UCP_MCP, {
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: {} } },
    }),
}

/** A /48 that no request has come from: Redis may contain the counts of other runs. */
const newSite = () => `2001:${randomBytes(4).toString('hex').match(/.{4}/g)?.join(':')}`
const neighbour = (site: string, n: number): Headers => ({ 'X-Forwarded-For': `${site}:${n.toString(16)}::1` })

const stores = [
  { name: 'in memory', instances: 1, env: {}, skip: false },
  { name: 'in Redis', instances: 2, env: { REDIS_URL: process.env.TEST_REDIS_URL }, skip: withoutRedis },
]

for (const { name, instances, env, skip } of stores) {
  describe(`limits per address, counted ${name}`, { skip }, () => {
    let services: TestService[]
    let off: TestService
    before(async () => {
      const service = await startService('sqlite', { ...LIMITS, ...env, IPV6_SITE_FACTOR: String(FACTOR) })
      const others = Array.from({ length: instances - 1 }, () => service.startPeer())
      services = [service, ...(await Promise.all(others))]
      off = await service.startPeer({ IPV6_SITE_FACTOR: '0' })
      if (env.REDIS_URL) await Promise.all([...services, off].map(countsInRedis))
    })
    after(async () => {
      for (const each of [off, ...services.toReversed()]) await each.stop()
    })
    const on = (n: number) => services[n % instances] as TestService
    const isLimited = async (door: Door, service: TestService, headers: Headers) => {
      const { status, headers: told } = await door(service, headers)
      if (status === 429) assert.match(told.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
      return status === 429
    }
    const limitedOf = async (door: Door, site: string, networks: number[]) => {
      const limited: boolean[] = []
      for (const n of networks) limited.push(await isLimited(door, on(limited.length), neighbour(site, n)))
      return limited
    }

    for (const [counted, door] of Object.entries(doors)) {
      // Proves: rotated-networks
      it(`count ${counted} from one /48 together`, async () => {
        const site = newSite()
        assert.deepEqual(await limitedOf(door, site, [1, 2, 3, 4, 5]), [false, false, false, true, true])
        assert.deepEqual(await limitedOf(door, newSite(), [4]), [false])
      })

      it(`count ${counted} that the limit of a /64 refuses for no other /64`, async () => {
        const site = newSite()
        assert.deepEqual(await limitedOf(door, site, [1, 1, 1, 1, 1, 2, 3]), [
          ...[false, true, true, true, true],
          ...[false, false],
        ])
      })
    }

    it('are exact for requests of many /64 networks at once', async () => {
      const site = newSite()
      const door = doors['opened links'] as Door
      const at = (n: number) => isLimited(door, on(n), neighbour(site, n))
      const limited = await Promise.all(Array.from({ length: 40 }, (_, n) => at(n)))
      assert.equal(limited.filter(each => !each).length, FACTOR)
    })

    it('count an IPv4 address, also one that is written as IPv6, for itself alone', async () => {
      const [first = 0, second = 0, third = 0] = randomBytes(3)
      for (const spelling of ['', '::ffff:']) {
        for (let n = 1; n < 3 * FACTOR; n++) {
          const headers = { 'X-Forwarded-For': `${spelling}${first}.${second}.${third}.${n + spelling.length * 10}` }
          assert.equal(await isLimited(doors['opened links'] as Door, on(n), headers), false)
        }
      }
    })

    it('count no /48 with an IPV6_SITE_FACTOR of 0', async () => {
      for (const door of Object.values(doors)) {
        const site = newSite()
        for (let n = 0; n < 2 * FACTOR; n++) assert.equal(await isLimited(door, off, neighbour(site, n)), false)
        assert.equal(await isLimited(door, off, neighbour(site, 0)), true)
      }
    })
  })
}

describe('the limits of sign-ins of the staff', () => {
  const SIGN_INS = 60
  // Proves: rotated-networks
  it('count the /64 networks of one /48 together', async () => {
    const { service, url, provider } = await startProvidedOffice('sqlite', { TRUST_PROXY: '1', IPV6_SITE_FACTOR: '1' })
    const site = newSite()
    const start = async (n: number) => {
      const answer = await fetch(`${url}/office/sign-in/start`, { headers: neighbour(site, n), redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '', url).origin === new URL(provider.issuer).origin
    }
    for (let n = 0; n < SIGN_INS; n++) assert.equal(await start(n), true)
    assert.equal(await start(SIGN_INS), false)
    assert.equal(await sample(service, 'sepet_rate_limited_total{limit="office-sign-in"}'), 1)
    await service.stop()
    await provider.stop()
  })
})
