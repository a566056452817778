/** Conditional writes to carts: `If-Match` writes only while the cart has the tag, on both engines. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { addItem, cartOf, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const AT_ONCE = 8
const UNKNOWN = '"aaaaaaaaaaaaaaaa"'

for (const engine of engines) {
  describe(`a conditional write on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    const get = (token: string) => service.call('GET', '/cart', { token })
    const tagOf = async (token: string) => (await get(token)).headers.get('etag') ?? ''

    /** @returns a guest with two lines, and their ids */
    async function guestWithLines(): Promise<{ token: string; itemId: string }> {
      const token = await service.token('guest')
      const itemId = await addItem(service, token, ids.plain, 2)
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      return { token, itemId }
    }

    /** Every write to a cart, by name. */
    const writes: Record<string, (itemId: string) => Promise<[method: string, path: string, body?: object]>> = {
      'an add': async () => ['POST', '/cart-items', { productId: ids.plain, quantity: 1 }],
      'a quantity': async itemId => ['PATCH', `/cart-items/${itemId}`, { quantity: 9 }],
      notes: async itemId => ['PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'note' }],
      'a removed line': async itemId => ['DELETE', `/cart-items/${itemId}`],
      'an emptied cart': async () => ['DELETE', '/cart'],
      'a coupon': async () => ['POST', '/cart/coupon', { couponCode: 'NONE' }],
      'a removed coupon': async () => ['DELETE', '/cart/coupon'],
      'a removed campaign': async () => ['DELETE', '/cart/campaign'],
    }

    for (const [name, requestOf] of Object.entries(writes)) {
      it(`of ${name} happens with the current tag, and answers the next one`, async () => {
        const { token, itemId } = await guestWithLines()
        const [method, path, body] = await requestOf(itemId)
        const headers = { 'If-Match': await tagOf(token) }
        const answer = await service.call(method, path, { token, headers, ...(body && { body }) })
        assert.ok(answer.status < 300, answer.text)
        assert.equal(answer.headers.get('etag'), await tagOf(token))
      })

      it(`of ${name} is refused with the tag of an earlier cart, and changes nothing`, async () => {
        const { token, itemId } = await guestWithLines()
        const [method, path, body] = await requestOf(itemId)
        const stale = await tagOf(token)
        await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity: 3 } })
        const current = await get(token)
        const answer = await service.call(method, path, {
          token,
          headers: { 'If-Match': stale },
          ...(body && { body }),
        })
        assert.deepEqual(refusalsOf(answer), ['412 precondition_failed'])
        assert.deepEqual(metaCartOf(answer), current.json)
        assert.equal(answer.headers.get('etag'), current.headers.get('etag'))
        assert.equal((await get(token)).text, current.text)
      })
    }

    it('of a campaign happens with the current tag alone', async () => {
      const { token } = await guestWithLines()
      const campaigns = [{ id: 8_100, name: 'Sepet', reward: { type: 'percent', value: '10' } }]
      await service.importShop({ shop: { settings: { campaignEngine: true } }, campaigns })
      const stale = await tagOf(token)
      const choose = (tag: string) =>
        service.call('POST', '/cart/campaign', { token, headers: { 'If-Match': tag }, body: { campaignId: 8_100 } })
      cartOf(await choose(stale))
      assert.deepEqual(refusalsOf(await choose(stale)), ['412 precondition_failed'])
    })

    it('of a merge compares the member’s cart, and leaves the guest’s token valid when it is refused', async () => {
      const member = await service.token('member', { id: `${ids.otherMember}` })
      await service.call('DELETE', '/cart', { token: member })
      const { token: guestToken } = await guestWithLines()
      const merge = (tag: string) =>
        service.call('POST', '/cart/merge', { token: member, headers: { 'If-Match': tag }, body: { guestToken } })
      assert.deepEqual(refusalsOf(await merge(UNKNOWN)), ['412 precondition_failed'])
      assert.equal(linesOf(cartOf(await get(guestToken))).length, 2)
      assert.equal(linesOf(cartOf(await merge(await tagOf(member)))).length, 2)
    })

    it('takes a list of tags and *, and no weak tag', async () => {
      const { token } = await guestWithLines()
      const clear = (tag: string) => service.call('DELETE', '/cart/coupon', { token, headers: { 'If-Match': tag } })
      const tag = await tagOf(token)
      assert.equal((await clear('*')).status, 200)
      assert.equal((await clear(`${UNKNOWN}, ${tag}`)).status, 200)
      assert.deepEqual(refusalsOf(await clear(`W/${tag}`)), ['412 precondition_failed'])
      assert.deepEqual(refusalsOf(await clear(UNKNOWN)), ['412 precondition_failed'])
      for (const malformed of ['x', tag.slice(1), `*, ${tag}`, '']) {
        assert.deepEqual(refusalsOf(await clear(malformed)), ['400 precondition_unsupported'], malformed)
      }
    })

    it('holds for a cart that does not exist yet', async () => {
      const token = await service.token('guest')
      const headers = { 'If-Match': await tagOf(token) }
      const body = { productId: ids.plain, quantity: 1 }
      cartOf(await service.call('POST', '/cart-items', { token, headers, body }), 201)
      assert.deepEqual(refusalsOf(await service.call('POST', '/cart-items', { token, headers, body })), [
        '412 precondition_failed',
      ])
    })

    it('is refused after a price has changed, which the shopper has not seen', async () => {
      const { token } = await guestWithLines()
      const headers = { 'If-Match': await tagOf(token) }
      const admin = await service.token('admin', { scope: 'catalogue:write' })
      const change = [{ id: ids.plain, price: '1.23' }]
      await service.call('PATCH', '/api/v3/admin/products', { token: admin, body: change })
      assert.deepEqual(refusalsOf(await service.call('DELETE', '/cart', { token, headers })), [
        '412 precondition_failed',
      ])
    })

    it('is refused for its body before its tag is compared', async () => {
      const { token, itemId } = await guestWithLines()
      const headers = { 'If-Match': UNKNOWN }
      const answer = await service.call('PATCH', `/cart-items/${itemId}`, { token, headers, body: { quantity: 0 } })
      assert.deepEqual(refusalsOf(answer), ['422 field_invalid /quantity'])
    })

    it('is answered as a repeat where its idempotency key has added the item, although the cart has changed by that', async () => {
      const { token } = await guestWithLines()
      const headers = { 'If-Match': await tagOf(token), 'Idempotency-Key': randomUUID() }
      const add = (quantity: number) =>
        service.call('POST', '/cart-items', { token, headers, body: { productId: ids.plain, quantity } })
      const first = cartOf(await add(1), 201)
      const again = await add(1)
      assert.equal(again.headers.get('idempotency-replayed'), 'true', again.text)
      assert.deepEqual(cartOf(again, 201), first)
      assert.deepEqual(refusalsOf(await add(2)), ['422 idempotency_key_reused'])
    })

    it('is refused with 401 for a member who is not active', async () => {
      const token = await service.token('member', { id: `${ids.inactive}` })
      const answer = await service.call('DELETE', '/cart', { token, headers: { 'If-Match': UNKNOWN } })
      assert.deepEqual(refusalsOf(answer), ['401 customer_not_active'])
    })

    it(`succeeds once of ${AT_ONCE} with one tag, on two instances`, async () => {
      const peer = await service.startPeer()
      try {
        for (let round = 0; round < rounds({ short: 3, long: 50 }); round++) {
          const { token } = await guestWithLines()
          const headers = { 'If-Match': await tagOf(token) }
          const answers = await Promise.all(
            Array.from({ length: AT_ONCE }, (_, n) =>
              whenFree(() =>
                (n % 2 === 0 ? service : peer).call('POST', '/cart-items', {
                  token,
                  headers,
                  body: { productId: ids.plain, quantity: n + 1 },
                }),
              ),
            ),
          )
          const statuses = answers.map(({ status }) => status).sort()
          assert.deepEqual(statuses, [201, ...Array.from({ length: AT_ONCE - 1 }, () => 412)])
          const winner = answers.findIndex(({ status }) => status === 201)
          assert.equal(linesOf(cartOf(await get(token)))[0], `${ids.plain}×${2 + winner + 1}`)
        }
      } finally {
        await peer.stop()
      }
    })

    it('succeeds or is refused beside writes without a tag, and loses none of them', async () => {
      const { token } = await guestWithLines()
      const add = (headers: Record<string, string>) =>
        service.call('POST', '/cart-items', { token, headers, body: { productId: ids.plain, quantity: 1 } })
      const tag = await tagOf(token)
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => whenFree(() => add(n % 2 === 0 ? { 'If-Match': tag } : {}))),
      )
      const done = answers.filter(({ status }) => status === 201).length
      assert.ok(answers.every(({ status }) => status === 201 || status === 412))
      assert.ok(done >= AT_ONCE / 2)
      assert.equal(linesOf(cartOf(await get(token)))[0], `${ids.plain}×${2 + done}`)
    })
  })

  describe(`a write that creates only on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', {
        scope: 'customers:write promotions:write webhooks:write customers:read promotions:read webhooks:read',
      })
    })
    after(() => service.stop())

    const reward = { type: 'percent', value: '5' }
    const records: Record<string, (key: number) => [path: string, first: object, second: object]> = {
      customer: key => [`/api/v3/admin/customers/by-external-id/x-${key}`, { name: 'first' }, { name: 'second' }],
      coupon: key => [
        `/api/v3/admin/coupons/K${key}`,
        { discountType: 'percent', value: '5' },
        { discountType: 'percent', value: '6' },
      ],
      campaign: key => [`/api/v3/admin/campaigns/${key}`, { name: 'first', reward }, { name: 'second', reward }],
      webhook: key => [
        `/api/v3/admin/webhooks/k${key}`,
        { url: 'https://erp.invalid/first', types: ['*'], active: false },
        { url: 'https://erp.invalid/second', types: ['*'], active: false },
      ],
    }

    for (const [name, recordOf] of Object.entries(records)) {
      it(`creates a ${name}, and replaces none`, async () => {
        const [path, first, second] = recordOf(9_001)
        const headers = { 'If-None-Match': '*' }
        assert.equal((await service.call('PUT', path, { token, headers, body: first })).status, 201)
        const stored = (await service.call('GET', path, { token })).text
        const answer = await service.call('PUT', path, { token, headers, body: second })
        assert.deepEqual(refusalsOf(answer), ['412 precondition_failed'])
        assert.equal((await service.call('GET', path, { token })).text, stored)
        assert.equal((await service.call('PUT', path, { token, body: second })).status, 200)
      })

      it(`creates one ${name} of ${AT_ONCE} at once, and answers 412 to the others`, async () => {
        const [path, body] = recordOf(9_002)
        const headers = { 'If-None-Match': '*' }
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => whenFree(() => service.call('PUT', path, { token, headers, body }))),
        )
        assert.deepEqual(answers.map(({ status }) => status).sort(), [
          201,
          ...Array.from({ length: AT_ONCE - 1 }, () => 412),
        ])
      })

      it(`refuses other preconditions of a ${name}`, async () => {
        const [path, body] = recordOf(9_003)
        const isTagged = name === 'coupon' || name === 'campaign'
        const refused = {
          'If-None-Match': UNKNOWN,
          'If-Match': isTagged ? 'no tag' : '*',
          'If-Unmodified-Since': new Date(0).toUTCString(),
        }
        for (const [header, value] of Object.entries(refused)) {
          const answer = await service.call('PUT', path, { token, headers: { [header]: value }, body })
          assert.deepEqual(refusalsOf(answer), ['400 precondition_unsupported'], header)
          assert.match(answer.text, new RegExp(`"header":"${header}"`))
        }
        assert.equal((await service.call('GET', path, { token })).status, 404)
      })
    }

    for (const name of ['coupon', 'campaign'] as const) {
      it(`saves a ${name} under its tag, and nothing under another one or after its deletion`, async () => {
        const [path, first, second] = (records[name] as (key: number) => [string, object, object])(9_004)
        const put = (body: object, tag: string) =>
          service.call('PUT', path, { token, body, headers: { 'If-Match': tag } })
        assert.deepEqual(refusalsOf(await put(first, '*')), ['412 precondition_failed'])
        await service.call('PUT', path, { token, body: first })
        const read = await service.call('GET', path, { token })
        const tag = read.headers.get('etag') ?? ''
        const known = await service.call('GET', path, { token, headers: { 'If-None-Match': tag } })
        assert.deepEqual([known.status, known.text], [304, ''])
        assert.equal((await put(second, `${UNKNOWN}, ${tag}`)).status, 200)
        assert.deepEqual(refusalsOf(await put(first, tag)), ['412 precondition_failed'])
        assert.deepEqual(refusalsOf(await put(first, `W/${tag}`)), ['412 precondition_failed'])
        const changed = await service.call('GET', path, { token })
        assert.notEqual(changed.text, read.text)
        assert.equal((await put(first, '*')).status, 200)
        const last = await service.call('GET', path, { token })
        assert.deepEqual([last.text, last.headers.get('etag')], [read.text, tag])
        await service.call('DELETE', path, { token })
        assert.deepEqual(refusalsOf(await put(second, tag)), ['412 precondition_failed'])
        assert.equal((await service.call('GET', path, { token })).status, 404)
      })
    }
  })
}

/** @returns the cart in the only error of a response */
function metaCartOf({ json }: Answer): CartDocument | undefined {
  const { errors } = json as { errors: { meta?: { cart?: CartDocument } }[] }
  return errors[0]?.meta?.cart
}
