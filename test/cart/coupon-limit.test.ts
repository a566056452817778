/** Rate limits of coupon codes: per owner, and of unknown codes per client network over all tokens. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, shopFile } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const LIMIT = 6
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString()
const coupons = [
  { code: 'BÜLTEN', discountType: 'percent', value: '5' },
  { code: 'GEÇMİŞ', discountType: 'percent', value: '5', endsAt: YESTERDAY },
  { code: 'KAPALI', discountType: 'percent', value: '5', active: false },
  { code: 'BAYİYE', discountType: 'percent', value: '5', audience: { dealers: true } },
  { code: 'ÜYEYE', discountType: 'percent', value: '5', usageLimitPerCustomer: 1 },
  { code: 'BAĞLI', discountType: 'percent', value: '5', campaignId: 1 },
]
const campaigns = [
  { id: 1, name: 'K', couponBound: true, reward: { type: 'free_shipping' }, audience: { dealers: true } },
]

for (const engine of engines) {
  describe(`the limit of unknown coupon codes per address on ${engine}`, () => {
    let service: TestService
    let addresses = 0
    before(async () => {
      service = await startService(engine, { COUPON_IP_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' })
      await service.importShop(shopFile({ coupons, campaigns }))
    })
    after(() => service.stop())

    const newAddress = () => `192.0.2.${++addresses}`
    /** Applies a code with the token of a new guest, unless a token is given. */
    const attempt = async (address: string, couponCode: unknown, token?: string) =>
      service.call('POST', '/cart/coupon', {
        token: token ?? (await service.token('guest')),
        body: { couponCode },
        headers: { 'X-Forwarded-For': address },
      })
    const useUp = async (address: string) => {
      for (let n = 0; n < LIMIT; n++) assert.equal((await attempt(address, `YOK${n}`)).status, 200)
    }
    const assertLimited = (answer: Answer) => {
      assert.deepEqual(refusalsOf(answer), ['429 rate_limited'])
      assert.match(answer.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    }

    // Proves: guessed-coupons
    it('applies over all tokens, and refuses known codes too once it is reached', async () => {
      const [address, other] = [newAddress(), newAddress()]
      await useUp(address)
      assertLimited(await attempt(address, 'YOK'))
      assertLimited(await attempt(address, 'BÜLTEN'))
      assertLimited(await attempt(address, 5))
      assert.equal((await attempt(other, 'BÜLTEN')).status, 200)
    })

    it('is exact for simultaneous attempts', async () => {
      const address = newAddress()
      const answers = await Promise.all(Array.from({ length: 4 * LIMIT }, (_, n) => attempt(address, `YOK${n}`)))
      assert.equal(answers.filter(({ status }) => status === 200).length, LIMIT)
      for (const answer of answers.filter(({ status }) => status !== 200)) assertLimited(answer)
    })

    it('does not count existing coupons, in any spelling, also when they are not valid at present', async () => {
      const address = newAddress()
      for (const code of ['BÜLTEN', ' bülten ', 'GEÇMİŞ', 'geçmiş', 'KAPALI', 'üyeye']) {
        for (let n = 0; n < LIMIT; n++) assert.equal((await attempt(address, code)).status, 200, code)
      }
      await useUp(address)
      assertLimited(await attempt(address, 'BÜLTEN'))
    })

    // Proves: guessed-coupons
    it('counts a coupon whose audience, or its campaign’s, leaves the customer out, as an unknown code', async () => {
      const dealer = await service.token('member', { id: String(ids.dealer) })
      for (const code of ['BAYİYE', 'bağlı']) {
        const address = newAddress()
        for (let n = 0; n < 2 * LIMIT; n++) assert.equal((await attempt(address, code, dealer)).status, 200)
        for (let n = 0; n < LIMIT; n++) assert.equal((await attempt(address, code)).status, 200)
        assertLimited(await attempt(address, code))
        assertLimited(await attempt(address, code, dealer))
      }
    })

    // Proves: guessed-coupons
    it('counts an unknown code also when the same guest applies a known code at the same time', async () => {
      const [address, token] = [newAddress(), await service.token('guest')]
      for (let n = 0; n < LIMIT; n++) {
        const both = await Promise.all([attempt(address, `YOK${n}`, token), attempt(address, 'BÜLTEN', token)])
        if (n < LIMIT - 1) for (const { status } of both) assert.equal(status, 200)
      }
      assertLimited(await attempt(address, 'YOK'))
    })

    it('counts an IPv6 network as one address', async () => {
      const neighbours = ['2001:db8::1', '2001:DB8:0:0::1', '2001:db8:0:0:ffff::', '2001:db8::8:7']
      for (let n = 0; n < LIMIT; n++) assert.equal((await attempt(neighbours[n % 4] ?? '', 'YOK')).status, 200)
      assertLimited(await attempt('2001:db8::9', 'YOK'))
      assert.equal((await attempt('2001:db8:0:1::1', 'YOK')).status, 200)
    })

    // Proves: rotated-networks
    it('counts the /64 networks of one IPv6 /48 together, at eight times the number', async () => {
      const neighbour = (n: number) => `2001:db8:48:${n.toString(16)}::1`
      for (let n = 0; n < 8 * LIMIT; n++) {
        assert.equal((await attempt(neighbour(n), 'BÜLTEN')).status, 200)
        assert.equal((await attempt(neighbour(n), `YOK${n}`)).status, 200, `${n}`)
      }
      for (const code of ['YOK', 'BÜLTEN']) assertLimited(await attempt(neighbour(8 * LIMIT), code))
      assert.equal((await attempt('2001:db8:49::1', 'YOK')).status, 200)
    })

    it('counts for a /48 nothing that the limit of a /64 refuses', async () => {
      const [first, others] = ['2001:db8:50:1::1', '2001:db8:50:2::1']
      await useUp(first)
      for (let n = 0; n < 10 * LIMIT; n++) assertLimited(await attempt(first, `YOK${n}`))
      await useUp(others)
    })

    it('counts attempts that are refused for their body', async () => {
      const address = newAddress()
      for (let n = 0; n < LIMIT; n++) assert.equal((await attempt(address, n % 2 ? '' : '\u2003')).status, 422)
      assertLimited(await attempt(address, ''))
    })

    it('does not limit other cart requests, and increments its metric once per refusal', async () => {
      const count = async () => (await sample(service, 'sepet_rate_limited_total{limit="coupon-ip"}')) ?? 0
      const [address, earlier] = [newAddress(), await count()]
      await useUp(address)
      const token = await service.token('guest')
      assertLimited(await attempt(address, 'YOK', token))
      const headers = { 'X-Forwarded-For': address }
      cartOf(await service.call('GET', '/cart', { token, headers }))
      cartOf(await service.call('DELETE', '/cart/coupon', { token, headers }))
      assert.equal(await count(), earlier + 1)
    })
  })
}

