/** The limit of unknown coupon codes that platforms bring, per platform and per client network. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { engines } from '../support/database/engines.ts'
import { countsInRedis, withoutRedis } from '../support/database/redis.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { ask, type Question, type Told, TRANSPORTS, type Transport } from '../support/ucp/ask.ts'
import { linesOf, messagesOf, type ToldMessage } from '../support/ucp/carts.ts'
import { type AgentPlatform, awaitProfile, listing, startPlatform } from '../support/ucp/platform.ts'

const LIMIT = 6
const percent = { discountType: 'percent', value: '10' }
const campaigns = [
  { id: 1, name: 'Üyelere', couponBound: true, audience: { members: true }, reward: { type: 'free_shipping' } },
]
const KNOWN = [
  { code: 'BÜLTEN', ...percent },
  { code: 'ESKI', ...percent, endsAt: '2020-01-01T00:00:00Z' },
  { code: 'KAPALI', ...percent, active: false },
  { code: 'HERKESEBIR', ...percent, usageLimitPerCustomer: 1 },
]
const HIDDEN = [
  { code: 'UYE', ...percent, audience: { members: true } },
  { code: 'UYEBIR', ...percent, audience: { members: true }, usageLimitPerCustomer: 1 },
  { code: 'BAYI', ...percent, audience: { dealers: true }, usageLimit: 1 },
  { code: 'BAGLI', ...percent, campaignId: 1, usageLimitPerCustomer: 1 },
]
/** A key for each platform: they have one profile, which is fetched once. */
const KEYS = Array.from({ length: 60 }, () => randomBytes(32).toString('hex'))
const unknown = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `YOK${n + from}`)

