/** The orders of examples/web-shop over HTTP: holding, paying, failing and cancelling. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import { addItem, linesOf, quantityOf } from '../../support/cart/cart.ts'
import { callCheckout, dataOf, expire, readCart, release, stateOf, subjectOf } from '../../support/checkouts/orders.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { createShopper, importPrice, type Shopper, shopperOf, startShopOf } from '../../support/web-checkout/shopper.ts'

/** An order of the list: its address, state and total. */
const ORDER =
  /<li>\s*<a href="(.*?)">[\s\S]*?<time datetime="[^"]+">[A-Z][a-z]+ \d{1,2}, \d{4}<\/time> <em class="\w+">(.*?)<\/em>[\s\S]*?<strong>(.*?)<\/strong>/g

describe('an order of the example web shop', () => {
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

  it('is held before the payment, which shows lines and totals as held, without forms of the cart', async () => {
    const reference = await shopper.pay()
    const held = dataOf(await callCheckout(service, 'GET', reference))
    assert.deepEqual([held.state, held.subject], ['held', subjectOf(shopper.token)])
    await importPrice(service, '99.00')
    await addItem(service, shopper.token, ids.plain, 4)
    const { status, page, headers } = await shopper.open(`/odeme/${reference}`)
    assert.equal(status, 200)
    for (const text of [
      `Order no. ${reference}`,
      'No real money is taken',
      '3 items <span class="note">· ₺12.00 each</span></span> <strong>₺36.00</strong>',
      '<p class="note">incl. 20% VAT</p>',
      'To pay <strong>₺36.00</strong>',
      '<dd>₺36.00</dd>',
    ])
      assert.ok(page.includes(text), text)
    assert.doesNotMatch(
      page,
      /<script(?! src="\/web-shop\.js" defer><\/script>)|type="number"|name="code"|name="password"/,
    )
    assert.match(headers.get('content-security-policy') ?? '', /img-src 'self' https:\/\/cdn\.example\.com;/)
    assert.deepEqual([headers.get('cache-control'), headers.get('content-language')], ['no-store', 'en'])
  })

  it('shows totals that add up, with the VAT in them, and shipping that is not part of them', async () => {
    const rates = [{ from: '0', price: '60' }]
    const settings = { showCargoPriceInCart: true, cargoVatRate: 20 }
    await importPrice(service, '10.00', {
      shop: { settings },
      shippingCompanies: [{ id: 1, name: 'Kargo', default: true, rates }],
      coupons: [{ code: 'ON', description: '', discountType: 'percent', value: '10' }],
    })
    await addItem(service, shopper.token, ids.taxFree, 1)
    await shopper.send({ do: 'take-coupon', code: 'on' }, '/sepet')
    const totals = (page: string) =>
      [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, ...row]) => row.join(' '))
    const lines = ['Subtotal, with VAT ₺46.00', 'Coupon ON -₺4.60', 'After discounts, without shipping ₺41.40']
    const sum = ['Shipping ₺60.00', 'To pay ₺101.40']
    const vat = ['incl. 0% VAT ₺0.00', 'incl. 20% VAT ₺5.40', 'incl. 20% VAT on shipping ₺10.00']
    const shown = [...lines, ...sum, ...vat]
    for (const path of ['/odeme', '/sepet']) {
      const { page } = await shopper.open(path)
      assert.deepEqual(totals(page), shown)
      assert.ok(page.includes('To pay <strong>₺101.40</strong>'), page)
    }
    const reference = await shopper.pay()
    assert.deepEqual(totals((await shopper.open(`/odeme/${reference}`)).page), shown)
    await shopper.press('payment-succeeds', reference)

    const included = { showCargoPriceInCart: true, grandTotalIncludesCargo: true, cargoVatRate: null }
    await importPrice(service, '10.00', { shop: { settings: included } })
    await addItem(service, shopper.token, ids.plain, 3)
    assert.deepEqual(totals((await shopper.open('/odeme')).page), [
      'Subtotal, with VAT ₺36.00',
      'Shipping ₺60.00',
      'To pay ₺96.00',
      'incl. 20% VAT ₺6.00',
    ])
    const ordered = shown.map(row => row.replace('To pay', 'Paid'))
    assert.deepEqual(totals((await shopper.open(`/order/${reference}`)).page), ordered)
    await service.importShop({ shop: { settings: { showCargoPriceInCart: false } } })
  })

  it('shows prices without VAT where an earlier version of Sepet held the cart', async () => {
    const reference = await shopper.pay()
    const { kysely } = service.database
    const { document } = await kysely
      .selectFrom('checkouts')
      .select('document')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const { data, included } = JSON.parse(document) as CartDocument
    const [withoutVat, lines] = [{ ...data, meta: undefined }, included.map(line => ({ ...line, meta: undefined }))]
    const held = JSON.stringify({ data: withoutVat, included: lines })
    await kysely.updateTable('checkouts').set({ document: held }).where('reference', '=', reference).execute()
    const { status, page } = await shopper.open(`/odeme/${reference}`)
    assert.equal(status, 200)
    for (const text of [
      '₺10.00 each</span></span> <strong>₺30.00</strong>',
      '+ 20% VAT',
      'Subtotal, without VAT</dt><dd>₺30.00',
      '<dd>₺36.00</dd>',
    ])
      assert.ok(page.includes(text), text)
    assert.doesNotMatch(page, /incl\./)
  })

  it('exists once the payment succeeds: the cart loses what was bought, and keeps what was added since', async () => {
    const reference = await shopper.pay()
    await addItem(service, shopper.token, ids.taxFree, 2)
    const { status, location } = await shopper.press('payment-succeeds', reference)
    assert.deepEqual([status, location], [303, `/order/${reference}`])
    assert.equal(await stateOf(service, reference), 'completed')
    assert.deepEqual(linesOf(await readCart(service, shopper.token)), [`${ids.taxFree}×2`])
    const { page } = await shopper.open(`/order/${reference}`)
    for (const text of ['Thank you', `Order no. ${reference}`, '<dd>₺36.00</dd>', 'Cancel the order'])
      assert.ok(page.includes(text), text)
    assert.equal((await shopper.open(`/odeme/${reference}`)).location, `/order/${reference}`)
  })

  it('can be cancelled, and says so', async () => {
    const reference = await shopper.pay()
    await shopper.press('payment-succeeds', reference)
    const { location } = await shopper.press('cancel-order', reference, 'order')
    assert.equal(location, `/order/${reference}/cancelled`)
    assert.equal(await stateOf(service, reference), 'cancelled')
    const { page } = await shopper.open(location ?? '')
    assert.equal((await shopper.open(`/order/${reference}`)).location, location)
    assert.match(page, /This order is cancelled\./)
    assert.match(page, /<dt>Paid<\/dt><dd>₺36\.00<[\s\S]*<dt>Refunded<\/dt><dd>₺36\.00</)
    assert.match((await shopper.open('/uye-siparisleri')).page, /Cancelled[\s\S]*Refunded[\s\S]*₺36\.00/)
    assert.doesNotMatch(page, /Cancel the order|value="payment-/)
    assert.equal(await quantityOf(service, shopper.token), 0)
  })

  it('is in the list of the shopper’s orders alone, the latest first, also when it is cancelled', async () => {
    const listed = async (each: Shopper) =>
      [...(await each.open('/uye-siparisleri')).page.matchAll(ORDER)].map(([, ...row]) => row)
    assert.match((await shopper.open('/uye-siparisleri')).page, /You have no orders yet\./)
    const first = await shopper.pay()
    assert.deepEqual(await listed(shopper), [])
    await shopper.press('payment-succeeds', first)
    await addItem(service, shopper.token, ids.plain, 1)
    const second = await shopper.pay()
    await shopper.press('payment-succeeds', second)
    await shopper.press('cancel-order', first, 'order')
    assert.deepEqual(await listed(shopper), [
      [`/order/${second}`, 'Placed', '₺12.00'],
      [`/order/${first}`, 'Cancelled', '₺36.00'],
    ])
    assert.deepEqual(await listed(await createShopper(service, shop)), [])
  })

  it('is not made by a failed payment: the cart stays, and the next attempt is another order', async () => {
    const first = await shopper.pay()
    const { location } = await shopper.press('payment-fails', first)
    assert.equal(await stateOf(service, first), 'released')
    assert.equal(
      await shopper.sentenceAt(location),
      'The payment failed, and no order was placed. Your cart is still there.',
    )
    assert.equal(await quantityOf(service, shopper.token), 3)
    const second = await shopper.pay()
    assert.notEqual(second, first)
    assert.equal((await shopper.press('payment-succeeds', second)).location, `/order/${second}`)
  })

  it('exists also when the payment succeeds after the hold has expired or was replaced', async () => {
    const expired = await shopper.pay()
    await expire(service, expired)
    assert.equal((await shopper.press('payment-succeeds', expired)).location, `/order/${expired}`)
    assert.equal(await quantityOf(service, shopper.token), 0)
    await addItem(service, shopper.token, ids.plain, 1)
    const replaced = await shopper.pay()
    await addItem(service, shopper.token, ids.taxFree, 1)
    const other = await shopper.pay()
    assert.equal(await stateOf(service, replaced), 'released')
    assert.equal((await shopper.press('payment-succeeds', replaced)).location, `/order/${replaced}`)
    assert.equal(await stateOf(service, replaced), 'completed')
    assert.equal(await stateOf(service, other), 'held')
  })

  it('is the same when the shopper pays again from a fresh page, and another with other totals', async () => {
    const first = await shopper.pay()
    const { heldAt } = dataOf(await callCheckout(service, 'GET', first))
    for (let n = 0; n < 6; n++) assert.equal(await shopper.pay(), first)
    assert.equal(dataOf(await callCheckout(service, 'GET', first)).heldAt, heldAt)
    await addItem(service, shopper.token, ids.plain, 1)
    const second = await shopper.pay()
    assert.notEqual(second, first)
    assert.deepEqual([await stateOf(service, first), await stateOf(service, second)], ['released', 'held'])
    assert.equal((await shopper.press('payment-succeeds', second)).location, `/order/${second}`)
    await addItem(service, shopper.token, ids.plain, 4)
    const third = await shopper.pay()
    assert.ok(third !== first && third !== second)
    assert.equal(await stateOf(service, second), 'completed')
  })

  it('has a page without lines for an old attempt that is paid late', async () => {
    const first = await shopper.pay()
    for (let n = 0; n < 3; n++) {
      await addItem(service, shopper.token, ids.plain, 1)
      await shopper.pay()
    }
    assert.equal((await shopper.press('payment-succeeds', first)).location, `/order/${first}`)
    const { status, page } = await shopper.open(`/order/${first}`)
    assert.equal(status, 200)
    assert.ok(page.includes('Thank you') && page.includes(`Order no. ${first}`) && !page.includes('class="lines"'))
    assert.equal(await quantityOf(service, shopper.token), 3)
  })

  it('leads back to the cart when an expired or released payment is opened', async () => {
    const reference = await shopper.pay()
    for (const end of [expire, release]) {
      await end(service, reference)
      for (const path of [`/odeme/${reference}`, `/order/${reference}`]) {
        const { status, location } = await shopper.open(path)
        assert.deepEqual([status, location], [303, '/odeme?message=payment_ended'])
      }
      const { location } = await shopper.press('payment-fails', reference)
      assert.match((await shopper.sentenceAt(location)) ?? '', /^The payment failed/)
    }
    const sentence = await shopper.sentenceAt('/odeme?message=payment_ended')
    assert.equal(sentence, 'This payment has ended, and no order was placed. Check the total and try again.')
  })

  it('becomes the member’s when the guest logs in before paying', async () => {
    const reference = await shopper.pay()
    const login = await shopper.send({ do: 'login', name: 'ayse', password: 'parola-1', merge: 'yes' }, '/sepet')
    const member = shopperOf(shop, await service.token('member', { id: String(ids.member) }), login.cookie ?? '')
    assert.equal((await shopper.open(`/odeme/${reference}`)).status, 404)
    const { page } = await member.open(`/odeme/${reference}`)
    assert.match(page, />ayse</)
    assert.equal((await member.press('payment-succeeds', reference)).location, `/order/${reference}`)
    assert.equal(await quantityOf(service, member.token), 0)
    assert.equal((await shopper.press('cancel-order', reference, 'order')).status, 404)
    assert.equal(await stateOf(service, reference), 'completed')
  })

  it('has pages in Turkish unless the browser prefers English', async () => {
    const reference = await shopper.pay()
    const titleOf = async (path: string) => {
      const response = await fetch(shop.url + path, { headers: { Cookie: shopper.cookie } })
      return [response.headers.get('content-language'), /<h1>(.*)<\/h1>/.exec(await response.text())?.[1]]
    }
    assert.deepEqual(await titleOf(`/odeme/${reference}`), ['tr', 'Deneme ödemesi'])
    await shopper.press('payment-succeeds', reference)
    assert.deepEqual(await titleOf(`/order/${reference}`), ['tr', 'Teşekkürler'])
    await shopper.press('cancel-order', reference, 'order')
    assert.deepEqual(await titleOf(`/order/${reference}`), ['tr', 'Sipariş iptal edildi'])
  })
})
