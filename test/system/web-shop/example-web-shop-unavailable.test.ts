/** Items that nobody may buy in examples/web-shop: what the shopper reads, and the way to an order. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { callCheckout, readCart } from '../../support/checkouts/orders.ts'
import { callProducts } from '../../support/checkouts/stock.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { type Relay, startRelay } from '../../support/web-checkout/relay.ts'
import { importPrice, type Shopper, shopperOf, startShopOf } from '../../support/web-checkout/shopper.ts'

const { plain: linen, taxFree: plate } = ids
const REFUSED = 'Some products are not for sale, so no payment was started. Remove them and try again.'

describe('an order of items that nobody may buy, in the example web shop', () => {
  let service: TestService
  let relay: Relay
  let shop: ExampleShop
  before(async () => {
    service = await startService('sqlite')
    relay = await startRelay(service.url)
    shop = await startShopOf(service, { SEPET_URL: relay.url })
  })
  after(async () => {
    await shop.stop()
    relay.stop()
    await service.stop()
  })
  beforeEach(async () => {
    relay.use()
    await importPrice(service, '10.00', {
      products: [product({ id: linen, name: 'Keten & <kumaş>' }), product({ id: plate, name: 'Tabak' })],
    })
  })

  const shopperWith = async (...items: number[]): Promise<Shopper> => {
    const token = await service.token('guest')
    for (const id of items) await addItem(service, token, id)
    return shopperOf(shop, token, await signIn(service, token))
  }
  /** Presses "Pay" and is refused. @returns the address of the next page */
  const payInVain = async (shopper: Shopper, fields: Record<string, string>) => {
    const { status, location } = await shopper.send(fields)
    assert.equal(status, 303)
    assert.equal((await callCheckout(service, 'GET', fields.reference ?? '')).status, 404)
    return location ?? ''
  }
  const textsOf = (page: string) => {
    const [, message = ''] = /role="alert">([\s\S]*?)<\/(?:div|section)>/.exec(page) ?? []
    return [...message.matchAll(/<(?:p|li)>([\s\S]*?)<\/(?:p|li)>/g)].map(([, text = '']) =>
      text.replace(/<[^>]*>/g, '').trim(),
    )
  }
  const openIn = async (language: string, shopper: Shopper, path: string) => {
    const headers = { 'Accept-Language': language, Cookie: shopper.cookie }
    return (await fetch(shop.url + path, { headers })).text()
  }

  it('is refused before the payment, with what to do about each, in English and Turkish', async () => {
    const shopper = await shopperWith(linen, plate)
    const fields = await shopper.payFields()
    await callProducts(service, 'PATCH', '', [{ id: linen, onSale: false }])
    await service.importShop({
      products: [product({ id: plate, name: 'Tabak', variants: [{ id: 1051, name: 'Mavi', stock: 5 }] })],
    })
    const place = await payInVain(shopper, fields)
    assert.deepEqual(textsOf((await shopper.open(place)).page), [
      REFUSED,
      'Keten &#38; &#60;kumaş&#62;: no longer for sale; remove it',
      'Tabak: sold in variants; remove it, and add the variant that you want',
    ])
    assert.deepEqual(textsOf(await openIn('tr', shopper, place)), [
      'Sepetinizdeki bazı ürünler satılmıyor; ödeme başlamadı. Onları çıkarıp yeniden deneyin.',
      'Keten &#38; &#60;kumaş&#62;: artık satılmıyor; sepetinizden çıkarın',
      'Tabak: seçenekleriyle satılıyor; çıkarıp istediğiniz seçeneği ekleyin',
    ])
    for (const { id } of (await readCart(service, shopper.token)).included) {
      await service.call('DELETE', `/cart-items/${id}`, { token: shopper.token })
    }
    await addItem(service, shopper.token, plate, 1, 1051)
    assert.ok(await shopper.pay())
    assert.deepEqual(textsOf((await shopper.open(place)).page), [REFUSED])
  })

  it('is refused in a shop that sells at negative stock, which shows every item as available', async () => {
    await service.importShop({ shop: { settings: { sellAtNegativeStock: true } } })
    const shopper = await shopperWith(linen)
    await callProducts(service, 'PATCH', '', [{ id: linen, onSale: false }])
    const place = await payInVain(shopper, await shopper.payFields())
    assert.match(textsOf((await shopper.open(place)).page)[1] ?? '', /no longer for sale/)
    await service.importShop({ shop: { settings: { sellAtNegativeStock: false } } })
  })

  it('shows nothing of an address that was made up, or of an error with other items', async () => {
    const shopper = await shopperWith(plate)
    const [line] = (await readCart(service, shopper.token)).included
    const made = ['', ':', 'x:withdrawn', '<b>:withdrawn', `${'0'.repeat(36)}:withdrawn`, `${line?.id}`, '-1:x']
    const query = made.map(text => `&out=${encodeURIComponent(text)}`).join('')
    const { status, page } = await shopper.open(`/odeme?message=items_unavailable${query}`)
    assert.equal(status, 200)
    assert.deepEqual(textsOf(page), [REFUSED])
    const fields = await shopper.payFields()
    for (const meta of [undefined, { items: 'none' }, { items: [null, 7, {}, { itemId: 5, reason: 'withdrawn' }] }]) {
      const errors = [{ status: '409', code: 'items_unavailable', ...(meta && { meta }) }]
      relay.use(method => (method === 'PUT' ? { status: 409, body: JSON.stringify({ errors }) } : undefined))
      assert.equal((await shopper.send(fields)).location, '/odeme?message=items_unavailable')
    }
  })
})
