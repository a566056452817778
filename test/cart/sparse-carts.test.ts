/** Cart answers with selected fields (JSON:API 1.1, "Sparse Fieldsets"): what is shown, on both engines. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { couponRecord } from '../support/cart/coupons.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const CART_FIELDS =
  'totalQuantity, subtotal, cargoPrice, freeCargoThreshold, minimumOrderAmount, belowMinimumOrder, campaigns, appliedCoupon, appliedCampaign, discountTotal, grandTotal, items'
const LINE_FIELDS =
  'productId, variantId, quantity, productName, image, availableForSale, unitPrice, lineTotal, vatRate, orderNote, giftNote, giftPackage, stock, stockUnit, stockIncrement'
const BADGE = 'fields[carts]=totalQuantity&fields[cart-items]='

interface SparseDocument {
  data: { type: string; id: string; attributes: object; relationships?: object; meta?: object }
  included: { type: string; id: string; attributes: object; meta?: object }[]
  meta?: { affectedItemId: string }
}

const documentOf = (answer: Answer, status = 200): SparseDocument => {
  assert.equal(answer.status, status, answer.text)
  return answer.json as SparseDocument
}

for (const engine of engines) {
  describe(`a cart with selected fields on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('guest')
      await addItem(service, token, ids.plain, 2)
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
    })
    after(() => service.stop())

    const get = (query: string, headers: Record<string, string> = {}) =>
      service.call('GET', `/cart?${query}`, { token, headers })

    it('takes a list of 10 kB of known names', async () => {
      const { data, included } = documentOf(await get(`fields[carts]=${'totalQuantity,'.repeat(700)}subtotal&include=`))
      assert.deepEqual([Object.keys(data.attributes), included], [['totalQuantity', 'subtotal'], []])
    })

    it('is shown whole with other parameters, also fields of other types', async () => {
      const whole = await get('')
      const ignored = [
        ...[
          'a=1',
          'fields=x',
          'fields[]=x',
          'fields[articles]=title',
          'fields[carts][]=x',
          'fields[__proto__]=x',
          '__proto__=x',
        ],
        ...[
          'Sort=x',
          'sorted=1',
          'pages=1',
          'filters[a]=1',
          'include=items',
          'include=items,items',
          'a[include]=1',
          '%ff=1',
        ],
      ]
      for (const query of ignored) {
        const answer = await get(query)
        assert.deepEqual([answer.status, answer.text], [200, whole.text], query)
        assert.equal(answer.headers.get('etag'), whole.headers.get('etag'), query)
      }
    })

    it('has a badge below 400 bytes: the quantity alone', async () => {
      const answer = await get(BADGE)
      assert.deepEqual(answer.json, {
        data: { type: 'carts', id: 'me', attributes: { totalQuantity: 3 } },
        included: [],
      })
      assert.ok(answer.text.length < 400)
      assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
    })

    it('has the values of the whole cart, for every field alone', async () => {
      const whole = cartOf(await get(''))
      const { attributes } = whole.data as { attributes: Record<string, unknown> }
      for (const name of CART_FIELDS.split(', ').slice(0, -1)) {
        const { data, included } = documentOf(await get(`fields[carts]=${name}`))
        assert.deepEqual(data, {
          ...{ type: 'carts', id: 'me' },
          attributes: Object.hasOwn(attributes, name) ? { [name]: attributes[name] } : {},
        })
        assert.deepEqual(included, whole.included)
      }
      for (const name of LINE_FIELDS.split(', ')) {
        const { data, included } = documentOf(await get(`fields[cart-items]=${name}`))
        assert.deepEqual(data, whole.data)
        const lines = whole.included.map(({ type, id, attributes: line }) => ({
          ...{ type, id },
          attributes: { [name]: (line as Record<string, unknown>)[name] },
        }))
        assert.deepEqual(included, lines)
      }
    })

    it('has relationships where items is named, and no lines where no field of them is, or with an empty include', async () => {
      const whole = cartOf(await get(''))
      const { data } = documentOf(await get('fields[carts]=items&fields[cart-items]='))
      assert.deepEqual(data, { type: 'carts', id: 'me', attributes: {}, relationships: whole.data.relationships })
      const none = documentOf(await get('fields[carts]='))
      assert.deepEqual(none, { data: { type: 'carts', id: 'me', attributes: {} }, included: whole.included })
      for (const query of [
        'include=',
        'fields[cart-items]=',
        'include=&fields[cart-items]=quantity',
        'include=items&fields[cart-items]=',
      ]) {
        assert.deepEqual((await get(query)).json, { data: whole.data, included: [] }, query)
      }
    })

    it('keeps of meta the coupon that does not apply, after the write and on every read', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 1)
      const applied = await service.call('POST', `/cart/coupon?${BADGE}`, { token: guest, body: { couponCode: 'YOK' } })
      const { data } = documentOf(applied)
      assert.deepEqual(data.attributes, { totalQuantity: 1 })
      assert.deepEqual(Object.keys(data.meta ?? {}), ['coupon'])
      assert.match(applied.text, /"reason":"unknown"/)
      await service.importShop({ coupons: [couponRecord('UC', { conditions: { minimumTotal: '99999' } })] })
      await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'UC' } })
      const read = documentOf(await service.call('GET', `/cart?${BADGE}`, { token: guest }))
      const whole = cartOf(await service.call('GET', '/cart', { token: guest }))
      assert.deepEqual(read.data.meta, { coupon: whole.data.meta?.coupon })
      assert.ok(whole.data.meta?.vat)
    })

    it('of an empty cart is empty', async () => {
      const guest = await service.token('guest')
      const read = await service.call('GET', `/cart?${BADGE}`, { token: guest })
      assert.deepEqual(read.json, { data: { type: 'carts', id: 'me', attributes: { totalQuantity: 0 } }, included: [] })
    })

    it('is the answer of every write', async () => {
      const guest = await service.token('guest')
      const write = async (method: string, path: string, body?: object, status = 200) =>
        documentOf(await service.call(method, `${path}?${BADGE}`, { token: guest, ...(body && { body }) }), status)
      const added = await write('POST', '/cart-items', { productId: ids.plain, quantity: 2 }, 201)
      const itemId = added.meta?.affectedItemId ?? ''
      assert.deepEqual(added, {
        data: { type: 'carts', id: 'me', attributes: { totalQuantity: 2 } },
        included: [],
        meta: { affectedItemId: itemId },
      })
      const quantities = [
        await write('PATCH', `/cart-items/${itemId}`, { quantity: 5 }),
        await write('PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'x' }),
        await write('DELETE', '/cart/coupon'),
        await write('DELETE', '/cart/campaign'),
        await write('DELETE', `/cart-items/${itemId}`),
        await write('DELETE', '/cart'),
      ]
      for (const [index, { data, included }] of quantities.entries()) {
        assert.deepEqual([data.attributes, included], [{ totalQuantity: index < 4 ? 5 : 0 }, []])
      }
      const member = await service.token('member', { id: String(ids.member) })
      const merged = await service.call('POST', `/cart/merge?${BADGE}`, { token: member, body: { guestToken: guest } })
      assert.deepEqual(documentOf(merged).included, [])
    })

    it('is shown as the repetition of an add asks: the key covers the item alone', async () => {
      const guest = await service.token('guest')
      const headers = { 'Idempotency-Key': randomUUID() }
      const body = { productId: ids.plain, quantity: 2 }
      const first = documentOf(await service.call('POST', `/cart-items?${BADGE}`, { token: guest, headers, body }), 201)
      const again = await service.call('POST', '/cart-items', { token: guest, headers, body })
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.deepEqual(linesOf(cartOf(again, 201)), [`${ids.plain}×2`])
      const third = await service.call('POST', '/cart-items?fields[cart-items]=quantity&fields[carts]=', {
        ...{ token: guest, headers, body },
      })
      assert.deepEqual(documentOf(third, 201), {
        data: { type: 'carts', id: 'me', attributes: {} },
        included: [{ type: 'cart-items', id: first.meta?.affectedItemId, attributes: { quantity: 2 } }],
        meta: first.meta,
      })
      const other = { token: guest, headers, body: { ...body, quantity: 3 } }
      assert.deepEqual(refusalsOf(await service.call('POST', `/cart-items?${BADGE}`, other)), [
        '422 idempotency_key_reused',
      ])
    })
  })
}
