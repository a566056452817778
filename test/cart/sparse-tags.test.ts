/** Tags of cart answers with selected fields: one per form for reads, that of the whole cart alone for writes, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, fillCart, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { hold } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const BADGE = '?fields[carts]=totalQuantity&fields[cart-items]='
/** Forms that differ in what they select; some give equal bodies. */
const FORMS = [
  ...['', BADGE, '?fields[carts]=totalQuantity,appliedCoupon&fields[cart-items]=', '?fields[carts]=', '?include='],
  ...[
    '?fields[carts]=totalQuantity,subtotal,items',
    '?fields[cart-items]=quantity',
    '?fields[cart-items]=quantity,stock',
  ],
]

const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''

for (const engine of engines) {
  describe(`a tag of selected fields on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    async function guestWithLine(): Promise<{ token: string; itemId: string }> {
      const token = await service.token('guest')
      return { token, itemId: await addItem(service, token, ids.plain, 2) }
    }
    const get = (token: string, query: string, noneMatch?: string) =>
      service.call('GET', `/cart${query}`, { token, headers: { ...(noneMatch && { 'If-None-Match': noneMatch }) } })

    for (const kind of ['empty', 'filled']) {
      it(`of a cart that is ${kind} is answered with 304 for its own form and with 200 for the others`, async () => {
        const token = kind === 'empty' ? await service.token('guest') : (await guestWithLine()).token
        for (const form of FORMS) {
          const tag = tagOf(await get(token, form))
          assert.match(tag, /^"[0-9a-f]{16}"$/)
          for (const other of FORMS) {
            const { status, text } = await get(token, other, tag)
            assert.deepEqual([status, text === ''], other === form ? [304, true] : [200, false], `${form} ${other}`)
          }
        }
      })
    }

    it('does not depend on the order and doubles of names, on brackets, nor on how no lines are asked for', async () => {
      const { token } = await guestWithLine()
      const tag = tagOf(await get(token, '?fields[carts]=totalQuantity,subtotal&fields[cart-items]='))
      for (const query of [
        '?fields[carts]=subtotal,totalQuantity,subtotal&fields[cart-items]=',
        '?fields%5Bcart-items%5D=&fields%5Bcarts%5D=totalQuantity%2Csubtotal',
        '?include=&fields[carts]=totalQuantity,subtotal&x=1',
        '?include=&fields[carts]=totalQuantity,subtotal&fields[cart-items]=stock',
      ]) {
        assert.equal((await get(token, query, tag)).status, 304, query)
      }
    })

    it('changes with what is shown alone', async () => {
      const { token, itemId } = await guestWithLine()
      const tag = tagOf(await get(token, BADGE))
      await service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body: { orderNote: 'x' } })
      assert.equal((await get(token, BADGE, tag)).status, 304)
      await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity: 3 } })
      assert.equal((await get(token, BADGE, tag)).status, 200)
    })

    it('of a large answer is its own, too', async () => {
      const products = Array.from({ length: 60 }, (_, n) => product({ id: 9_000 + n }))
      await service.importShop({ products })
      const token = await service.token('guest')
      await fillCart(
        service,
        token,
        Array.from({ length: 60 }, (_, n) => 9_000 + n),
      )
      const [form, equal] = ['?fields[carts]=totalQuantity', '?fields[carts]=totalQuantity,appliedCoupon']
      const [answer, other] = [await get(token, form), await get(token, equal)]
      assert.ok(answer.text.length > 30_000)
      assert.equal(answer.text, other.text)
      assert.notEqual(tagOf(answer), tagOf(other))
      assert.equal((await get(token, form, tagOf(answer))).status, 304)
      assert.equal(tagOf(await service.call('HEAD', `/cart${form}`, { token })), tagOf(answer))
    })

    it('is none that a write takes: 412 with the selected fields and the tag of the whole cart, nothing written', async () => {
      const { token, itemId } = await guestWithLine()
      const whole = await get(token, '')
      for (const form of FORMS.slice(1)) {
        const headers = { 'If-Match': tagOf(await get(token, form)) }
        const request = { token, headers, body: { quantity: 9 } }
        const answer = await service.call('PATCH', `/cart-items/${itemId}`, request)
        assert.deepEqual(refusalsOf(answer), ['412 precondition_failed'], form)
        assert.equal(tagOf(answer), tagOf(whole))
        assert.deepEqual(metaCartOf(answer), whole.json)
        const short = await service.call('PATCH', `/cart-items/${itemId}${BADGE}`, request)
        assert.deepEqual(refusalsOf(short), ['412 precondition_failed'], form)
        assert.equal(tagOf(short), tagOf(whole))
        const cart = { data: { type: 'carts', id: 'me', attributes: { totalQuantity: 2 } }, included: [] }
        assert.deepEqual(metaCartOf(short), cart)
      }
      assert.equal((await get(token, '')).text, whole.text)
    })

    it('of a shortened answer to a conditional write is that of the whole cart, which the next write takes', async () => {
      const { token, itemId } = await guestWithLine()
      let tag = tagOf(await get(token, ''))
      for (const quantity of [3, 4, 5]) {
        const headers = { 'If-Match': tag }
        const answer = await service.call('PATCH', `/cart-items/${itemId}${BADGE}`, {
          token,
          headers,
          body: { quantity },
        })
        assert.equal(answer.status, 200, answer.text)
        tag = tagOf(answer)
        assert.equal(tag, tagOf(await get(token, '')))
      }
      assert.deepEqual(linesOf(cartOf(await get(token, ''))), [`${ids.plain}×5`])
    })

    it('is none that a hold takes: 409 cart_changed', async () => {
      const { token } = await guestWithLine()
      const cart = cartOf(await get(token, ''))
      const { amount: grandTotal } = cart.data.attributes.grandTotal ?? { amount: '' }
      const expect = async (form: string) => ({ grandTotal, etag: tagOf(await get(token, form)) })
      for (const form of [BADGE, '?fields[carts]=totalQuantity,subtotal,items']) {
        const answer = await hold(service, 'W-SPARSE', token, await expect(form))
        assert.deepEqual(refusalsOf(answer), ['409 cart_changed'], form)
      }
      const held = await hold(service, 'W-SPARSE', token, await expect(''))
      assert.ok(held.status < 300, held.text)
    })
  })
}

function metaCartOf({ json }: Answer): unknown {
  return (json as { errors: { meta?: { cart?: unknown } }[] }).errors[0]?.meta?.cart
}