for (const engine of engines) {
  describe(`the limit of unknown codes on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let addresses = 0
    let keys = 0
    before(async () => {
      platform = await startPlatform()
      const keyed = { UCP_API_KEYS: KEYS.join(','), TRUST_PROXY: '1' }
      service = await startService(engine, { ...listing(platform), ...keyed, UCP_COUPON_RATE_LIMIT: String(LIMIT) })
      await service.importShop({ campaigns, coupons: [...KNOWN, ...HIDDEN] })
      await awaitProfile(service, platform.profile, { 'X-API-Key': newKey() })
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })

    const newAddress = () => `192.0.2.${++addresses}`
    const newKey = () => KEYS[keys++] ?? ''
    interface Sent extends Pick<Question, 'id' | 'idempotencyKey'> {
      codes?: string[]
      transport?: Transport
      instance?: TestService
      profile?: string
    }
    /** Creates a cart, or updates the one with `id`. */
    const send = (key: string, address: string, { codes, transport = 'REST', instance, ...more }: Sent) =>
      ask(instance ?? service, transport, more.id === undefined ? 'create_cart' : 'update_cart', {
        profile: platform.profile,
        ...more,
        body: { line_items: linesOf('101×1'), ...(codes && { discounts: { codes } }) },
        headers: { 'X-Forwarded-For': address, 'X-API-Key': key },
      })
    /** A caller of its own: a platform on a client network, of which no other test has. */
    const newCaller = () => {
      const [key, address] = [newKey(), newAddress()]
      const headers = { 'X-Forwarded-For': address, 'X-API-Key': key }
      return { question: { profile: platform.profile, headers }, send: (sent: Sent) => send(key, address, sent) }
    }
    const assertMade = (told: Told) => assert.equal(told.code, undefined, JSON.stringify(told.json))
    const assertLimited = ({ status, code, rpcCode, headers, json }: Told) => {
      assert.deepEqual([status, code, rpcCode ?? -32000], [429, 'rate_limited', -32000])
      assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
      if (rpcCode !== undefined) assert.equal(String(json.retry_after), headers.get('retry-after'))
    }

    // Proves: agent-guesses-codes
    it('refuses further codes, known ones too, over both transports, and goes on for requests that bring none', async () => {
      const caller = newCaller()
      const first = await caller.send({ codes: ['YOK'] })
      const id = String(first.json.id)
      assertMade(first)
      for (const [index, code] of unknown(LIMIT - 1).entries()) {
        assertMade(await caller.send({ codes: [code], transport: TRANSPORTS[index % 2] ?? 'REST' }))
      }
      for (const transport of TRANSPORTS) {
        assertLimited(await caller.send({ codes: ['ANOTHER'], transport }))
        assertLimited(await caller.send({ codes: ['BÜLTEN'], transport }))
        assertLimited(await caller.send({ codes: ['UYE'], transport }))
        assertLimited(await caller.send({ id, codes: ['YOK', 'BÜLTEN'], transport }))
        assertMade(await caller.send({ transport }))
        assertMade(await caller.send({ codes: [], transport }))
        const kept = await caller.send({ id, codes: [' yok '], transport })
        assert.deepEqual(messagesOf(kept.json), ['warning discount_code_invalid $.discounts.codes[0]'])
      }
      assertMade(await ask(service, 'REST', 'get_cart', { id, ...caller.question }))
      assertMade(await ask(service, 'REST', 'cancel_cart', { id, ...caller.question }))
    })

    // Proves: agent-guesses-codes
    it('counts each code of a request, once however often it is sent, and none of a request that it refuses', async () => {
      const caller = newCaller()
      assertLimited(await caller.send({ codes: unknown(LIMIT + 1) }))
      assertLimited(await caller.send({ codes: [...unknown(LIMIT), 'BÜLTEN'] }))
      assertMade(await caller.send({ codes: ['YOK', 'yok', ' Yok ', 'YOK', 'yok', 'yok', 'yok', 'yok', 'yok', 'yok'] }))
      assertLimited(await caller.send({ codes: unknown(LIMIT) }))
      assertMade(await caller.send({ codes: unknown(LIMIT - 1) }))
      assertLimited(await caller.send({ codes: ['ANOTHER'] }))
    })

    // Proves: agent-guesses-codes
    it('answers hidden codes as those that do not exist, and counts them alike', async () => {
      const answerTo = async (code: string) => {
        const { json } = await newCaller().send({ codes: [code] })
        const { discounts, totals, messages } = json as { discounts: object; totals: object; messages: ToldMessage[] }
        return JSON.stringify({ discounts, totals, messages }).replaceAll(code, 'X')
      }
      const toUnknown = await answerTo('YOK')
      for (const { code } of HIDDEN) {
        assert.equal(await answerTo(code), toUnknown, code)
        const caller = newCaller()
        for (let n = 0; n < LIMIT; n++) assertMade(await caller.send({ codes: [code] }))
        assertLimited(await caller.send({ codes: [code] }))
      }
    })

    it('counts no coupon that guests may know, in any spelling, also where it does not apply at present', async () => {
      const caller = newCaller()
      for (let n = 0; n < LIMIT; n++) assertMade(await caller.send({ codes: KNOWN.map(({ code }) => code) }))
      for (let n = 0; n < LIMIT; n++) assertMade(await caller.send({ codes: [' bülten ', 'kapalı'] }))
      assertMade(await caller.send({ codes: unknown(LIMIT) }))
      assertLimited(await caller.send({ codes: ['BÜLTEN'] }))
    })

    it('counts a code again that was removed from its cart and is brought again', async () => {
      const caller = newCaller()
      const id = String((await caller.send({ codes: ['YOK'] })).json.id)
      for (let n = 1; n < LIMIT; n++) {
        assertMade(await caller.send({ id, codes: [] }))
        assertMade(await caller.send({ id, codes: ['YOK'] }))
      }
      assertMade(await caller.send({ id, codes: ['YOK'] }))
      assertMade(await caller.send({ id, codes: [] }))
      assertLimited(await caller.send({ id, codes: ['YOK'] }))
    })

    it('takes the codes of a cart that has ended for new ones', async () => {
      const caller = newCaller()
      const id = String((await caller.send({ codes: ['YOK'] })).json.id)
      assertMade(await ask(service, 'REST', 'cancel_cart', { id, ...caller.question }))
      for (let n = 1; n < LIMIT; n++) {
        assert.deepEqual(messagesOf((await caller.send({ id, codes: ['YOK'] })).json), ['error not_found'])
      }
      assertLimited(await caller.send({ id, codes: ['YOK'] }))
    })

    // Proves: agent-guesses-codes
    it('is of a platform over all networks, and of a network over all platforms', async () => {
      const key = newKey()
      for (const code of unknown(LIMIT)) assertMade(await send(key, newAddress(), { codes: [code] }))
      assertLimited(await send(key, newAddress(), { codes: ['ANOTHER'] }))
      assertMade(await send(key, newAddress(), {}))
      const [address, last] = [newAddress(), newKey()]
      for (const code of unknown(LIMIT)) assertMade(await send(newKey(), address, { codes: [code] }))
      assertLimited(await send(last, address, { codes: ['ANOTHER'] }))
      // What one limit has refused does not count in the other.
      assertMade(await send(last, newAddress(), { codes: unknown(LIMIT) }))
    })

    it('takes the profiles of one origin for one platform, where there are no keys', async () => {
      const other = await startPlatform()
      const open = await service.startPeer({ ...listing(platform, other), UCP_API_KEYS: '' })
      const profiles = [platform.profile, `${platform.origin}/other`, other.profile] as const
      for (const profile of profiles) await awaitProfile(open, profile)
      const bring = (code: string, profile: string) =>
        send('', newAddress(), { codes: [code], instance: open, profile })
      for (const [n, code] of unknown(LIMIT).entries()) assertMade(await bring(code, profiles[n % 2] ?? ''))
      assertLimited(await bring('BÜLTEN', profiles[0]))
      assertLimited(await bring('BÜLTEN', profiles[1]))
      assertMade(await bring('BÜLTEN', profiles[2]))
      await open.stop()
      await other.stop()
    })

    it('counts the addresses of an IPv6 network as one', async () => {
      for (let n = 1; n <= LIMIT; n++) assertMade(await send(newKey(), `2001:db8:43:1::${n}`, { codes: ['YOK'] }))
      assertLimited(await send(newKey(), '2001:DB8:43:1:ffff::', { codes: ['YOK'] }))
    })

    it('lets a request be repeated by its idempotency key, without counting it again', async () => {
      const caller = newCaller()
      const sent = { codes: unknown(LIMIT - 1), idempotencyKey: 'repeated' }
      const first = await caller.send(sent)
      for (const transport of TRANSPORTS) {
        assert.deepEqual((await caller.send({ ...sent, transport })).json, first.json)
      }
      assertMade(await caller.send({ codes: ['LAST'] }))
      assertLimited(await caller.send({ codes: ['ANOTHER'] }))
      const again = await caller.send(sent)
      assert.deepEqual([again.json, again.headers.get('idempotency-replayed')], [first.json, 'true'])
    })

    // Proves: agent-guesses-codes
    it('is exact for simultaneous requests', async () => {
      const caller = newCaller()
      const sent = unknown(4 * LIMIT).map((code, n) =>
        caller.send({ codes: [code], transport: TRANSPORTS[n % 2] ?? 'REST' }),
      )
      const told = await Promise.all(sent)
      assert.equal(told.filter(({ code }) => code === undefined).length, LIMIT)
      for (const each of told.filter(({ code }) => code !== undefined)) assertLimited(each)
    })

    it('increments its metric once per refusal', async () => {
      const count = async () => (await sample(service, 'sepet_rate_limited_total{limit="ucp-coupon"}')) ?? 0
      const [caller, earlier] = [newCaller(), await count()]
      assertLimited(await caller.send({ codes: unknown(LIMIT + 1) }))
      assert.equal(await count(), earlier + 1)
    })

    // Proves: agent-guesses-codes
    it('is shared by instances through Redis', { skip: withoutRedis }, async () => {
      const env = { REDIS_URL: process.env.TEST_REDIS_URL, CART_RATE_LIMIT: '600' }
      const instances = [await service.startPeer(env), await service.startPeer(env)] as const
      await Promise.all(instances.map(countsInRedis))
      for (const instance of instances) await awaitProfile(instance, platform.profile, { 'X-API-Key': newKey() })
      const caller = newCaller()
      for (const [n, code] of unknown(LIMIT).entries()) {
        assertMade(await caller.send({ codes: [code], instance: instances[n % 2] ?? instances[0] }))
      }
      for (const instance of instances) {
        assertLimited(await caller.send({ codes: ['BÜLTEN'], instance }))
        assertMade(await caller.send({ instance }))
      }
      for (const instance of instances) await instance.stop()
    })
  })
}

it('the limit of unknown codes is 60 a minute by default, and off at 0', async () => {
  assert.equal(readConfig({}).UCP_COUPON_RATE_LIMIT, 60)
  const platform = await startPlatform()
  const service = await startService('sqlite', { ...listing(platform), UCP_COUPON_RATE_LIMIT: '0' })
  await awaitProfile(service, platform.profile)
  for (let n = 0; n < 2 * LIMIT; n++) {
    const body = { line_items: [], discounts: { codes: unknown(10, 10 * n) } }
    assert.equal((await ask(service, 'REST', 'create_cart', { profile: platform.profile, body })).status, 201)
  }
  await service.stop()
  await platform.stop()
})
