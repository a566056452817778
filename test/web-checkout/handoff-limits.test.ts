/** Rate limits of issued handoffs, per owner and per client network. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { HANDOFF } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { countsInRedis, withoutRedis } from '../support/database/redis.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MEMBER_ISSUE = '/checkout-session'
const GUEST_ISSUE = '/checkout-guest-session'

describe('the limit of issued handoffs', () => {
  const address = (ip: string) => ({ 'X-Forwarded-For': ip })
  const start = (env: NodeJS.ProcessEnv) => startService('sqlite', { TRUST_PROXY: '1', ...env })
  const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
    const all: number[] = []
    for (let i = 0; i < count; i++) all.push((await call()).status)
    return all
  }

  it('is ten a minute per owner and address for a member, over all tokens', async () => {
    const service = await start({ ISSUE_RATE_LIMIT: '' })
    const [first, second] = [await service.token('member', { id: '1' }), await service.token('member', { id: '1' })]
    const ask = (token: string, ip: string) => service.call('POST', MEMBER_ISSUE, { token, headers: address(ip) })
    assert.deepEqual(await statuses(11, () => ask(first, '192.0.2.1')), [...Array(10).fill(200), 429])
    const refused = await ask(first, '192.0.2.1')
    assert.deepEqual(refusalsOf(refused), ['429 rate_limited'])
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60)
    assert.equal((await ask(first, '192.0.2.2')).status, 200)
    assert.equal((await ask(second, '192.0.2.1')).status, 429)
    const other = await service.token('member', { id: '2' })
    assert.equal((await ask(other, '192.0.2.1')).status, 200)
    await service.stop()
  })

  it('is ten a minute per owner, from any address, for a guest, over all tokens', async () => {
    const service = await start({ ISSUE_RATE_LIMIT: '' })
    const id = randomUUID()
    let host = 0
    const ask = async () =>
      service.call('POST', GUEST_ISSUE, {
        token: await service.token('guest', { id }),
        headers: address(`192.0.2.${++host}`),
      })
    assert.deepEqual(await statuses(11, ask), [...Array(10).fill(200), 429])
    await service.stop()
  })

  it('is thirty a minute per address, with any token, for guests', async () => {
    const service = await start({ ISSUE_RATE_LIMIT: '', GUEST_ISSUE_IP_RATE_LIMIT: '' })
    const ask = async (ip = '192.0.2.1') =>
      service.call('POST', GUEST_ISSUE, { token: await service.token('guest'), headers: address(ip) })
    assert.deepEqual(await statuses(31, ask), [...Array(30).fill(200), 429])
    assert.equal((await ask('192.0.2.2')).status, 200)
    assert.equal(
      (
        await service.call('POST', MEMBER_ISSUE, {
          token: await service.token('member'),
          headers: address('192.0.2.1'),
        })
      ).status,
      200,
    )
    await service.stop()
  })

  it('is shared by all instances through Redis, and so is the limit of consumed handoffs', {
    skip: withoutRedis,
  }, async () => {
    const service = await start({
      REDIS_URL: process.env.TEST_REDIS_URL,
      CART_RATE_LIMIT: '600',
      ISSUE_RATE_LIMIT: '6',
      GUEST_ISSUE_IP_RATE_LIMIT: '8',
      HANDOFF_RATE_LIMIT: '10',
      // A burst on a slow machine may take longer than Redis usually has.
      REDIS_TIMEOUT_MS: '60000',
    })
    const instances = [service, await service.startPeer(), await service.startPeer()]
    await Promise.all(instances.map(countsInRedis))
    // A random network, because Redis may contain the counts of other runs of this test.
    const headers = address(`2001:db8:${randomBytes(4).toString('hex').match(/.{4}/g)?.join(':')}::1`)
    const burst = async (call: (instance: TestService) => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => call(instances[i % 3] as TestService)))
      return answers.filter(({ status }) => status !== 429).length
    }
    const member = await service.token('member', { id: String(ids.member) })
    assert.equal(await burst(each => each.call('POST', MEMBER_ISSUE, { token: member, headers })), 6)
    const guest = await service.token('guest')
    assert.equal(await burst(each => each.call('POST', GUEST_ISSUE, { token: guest, headers })), 6)
    const others = async (each: TestService) =>
      each.call('POST', GUEST_ISSUE, { token: await service.token('guest'), headers })
    assert.equal(await burst(others), 2)
    assert.equal(await burst(each => each.call('GET', `${HANDOFF}?t=x`, { headers })), 10)
    for (const each of instances.reverse()) await each.stop()
  })

  // Proves: forged-address
  it('uses X-Forwarded-For only from a trusted proxy', async () => {
    const service = await startService('sqlite', { GUEST_ISSUE_IP_RATE_LIMIT: '2' })
    let host = 0
    const ask = async () =>
      service.call('POST', GUEST_ISSUE, { token: await service.token('guest'), headers: address(`192.0.2.${++host}`) })
    assert.deepEqual(await statuses(3, ask), [200, 200, 429])
    await service.stop()
  })
})
