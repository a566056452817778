/** Returns and cancellations of examples/web-shop over HTTP: what is asked before, what follows, and whose order it is. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { callCheckout, dataOf, stateOf } from '../../support/checkouts/orders.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { createShopper, importPrice, type Shopper, startShopOf } from '../../support/web-checkout/shopper.ts'

describe('an order of the example web shop, afterwards', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  let reference: string
  before(async () => {
    service = await startService('sqlite')
    shop = await startShopOf(service)
    const settings = { showCargoPriceInCart: true, cargoVatRate: 20 }
    const shippingCompanies = [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '60' }] }]
    await importPrice(service, '10.00', { shop: { settings }, shippingCompanies })
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    shopper = await createShopper(service, shop)
    await addItem(service, shopper.token, ids.taxFree, 1)
    reference = await shopper.pay()
    await shopper.press('payment-succeeds', reference)
  })

  const wordsOf = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const documentOf = async () => dataOf(await callCheckout(service, 'GET', reference))
  const lineOf = async () =>
    (await documentOf()).cart?.included.find(({ attributes }) => attributes.productId === ids.plain)?.id ??
    assert.fail()

  it('lists its lines and what was paid, with the shipping', async () => {
    const { page } = await shopper.open('/uye-siparisleri')
    assert.match(wordsOf(page), /Placed Paid ₺106\.00 3 items Fincan &#38; &#60;tabak&#62; 1 item /)
  })

  it('shows the refund before pieces are returned, writes nothing until it is confirmed, and counts a form once', async () => {
    const line = await lineOf()
    const choice = await shopper.open(`/order/${reference}/iade`)
    assert.match(choice.page, new RegExp(`name="${line}" type="number" min="0" max="3"`))
    const asked = await shopper.open(`/order/${reference}/iade?${line}=2`)
    assert.match(wordsOf(asked.page), /2 items Fincan &#38; &#60;tabak&#62; ₺24\.00 To be refunded ₺24\.00/)
    assert.match(asked.page, /Shipping that you paid is not refunded\./)
    assert.equal((await documentOf()).returns, undefined)
    const key = /name="key" value="([\w-]+)"/.exec(asked.page)?.[1] ?? assert.fail(asked.page)
    for (let sent = 0; sent < 2; sent++) {
      const { status, location } = await shopper.send({ do: 'return', key, [line]: '2' }, `/order/${reference}`)
      assert.deepEqual([status, location], [303, `/order/${reference}?message=returned`])
    }
    assert.equal((await documentOf()).returns?.length, 1)
    const order = await shopper.open(`/order/${reference}?message=returned`)
    assert.match(order.page, /role="status">Your return is recorded\./)
    assert.match(wordsOf(order.page), /2 returned .*Refunded ₺24\.00/)
    assert.match(wordsOf((await shopper.open('/uye-siparisleri')).page), /Paid ₺106\.00 Refunded ₺24\.00/)
    assert.match(
      (await shopper.open(`/order/${reference}/iade`)).page,
      new RegExp(`name="${line}" type="number" min="0" max="1"`),
    )
  })

  it('refuses a return without pieces, or of more than are left, and keeps what was typed', async () => {
    const line = await lineOf()
    const none = await shopper.open(`/order/${reference}/iade?${line}=0`)
    assert.match(none.page, /role="alert">Enter how many you return/)
    const many = await shopper.open(`/order/${reference}/iade?${line}=4`)
    assert.match(many.page, /role="alert">That is more than can be returned\./)
    assert.match(many.page, /value="4"/)
    const back = await shopper.open(`/order/${reference}/iade?change&${line}=2`)
    assert.match(back.page, new RegExp(`name="${line}"[^>]* value="2"`))
  })

  it('is cancelled only after a page has said what follows, which leads back, too', async () => {
    const order = await shopper.open(`/order/${reference}`)
    assert.match(order.page, new RegExp(`href="/order/${reference}/iptal">Cancel the order`))
    assert.doesNotMatch(order.page, /value="cancel-order"/)
    const asked = await shopper.open(`/order/${reference}/iptal`)
    assert.match(wordsOf(asked.page), /Cancel this order\?.* You get back: ₺106\.00 .*This cannot be undone/)
    assert.match(asked.page, new RegExp(`href="/order/${reference}">No, back to the order`))
    assert.equal(await stateOf(service, reference), 'completed')
    const { location } = await shopper.press('cancel-order', reference, 'order')
    assert.equal(location, `/order/${reference}/cancelled`)
    for (const deed of ['iade', 'iptal'])
      assert.equal((await shopper.open(`/order/${reference}/${deed}`)).location, location)
  })

  it('gives back what is left after a return when it is cancelled', async () => {
    await shopper.send({ do: 'return', key: 'k', [await lineOf()]: '1' }, `/order/${reference}`)
    assert.match(wordsOf((await shopper.open(`/order/${reference}/iptal`)).page), /You get back: ₺94\.00/)
  })

  it('is nobody else’s to return or to cancel', async () => {
    const line = await lineOf()
    const other = await createShopper(service, shop)
    for (const path of [`/order/${reference}/iade`, `/order/${reference}/iptal`])
      assert.equal((await other.open(path)).status, 404, path)
    assert.equal((await other.send({ do: 'return', key: 'k', [line]: '1' }, `/order/${reference}`)).status, 404)
    assert.equal((await other.send({ do: 'cancel-order' }, `/order/${reference}`)).status, 404)
    const { state, returns } = await documentOf()
    assert.deepEqual([state, returns], ['completed', undefined])
  })
})
