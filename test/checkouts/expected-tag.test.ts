/** Holds that name the cart by its tag: of GET /cart or of the session, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SESSION } from '../../src/api-paths.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { callCheckout, hold, totalsOf } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { signIn } from '../support/web-checkout/checkout.ts'

for (const engine of engines) {
  describe(`a hold with the tag of the cart on ${engine}`, () => {
    let service: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine)
      await service.importShop({ products: [product({ id: 301 }), product({ id: 302 })] })
    })
    after(() => service.stop())

    const readers = {
      'GET /cart': (token: string) => service.call('GET', '/cart', { token }),
      'the session': async (token: string) => {
        const headers = { Cookie: await signIn(service, token) }
        return service.call('GET', SESSION, { headers })
      },
    }
    const tagOf = ({ headers }: Answer) => headers.get('etag') ?? assert.fail('no tag')
    const owners = {
      guest: () => service.token('guest'),
      member: async () => {
        const token = await service.token('member', { id: String(ids.member) })
        await service.call('DELETE', '/cart', { token })
        return token
      },
    }

    for (const [reader, read] of Object.entries(readers)) {
      for (const [kind, create] of Object.entries(owners)) {
        it(`holds the cart of a ${kind} that ${reader} has shown, and refuses another with the same totals`, async () => {
          const token = await create()
          await addItem(service, token, 301)
          const expected = { ...(await totalsOf(service, token)), etag: tagOf(await read(token)) }
          await service.call('DELETE', '/cart', { token })
          await addItem(service, token, 302)
          const reference = next()
          const refused = await hold(service, reference, token, expected)
          assert.deepEqual(refusalsOf(refused), ['409 cart_changed'])
          const current = await service.call('GET', '/cart', { token })
          const { errors } = refused.json as { errors: { meta: { cart: unknown } }[] }
          assert.deepEqual(errors[0]?.meta.cart, current.json)
          assert.equal(tagOf(refused), tagOf(current))
          assert.equal((await callCheckout(service, 'GET', reference)).status, 404)
          const agreed = { ...expected, etag: tagOf(await read(token)) }
          assert.equal((await hold(service, reference, token, agreed)).status, 201)
        })
      }
    }

    it('refuses a cart with another note, which changed no total, and the tag of another cart', async () => {
      const [token, other] = [await owners.guest(), await owners.guest()]
      const itemId = await addItem(service, token, 301)
      await addItem(service, other, 301)
      const expected = { ...(await totalsOf(service, token)), etag: tagOf(await readers['GET /cart'](token)) }
      await service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body: { orderNote: 'Kapıya bırakın' } })
      const etags = [expected.etag, tagOf(await readers['GET /cart'](other)), '""', '"x"']
      for (const etag of etags) {
        const answer = await hold(service, next(), token, { ...expected, etag })
        assert.deepEqual(refusalsOf(answer), ['409 cart_changed'], etag)
      }
      assert.equal((await hold(service, next(), token, { grandTotal: expected.grandTotal })).status, 201)
    })

    it('takes the tag of a cart with a coupon that does not apply', async () => {
      await service.importShop({ coupons: [{ code: 'COK', discountType: 'fixed', value: '5', minimumTotal: '9999' }] })
      const token = await owners.guest()
      await addItem(service, token, 301)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'COK' } })
      const totals = await totalsOf(service, token)
      for (const read of Object.values(readers)) {
        const expected = { ...totals, etag: tagOf(await read(token)) }
        assert.equal((await hold(service, next(), token, expected)).status, 201)
      }
    })

    it('compares the totals alone where it is repeated', async () => {
      const token = await owners.guest()
      await addItem(service, token, 301)
      const expected = { ...(await totalsOf(service, token)), etag: tagOf(await readers['GET /cart'](token)) }
      const reference = next()
      assert.equal((await hold(service, reference, token, expected)).status, 201)
      await addItem(service, token, 302)
      assert.equal((await hold(service, reference, token, expected)).status, 200)
      await callCheckout(service, 'POST', `${reference}/complete`)
      assert.equal((await hold(service, reference, token, expected)).status, 200)
    })

    it('is compared again where a released reference is held again', async () => {
      const token = await owners.guest()
      await addItem(service, token, 301)
      const expected = { ...(await totalsOf(service, token)), etag: tagOf(await readers['GET /cart'](token)) }
      const reference = next()
      await requireHold(service, reference, token)
      await callCheckout(service, 'DELETE', reference)
      const etag = '"0123456789abcdef"'
      assert.deepEqual(refusalsOf(await hold(service, reference, token, { ...expected, etag })), ['409 cart_changed'])
      assert.equal((await hold(service, reference, token, expected)).status, 201)
    })

    it('is refused in another form, by its place', async () => {
      const token = await owners.guest()
      await addItem(service, token, 301)
      const totals = await totalsOf(service, token)
      const tag = tagOf(await readers['GET /cart'](token))
      const others = [null, 5, true, {}, [tag], '', '*', tag.slice(1, -1), `W/${tag}`, `${tag}, ${tag}`, ` ${tag}`]
      for (const etag of [...others, `${tag}\n`, '"a b"', '"a"b"', '"é"', `"${'x'.repeat(200)}"`]) {
        const answer = await hold(service, next(), token, { ...totals, etag })
        assert.deepEqual(refusalsOf(answer), ['422 field_invalid /expected/etag'], JSON.stringify(etag))
      }
    })
  })
}
