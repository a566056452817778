/** Members whose tokens name an external id: the customer is found with every request, on both engines and several instances. */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SESSION } from '../../src/api-paths.ts'
import { byHmac, forge } from '../support/auth/forge.ts'
import { guestToken } from '../support/auth/guest-token.ts'
import { addItem, cartOf, quantityOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { codesOf } from '../support/cart/own-coupons.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, cookieOf, sessionOf } from '../support/web-checkout/checkout.ts'

const CLAIM = 'https://shop.example/customer_id'
const CUSTOMERS = '/api/v3/admin/customers'
const secret = randomBytes(32).toString('hex')

/** Signs a member's token as the shop's provider does. */
function tokenOf(externalId: unknown, claims: object = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 600
  const payload = { sub: 'auth0|7', [CLAIM]: externalId, scope: 'openid storefront:account', exp, ...claims }
  return forge({ alg: 'HS256' }, payload, byHmac(secret))
}

for (const engine of engines) {
  describe(`a member with an external id on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    const scope = 'customers:write customers:delete customers:read'
    // Other test files may run for long before these tests.
    const admin = tokenOf(undefined, { sub: 'back-office', scope, exp: 4e9 })
    before(async () => {
      service = await startService(engine, {
        ACCESS_TOKEN_SECRET: secret,
        ACCESS_TOKEN_MEMBER_CLAIM: CLAIM,
      })
      peer = await service.startPeer()
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    beforeEach(async () => {
      for (const id of [ids.member, ids.otherMember]) await link(id, null)
      await service.database.kysely.deleteFrom('carts').execute()
    })

    async function link(id: number, externalId: string | null): Promise<void> {
      const body = { externalId, status: 'active' }
      const answer = await whenFree(() => service.call('PUT', `${CUSTOMERS}/${id}`, { token: admin, body }))
      assert.equal(answer.status, 200, answer.text)
    }

    async function createCustomer(externalId: string): Promise<number> {
      const { json } = await service.call('POST', CUSTOMERS, { token: admin, body: { externalId } })
      return (json as { data: { id: number } }).data.id
    }

    const addFor = (id: number) =>
      service.database.kysely.transaction().execute(async transaction => {
        const [cart_id, at] = [`member:${id}`, Date.now()]
        await transaction.insertInto('carts').values({ id: cart_id, created_at: at, used_at: at }).execute()
        const line = { cart_id, product_id: ids.plain, variant_id: 0, id: randomUUID(), position: 1, quantity: 1 }
        await transaction
          .insertInto('cart_lines')
          .values({ ...line, gift_package: 0 })
          .execute()
      })

    /** Moves an external id in one transaction, without the API. */
    const move = (externalId: string, from: number, to: number) =>
      service.database.kysely.transaction().execute(async transaction => {
        await transaction.updateTable('customers').set({ external_id: null }).where('id', '=', from).execute()
        await transaction.updateTable('customers').set({ external_id: externalId }).where('id', '=', to).execute()
      })

    const ownersOf = async () => {
      const rows = await service.database.kysely.selectFrom('cart_lines').select(['cart_id', 'quantity']).execute()
      return rows.map(({ cart_id, quantity }) => `${cart_id}×${quantity}`).toSorted()
    }

    // Proves: claimed-customer
    it('is the customer with exactly this id; a number counts as its decimal text', async () => {
      await link(ids.member, '4711')
      await link(ids.otherMember, 'Ada|1')
      await addItem(service, tokenOf(4711), ids.plain, 1)
      await addItem(service, tokenOf('4711'), ids.plain, 2)
      await addItem(service, tokenOf('Ada|1'), ids.plain, 4)
      assert.deepEqual(await ownersOf(), [`member:${ids.member}×3`, `member:${ids.otherMember}×4`])
      for (const unknown of ['04711', '4711 ', 'ada|1', 'Ada', 'x'.repeat(255)]) {
        const answer = await service.call('GET', '/cart', { token: tokenOf(unknown) })
        assert.deepEqual(refusalsOf(answer), ['401 customer_unknown'], unknown)
        assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
      }
      for (const other of [true, null, 47.11, ['4711'], { id: 4711 }, '', 'x'.repeat(256)]) {
        const answer = await service.call('GET', '/cart', { token: tokenOf(other) })
        assert.deepEqual(refusalsOf(answer), ['401 token_invalid'], JSON.stringify(other))
      }
    })

    it('is known with the next request after the sign-up, and unknown with the next one after the deletion', async () => {
      const token = tokenOf('new|1')
      for (const instance of [service, peer]) {
        assert.deepEqual(refusalsOf(await instance.call('GET', '/cart', { token })), ['401 customer_unknown'])
      }
      const id = await createCustomer('new|1')
      for (const instance of [service, peer]) {
        assert.equal((await instance.call('GET', '/cart', { token })).status, 200)
      }
      await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })
      for (const instance of [service, peer]) {
        assert.deepEqual(refusalsOf(await instance.call('GET', '/cart', { token })), ['401 customer_unknown'])
      }
    })

    // Proves: claimed-customer
    it('is never created from a token', async () => {
      const count = async () => (await service.database.kysely.selectFrom('customers').select('id').execute()).length
      const before = await count()
      await service.call('POST', '/cart-items', {
        token: tokenOf('nobody'),
        body: { productId: ids.plain, quantity: 1 },
      })
      assert.equal(await count(), before)
      assert.deepEqual(await ownersOf(), [])
    })

    it('is refused as inactive while the customer is, and works again afterwards', async () => {
      await link(ids.member, 'a')
      const token = tokenOf('a')
      assert.equal(await quantityOf(peer, token), 0)
      await service.call('PUT', `${CUSTOMERS}/${ids.member}`, { token: admin, body: { status: 'banned' } })
      assert.deepEqual(refusalsOf(await peer.call('GET', '/cart', { token })), ['401 customer_not_active'])
      await link(ids.member, 'a')
      assert.equal(await quantityOf(peer, token), 0)
    })

    // Proves: moved-external-id
    it('is another customer with the next request of every instance after the id has moved', async () => {
      await link(ids.member, 'moving')
      const token = tokenOf('moving')
      for (const instance of [service, peer]) await addItem(instance, token, ids.plain, 1)
      await link(ids.member, null)
      await link(ids.otherMember, 'moving')
      for (const instance of [peer, service]) {
        assert.equal(cartOf(await instance.call('GET', '/cart', { token })).included.length, 0)
      }
      await link(ids.otherMember, null)
      await link(ids.member, 'moving')
      await addItem(peer, token, ids.plain, 5)
      const issued = await service.call('POST', '/checkout-session', { token })
      const { url } = issued.json as { url: string }
      const cookie = cookieOf(await consumeHandoff(service, new URL(url).searchParams.get('t') ?? ''))
      assert.equal((await sessionOf(service, cookie)).customerId, ids.member)
      assert.deepEqual(await ownersOf(), [`member:${ids.member}×7`])
    })

    // Proves: moved-external-id, others-coupons
    it('lists the coupons of the customer whom the id names now', async () => {
      const coupon = (id: number) => ({
        code: `K${id}`,
        discountType: 'percent',
        value: '5',
        audience: { customerIds: [id] },
      })
      await service.importShop({ coupons: [ids.member, ids.otherMember].map(coupon) })
      await link(ids.member, 'listing')
      const token = tokenOf('listing')
      for (const instance of [service, peer]) assert.deepEqual(await codesOf(instance, token), [`K${ids.member}`])
      await link(ids.member, null)
      await link(ids.otherMember, 'listing')
      for (const instance of [peer, service]) assert.deepEqual(await codesOf(instance, token), [`K${ids.otherMember}`])
    })

    it('gets the error of each invalid request after the id has moved, before any valid one', async () => {
      await link(ids.member, 'invalid')
      const token = tokenOf('invalid')
      assert.equal(await quantityOf(peer, token), 0)
      await link(ids.member, null)
      await link(ids.otherMember, 'invalid')
      for (const [method, path, body, refusal] of [
        ['POST', '/cart-items', { productId: 'x', quantity: 1 }, '422 field_invalid /productId'],
        ['POST', '/cart-items', { productId: ids.plain, quantity: -1 }, '422 field_invalid /quantity'],
        ['PATCH', '/cart-items/x', { quantity: 1 }, '404 item_not_found'],
        ['POST', '/cart/coupon', {}, '422 field_required /couponCode'],
      ] as const) {
        assert.deepEqual(refusalsOf(await peer.call(method, path, { token, body })), [refusal])
      }
    })

    // Proves: moved-external-id
    it('writes nothing for a customer whose id has moved, on any endpoint', async () => {
      await link(ids.member, 'old')
      const token = tokenOf('old')
      const itemId = await addItem(peer, token, ids.plain, 3)
      const guest = await guestToken(service)
      await addItem(service, guest, ids.plain, 1)
      await link(ids.member, 'renamed')
      for (const [method, path, body] of [
        ['GET', '/cart', undefined],
        ['GET', '/coupons', undefined],
        ['DELETE', '/cart', undefined],
        ['POST', '/cart-items', { productId: ids.plain, quantity: 1 }],
        ['PATCH', `/cart-items/${itemId}`, { quantity: 9 }],
        ['PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'x' }],
        ['DELETE', `/cart-items/${itemId}`, undefined],
        ['POST', '/cart/coupon', { couponCode: 'X' }],
        ['DELETE', '/cart/coupon', undefined],
        ['POST', '/cart/campaign', { campaignId: 1 }],
        ['DELETE', '/cart/campaign', undefined],
        ['POST', '/cart/merge', { guestToken: guest }],
        ['POST', '/checkout-session', undefined],
        ['POST', '/cart-items', { productId: 'x' }],
      ] as const) {
        const answer = await peer.call(method, path, { token, body })
        assert.deepEqual(refusalsOf(answer), ['401 customer_unknown'], `${method} ${path}`)
      }
      assert.equal(await quantityOf(service, tokenOf('renamed')), 3)
      assert.equal(await quantityOf(service, guest), 1)
    })

    // Proves: moved-external-id
    it('loses the web sessions and acting tokens of a customer from whom the id moves, over HTTP and by an import', async () => {
      const email = (id: number) => ({ id, email: `moved-${id}@example.com` })
      const moves: (() => Promise<unknown>)[] = [
        () => link(ids.member, null),
        () => link(ids.member, 'another'),
        () => service.importShop({ customers: [{ ...email(ids.member), externalId: 'imported' }] }),
      ]
      for (const move of moves) {
        await link(ids.member, 'moving')
        const issued = await service.call('POST', '/checkout-session', { token: tokenOf('moving'), body: {} })
        const { url } = issued.json as { url: string }
        const cookie = cookieOf(await consumeHandoff(service, new URL(url).searchParams.get('t') ?? '')) ?? ''
        const acting = tokenOf(undefined, { sub: 'web-shop', scope: 'sessions:act' })
        const session = { token: acting, headers: { Cookie: cookie } }
        const { accessToken } = (await service.call('POST', `${SESSION}/token`, session)).json as {
          accessToken: string
        }
        assert.equal((await service.call('GET', '/cart', { token: accessToken })).status, 200)
        await move()
        assert.equal((await sessionOf(peer, cookie)).identity, 'none')
        assert.equal((await service.call('GET', '/cart', { token: accessToken })).status, 401)
        assert.equal((await service.call('POST', `${SESSION}/token`, session)).status, 404)
        await link(ids.member, null)
      }
    })

    it('keeps the web sessions of a customer who gets a first external id, or keeps the one that is there', async () => {
      await link(ids.member, null)
      const token = tokenOf(undefined, { sub: 'web-shop', scope: 'sessions:act' })
      const login = await service.call('POST', `${SESSION}/login`, { token, body: { customerId: ids.member } })
      const cookie = cookieOf(login) ?? ''
      await link(ids.member, 'first')
      await link(ids.member, 'first')
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
    })

    it('empties no second cart while the id moves', async () => {
      const token = tokenOf('emptying')
      for (let round = 0; round < rounds({ short: 10, long: 200 }); round++) {
        await link(ids.otherMember, null)
        await link(ids.member, 'emptying')
        await service.call('GET', '/cart', { token })
        await Promise.all([addFor(ids.member), addFor(ids.otherMember)])
        await Promise.all([service.call('DELETE', '/cart', { token }), move('emptying', ids.member, ids.otherMember)])
        assert.ok((await ownersOf()).length > 0)
        await service.database.kysely.deleteFrom('carts').execute()
      }
    })

    // Proves: moved-external-id
    it('never adds to another customer while the id moves', async () => {
      const token = tokenOf('busy')
      await link(ids.member, 'busy')
      let moving = true
      const move = async () => {
        for (let turn = 0; turn < 10; turn++) {
          await link(ids.member, null)
          await link(ids.otherMember, 'busy')
          await link(ids.otherMember, null)
          await link(ids.member, 'busy')
        }
        moving = false
      }
      const add = async (instance: TestService) => {
        let added = 0
        while (moving) {
          const body = { productId: ids.plain, quantity: 1 }
          const answer = await whenFree(() => instance.call('POST', '/cart-items', { token, body }))
          if (answer.status === 201) added++
          else assert.deepEqual(refusalsOf(answer), ['401 customer_unknown'])
        }
        return added
      }
      const [added] = await Promise.all([Promise.all([add(service), add(peer), add(peer)]), move()])
      const stored = await service.database.kysely.selectFrom('cart_lines').select('quantity').execute()
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
      assert.equal(sum(stored.map(({ quantity }) => quantity)), sum(added))
    })

    // Proves: unknown-external-ids
    it('costs one lookup in the database, and an unknown one at most as many a minute as the cart allows', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: '3' })
      await link(ids.member, 'known')
      const statuses: number[] = []
      for (let n = 0; n < 5; n++) {
        statuses.push((await limited.call('GET', '/cart', { token: tokenOf('unknown', { jti: String(n) }) })).status)
      }
      assert.deepEqual(statuses, [401, 401, 401, 429, 429])
      assert.equal((await limited.call('GET', '/cart', { token: tokenOf('known') })).status, 200)
      const linkFor = async (id: string) =>
        (await limited.call('POST', '/checkout-session', { token: tokenOf(id, { jti: 'link', exp: 4e9 }) })).status
      for (const expected of [401, 401, 401, 429]) assert.equal(await linkFor('unknown too'), expected)
      for (let n = 0; n < 5; n++) assert.equal(await linkFor('known'), 200)
      await limited.stop()
    })
  })
}
