/** Queries of cart endpoints that are refused: what JSON:API reserves and no cart has, and unknown fields, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const CART_FIELDS =
  'totalQuantity, subtotal, cargoPrice, freeCargoThreshold, minimumOrderAmount, belowMinimumOrder, campaigns, appliedCoupon, appliedCampaign, discountTotal, grandTotal, items'
const LINE_FIELDS =
  'productId, variantId, quantity, productName, image, availableForSale, unitPrice, lineTotal, vatRate, orderNote, giftNote, giftPackage, stock, stockUnit, stockIncrement'

/** The refused parameters with their details. */
function parametersOf(answer: Answer): [parameter: string, detail: string][] {
  assert.equal(answer.status, 400, answer.text)
  const { errors } = answer.json as { errors: { code: string; detail: string; source: { parameter: string } }[] }
  return errors.map(({ code, detail, source }) => {
    assert.equal(code, 'parameter_invalid')
    return [source.parameter, detail]
  })
}

for (const engine of engines) {
  describe(`a request for a cart with selected fields on ${engine}`, () => {
    let service: TestService
    let token: string
    let itemId: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('guest')
      itemId = await addItem(service, token, ids.plain, 2)
    })
    after(() => service.stop())

    const get = (query: string) => service.call('GET', `/cart?${query}`, { token })

    it('is refused with an include, a sort, a page or a filter that no cart has, named with its brackets', async () => {
      const refused = [
        ...['include=campaigns', 'include=items.product', 'include=items,campaigns', 'include=items,', 'include=,'],
        ...[
          'include=%20items',
          'include=Items',
          'sort=quantity',
          'sort=',
          'page=1',
          'page[size]=2',
          'page%5Bnumber%5D=1',
        ],
        ...[
          'filter=x',
          'filter[quantity]=2',
          'filter%5B%5D=',
          'sort[x]=1',
          'include[items]=1',
          'page[',
          'filter[a][b]=1',
        ],
      ]
      for (const query of refused) {
        const [name = ''] = query.split('=')
        assert.deepEqual(
          parametersOf(await get(query)).map(([parameter]) => parameter),
          [decodeURIComponent(name)],
          query,
        )
      }
      const [, detail] = parametersOf(await get('sort=quantity'))[0] ?? []
      assert.equal(detail, 'There is no such parameter; there are include, fields[carts], fields[cart-items].')
    })

    it('is refused with an unknown field, which the detail names', async () => {
      const of = async (query: string) => parametersOf(await get(query))
      const unknown = (name: string) => `names of ${CART_FIELDS}, separated by commas; there is no "${name}".`
      for (const name of [
        'price',
        'Subtotal',
        ' subtotal',
        '__proto__',
        'constructor',
        'toString',
        'id',
        'type',
        'meta',
        'ş',
        '%',
      ]) {
        const expected = [['fields[carts]', `fields[carts] must be ${unknown(name)}`]]
        assert.deepEqual(await of(`fields[carts]=${encodeURIComponent(name)}`), expected)
        assert.deepEqual(await of(`fields%5Bcarts%5D=totalQuantity,${encodeURIComponent(name)}`), expected)
      }
      for (const list of [',', 'subtotal,', ',subtotal', 'subtotal,,items']) {
        assert.deepEqual(await of(`fields[carts]=${list}`), [['fields[carts]', `fields[carts] must be ${unknown('')}`]])
      }
      assert.deepEqual(await of('fields[cart-items]=items'), [
        [
          'fields[cart-items]',
          `fields[cart-items] must be names of ${LINE_FIELDS}, separated by commas; there is no "items".`,
        ],
      ])
    })

    it('is refused with a parameter that is given twice, and all refused parameters are named', async () => {
      assert.deepEqual(parametersOf(await get('fields[carts]=items&fields[carts]=items')), [
        ['fields[carts]', 'fields[carts] must be given once.'],
      ])
      const names = parametersOf(await get('include=items&include=items&fields[cart-items]=x&sort=a&page[size]=1'))
      assert.deepEqual(
        names.map(([parameter]) => parameter),
        ['include', 'fields[cart-items]', 'sort', 'page[size]'],
      )
      const many = Array.from({ length: 500 }, (_, n) => `page[${n}]=1`).join('&')
      assert.equal(parametersOf(await get(many)).length, 20)
    })

    it('is refused with a list of 10 kB of unknown names, in a short answer', async () => {
      const answer = await get(`fields[carts]=${'ab,'.repeat(3_300)}x`)
      assert.equal(parametersOf(answer).length, 1)
      assert.ok(answer.text.length < 1_000, answer.text)
      const long = await get(`fields[carts]=${'x'.repeat(9_000)}`)
      assert.ok(long.text.length < 1_000, long.text)
    })

    it('is refused before a write, which then writes nothing', async () => {
      const before = await get('')
      const writes: [method: string, path: string, body?: object][] = [
        ['DELETE', '/cart'],
        ['POST', '/cart-items', { productId: ids.plain, quantity: 1 }],
        ['PATCH', `/cart-items/${itemId}`, { quantity: 9 }],
        ['PATCH', `/cart-items/${itemId}/notes`, { orderNote: 'x' }],
        ['DELETE', `/cart-items/${itemId}`],
        ['POST', '/cart/coupon', { couponCode: 'X' }],
        ['DELETE', '/cart/coupon'],
        ['POST', '/cart/campaign', { campaignId: 1 }],
        ['DELETE', '/cart/campaign'],
      ]
      for (const [method, path, body] of writes) {
        const answer = await service.call(method, `${path}?fields[carts]=x`, { token, ...(body && { body }) })
        assert.deepEqual(
          parametersOf(answer).map(([name]) => name),
          ['fields[carts]'],
          path,
        )
      }
      assert.equal((await get('')).text, before.text)
    })
  })
}
