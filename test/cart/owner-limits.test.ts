/** Rate limits count people: an owner over all tokens and web sessions, and unknown coupon codes by the network of the browser. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { SESSION } from '../../src/api-paths.ts'
import { byHmac, forge } from '../support/auth/forge.ts'
import { guestToken } from '../support/auth/guest-token.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, shopFile } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, cookieOf, logIn, signIn } from '../support/web-checkout/checkout.ts'

const LIMIT = 4
const OFF = { CART_RATE_LIMIT: '0', COUPON_RATE_LIMIT: '0', COUPON_IP_RATE_LIMIT: '0' }
const coupons = [{ code: 'BÜLTEN', discountType: 'percent', value: '5' }]

const from = (address: string) => ({ 'X-Forwarded-For': address })
const read = async (service: TestService, token: string) => (await service.call('GET', '/cart', { token })).status
/** Applies a coupon code that no coupon has, unless another is given. */
const guess = async (service: TestService, token: string, address = '198.51.100.1', couponCode = 'YOK') =>
  (await service.call('POST', '/cart/coupon', { token, body: { couponCode }, headers: from(address) })).status

for (const engine of engines) {
  describe(`the limits of an owner on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { ...OFF, TRUST_PROXY: '1' })
      await service.importShop(shopFile({ coupons }))
    })
    after(() => service.stop())

    const memberToken = () => service.token('member', { id: String(ids.member) })

    it('count cart requests over all tokens of a member, and of no other', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: String(LIMIT) })
      const cookie = await signIn(limited, await memberToken())
      const tokens = [
        await memberToken(),
        await memberToken(),
        await actFor(limited, cookie),
        await actFor(limited, cookie),
      ]
      for (const token of tokens) assert.equal(await read(limited, token), 200)
      const fresh = await actFor(limited, await signIn(limited, await memberToken()))
      for (const token of [...tokens, fresh, await memberToken()]) assert.equal(await read(limited, token), 429)
      const other = await service.token('member', { id: String(ids.otherMember) })
      assert.equal(await read(limited, other), 200)
      await limited.stop()
    })

    it('count cart requests over all tokens, renewals and sessions of a guest', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: String(LIMIT) })
      const first = await guestToken(limited)
      const renewed = await guestToken(limited, first)
      const cookie = await signIn(limited, renewed)
      for (const token of [first, renewed, await actFor(limited, cookie), first]) {
        assert.equal(await read(limited, token), 200)
      }
      for (const token of [await guestToken(limited, renewed), await actFor(limited, await signIn(limited, first))]) {
        assert.equal(await read(limited, token), 429)
      }
      await limited.stop()
    })

    // Proves: guessed-coupons
    it('count coupon attempts: new sessions, logins and tokens allow no further one', async () => {
      const limited = await service.startPeer({ COUPON_RATE_LIMIT: String(LIMIT) })
      const ways = [
        memberToken,
        async () => actFor(limited, await signIn(limited, await memberToken(), from('192.0.2.1'))),
        async () => actFor(limited, cookieOf(await logIn(limited, { customerId: ids.member })) ?? ''),
      ]
      let passed = 0
      for (let n = 0; n < 5 * LIMIT; n++) {
        const token = (await ways[n % ways.length]?.()) ?? ''
        if ((await guess(limited, token, `203.0.113.${n}`)) === 200) passed++
      }
      assert.equal(passed, LIMIT)
      await limited.stop()
    })

    it('are exact for simultaneous requests with different tokens', async () => {
      const limited = await service.startPeer({ COUPON_RATE_LIMIT: String(LIMIT) })
      const tokens = await Promise.all(Array.from({ length: 5 * LIMIT }, memberToken))
      const statuses = await Promise.all(tokens.map(token => guess(limited, token)))
      assert.equal(statuses.filter(status => status === 200).length, LIMIT)
      await limited.stop()
    })
  })

  describe(`the limit of unknown coupon codes, for the network of a web session, on ${engine}`, () => {
    let service: TestService
    let addresses = 0
    before(async () => {
      service = await startService(engine, { ...OFF, COUPON_IP_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' })
      await service.importShop(shopFile({ coupons }))
    })
    after(() => service.stop())

    const newAddress = () => `192.0.2.${++addresses}`
    const guestSession = async (address: string) => signIn(service, await service.token('guest'), from(address))
    /** A token that acts for a session that a browser at the address has begun. */
    const acting = async (address: string) => actFor(service, await guestSession(address))
    const useUp = async (nextToken: () => Promise<string>) => {
      for (let n = 0; n < LIMIT; n++) assert.equal(await guess(service, await nextToken()), 200)
    }

    // Proves: guessed-coupons
    it('counts the sessions of one browser network together, whatever the address of the web shop', async () => {
      const [address, other] = [newAddress(), newAddress()]
      await useUp(() => acting(address))
      assert.equal(await guess(service, await acting(address), newAddress()), 429)
      assert.equal(await guess(service, await acting(other)), 200)
    })

    it('counts the sessions of a network together with the tokens that apps send from it', async () => {
      const address = newAddress()
      await useUp(() => acting(address))
      assert.equal(await guess(service, await service.token('guest'), address), 429)
      const another = newAddress()
      for (let n = 0; n < LIMIT; n++) assert.equal(await guess(service, await service.token('guest'), another), 200)
      assert.equal(await guess(service, await acting(another)), 429)
    })

    it('counts an IPv6 network as one', async () => {
      let host = 0
      await useUp(() => acting(`2001:db8:7:7::${++host}`))
      assert.equal(await guess(service, await acting('2001:db8:7:7:ffff::1')), 429)
    })

    // Proves: rotated-networks
    it('counts the sessions that the /64 networks of one IPv6 /48 have begun together, with the tokens of apps', async () => {
      const neighbour = (n: number) => `2001:db8:8:${n.toString(16)}::1`
      for (let n = 0; n < 8 * LIMIT; n++) {
        const token = n % 2 === 0 ? await acting(neighbour(n)) : await service.token('guest')
        assert.equal(await guess(service, token, neighbour(n)), 200)
      }
      assert.equal(await guess(service, await acting(neighbour(999))), 429)
      assert.equal(await guess(service, await service.token('guest'), neighbour(998)), 429)
      assert.equal(await guess(service, await acting('2001:db8:9::1')), 200)
    })

    it('does not count known codes', async () => {
      const address = newAddress()
      const token = await acting(address)
      for (let n = 0; n < 3 * LIMIT; n++) assert.equal(await guess(service, token, '198.51.100.1', 'bülten'), 200)
      await useUp(async () => token)
      assert.equal(await guess(service, token), 429)
    })

    // Proves: guessed-coupons
    it('counts a login for the network of the session that it ends', async () => {
      const address = newAddress()
      const member = async () => {
        const answer = await logIn(service, { customerId: ids.member }, await guestSession(address))
        return actFor(service, cookieOf(answer) ?? '')
      }
      await useUp(member)
      assert.equal(await guess(service, await member()), 429)
      const again = await logIn(service, { customerId: ids.otherMember }, await guestSession(address))
      const twice = await logIn(service, { customerId: ids.member }, cookieOf(again))
      assert.equal(await guess(service, await actFor(service, cookieOf(twice) ?? '')), 429)
    })

    it('counts a login without a living session for no network', async () => {
      const address = newAddress()
      const ended = await guestSession(address)
      await service.call('DELETE', SESSION, { headers: { Cookie: ended } })
      for (const cookie of [undefined, ended]) {
        const answer = await logIn(service, { customerId: ids.member }, cookie)
        const token = await actFor(service, cookieOf(answer) ?? '')
        for (let n = 0; n < 2 * LIMIT; n++) assert.equal(await guess(service, token, address), 200)
      }
      assert.equal(await guess(service, await acting(address)), 200)
    })

    it('counts a handoff for the network of the browser that opens it, not of the session before it', async () => {
      const [first, second] = [newAddress(), newAddress()]
      const cookie = await guestSession(first)
      const moved = await signIn(service, await service.token('guest'), { ...from(second), Cookie: cookie })
      await useUp(() => actFor(service, moved))
      assert.equal(await guess(service, await acting(second)), 429)
      assert.equal(await guess(service, await acting(first)), 200)
    })

    it('has no network for a session of an earlier version, which is counted by its owner alone', async () => {
      const cookie = await guestSession(newAddress())
      await service.database.kysely.updateTable('web_sessions').set({ network_hash: null }).execute()
      const token = await actFor(service, cookie)
      for (let n = 0; n < 2 * LIMIT; n++) assert.equal(await guess(service, token), 200)
    })

    // Proves: stolen-database
    it('stores no address: the network is a hash by a secret of the server', async () => {
      const hashesOf = async (instance: TestService, address = '192.0.2.200') => {
        await service.database.kysely.deleteFrom('web_sessions').execute()
        for (let n = 0; n < 2; n++) await signIn(instance, await instance.token('guest'), from(address))
        const rows = await service.database.kysely.selectFrom('web_sessions').select('network_hash').execute()
        return [...new Set(rows.map(({ network_hash }) => network_hash))]
      }
      const otherSecret = await service.startPeer({ HANDOFF_SECRET: randomBytes(32).toString('hex') })
      const [one, other] = [await hashesOf(service), await hashesOf(otherSecret)]
      assert.deepEqual([one.length, other.length], [1, 1])
      assert.match(one[0] ?? '', /^[\w-]{43}$/)
      assert.notDeepEqual(one, other)
      const [ofSite] = await hashesOf(service, '2001:db8:7:8::1')
      assert.match(ofSite ?? '', /^[\w-]{43}\.[\w-]{43}$/)
      await otherSecret.stop()
    })

    it('does not count an attempt for the owner when the network refuses it, nor the other way round', async () => {
      const limited = await service.startPeer({ COUPON_RATE_LIMIT: '2' })
      const [full, free] = [newAddress(), newAddress()]
      for (let n = 0; n < LIMIT; n++) await guess(limited, await service.token('guest'), full)
      const token = await service.token('guest')
      for (let n = 0; n < 5; n++) assert.equal(await guess(limited, token, full), 429)
      assert.deepEqual([await guess(limited, token, free), await guess(limited, token, free)], [200, 200])
      for (let n = 0; n < 5; n++) assert.equal(await guess(limited, token, free), 429)
      for (let n = 2; n < LIMIT; n++) assert.equal(await guess(limited, await service.token('guest'), free), 200)
      assert.equal(await guess(limited, await service.token('guest'), free), 429)
      await limited.stop()
    })
  })

  describe(`the limits of an owner with an identity provider on ${engine}`, () => {
    const CLAIM = 'https://shop.example/customer_id'
    const secret = randomBytes(32).toString('hex')
    let service: TestService
    before(async () => {
      service = await startService(engine, { ...OFF, ACCESS_TOKEN_SECRET: secret, ACCESS_TOKEN_MEMBER_CLAIM: CLAIM })
    })
    after(() => service.stop())

    let tokens = 0
    /** A new token of the provider. */
    const tokenOf = (claims: object) => {
      const exp = Math.floor(Date.now() / 1000) + 600
      return forge({ alg: 'HS256' }, { sub: 'auth0|7', jti: String(++tokens), exp, ...claims }, byHmac(secret))
    }
    const memberToken = (externalId: string) => tokenOf({ [CLAIM]: externalId, scope: 'storefront:account' })
    const link = async (externalId: string) => {
      const token = tokenOf({ sub: 'back-office', scope: 'customers:write' })
      const answer = await service.call('PUT', `/api/v3/admin/customers/${ids.member}`, { token, body: { externalId } })
      assert.equal(answer.status, 200, answer.text)
    }
    const actingOf = async (instance: TestService) => {
      const token = tokenOf({ sub: 'web-shop', scope: 'sessions:act' })
      const login = await instance.call('POST', `${SESSION}/login`, { token, body: { customerId: ids.member } })
      const headers = { Cookie: cookieOf(login) ?? '' }
      const { json } = await instance.call('POST', `${SESSION}/token`, { token, headers })
      return (json as { accessToken: string }).accessToken
    }

    it('count the customer that an external id names, with every token, and with an external id that has changed', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: String(LIMIT) })
      await link('known')
      assert.equal(await read(limited, memberToken('known')), 200)
      assert.equal(await read(limited, await actingOf(limited)), 200)
      await link('changed')
      assert.equal(await read(limited, memberToken('changed')), 200)
      assert.equal(await read(limited, await actingOf(limited)), 200)
      for (const token of [memberToken('changed'), await actingOf(limited)])
        assert.equal(await read(limited, token), 429)
      await limited.stop()
    })

    // Proves: unknown-external-ids
    it('count lookups of an unknown external id over all its tokens', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: String(LIMIT) })
      for (let n = 0; n < LIMIT; n++) {
        const answer = await limited.call('GET', '/cart', { token: memberToken('nobody') })
        assert.deepEqual(refusalsOf(answer), ['401 customer_unknown'])
      }
      assert.equal(await read(limited, memberToken('nobody')), 429)
      assert.equal(await sample(limited, 'sepet_rate_limited_total{limit="customer-lookup"}'), 1)
      await limited.stop()
    })
  })
}
