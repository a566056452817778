/** Stock in examples/web-shop over HTTP: orders of more than is left, what the shopper reads then, and the way to an order. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import {
  callCheckout,
  dataOf,
  expire,
  hold,
  readCart,
  release,
  stateOf,
  subjectOf,
} from '../../support/checkouts/orders.ts'
import { setStock, stockOf } from '../../support/checkouts/stock.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { type Relay, startRelay } from '../../support/web-checkout/relay.ts'
import { importPrice, type Shopper, shopperOf, startShopOf } from '../../support/web-checkout/shopper.ts'

const { plain: linen, taxFree: plate } = ids

describe('an order of more than is left, in the example web shop', () => {
  let service: TestService
  let relay: Relay
  let shop: ExampleShop
  const held: string[] = []
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
    for (const reference of held.splice(0)) await release(service, reference)
    await importPrice(service, '10.00', {
      shop: { settings: { stockGuard: true } },
      products: [
        product({ id: linen, name: 'Keten & <kumaş>', stock: 37.5, stockUnit: 'metre', stockIncrement: 0.5 }),
        product({ id: plate, name: 'Tabak', stock: 2, stockUnit: 'adet' }),
      ],
    })
  })

  const shopperWith = async (...items: [id: number, quantity: number][]): Promise<Shopper> => {
    const token = await service.token('guest')
    for (const [id, quantity] of items) await addItem(service, token, id, quantity)
    return shopperOf(shop, token, await signIn(service, token))
  }
  /** Another shopper's hold. */
  const holdOther = async (id: number, quantity: number) => {
    const token = await service.token('guest')
    await addItem(service, token, id, quantity)
    const reference = `other-${subjectOf(token).slice(6)}`
    held.push(reference)
    assert.equal((await hold(service, reference, token)).status, 201)
    return reference
  }
  const pay = async (shopper: Shopper) => {
    const reference = await shopper.pay()
    held.push(reference)
    return reference
  }
  /** Presses "Pay" and is refused. @returns the address of the next page */
  const payInVain = async (shopper: Shopper) => {
    const fields = await shopper.payFields()
    const { status, location } = await shopper.send(fields)
    assert.equal(status, 303)
    assert.match(location ?? '', /^\/odeme\?message=insufficient_stock/)
    assert.equal((await callCheckout(service, 'GET', fields.reference ?? '')).status, 404)
    return location ?? ''
  }
  /** The texts of the message of a page, one per paragraph or item of its list, and the addresses that it leads to. */
  const messageOf = (page: string) => {
    const [, message = ''] = /role="alert">([\s\S]*?)<\/(?:div|section)>/.exec(page) ?? []
    const texts = [...message.matchAll(/<(?:p|li)>([\s\S]*?)<\/(?:p|li)>/g)]
    return {
      texts: texts.map(([, text = '']) => text.replace(/<[^>]*>/g, '').trim()),
      links: [...message.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    }
  }
  const openIn = async (language: string, shopper: Shopper, path: string) => {
    const headers = { 'Accept-Language': language, Cookie: shopper.cookie }
    return (await fetch(shop.url + path, { headers })).text()
  }
  const LESS = 'Not enough is left for your cart, so no payment was started. Change it and try again.'

  it('is refused before the payment, with what is left, and a way to the cart, in English and Turkish', async () => {
    const shopper = await shopperWith([linen, 50])
    const place = await payInVain(shopper)
    assert.deepEqual(await stockOf(service, linen), { stock: 37.5, reserved: 0 })
    assert.deepEqual(messageOf((await shopper.open(place)).page), {
      texts: [LESS, 'Keten &#38; &#60;kumaş&#62;: 37.5 metre left, 50 metre in your cart'],
      links: [],
    })
    assert.deepEqual(messageOf(await openIn('tr', shopper, place)).texts, [
      'Stok sepetinizdekilere yetmiyor; ödeme başlamadı. Sepetinizi değiştirip yeniden deneyin.',
      'Keten &#38; &#60;kumaş&#62;: 37,5 metre kaldı, sepetinizde 50 metre var',
    ])
    assert.equal((await openIn('tr', shopper, place)).split('Sepeti değiştir').length, 2)
    assert.match((await shopper.open(place)).page, /class="button" href="\/sepet">Change the cart</)
    const { page } = await shopper.open('/sepet')
    assert.match(page, /<em>Only 37\.5 metre left<\/em>/)
    const item = /name="([0-9a-f-]{36})\/\d+"/.exec(page)?.[1] ?? assert.fail(page)
    await shopper.send({ do: 'change', [`${item}/50`]: '37' }, '/sepet')
    const reference = await pay(shopper)
    assert.equal((await shopper.press('payment-succeeds', reference)).location, `/order/${reference}`)
    assert.deepEqual(await stockOf(service, linen), { stock: 0.5, reserved: 0 })
  })

  it('names every item of which too little is left, in the order of the cart, and sold-out ones as such', async () => {
    const shopper = await shopperWith([plate, 3], [linen, 38])
    const fields = await shopper.payFields()
    await holdOther(plate, 2)
    const place = (await shopper.send(fields)).location ?? ''
    assert.deepEqual(messageOf((await shopper.open(place)).page).texts.slice(1), [
      'Tabak: Sold out',
      'Keten &#38; &#60;kumaş&#62;: 37.5 metre left, 38 metre in your cart',
    ])
    await setStock(service, plate, -4)
    const turkish = messageOf(await openIn('tr', shopper, (await shopper.send(fields)).location ?? '')).texts
    assert.deepEqual(turkish.slice(1), [
      'Tabak: Tükendi',
      'Keten &#38; &#60;kumaş&#62;: 37,5 metre kaldı, sepetinizde 38 metre var',
    ])
  })

  it('orders an item with backorder whose stock is below zero, without a word of what is left', async () => {
    await service.importShop({ products: [product({ id: plate, name: 'Tabak', stock: -1, backorder: true })] })
    const shopper = await shopperWith([plate, 3])
    const { page } = await shopper.open('/sepet')
    assert.match(page, /Tabak/)
    assert.doesNotMatch(page, /Sold out|left<|for sale/)
    const reference = await pay(shopper)
    assert.equal((await shopper.press('payment-succeeds', reference)).location, `/order/${reference}`)
    assert.deepEqual(await stockOf(service, plate), { stock: -4, reserved: 0 })
  })

  it('leaves out units of pieces in English, and items that have left the cart', async () => {
    const shopper = await shopperWith([plate, 3])
    const place = await payInVain(shopper)
    assert.deepEqual(messageOf((await shopper.open(place)).page).texts[1], 'Tabak: 2 left, 3 in your cart')
    assert.match(await openIn('tr', shopper, place), /Tabak<\/strong>: 2 adet kaldı, sepetinizde 3 adet var/)
    await service.call('DELETE', '/cart', { token: shopper.token })
    await addItem(service, shopper.token, linen, 1)
    assert.deepEqual(messageOf((await shopper.open(place)).page).texts, [LESS])
  })

  it('shows nothing of an address that was made up', async () => {
    const shopper = await shopperWith([plate, 1])
    const made = [
      '999:1',
      `${plate}`,
      `${plate}:`,
      `${plate}:x`,
      `${plate}-7:1`,
      `${plate}:1e9`,
      '<b>:1',
      '',
      ':',
      '-1:1',
    ]
    const query = made.map(text => `&short=${encodeURIComponent(text)}`).join('')
    const { status, page } = await shopper.open(`/odeme?message=insufficient_stock${query}`)
    assert.equal(status, 200)
    assert.deepEqual(messageOf(page).texts, [LESS])
    const many = `&short=${plate}:1`.repeat(300)
    const { page: long } = await shopper.open(`/odeme?message=insufficient_stock${many}`)
    assert.equal(messageOf(long).texts.filter(text => text.startsWith('Tabak')).length, 20)
  })

  for (const [name, meta] of Object.entries<unknown>({
    'no meta': undefined,
    'no list': { items: 'none' },
    'an empty list': { items: [] },
    'items of another form': {
      items: [null, 7, 'x', {}, { productId: '1', variantId: null, available: 1 }, { productId: plate, available: 1 }],
    },
  })) {
    it(`is refused in words also where the error has ${name}`, async () => {
      const shopper = await shopperWith([plate, 1])
      const fields = await shopper.payFields()
      const errors = [{ status: '409', code: 'insufficient_stock', ...(meta !== undefined && { meta }) }]
      relay.use(method => (method === 'PUT' ? { status: 409, body: JSON.stringify({ errors }) } : undefined))
      const { location } = await shopper.send(fields)
      assert.equal(location, '/odeme?message=insufficient_stock')
      assert.deepEqual(messageOf((await shopper.open(location)).page).texts, [LESS])
    })
  }

  it('is offered no payment while an item is sold out, and one again once the other payment has ended', async () => {
    const shopper = await shopperWith([plate, 1])
    const theirs = await holdOther(plate, 2)
    const { page } = await shopper.open('/odeme')
    assert.match(page, /<em>Sold out<\/em>/)
    assert.match(page, /A product in your cart is sold out; remove it first\./)
    assert.doesNotMatch(page, /value="pay"/)
    await release(service, theirs)
    const reference = await pay(shopper)
    assert.equal(await stateOf(service, reference), 'held')
  })

  it('leaves the payment alone that the shopper has begun for less', async () => {
    const shopper = await shopperWith([plate, 2])
    const begun = await pay(shopper)
    await addItem(service, shopper.token, plate, 1)
    await payInVain(shopper)
    assert.equal(await stateOf(service, begun), 'held')
    assert.equal((await shopper.open(`/odeme/${begun}`)).status, 200)
    assert.equal((await shopper.press('payment-succeeds', begun)).location, `/order/${begun}`)
    assert.deepEqual(await stockOf(service, plate), { stock: 0, reserved: 0 })
  })

  it('becomes an order all the same when it was paid after the hold, and gives its items back when it is cancelled', async () => {
    const shopper = await shopperWith([plate, 2])
    const late = await pay(shopper)
    await expire(service, late)
    await holdOther(plate, 1)
    assert.equal((await shopper.press('payment-succeeds', late)).location, `/order/${late}`)
    assert.match((await shopper.open(`/order/${late}`)).page, /Your order is placed\./)
    assert.equal(dataOf(await callCheckout(service, 'GET', late)).overStock, true)
    await shopper.press('cancel-order', late, 'order')
    assert.deepEqual(await stockOf(service, plate), { stock: 2, reserved: 1 })
    assert.equal((await readCart(service, shopper.token)).included.length, 0)
  })
})
