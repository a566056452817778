/** The rate limit of cart requests. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusalsOf } from '../support/cart/cart.ts'
import { countsInRedis, withoutRedis } from '../support/database/redis.ts'
import { startService, type TestService } from '../support/service/service.ts'

describe('the cart’s rate limit', () => {
  const limited = async (service: TestService, token: string, requests: number) =>
    Promise.all(Array.from({ length: requests }, async () => (await service.call('GET', '/cart', { token })).status))

  it('counts requests per owner, and answers 429 with Retry-After', async () => {
    const service = await startService('sqlite', { CART_RATE_LIMIT: '5' })
    const [one, two] = [await service.token('guest'), await service.token('guest')]
    assert.deepEqual((await limited(service, one, 8)).sort(), [200, 200, 200, 200, 200, 429, 429, 429])
    const answer = await service.call('GET', '/cart', { token: one })
    assert.deepEqual(refusalsOf(answer), ['429 rate_limited'])
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)
    assert.deepEqual(await limited(service, two, 5), [200, 200, 200, 200, 200])
    for (const spelling of respell(one)) assert.notEqual((await limited(service, spelling, 1))[0], 200)
    await service.stop()
  })

  it('is shared by all instances that use the same Redis', { skip: withoutRedis }, async () => {
    const env = { REDIS_URL: process.env.TEST_REDIS_URL, REDIS_TIMEOUT_MS: '60000' }
    const service = await startService('sqlite', { CART_RATE_LIMIT: '10', ...env })
    const peer = await service.startPeer()
    const token = await service.token('guest')
    await Promise.all([service, peer].map(countsInRedis))
    const statuses = (await Promise.all([limited(service, token, 10), limited(peer, token, 10)])).flat()
    assert.equal(statuses.filter(status => status === 200).length, 10)
    await peer.stop()
    await service.stop()
  })

  // Proves: client-flood
  it('counts requests that are not valid', async () => {
    const service = await startService('sqlite', { CART_RATE_LIMIT: '3' })
    const token = await service.token('guest')
    const headers = { 'Content-Encoding': 'gzip' }
    const call = () => service.call('POST', '/cart-items', { token, body: '{', headers })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await call()).status)
    assert.deepEqual(statuses, [415, 415, 415, 429, 429])
    await service.stop()
  })

  // Proves: unavailable-dependency
  it('is counted in each instance while Redis is unavailable', async () => {
    const service = await startService('sqlite', { CART_RATE_LIMIT: '3', REDIS_URL: 'redis://127.0.0.1:9' })
    assert.deepEqual((await limited(service, await service.token('guest'), 5)).sort(), [200, 200, 200, 429, 429])
    await service.stop()
  })

  /** The same token with other unused bits in the last character of its signature, and with padding. */
  function respell(token: string): string[] {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1) ?? '')
    return [1, 2, 3].map(bits => token.slice(0, -1) + alphabet[last ^ bits]).concat(`${token}=`)
  }
})
