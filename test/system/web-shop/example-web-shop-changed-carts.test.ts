/** Payments of examples/web-shop for carts that have changed since the page was shown. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { callCheckout, dataOf, hold, readCart, release } from '../../support/checkouts/orders.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import {
  createShopper,
  importPrice,
  payFieldsOf,
  type Shopper,
  startShopOf,
} from '../../support/web-checkout/shopper.ts'

describe('a payment of the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  before(async () => {
    service = await startService('sqlite')
    shop = await startShopOf(service)
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    await importPrice(service, '10.00')
    shopper = await createShopper(service, shop)
  })

  it('names both totals when a price has changed since the page was shown, and holds nothing', async () => {
    const fields = await shopper.payFields()
    assert.deepEqual([fields.grandTotal, fields.cargoPrice], ['36.00', undefined])
    await importPrice(service, '20.00')
    const { status, location } = await shopper.send(fields)
    assert.deepEqual([status, location], [303, '/odeme?message=cart_changed&was=36.00'])
    const sentence = 'The total has changed: it is ₺72.00, it was ₺36.00. Check your cart and try again.'
    assert.equal(await shopper.sentenceAt(location), sentence)
    const turkish = await fetch(shop.url + location, { headers: { Cookie: shopper.cookie, 'Accept-Language': 'tr' } })
    assert.match(await turkish.text(), /Toplam değişti: yeni tutar ₺72,00, önceki tutar ₺36,00\./)
    assert.equal((await callCheckout(service, 'GET', fields.reference ?? '')).status, 404)
    const { cart } = dataOf(await callCheckout(service, 'GET', await shopper.pay()))
    assert.equal(cart.data.attributes.grandTotal?.amount, '72.00')
  })

  it('says that the cart has changed where the total is the same, or the address names no total', async () => {
    const { location } = await shopper.send({ ...(await shopper.payFields()), cargoPrice: '5' })
    const sentence = 'Your cart has changed. Check it and try again.'
    assert.equal(await shopper.sentenceAt(location), sentence)
    for (const was of ['', '1e3', '-5', '<b>', '9'.repeat(16), '36', '36.0000']) {
      const path = `/odeme?message=cart_changed&was=${encodeURIComponent(was)}`
      assert.equal(await shopper.sentenceAt(path), sentence, was)
    }
    assert.match((await shopper.sentenceAt('/odeme?message=cart_changed&was=35')) ?? '', /it was ₺35\.00/)
  })

  it('names both totals when others have used up the coupon', async () => {
    await service.call('POST', '/cart/coupon', { token: shopper.token, body: { couponCode: 'son' } })
    const fields = await shopper.payFields()
    assert.equal(fields.grandTotal, '34.20')
    const other = await service.token('guest')
    await addItem(service, other, ids.plain, 1)
    await service.call('POST', '/cart/coupon', { token: other, body: { couponCode: 'son' } })
    assert.equal((await hold(service, `${fields.reference}-other`, other)).status, 201)
    const { location } = await shopper.send(fields)
    assert.match((await shopper.sentenceAt(location)) ?? '', /^The total has changed: it is ₺36\.00, it was ₺34\.20\./)
    const { page } = await shopper.open('/odeme')
    assert.match(page, /<strong dir="auto">SON<\/strong>[\s\S]*role="status">This coupon has been used up\.</)
    await release(service, `${fields.reference}-other`)
    assert.equal((await shopper.send(fields)).location, `/odeme/${fields.reference}`)
    await shopper.press('payment-fails', fields.reference ?? '')
  })

  it('keeps its coupon from others while it is held, and gives it back when it is cancelled', async () => {
    await service.call('POST', '/cart/coupon', { token: shopper.token, body: { couponCode: 'son' } })
    const other = await service.token('guest')
    await addItem(service, other, ids.plain, 1)
    await service.call('POST', '/cart/coupon', { token: other, body: { couponCode: 'son' } })
    const couponOf = async () => (await readCart(service, other)).data.attributes.appliedCoupon?.code
    assert.equal(await couponOf(), 'SON')
    const reference = await shopper.pay()
    assert.equal(await couponOf(), undefined)
    await shopper.press('payment-succeeds', reference)
    assert.equal(await couponOf(), undefined)
    await shopper.press('cancel-order', reference, 'order')
    assert.equal(await couponOf(), 'SON')
  })

  it('is not begun for an emptied cart or a form without its totals', async () => {
    const fields = await shopper.payFields()
    const forms = ['', '-1', 'x', '1e3'].map(grandTotal => ({ ...fields, grandTotal }))
    for (const form of [...forms, { do: 'pay' }]) {
      const { location } = await shopper.send(form)
      assert.equal(await shopper.sentenceAt(location), 'This change could not be made.', JSON.stringify(form))
    }
    await service.call('DELETE', '/cart', { token: shopper.token })
    const { location } = await shopper.send(fields)
    assert.equal(await shopper.sentenceAt(location), 'Your cart is empty, so there is nothing to pay.')
    await assert.rejects(shopper.payFields, /0 forms/)
  })

  it('is not begun with a product that is not for sale or below the minimum order, and holds nothing', async () => {
    const fields = await shopper.payFields()
    const paymentMethods = [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '1000' }]
    const minimum = 'Your cart is below the minimum order.'
    for (const [more, sentence, refusal, state] of [
      [
        { products: [product({ id: ids.plain, onSale: false })] },
        'A product in your cart is not for sale right now',
        'Some products are not for sale, so no payment was started.',
        undefined,
      ],
      [{ paymentMethods }, minimum, minimum, 'released'],
    ] as const) {
      await importPrice(service, '10.00', more)
      const { page } = await shopper.open('/odeme')
      assert.ok(page.includes(sentence), sentence)
      assert.throws(() => payFieldsOf(page), /0 forms/)
      const now = (await readCart(service, shopper.token)).data.attributes.grandTotal?.amount ?? ''
      const { location } = await shopper.send({ ...fields, grandTotal: now })
      assert.ok((await shopper.sentenceAt(location))?.startsWith(refusal), location ?? '')
      const held = await callCheckout(service, 'GET', fields.reference ?? '')
      assert.equal(held.status === 404 ? undefined : dataOf(held).state, state)
    }
  })
})