it('the limit of unknown coupon codes per address is 300 a minute by default, and off at 0', async () => {
  assert.equal(readConfig({}).COUPON_IP_RATE_LIMIT, 300)
  const service = await startService('sqlite', { COUPON_IP_RATE_LIMIT: '0', COUPON_RATE_LIMIT: '0' })
  const call = { token: await service.token('guest'), body: { couponCode: 'YOK' } }
  for (let n = 0; n < 2 * LIMIT; n++) assert.equal((await service.call('POST', '/cart/coupon', call)).status, 200)
  await service.stop()
})

describe('the limit of coupon codes per owner', () => {
  // Proves: guessed-coupons
  it('answers 429 to further codes, and does not limit other cart requests', async () => {
    const service = await startService('sqlite', { COUPON_RATE_LIMIT: '3' })
    const token = await service.token('guest')
    const guess = () => service.call('POST', '/cart/coupon', { token, body: { couponCode: 'YOK' } })
    for (let n = 0; n < 3; n++) assert.equal((await guess()).status, 200)
    const refused = await guess()
    assert.deepEqual(refusalsOf(refused), ['429 rate_limited'])
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
    assert.equal((await service.call('DELETE', '/cart/coupon', { token })).status, 200)
    assert.equal((await service.call('GET', '/cart', { token })).status, 200)
    await service.stop()
  })
})
