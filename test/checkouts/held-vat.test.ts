/** VAT of held carts: as held, whatever becomes of prices and settings, in the back office, after a deletion and in an export. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { addItem, type ShownCart } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { callCheckout, complete, dataOf, hold, readCart, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MEMBER = 901
const RELABEL = { allowCurrencyChange: true }

/** A shop whose prices include VAT, with a coupon and the VAT of shipping. */
const gross = (price: string, settings: object = { pricesIncludeVat: true, cargoVatRate: 20 }) =>
  shopFile({
    shop: {
      currencyCode: 'TRY',
      decimalPlaces: 2,
      settings: { showCargoPriceInCart: true, grandTotalIncludesCargo: true, ...settings },
    },
    products: [product({ id: ids.plain, price }), product({ id: ids.taxFree, price: '10', vatRate: 1 })],
    customers: [customer(MEMBER)],
    shippingCompanies: [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '60' }] }],
    paymentMethods: [{ id: 1, name: 'Kart', active: true }],
    coupons: [{ code: 'ON', discountType: 'percent', value: '10' }],
  })

/** The amounts of a cart with VAT, and of its lines. */
function vatOf({ data, included }: CartDocument | ShownCart) {
  const amount = ({ amount }: { amount: string }) => amount
  const { subtotalWithVat, vatTotal, breakdown, cargo } = data.meta?.vat ?? assert.fail('The cart has no VAT.')
  return {
    cart: [amount(subtotalWithVat), amount(vatTotal)],
    rows: breakdown.map(({ vatRate, net, vat, total }) => [vatRate, amount(net), amount(vat), amount(total)]),
    cargo: cargo && [cargo.vatRate, amount(cargo.net), amount(cargo.vat)],
    lines: included.map(({ meta }) => {
      const { unitPriceWithVat, lineTotalWithVat, vatAmount, discount, payable } = meta?.vat ?? assert.fail('no VAT')
      return [unitPriceWithVat, lineTotalWithVat, vatAmount, discount.total, payable].map(amount)
    }),
  }
}

/** 3 × 99.90 with 20 % VAT and 10.00 with 1 % VAT, less 10 %, with 60.00 for shipping. */
const HELD = {
  cart: ['309.70', '45.04'],
  rows: [
    [1, '8.91', '0.09', '9.00'],
    [20, '224.78', '44.95', '269.73'],
  ],
  cargo: [20, '50.00', '10.00'],
  lines: [
    ['99.90', '299.70', '49.95', '29.97', '269.73'],
    ['10.00', '10.00', '0.10', '1.00', '9.00'],
  ],
}

for (const engine of engines) {
  describe(`the VAT of a held cart on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { HOLD_RENEWALS: '0' })
    })
    after(() => service.stop())

    const read = async (reference: string) => dataOf(await callCheckout(service, 'GET', reference)).cart
    const heldBy = async (token: string, reference: string) => {
      await service.importShop(gross('99.90'), RELABEL)
      await addItem(service, token, ids.plain, 3)
      const itemId = await addItem(service, token, ids.taxFree, 1)
      const body = { orderNote: 'Zil', giftNote: 'Nice yıllara' }
      await service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body })
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'on' } })
      const answer = await hold(service, reference, token)
      assert.equal(answer.status, 201, answer.text)
      return dataOf(answer).cart
    }
    const member = async () => {
      await service.importShop({ customers: [customer(MEMBER)] })
      return service.token('member', { id: String(MEMBER) })
    }

    it('stays as held when prices, rates and settings change', async () => {
      const token = await service.token('guest')
      const held = await heldBy(token, `${engine}-1`)
      assert.deepEqual(vatOf(held), HELD)
      await service.importShop(gross('200', { pricesIncludeVat: false, cargoVatRate: null }), RELABEL)
      assert.deepEqual(vatOf(await readCart(service, token)).lines[0], [
        '240.00',
        '720.00',
        '120.00',
        '72.00',
        '648.00',
      ])
      assert.deepEqual(await read(`${engine}-1`), held)
      assert.deepEqual(dataOf(await complete(service, `${engine}-1`)).cart, held)
      assert.deepEqual(await read(`${engine}-1`), held)
    })

    it('stays without notes when the customer is deleted, and is in the export before', async () => {
      const token = await member()
      const held = await heldBy(token, `${engine}-2`)
      await complete(service, `${engine}-2`)
      const admin = await service.token('admin')
      const { text } = await service.call('GET', `${CUSTOMERS}/${MEMBER}/export`, { token: admin })
      const { checkouts } = (JSON.parse(text) as { data: { checkouts: { cart: CartDocument }[] } }).data
      assert.deepEqual(
        checkouts.map(({ cart }) => vatOf(cart)),
        [HELD],
      )
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${MEMBER}`, { token: admin })).status, 204)
      const { data, included } = await read(`${engine}-2`)
      assert.deepEqual(vatOf({ data, included }), HELD)
      assert.deepEqual(data, held.data)
      assert.deepEqual(
        included.map(({ attributes }) => [attributes.orderNote, attributes.giftNote]),
        [
          [null, null],
          [null, null],
        ],
      )
    })

    it('is that of the open cart in the back office', async () => {
      const token = await service.token('guest')
      await heldBy(token, `${engine}-3`)
      const { cart } = await readOwnerCart(service, subjectOf(token))
      assert.deepEqual(vatOf(cart), HELD)
      assert.deepEqual(cart, await readCart(service, token))
    })
  })
}
