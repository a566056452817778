/** Where responses with a cart have `meta`: at the top only those of an add, with the id of the line alone (specification 2.2). */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SESSION, STOREFRONT } from '../../src/api-paths.ts'
import { addItem, cartOf, type ShownCart } from '../support/cart/cart.ts'
import { boundCampaign, couponOf, couponRecord, enter } from '../support/cart/coupons.ts'
import { callCheckout, hold } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { type DescribedOperation, operationsOf, readDescription } from '../support/docs/openapi.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { logIn, signIn } from '../support/web-checkout/checkout.ts'

const CODE = 'Yaz-10'
const READ = 'GET /cart'
const ADD = 'POST /cart-items'
const DELETE_CART = 'DELETE /cart'

/** The members of a response, and those of its `meta`. */
const expected: Record<string, string> = { [ADD]: 'data,included,meta affectedItemId' }

/** What can be done to the cart: `{itemId}` of a path is the line of the add before. */
const requests: [route: string, body?: object][] = [
  [READ],
  ['POST /cart/coupon', { couponCode: CODE }],
  [READ],
  [ADD, { productId: ids.plain, quantity: 2 }],
  [READ],
  ['PATCH /cart-items/{itemId}', { quantity: 3 }],
  ['PATCH /cart-items/{itemId}/notes', { orderNote: 'Not' }],
  ['POST /cart/campaign', { campaignId: 1 }],
  ['DELETE /cart/campaign'],
  ['POST /cart/coupon', { couponCode: 'YOK' }],
  ['DELETE /cart/coupon'],
  ['POST /cart/coupon', { couponCode: CODE.toUpperCase() }],
  ['DELETE /cart-items/{itemId}'],
  [DELETE_CART],
]

for (const engine of engines) {
  describe(`meta of a cart on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      await service.importShop({
        campaigns: [{ ...boundCampaign(1), couponBound: false }],
        coupons: [couponRecord(CODE, { conditions: { minimumTotal: '9999' } })],
      })
    })
    after(() => service.stop())

    /** Runs the requests, with headers that depend on the cart's tag. @returns the responses by route */
    async function runAll(
      token: string,
      headersOf: () => Promise<Record<string, string>>,
    ): Promise<[string, Answer][]> {
      const answers: [string, Answer][] = []
      let itemId = ''
      for (const [route, body] of requests) {
        const [method = '', path = ''] = route.split(' ')
        const headers = await headersOf()
        const answer = await service.call(method, path.replace('{itemId}', itemId), {
          token,
          ...(body && { body }),
          ...(method !== 'GET' && { headers }),
        })
        answers.push([route, answer])
        itemId = (answer.json as ShownCart).meta?.affectedItemId ?? itemId
      }
      return answers
    }

    for (const role of ['member', 'guest'] as const) {
      it(`is at the top of a response to an add alone, for a ${role}, with a tag or without`, async () => {
        const token = await service.token(role, role === 'member' ? { id: String(ids.member) } : {})
        const tag = async () => (await service.call('GET', '/cart', { token })).headers.get('etag') ?? ''
        const answers = [
          ...(await runAll(token, async () => ({}))),
          ...(await runAll(token, async () => ({ 'If-Match': await tag() }))),
        ]
        for (const [route, answer] of answers)
          assert.deepEqual(membersOf(answer), expected[route] ?? 'data,included', route)
      })
    }

    it('is asked of every endpoint that returns a cart', async () => {
      const isCart = ({ responses }: DescribedOperation['operation']) => {
        const returned = JSON.stringify([responses[200], responses[201]])
        return /schemas\/(CartAnswer|CartAfterAdding)"/.test(returned)
      }
      const described = operationsOf(await readDescription(service.url)).filter(({ operation }) => isCart(operation))
      const asked = requests.map(([route]) => nameOf(route))
      assert.deepEqual(
        described.map(({ name }) => name).sort(),
        [...new Set([...asked, nameOf('POST /cart/merge')])].sort(),
      )
    })

    it('has the coupon that does not apply beside the VAT, alone on an empty cart, and is absent without either', async () => {
      const token = await service.token('guest')
      const shown = (await runAll(token, async () => ({}))).map(([, { json }]) =>
        Object.keys((json as ShownCart).data.meta ?? {}).join(),
      )
      assert.deepEqual(shown.slice(0, 3), ['', 'coupon', 'coupon'])
      assert.deepEqual(shown.slice(3, 10), Array(7).fill('vat,coupon'))
      assert.deepEqual(shown.slice(10), ['vat', 'vat,coupon', 'coupon', ''])
    })

    it('of a merge is that of the member’s cart', async () => {
      const [guest, token] = [await service.token('guest'), await service.token('member', { id: String(ids.member) })]
      await enter(service, guest, CODE)
      for (const guestToken of [guest, guest]) {
        const answer = cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken } }))
        assert.deepEqual(Object.keys(answer), ['data', 'included'])
        assert.equal(couponOf(answer), `${CODE} products`)
      }
      await service.call('DELETE', '/cart', { token })
    })

    it('has no coupon in orders, sessions and errors', async () => {
      const token = await service.token('member', { id: String(ids.member) })
      await addItem(service, token, ids.plain)
      assert.equal(couponOf(cartOf(await enter(service, token, CODE))), `${CODE} minimum_total`)
      const cookie = await signIn(service, token)
      const outdated = { 'If-Match': '"0"' }
      const answers = [
        await hold(service, `${engine}-meta`, token, { grandTotal: '1' }),
        await hold(service, `${engine}-meta`, token),
        await callCheckout(service, 'GET', `${engine}-meta`),
        await service.call('GET', SESSION, { headers: { Cookie: cookie } }),
        await logIn(service, { customerId: ids.member }, cookie),
        await service.call('DELETE', '/cart', { token, headers: outdated }),
        await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'YOK' }, headers: outdated }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [409, 201, 200, 200, 200, 412, 412],
      )
      for (const answer of answers) {
        const { data, ...rest } = cartIn(answer)
        assert.deepEqual([Object.keys(rest), Object.keys(data.meta ?? {})], [['included'], ['vat']], answer.text)
      }
    })
  })
}

/** The cart in a response of another kind: of an order, of a session, or of an error. */
function cartIn({ json, text }: Answer): ShownCart {
  const { data, errors, cart } = json as {
    data?: { cart?: ShownCart }
    errors?: { meta?: { cart?: ShownCart } }[]
    cart?: ShownCart
  }
  return cart ?? data?.cart ?? errors?.[0]?.meta?.cart ?? assert.fail(text)
}

/** The members of a cart's response, and those of its `meta`. */
function membersOf(answer: Answer): string {
  const cart = cartOf(answer, answer.status === 201 ? 201 : 200)
  return [Object.keys(cart).join(), ...Object.keys(cart.meta ?? {})].join(' ')
}

/** The name of an operation of the description. */
function nameOf(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  return `${method.toLowerCase()} ${STOREFRONT}${path}`
}
